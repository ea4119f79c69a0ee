#!/usr/bin/env python3
"""The shipped opening book: checked, searched again, and played by against an engine without one.

Every book move of a lost game is looked at again: by a short search, and where that sees something
better, by one of 60 s for the best move and one for the book's. It is refuted if it is half a man
worse by the long ones.
"""

import json
import re

from _soak import ROOT, finish, make, play, report, run, scaled

from engine import Engine, score, value

BALLOTS = 156
LOOK_MS, SUSPECT = 3000, 20
LONG_MS, REFUTED = 60000, 50

make("CFG=release", "test-programs")


def points(info):
    """Hundredths of a man; a known result is more than any."""
    kind, number = score(info)
    return number if kind == "cp" else 10000 - number if kind == "win" else number - 10000


def best(engine, position, ms, *move):
    engine.answers("setoption name ClearHash", f"position {position}")
    infos, _ = engine.go("movetime", ms, *(["searchmoves", *move] if move else []),
                         seconds=ms / 1000 + 20)
    return points(infos[-1])


def is_refuted(engine, position, move):
    def loss(ms):
        return best(engine, position, ms) - best(engine, position, ms, move)
    return loss(LOOK_MS) >= SUSPECT and loss(LONG_MS) >= REFUTED


def lost_games(pdn):
    """(start, moves, first ply of the side with the book) of each game it lost."""
    text = run("build/release/kelso-pdn", "convert", "--to", "json", pdn).stdout
    for line in text.split("\n"):
        game = json.loads(line) if line.startswith("{") else None
        if game is None:
            continue
        book = 0 if game["tags"]["Black"] == "book" else 1
        if game["result"] == ("0-1", "1-0")[book]:
            yield game["start"], game["moves"], book


def check_lost(pdn):
    asking, judging = Engine(), Engine()
    asking.send("setoption name OwnBook value true")
    lost = moves_of_book = refuted = 0
    for start, moves, first in lost_games(pdn):
        lost += 1
        for ply in range(first, len(moves), 2):
            position = f"fen {start}" + (" moves " + " ".join(moves[:ply]) if ply else "")
            asking.send(f"position {position}")
            infos, answer = asking.go("movetime", 20)
            looked = value(infos[-1], "nodes") + value(infos[-1], "tbhits")
            if ply < 3 or looked > 0 or answer[0] != moves[ply]:
                continue
            moves_of_book += 1
            if is_refuted(judging, position, moves[ply]):
                refuted += 1
                print(f"refuted: position {position}: {moves[ply]}", flush=True)
    asking.destroy()
    judging.destroy()
    report("book, games that it lost", lost, "known", True)
    report("book, its moves in them", moves_of_book, "known", True)
    report("book, moves that a long search refutes", refuted, 0, refuted == 0)


book = ROOT / "books" / "kelso.kbk"
verified = run("build/release/kelso-book", "verify", book, "--quiet", "--research", scaled(200))
last = verified.stdout.rstrip("\n").split("\n")[-1]
count = int(re.match(r"\d+", last)[0])
report("book, verify", last, "0 errors", verified.returncode == 0)
report("book, positions", count, "20000 or more", count >= 20000)
report("book, bytes", book.stat().st_size, "up to 5000000", book.stat().st_size <= 5000000)

rounds = scaled(BALLOTS)
match = play("book", "--openings", "ballots156", "--rounds", rounds, "--movetime", "0.1",
             "--engine", "build/release/kelso", "--name", "book", "--option", "OwnBook=true",
             "--engine", "build/release/kelso", "--name", "none")
match.report_games("book against none", 2 * rounds)
report("book against none, score", f"{match.score_of('book')} %", "known", True)
print(match.text, flush=True)
check_lost(ROOT / "build" / "soak" / "book.pdn")
finish()
