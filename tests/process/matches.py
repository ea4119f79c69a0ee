"""What the tests of kelso-match share: Matches runs it as a user would, Game is a game it wrote.

Most games are between mock engines, whose moves come from oracle-player; oracle-replay judges the
records by its own rules.
"""

import collections
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

from engine import BUILD, FACTOR, SLOW

MATCH = BUILD / "kelso-match"
PLAYER = BUILD / "oracle-player"
REPLAY = BUILD / "oracle-replay"
MOCK = pathlib.Path(__file__).with_name("mock_engine.py")

LIMIT_S = 100 * FACTOR  # for one run of kelso-match
SLACK_S = 0.1 * (5 if SLOW else 1)  # behind a deadline
PACE = 3 if SLOW else 1  # of games between mock engines, which are as quick as ever


def mock(*args):
    """The command line of a mock engine."""
    return shlex.join([sys.executable, str(MOCK), *map(str, args)])


def player(depth=1, seed=0):
    return shlex.join([str(PLAYER), str(depth), str(seed)])


class Game:
    """A game of a PDN file as written."""

    def __init__(self, text):
        self.tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
        body = re.sub(r"\s+", " ", text[text.rindex("]\n") + 2:])
        self.comments = re.findall(r"{(.*?)}", body)
        *words, result = re.sub(r"{.*?}", "", body).split()
        assert result == self.tags["Result"]
        self.moves = [word for word in words if re.fullmatch(r"\d+(?:[-x]\d+)+", word)]

    def __getattr__(self, name):
        return self.tags[name]

    @property
    def winner(self):
        return {"1-0": self.Black, "0-1": self.White, "1/2-1/2": None}[self.Result]


def read_games(path):
    games = [Game(text) for text in re.split(r"(?m)^(?=\[Event )", path.read_text()) if text]
    return sorted(games, key=lambda game: [int(part) for part in game.Round.split(".")])


class Run:
    """A finished run of kelso-match."""

    def __init__(self, status, output, errors, folder):
        self.status, self.output, self.errors = status, output, errors
        self.folder = folder
        self.pdn = folder / "games.pdn"

    @property
    def games(self):
        return read_games(self.pdn)

    def row(self, name):
        """The row of the table: games, wins, draws, losses, points, score, five kinds of pairs,
        Elo, nElo, LOS."""
        (line,) = [line for line in self.output.split("\n")
                   if re.match(re.escape(name) + " +[0-9]", line)]
        words = line[len(name):].split()
        return [float(word) for word in words[:11]] + re.split("  +", line.rstrip())[-3:]

    def line(self, start):
        """The rest of the lines of the output that start with these words."""
        return [line[len(start):].strip() for line in self.output.split("\n")
                if line.startswith(start)]


class Matches:
    """Runs kelso-match in a folder of its own, under a mark by which its processes are found."""

    def __init__(self, folder):
        self.folder = folder
        self.mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
        self.environment = {**os.environ, "KELSO_MATCH_MARK": self.mark, "KELSO_BUILD": str(BUILD)}

    def arguments(self, engines, more):
        words = [str(MATCH), *map(str, more)]
        for engine in engines:
            more = [engine] if isinstance(engine, str) else engine
            words += ["--engine", *map(str, more)]
        if "--pdn" not in words:
            words += ["--pdn", str(self.folder / "games.pdn")]
        return words

    def start(self, *more, engines, **popen):
        return subprocess.Popen(self.arguments(engines, more), env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **popen)

    def finish(self, process):
        output, errors = process.communicate(timeout=LIMIT_S)
        return Run(process.returncode, output, errors, self.folder)

    def __call__(self, *more, engines, **popen):
        return self.finish(self.start(*more, engines=engines, **popen))

    def processes(self):
        """What still runs of all that was started here."""
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (folder / "environ").read_bytes():
                    found.append((int(folder.name), (folder / "cmdline").read_bytes()))
            except OSError:
                pass
        return found


TWO = ["--engine", "a", "--engine", "b"]
JOURNALLED = ["--depth", "1", "--openings", "ballots2", "--order", "random", "--seed", "5",
              "--concurrency", "2"]
PAIR = [(player(1, 1), "--name", "a"), (player(1, 2), "--name", "b")]


def replay(path):
    done = subprocess.run([str(REPLAY), str(path)], capture_output=True, text=True, timeout=LIMIT_S)
    assert done.returncode == 0, done.stdout
    return int(re.search(r"games (\d+), good", done.stdout).group(1))


def without_times(path):
    """The games as a multiset, without the measured times."""
    games = re.split(r"(?m)^(?=\[Event )", path.read_text())
    text = [re.sub(r"\s+", " ", re.sub(r"\s+[\d.]+s}", "}", game)) for game in games]
    return collections.Counter(text)


def told(path, name, word):
    """The lines with this first word that an engine was sent, without the word."""
    start = f"{name} {word} "
    return [line[len(start):] for line in path.read_text().split("\n") if line.startswith(start)]


def read_json(path):
    """The lines of games in their order, and the summaries."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    games = [line for line in lines if line["type"] == "game"]
    return (sorted(games, key=lambda game: game["game"]),
            [line for line in lines if line["type"] == "summary"])


def fates(games):
    return sorted((game.Round, game.Black, game.Opening, game.Result, game.Termination, game.moves)
                  for game in games)


# fault, its reason, the seconds after which it must come out (0: at once)
CLOCK = ("--tc", "0.5+1")  # the increment keeps the games behind the fault free of accidents
FAULTS = [
    ("crash", CLOCK, "crash", 0),
    ("exit", CLOCK, "crash", 0),
    ("exit-after-move", CLOCK, "crash", 0),
    ("close-output", CLOCK, "crash", 0),
    ("leave-child", CLOCK, "crash", 0),
    ("illegal", CLOCK, "illegal move", 0),
    ("no-move", CLOCK, "illegal move", 0),
    ("nonsense", CLOCK, "illegal move", 0),
    ("empty-move", CLOCK, "illegal move", 0),
    ("two-moves", CLOCK, "protocol", 0),
    ("endless-line", CLOCK, "protocol", 0),
    ("mute", CLOCK, "time", 0.5),
    ("stop", CLOCK, "time", 0.5),
    ("flood", CLOCK, "time", 0.5),
    ("no-newline", CLOCK, "time", 0.5),
    ("mute", ("--movetime", "0.3"), "time", 0.35),
    ("flood", ("--movetime", "0.3"), "time", 0.35),
    ("mute", ("--nodes", "1"), "no answer", 0.4),
    ("mute", ("--depth", "1"), "no answer", 0.4),
    ("stop", ("--depth", "1"), "no answer", 0.4),
    ("flood", ("--depth", "1"), "no answer", 0.4),
]


def idle_match(match, fault, *more):
    """A round robin in which the second engine does not play in games 5 to 8, and then makes its
    fault, once."""
    bad = mock("--name", "bad", "--fault", fault, "--late", 0.4 * PACE, "--once",
               match.folder / "once", "--at", "0")
    slow = [mock("--name", name, "--sleep", 0.02 * PACE, "--seed", seed)
            for seed, name in enumerate("ac")]
    return match("--depth", "1", "--openings", "ballots2", "--rounds", "2", "--seed", "1",
                 "--max-plies", "40", *more, engines=[slow[0], bad, slow[1]])
