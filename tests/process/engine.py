"""What the process tests and the soak runs share: the programs of $KELSO_BUILD (default
build/release) and an Engine that drives one as a user would, with a deadline for everything.

Sanitizers are slow: with KELSO_SLOW=1, or in a build folder made with them, all deadlines are ten
times as long.
"""

import os
import pathlib
import queue
import re
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("KELSO_BUILD", "build/release")).resolve()
KELSO = BUILD / "kelso"
DATA = ROOT / "tests" / "data"


def _is_slow():
    if os.environ.get("KELSO_SLOW", "0") not in ("", "0"):
        return True
    flags = BUILD / "flags"
    return flags.exists() and "-fsanitize" in flags.read_text()


SLOW = _is_slow()
FACTOR = 10 if SLOW else 1
LONG = 20.0  # seconds for what should come at once: never the subject of a test


def table(name, columns):
    """The rows of a table in tests/data as (line number, column, …). Its last line must be
    `# rows N`, so that a cut file is found out."""
    rows = []
    promised = None
    for number, line in enumerate((DATA / name).read_text().split("\n")[:-1], 1):
        if line.startswith("# rows "):
            promised = int(line[7:])
        elif line and not line.startswith("#"):
            promised = None
            cells = line.split("\t")
            assert len(cells) == columns, f"tests/data/{name}:{number}: {len(cells)} columns"
            rows.append((number, *cells))
    assert promised == len(rows), f"tests/data/{name}: {len(rows)} rows, `# rows N`: {promised}"
    return rows


def position_pieces(fen):
    """How many pieces stand on the board of a FEN without runs of squares."""
    return sum(len(side[1:].split(",")) for side in fen.split(":")[1:])


class Engine:
    """A running program that speaks the native protocol. Lines that come in are kept with the time
    at which they came. All waits fail the test when their deadline passes."""

    def __init__(self, *args, program=KELSO, **popen):
        assert pathlib.Path(program).exists(), f"{program} is missing: run make first"
        self.process = subprocess.Popen([str(program), *map(str, args)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **popen)
        self.came_at = 0.0  # when the last line returned came
        self._lines = queue.Queue()
        self._errors = b""
        self._threads = [threading.Thread(target=self._read_output, daemon=True),
                         threading.Thread(target=self._read_errors, daemon=True)]
        for thread in self._threads:
            thread.start()

    def _read_output(self):
        for line in self.process.stdout:
            self._lines.put((time.monotonic(), line))
        self._lines.put((time.monotonic(), None))

    def _read_errors(self):
        self._errors = self.process.stderr.read()

    # ---- in

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *lines):
        for line in lines:
            self.raw(line.encode() + b"\n")

    # ---- out

    def poll(self, seconds):
        """The next line, or None when none comes in this time. At the end of output EOFError."""
        try:
            self.came_at, line = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put((self.came_at, None))
            raise EOFError
        assert line.endswith(b"\n"), f"a line without its end: {line!r}"
        return line[:-1].decode("utf-8", "replace")

    def line(self, seconds=LONG):
        try:
            line = self.poll(seconds * FACTOR)
        except EOFError:
            raise AssertionError(f"the engine has ended, status {self.process.wait(LONG)}, "
                                 f"{self._errors!r}") from None
        assert line is not None, f"no line within {seconds * FACTOR} s"
        return line

    def until(self, pattern, seconds=LONG):
        """All lines up to the first that matches the regular expression, which is the last one."""
        deadline = time.monotonic() + seconds * FACTOR
        lines = []
        while True:
            left = (deadline - time.monotonic()) / FACTOR
            assert left > 0, f"no line {pattern!r} within {seconds * FACTOR} s; {lines[-5:]}"
            lines.append(self.line(left))
            if re.search(pattern, lines[-1]):
                return lines

    def answers(self, *lines, seconds=LONG):
        """Sends the lines and returns what comes before the readyok to a following isready."""
        self.send(*lines, "isready")
        return self.until("^readyok$", seconds)[:-1]

    def board(self):
        return self.answers("d")

    def fen(self):
        return self.board()[-1].split(" ", 1)[1]

    def moves(self):
        (line,) = self.answers("moves")
        assert line.split()[0] == "moves"
        return line.split()[1:]

    def go(self, *words, seconds=LONG):
        """Searches; returns the info lines with a score and the words of the bestmove line."""
        self.send(" ".join(["go", *map(str, words)]))
        return self.result(seconds)

    def result(self, seconds=LONG):
        lines = self.until("^bestmove ", seconds)
        errors = [line for line in lines if "error" in line]
        assert not errors, errors
        scores = [line for line in lines if " score " in line]
        assert scores, f"no info with a score before {lines[-1]!r}"
        return scores, lines[-1].split()[1:]

    def nothing_more(self, seconds=0.2):
        line = self.poll(seconds)
        assert line is None, f"unexpected: {line!r}"

    # ---- the end

    def ended(self, seconds=LONG):
        """Waits for the end of the process; returns its status and the lines not yet read."""
        status = self.process.wait(seconds * FACTOR)
        rest = []
        try:
            while True:
                line = self.poll(LONG)
                assert line is not None
                rest.append(line)
        except EOFError:
            pass
        for thread in self._threads:
            thread.join(LONG)
        assert self._errors == b"", self._errors.decode("utf-8", "replace")
        return status, rest

    def quit(self):
        """Ends the engine; it must end well and say nothing that was not asked for."""
        self.send("quit")
        assert self.ended() == (0, [])

    def destroy(self):
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(LONG)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except OSError:
                pass


def value(info, name):
    """The number behind a word of an info line."""
    words = info.split()
    return int(words[words.index(name) + 1])


def score(info):
    """The score of an info line as (kind, number): ("cp", 12), ("win", 3), ("loss", 0)."""
    words = info.split()
    at = words.index("score")
    return words[at + 1], int(words[at + 2])


def line_of(info):
    """The principal variation of an info line."""
    words = info.split()
    return words[words.index("pv") + 1:] if "pv" in words else []


def run(*args, program=KELSO, seconds=60, **options):
    """Runs the program to its end with an empty input; returns the finished process, its output
    as text."""
    return subprocess.run([str(program), *map(str, args)], stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=seconds * FACTOR, text=True, **options)


# ---- Searches that are stopped

POSITIONS = [
    "startpos",
    "startpos moves 11-15 23-19 8-11 22-17",
    "ballot 57",
    "fen W:WK1:BK13",  # won in 11 plies: the search ends by itself
    "fen W:WK27:B28",  # won at once
    "fen W:W11:B6,7",  # one reply
    "fen W:W5:B1",  # no reply
    "fen B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
    "fen W:WK30:B9,10,11,17,18,19,25,26,27",
    "fen W:WK18:BK29,K30",
]


def ms(seconds):
    return 1000 * seconds


def stop_once(engine, dice):
    """A search that is stopped after a random while; returns the ms to the bestmove."""
    engine.send(f"position {dice.choice(POSITIONS)}")
    legal = engine.moves()
    engine.send(dice.choice(["go infinite", "go", "go ponder wtime 9000 btime 9000",
                             "go infinite depth 3"]))
    time.sleep(dice.choice([0, 0.0002, 0.001, 0.005, 0.03]) * dice.random())
    sent = time.monotonic()
    engine.send("stop")
    _, best = engine.result()
    came = engine.came_at
    assert best[0] in legal if legal else best == ["none"]
    return ms(came - sent)


def ready_times(engine, dice, count):
    """The ms to each readyok in the midst of a search."""
    engine.send("go infinite")
    engine.until(" score ")
    times = []
    for _ in range(count):
        time.sleep(0.005 * dice.random())
        sent = time.monotonic()
        engine.send("isready")
        engine.until("^readyok$")
        times.append(ms(engine.came_at - sent))
    engine.send("stop")
    engine.until("^bestmove ")
    return times


def answer_times(engine, limits, count):
    """The ms to the bestmove of a search with these limits."""
    times = []
    for i in range(count):
        engine.send(f"position {POSITIONS[i % 5]}", "isready")
        engine.until("^readyok$")
        sent = time.monotonic()
        engine.go(limits)
        times.append(ms(engine.came_at - sent))
    return times
