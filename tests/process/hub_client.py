"""A strict client of the Hub protocol: every line that the engine writes must be of its grammar."""

import re
import time

from engine import LONG, Engine

WORD = r'[a-z][a-z-]*'
VALUE = r'"[^"=]*[ ][^"=]*"|""|[^" =]+'  # quotes only where there is a blank or nothing
PAIR = rf'{WORD}=(?:{VALUE})'
MOVE = r"[1-9]\d?(?:-[1-9]\d?|(?:x[1-9]\d?){2,})"
REAL = r"-?\d+\.\d+"
LINES = {
    "id": r"name=Kelso version=[\d.]+ author=\"[^\"]+\" country=\S+",
    "param": rf"name={WORD} value=(?:{VALUE}) type="
             r'(?:bool|string|int min=-?\d+ max=\d+|real min=\S+ max=\S+|enum values=(?:"\S+(?: \S+)+"|\S+))',
    "wait": "",
    "ready": "",
    "pong": "",
    "info": rf"depth=\d+ mean-depth=\d+\.\d score={REAL} nodes=\d+ time={REAL} nps={REAL}"
            rf"(?: pv=(?:{MOVE}|\"{MOVE}(?: {MOVE})+\"))?(?: multi-pv=[1-9]\d*)?",
    "done": rf"move=(?:{MOVE}(?: ponder={MOVE})?|none)",
    "error": r'message="[^"=]+"',
}


def words(line):
    """The words behind the command, quotes taken off."""
    pairs = re.findall(rf"({WORD})=({VALUE})", line)
    return {key: value.strip('"') for key, value in pairs}


class Hub(Engine):
    """A running program that speaks Hub."""

    def __init__(self, *args, **popen):
        super().__init__(*(args or ["hub"]), **popen)

    def poll(self, seconds):
        line = super().poll(seconds)
        if line is not None:
            command, _, rest = line.partition(" ")
            assert command in LINES, f"no line of the protocol: {line!r}"
            assert re.fullmatch(LINES[command], rest), f"not of the grammar: {line!r}"
        return line

    def greet(self):
        """The handshake; the words of `id` and of each parameter."""
        self.send("hub")
        lines = self.until("^wait$")
        assert lines[0].startswith("id ")
        assert all(line.startswith("param ") for line in lines[1:-1])
        self.send("init")
        assert self.line() == "ready"
        return words(lines[0]), {words(line)["name"]: words(line) for line in lines[1:-1]}

    def answers(self, *lines, seconds=LONG):
        """Sends the lines and returns what comes before the pong to a following ping."""
        self.send(*lines, "ping")
        return self.until("^pong$", seconds)[:-1]

    def result(self, seconds=LONG):
        """The words of the info lines and of `done`."""
        lines = self.until("^done ", seconds)
        assert all(line.startswith("info ") for line in lines[:-1]), lines
        assert len(lines) > 1
        return [words(line) for line in lines[:-1]], words(lines[-1])

    def go(self, *level, mode="think", seconds=LONG):
        if level:
            self.send(" ".join(["level", *level]))
        self.send(f"go {mode}")
        return self.result(seconds)

    def nothing_more_than_info(self, seconds):
        """For so long the search goes on."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            line = self.poll(left)
            assert line is None or line.startswith("info "), line

    def refuses(self, line):
        """The message with which a line is refused."""
        (answer,) = self.answers(line)
        assert answer.startswith("error "), answer
        return words(answer)["message"]


def board(side, **squares):
    """The text of a position: the squares of each letter."""
    letters = ["e"] * 32
    for letter, numbers in squares.items():
        for number in numbers:
            letters[number - 1] = letter
    return side + "".join(letters)


START = board("B", b=range(1, 13), w=range(21, 33))
