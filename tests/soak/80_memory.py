#!/usr/bin/env python3
"""A session with every command of the manual, under valgrind and the sanitizers: no finding."""

import os
import re
import shutil
import tempfile

from _soak import ROOT, finish, make, report

os.environ["KELSO_SLOW"] = "1"
for name in ("debug", "asan", "tsan"):
    make(f"CFG={name}", "programs")

from engine import Engine  # noqa: E402  reads KELSO_SLOW

# Lines and, behind `go`, the search's end is waited for; `stop` or `ponderhit` behind a pause.
SESSION = """
uci
isready
help
setoption name Hash value 2
setoption name MultiPV value 3
setoption name UCI_ShowWDL value true
setoption name LogFile value {log}
position startpos moves 11-15 23-19 8-11
d
moves
eval
go depth 6
setoption name Threads value 3
setoption name Hash value 4
setoption name MultiPV value 1
go nodes 3000
go movetime 50
go wtime 200 btime 200 winc 2 binc 2 movestogo 5
position ballot 57
go infinite
stop
go ponder wtime 300 btime 300
ponderhit
go depth 4 searchmoves {move}
ucinewgame
setoption name ClearHash
setoption name Rules value crowning
setoption name Variant value giveaway
position fen W:WK2,22:B6,7,14,15,3 moves 2x9x18x11x2
d
go depth 5
go perft 3
setoption name Variant value english
setoption name Rules value fifty
setoption name Contempt value 20
position fen W:WK2:BK31 moves 2-6 31-27 6-2 27-31 2-6 31-27 6-2 27-31
go depth 6
position fen W:W5:B1
go depth 3
position fen W:W33:B1
go depth 0
hello
bench 2
setoption name LogFile value <empty>
"""


def commands_of_manual():
    text = (ROOT / "protocol.md").read_text()
    headings = re.findall(r"^### (.*)$", text, re.MULTILINE)
    return {word.split()[0] for heading in headings for word in re.findall(r"`([^`]*)`", heading)}


def play(engine, log):
    said = {"quit"}
    for line in SESSION.strip().split("\n"):
        if "{move}" in line:
            line = line.format(move=engine.moves()[0])
        line = line.format(log=log)
        said.add(line.split()[0])
        if not line.startswith("go ") or "perft" in line or "depth 0" in line:
            if line in ("stop", "ponderhit"):
                engine.until(" score ", 60)
            engine.send(line)
            if line in ("stop", "ponderhit"):
                engine.until("^bestmove ", 60)
            else:
                engine.answers(seconds=60)
        elif "infinite" in line or "ponder" in line:
            engine.send(line)
        else:
            engine.go(line[3:], seconds=60)
    return said


def check(what, *words, **environment):
    folder = tempfile.mkdtemp(prefix="kelso-soak-")
    report_path = os.path.join(folder, "report")
    environment = {name: text.format(report=report_path) for name, text in environment.items()}
    words = [str(word).format(report=report_path) for word in words]
    engine = Engine(*words[1:], program=shutil.which(words[0]) or words[0],
                    env=dict(os.environ, **environment))
    missing = commands_of_manual() - play(engine, os.path.join(folder, "log"))
    report(f"{what}, commands left out", sorted(missing), [], not missing)
    engine.send("quit")
    status, rest = engine.ended(60)
    engine.destroy()
    findings = ""
    for name in sorted(os.listdir(folder)):
        if name.startswith("report"):
            with open(os.path.join(folder, name)) as file:
                findings += file.read()
    shutil.rmtree(folder)
    if status or findings:
        print(findings)
    report(f"{what}, status and bytes of findings", f"{status}, {len(findings)}", "0, 0",
           status == 0 and not findings and rest == [])


check("valgrind", "valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full",
      "--show-leak-kinds=definite,indirect,possible", "--log-file={report}", "build/debug/kelso")
check("address and undefined behaviour", "build/asan/kelso", ASAN_OPTIONS="log_path={report}",
      UBSAN_OPTIONS="log_path={report}:print_stacktrace=1")
check("threads", "build/tsan/kelso", TSAN_OPTIONS="log_path={report}")
finish()
