#!/usr/bin/env python3
"""The CheckerBoard library: 100 games through getmove, a thousand loads, and no leak."""

import collections
import tempfile

from _soak import ROOT, finish, make, play, report, run, scaled

make("CFG=release", "test-programs")
make("CFG=debug", "build/debug/libkelso_cb.so", "build/debug/cb-gui")

import cb_gui  # noqa: E402  reads KELSO_BUILD
from engine import Engine  # noqa: E402

# From here captures run in circles, or the game ends by repetition or without progress.
FENS = ["W:WK2,22,32,31:B6,7,14,15,3,K10", "B:WK31,K32:BK1,K2", "W:WK31,30:B26,27,18,19,10,11,K1",
        "B:WK18,K22,30:BK1,K5,12"]
GAMES = scaled(100, 8)

# ---- Every board and every field of a move is compared with the native engine; the oracle judges.

native = Engine()
gui = cb_gui.Gui()
games = []
for number in range(GAMES):
    fen, opening = FENS[number // 2 % len(FENS)], []
    if number % 10 < 8:  # the others play from the boards above
        native.answers(f"position ballot {1 + number * 7 % 174}")
        fen = native.fen()
    games.append(cb_gui.play_game(gui, native, fen, "BW"[number % 2], opening,
                                  maxtime=0.02, nodes=2000, told=number % 4 < 3))
gui.unload()
gui.quit()
reasons = collections.Counter(game.reason for game in games)
circles = sum(words[0] == words[-1] for game in games
              for words in (move.split("x") for move in game.moves) if len(words) > 2)
with tempfile.NamedTemporaryFile(suffix=".pdn") as file:
    cb_gui.write_pdn(file.name, games)
    judged = run("build/release/oracle-replay", file.name)
report("games through getmove", len(games), GAMES, len(games) == GAMES)
report("how they ended", dict(reasons), "repetition among it", reasons["repetition"] > 0)
report("captures in a circle", circles, "any", circles > 0)
report("replay by the oracle", judged.stdout.split("\n")[-2], "all good", judged.returncode == 0)

# ---- kelso-match

ROUNDS = scaled(50)
match = play("library", "--openings", "ballots156", "--rounds", ROUNDS, "--tc", "0.5+0.01",
             "--concurrency", 1, "--engine", "build/release/libkelso_cb.so", "--protocol", "cb",
             "--name", "one", "--engine", "build/release/kelso", "--name", "two")
match.report_games("library at 0.5+0.01", 2 * ROUNDS)
match.report_lateness("library at 0.5+0.01")

# ---- Life

LOADS = scaled(1000, 10)
with tempfile.NamedTemporaryFile("w+") as log:
    gui = Engine("--quiet", "--error-exitcode=9", "--leak-check=full",
                 "--show-leak-kinds=definite,indirect,possible", f"--log-file={log.name}",
                 ROOT / "build/debug/cb-gui", ROOT / "build/debug/libkelso_cb.so",
                 program="/usr/bin/valgrind")
    board = " ".join(map(str, cb_gui.cells(cb_gui.read_fen(cb_gui.START)[1])))
    for number in range(LOADS):
        gui.send("load", "command set hashsize 1", f"command set searchthreads {1 + number % 2}")
        answers = [gui.line(60) for _ in range(3)]
        assert answers[0] == "loaded" and answers[1] == "1 1", answers
        if number % 10 == 0:
            gui.send(f"getmove 2 0.01 0 0 -1 {board}")
            gui.until("^delpiece", 60)
        gui.send("unload")
        assert gui.line(60) == "0"
    gui.process.stdin.close()
    status = gui.process.wait(60)
    gui.destroy()
    findings = log.read()
print(findings, end="")
report("loads and unloads under valgrind", LOADS, scaled(1000, 10), True)
report("status and bytes of findings", f"{status}, {len(findings)}", "0, 0",
       status == 0 and not findings)
finish()
