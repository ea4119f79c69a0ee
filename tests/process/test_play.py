"""kelso play, through a pseudo-terminal and through pipes."""

import os
import pty
import re
import select
import subprocess
import time

import pytest

from engine import BUILD, FACTOR, KELSO
from starting import starter

PROMPT = re.compile(r"(You \((?:Black|White)\))?> $")


class Terminal:
    """A person at the terminal: types, and reads up to the next prompt."""

    def __init__(self, *arguments, term="dumb", **environment):
        self.master, slave = pty.openpty()
        env = {**os.environ, "TERM": term, **environment}
        self.process = subprocess.Popen([KELSO, "play", *map(str, arguments)], stdin=slave, stdout=slave,
                                        stderr=slave, env=env, close_fds=True)
        os.close(slave)
        self.screen = self.read()

    def read(self, seconds=20):
        text, deadline = "", time.monotonic() + seconds * FACTOR
        while not PROMPT.search(text):
            left = deadline - time.monotonic()
            assert left > 0, text
            ready, _, _ = select.select([self.master], [], [], left)
            try:
                piece = os.read(self.master, 65536) if ready else b""
            except OSError:  # the other end is closed
                break
            text += piece.decode()
            text = text.replace("\r\n", "\n")
            if ready and not piece:
                break
        return text

    def type(self, line):
        os.write(self.master, line.encode() + b"\n")
        self.screen = self.read()
        return self.screen

    def moves(self):
        (line,) = [line for line in self.type("moves").split("\n")
                   if re.fullmatch(r"(\d+([-x]\d+)+ *)+", line)]
        return line.split()

    def destroy(self):
        self.process.kill()
        self.process.wait()

    def leave(self):
        os.write(self.master, b"quit\n")
        status = self.process.wait(10 * FACTOR)
        os.close(self.master)
        return status


sit_down = starter(Terminal)


def test_a_whole_game_is_played_and_saved(sit_down, tmp_path):
    """The person takes the last move of the list each time, and loses."""
    table = sit_down("--level", 5, "--ballot", "random")
    assert re.search(r"Ballot \d+: ", table.screen)
    for _ in range(150):
        table.type(table.moves()[-1])
        if "The game is over" in table.screen:
            break
    assert "The game is over, Kelso won: Black has no" in table.screen
    path = tmp_path / "my games.pdn"
    assert f"at the end of {path}" in table.type(f"save {path}")
    assert "Not done: the game is over" in table.type("11-15")
    assert "Not done: the game is over" in table.type("resign")
    assert "You (Black)> " in table.type("new")
    table.type("9-13")
    table.type(f"save {path}")
    assert table.leave() == 0
    checked = subprocess.run([BUILD / "kelso-pdn", "check", path], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    records = path.read_text()
    assert records.count("[Event ") == 2
    assert '[Result "0-1"]' in records and '[Termination "unfinished"]' in records
    again = sit_down("--load", path)
    assert "The game is over" in again.screen
    assert "You (Black)> " in again.type(f"load {path} 2")
    assert "Not done" not in again.type(again.moves()[0])
    assert "has no game 3" in again.type(f"load {path} 3")


def board(text):
    return [line[:17] for line in text.split("\n") if re.search(r"   \d+ +\d+ +\d+ +\d+$", line)][-8:]


def test_moves_in_any_form_and_taken_back(sit_down):
    table = sit_down("--level", 1)
    start = board(table.screen)
    assert len(start) == 8
    assert table.moves()[0] == "9-13" and len(table.moves()) == 7
    for text in ("9-13", "9 13", "09:13", "  9x13  "):
        assert re.search(r"Kelso plays \d+-\d+\.", table.type(text)), text
        assert board(table.screen) != start
        assert board(table.type("undo")) == start
    assert "Not done: there is no move of yours" in table.type("undo")
    for text, reason in [("9-14-18", "illegal"), ("33-1", "square 33"), ("9", "form"),
                         ("sing", "no command"), ("s", "no command"), ("moves now", "nothing")]:
        assert re.search(f"Not done: .*{reason}", table.type(text)), table.screen
    assert table.leave() == 0


def test_sides_hints_and_offers(sit_down):
    table = sit_down("--side", "white", "--level", 2, "--ballot", 57)
    assert "Ballot 57: 9-14 24-20 11-15" in table.screen and "Kelso plays" not in table.screen
    assert re.search(r"Kelso would play \d+-\d+ \(then .*\): [+-]\d\.\d\d men\.", table.type("hint"))
    assert re.search(r"You have Black\.(.|\n)*Kelso plays \d+-\d+\.", table.type("side"))
    assert "level 9 of 10" in table.type("level 9")
    assert "Not done: '11' is no level" in table.type("level 11")
    table.type("new 1")
    answer = table.type("draw")
    assert "Kelso plays on." in answer or "a draw: agreed (1/2-1/2" in answer
    table.type("new")
    assert "Kelso won: you resigned (0-1 in PDN)" in table.type("resign")


def test_a_lost_position_is_no_draw(sit_down, tmp_path):
    path = tmp_path / "lost.pdn"
    path.write_text('[SetUp "1"]\n[FEN "W:WK1:BK18,K19,K22"]\n*\n')
    table = sit_down("--side", "white", "--load", path)
    assert "Kelso plays on." in table.type("draw")


def test_time_runs_out(sit_down):
    table = sit_down("--clock", "0.02+0")
    assert "Black 0:01, White 0:01" in table.screen
    time.sleep(1.3)
    assert "Kelso won: Black's time is up" in table.type("9-13")
    assert "Not done" in table.type("9-13")


def test_colours(sit_down):
    table = sit_down(term="xterm-256color")
    lines = [line for line in table.screen.split("\n") if "\033[47m" in line]
    plain = [re.sub("\033\\[[0-9;]*m", "", line) for line in lines]
    assert len(plain) == 16 and all(len(line) == 48 for line in plain)
    assert plain[0].split() == ["32", "31", "30", "29"]  # Black sits at the bottom
    assert plain[15].split() == ["b"] * 4
    assert "\033" not in sit_down(term="xterm", NO_COLOR="1").screen
    assert "\033" not in sit_down("--plain", term="xterm").screen


def test_endings_to_practise(sit_down, tmp_path):
    """With the tables that a build makes; without one it says so."""
    subprocess.run([BUILD / "kelso-egdb", "build", "--pieces", "3", "--dir", BUILD.parent / "egdb",
                    "--distance", "--quiet"], check=True)
    table = sit_down("--level", 10)
    table.type("ending 3")
    assert re.search(r"you win in \d+ moves", table.type("hint"))
    assert sum(row.count(piece) for row in board(table.type("board")) for piece in "bBwW") == 3
    assert "you win" not in table.type("ending 3 drawn") + table.type("hint")
    assert "Not done: no such ending of 8 pieces" in table.type("ending 8")
    assert "Not done: ending needs" in table.type("ending 1")
    assert "Not done: ending needs" in table.type("ending 3 lost")
    assert table.leave() == 0


def test_the_end_of_input_leaves():
    done = subprocess.run([KELSO, "play", "--level", "1"], input="11-15\nmoves", capture_output=True,
                          text=True, timeout=20 * FACTOR)
    assert done.returncode == 0 and done.stderr == ""
    assert "Kelso plays" in done.stdout and "\033" not in done.stdout


@pytest.mark.parametrize("arguments, message", [
    (["--level", "0"], "'0' is no level: 1 to 10"), (["--side", "red"], "'red' is no side"),
    (["--ballot", "175"], "'175' is no ballot"), (["--clock", "x"], "--clock needs minutes"),
    (["--clock", "nan"], "--clock needs minutes"), (["--clock", "5+"], "--clock needs minutes"),
    (["--clock"], "'--clock' is unknown, or lacks its value"), (["--loud", "1"], "unknown argument"),
])
def test_wrong_arguments(arguments, message):
    done = subprocess.run([KELSO, "play", *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=20 * FACTOR)
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""


def test_files_that_are_not_there(sit_down, tmp_path):
    done = subprocess.run([KELSO, "play", "--load", tmp_path / "none.pdn"], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=20 * FACTOR)
    assert done.returncode == 1 and "none.pdn: No such file" in done.stderr
    table = sit_down()
    assert "No such file" in table.type(f"load {tmp_path}/none.pdn")
    assert "Not done: cannot write /dev/full: No space left" in table.type("save /dev/full")
    assert "Not done: save needs" in table.type("save")
    bad = tmp_path / "bad.pdn"
    bad.write_text("1. 11-15 23-19 2. 15-24 *\n")
    assert "bad.pdn, line 1: " in table.type(f"load {bad}")
    assert len(table.moves()) == 7  # the present game stays


def test_help_fits_a_screen():
    done = subprocess.run([KELSO, "play", "--help"], capture_output=True, text=True)
    lines = done.stdout.split("\n")
    assert done.returncode == 0 and len(lines) <= 26 and max(map(len, lines)) <= 100
