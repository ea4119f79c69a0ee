#!/usr/bin/env python3
"""Break it on purpose: one changed line in a copy of the tree, and `make test` must fail."""

import re
import shutil
import subprocess

from _soak import ROOT, SCALE, finish, report, run

COPY = ROOT / "build" / "broken"

# What, file, the text that is changed, what it becomes.
BREAKS = [
    ("the 80 plies without progress to 79", "src/rules/game.c", '{"wcdf", 3, 80,',
     '{"wcdf", 3, 79,'),
    ("the third repetition to the second", "src/rules/game.c", '{"wcdf", 3,', '{"wcdf", 2,'),
    ("the king row", "src/rules/square.h", "0xF0000000U : 0x0000000FU",
     "0xF0000000U : 0x00000007U"),
    ("a line of a transcript", "protocol.md", "< perft 3 302", "< perft 3 303"),
    ("a sign in the search", "src/search/node.c",
     "return -search_node(worker, child, -beta, -alpha, depth - 1);",
     "return search_node(worker, child, -beta, -alpha, depth - 1);"),
    ("a draw's score in the search", "src/search/worker.c", "? -contempt : contempt",
     "? contempt : -contempt"),
    ("the square a king left", "src/rules/generate.h",
     "collect_king(list, jump_start(at), victims, position_empty(p) | at)",
     "collect_king(list, jump_start(at), victims, position_empty(p))"),
    ("a recorded move that is guessed", "src/notation/pdn_replay.c", "return kept == 1 ||",
     "return kept >= 1 ||"),
]


def copy_tree():
    """The committed tree: what someone works on at the same time is left out."""
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], check=True, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", COPY], check=True, input=archive.stdout)


def test_fails():
    """Whether `make test` fails in the copy, and what it named."""
    result = run("make", "test", cwd=COPY, seconds=1800)
    steps = re.findall(r"^FAILED +\d+ s +(\S+)", result.stdout, re.MULTILINE)
    return result.returncode != 0, " ".join(steps), result.stdout


copy_tree()
fails, steps, text = test_fails()
report("untouched, make test", "fails" if fails else "passes", "passes", not fails)
if fails:
    print(text)
    finish()
for what, name, old, new in BREAKS if SCALE == 1 else BREAKS[:1]:
    path = COPY / name
    whole = path.read_text()
    assert whole.count(old) == 1, f"{name}: the line to break is not there once: {old}"
    path.write_text(whole.replace(old, new))
    fails, steps, text = test_fails()
    report(f"broken: {what}, make test", f"fails ({steps})" if fails else "passes", "fails",
           fails and not steps.startswith("build"))
    path.write_text(whole)
finish()
