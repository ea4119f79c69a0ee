"""A GUI around libkelso_cb.so, with its own idea of boards and moves.

Everything that the library says of a move is compared with the native engine, which is asked for
the position behind the same move.
"""

import collections
import re

from engine import BUILD, FACTOR, LONG, Engine

LIBRARY = BUILD / "libkelso_cb.so"
WHITE, BLACK, MAN, KING = 1, 2, 4, 8
COLORS = {"W": WHITE, "B": BLACK}
DRAW, WIN, LOSS, UNKNOWN = range(4)
START = "B:W" + ",".join(map(str, range(21, 33))) + ":B" + ",".join(map(str, range(1, 13)))


def place(square):
    """x and y of a square from 1 to 32."""
    k = square - 1
    y = k // 4
    return 2 * (3 - k % 4) + (y & 1), y


SQUARES = {place(square): square for square in range(1, 33)}


def read_fen(fen):
    """The color to move, and the pieces by square."""
    side, *lists = fen.split(":")
    pieces = {}
    for text in lists:
        for word in filter(None, text[1:].split(",")):
            king = word.startswith("K")
            pieces[int(word[king:])] = COLORS[text[0]] | (KING if king else MAN)
    return COLORS[side], pieces


def cells(pieces):
    board = [0] * 64
    for square, piece in pieces.items():
        x, y = place(square)
        board[8 * x + y] = piece
    return board


Move = collections.namedtuple("Move", "jumps newpiece oldpiece start to path dels delpieces")
Answer = collections.namedtuple("Answer", "result texts ms text board move during")


class Gui(Engine):
    """A process that has loaded the library."""

    def __init__(self, library=LIBRARY, **popen):
        super().__init__(library, program=BUILD / "cb-gui", **popen)
        self.load()

    def load(self):
        self.send("load")
        assert self.line() == "loaded"

    def unload(self):
        self.send("unload")
        assert self.line() == "0"

    def command(self, text):
        """What enginecommand returned, and the reply."""
        self.send(f"command {text}")
        known, reply = self.line().split(" ", 1)
        assert len(reply) < 256
        return int(known), reply

    def set(self, name, value):
        assert self.command(f"set {name} {value}") == (1, str(value))

    def getmove(self, board, color, maxtime=0.01, info=0, moreinfo=0, playnow_ms=-1, during=None):
        if during is not None:
            self.send(f"during {during[0]} {during[1]}")
        self.send(" ".join(map(str, ["getmove", color, maxtime, info, moreinfo, playnow_ms,
                                     *board])))
        result, texts, ms = map(int, self.line(LONG + (maxtime if 0 < maxtime < 100 else 0)).split())
        text = self.line()
        board = [int(word) for word in self.line().split()]
        fields = {}
        for _ in range(8):
            name, *words = self.line().split()
            numbers = [tuple(map(int, word.split(","))) if "," in word else int(word)
                       for word in words]
            fields[name] = numbers
        move = Move(*(fields[name][0] for name in ("jumps", "newpiece", "oldpiece", "from", "to")),
                    fields["path"], fields["del"], fields["delpiece"])
        reply = None
        if during is not None:
            known, reply = self.line().split(" ", 1)
            reply = int(known), reply
        return Answer(result, texts, ms, text, board, move, reply)

    def quit(self):
        self.process.stdin.close()
        status = self.process.wait(LONG * FACTOR)
        assert (status, self._errors) == (0, b"")

    def move(self, native, fen, maxtime=0.01, **more):
        """The text of the move that the library makes, after all that it says of it was compared."""
        color, pieces = read_fen(fen)
        answer = self.getmove(cells(pieces), color, maxtime, **more)
        text = text_of(answer.move)
        errors = native.answers(f"position fen {fen} moves {text}")
        assert not errors, f"{fen}: {text}: {errors}"
        after = native.fen()
        check_move(pieces, answer.move)
        assert answer.board == cells(read_fen(after)[1]), f"{fen}: {text}"
        assert answer.result == (UNKNOWN if native.moves() else WIN)
        return text, after


def text_of(move):
    """The move as in PDN."""
    separator = "x" if move.jumps else "-"
    return separator.join(str(SQUARES[at]) for at in move.path[:max(move.jumps, 1) + 1])


def check_move(pieces, move):
    """All fields of a move against the pieces of the board before it."""
    length = max(move.jumps, 1)
    assert (move.path[0], move.path[length]) == (move.start, move.to)
    assert move.path[length + 1:] == [(0, 0)] * (11 - length)
    assert move.dels[move.jumps:] == [(0, 0)] * (12 - move.jumps)
    assert move.delpieces[move.jumps:] == [0] * (12 - move.jumps)
    assert move.oldpiece == pieces[SQUARES[move.start]]
    for i in range(move.jumps):
        (ax, ay), (bx, by) = move.path[i:i + 2]
        assert move.dels[i] == ((ax + bx) / 2, (ay + by) / 2)
        assert move.delpieces[i] == pieces[SQUARES[move.dels[i]]]
    crowned = move.to[1] == (7 if move.oldpiece & BLACK else 0)
    color = move.oldpiece & (WHITE | BLACK)
    assert move.newpiece == (color | KING if crowned else move.oldpiece)


Played = collections.namedtuple("Played", "fen moves result reason")


def play_game(gui, native, fen, library_side, opening=(), maxtime=0.01, nodes=500, told=True,
              plies_max=400):
    """A game of the library, as library_side, against the native engine. With `told` the GUI gives
    the moves so far before each move, as it must."""
    moves, now, still = list(opening), fen, 0
    native.answers(f"position fen {fen} moves {' '.join(moves)}")
    now = native.fen()
    seen = collections.Counter([now])
    while True:
        legal = native.answers(f"position fen {now}", "moves")[-1].split()[1:]
        side = now[0]
        if not legal:
            pieces = any(piece & COLORS[side] for piece in read_fen(now)[1].values())
            return Played(fen, moves, "0-1" if side == "B" else "1-0",
                          "no moves" if pieces else "no pieces")
        if seen[now] == 3:
            return Played(fen, moves, "1/2-1/2", "repetition")
        if still == 80:
            return Played(fen, moves, "1/2-1/2", "no progress")
        if len(moves) >= plies_max:
            return Played(fen, moves, "1/2-1/2", "adjudication")
        if side == library_side:
            if told:
                known, reply = gui.command(f"set gamehist {fen} {' '.join(moves)}")
                assert (known, reply) == (1, f"{len(moves)} moves")
            text, after = gui.move(native, now, maxtime)
        else:
            native.answers(f"position fen {fen} moves {' '.join(moves)}")
            text = native.go("nodes", nodes)[1][0]
            native.answers(f"position fen {now} moves {text}")
            after = native.fen()
        king = read_fen(now)[1][int(re.match(r"\d+", text)[0])] & KING
        still = still + 1 if king and "x" not in text else 0
        moves.append(text)
        now = after
        seen[now] += 1


def write_pdn(path, games):
    """For oracle-replay, which has rules of its own."""
    with open(path, "w") as file:
        for number, game in enumerate(games, 1):
            tags = {"Event": "library", "Round": str(number), "Result": game.result,
                    "GameType": "21", "Termination": game.reason}
            if game.fen != START:
                tags.update(SetUp="1", FEN=game.fen)
            for name, value in tags.items():
                file.write(f'[{name} "{value}"]\n')
            file.write("\n" + "\n".join([*game.moves, game.result]) + "\n\n")
