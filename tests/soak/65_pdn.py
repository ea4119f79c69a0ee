#!/usr/bin/env python3
"""100 MB of game records: time and memory of kelso-pdn check, and that it loses no game."""

import os
import pathlib
import resource
import subprocess
import tempfile
import time

from _soak import SCALE, finish, make, report, run

make("CFG=release", "programs")

PDN = "build/release/kelso-pdn"
BYTES = round(100e6 * SCALE)


def games_of_all_ballots():
    """A record of what a plain player plays from each ballot, and two bad games."""
    with tempfile.NamedTemporaryFile(suffix=".pdn") as file:
        match = run("build/release/kelso-match", "--depth", 1, "--engine", "build/release/kelso",
                    "--name", "one", "--engine", "build/release/kelso", "--name", "two",
                    "--openings", "ballots156", "--max-plies", 120, "--quiet", "--seed", 1,
                    "--pdn", file.name, seconds=600)
        assert match.returncode == 0, match.stdout
        good = pathlib.Path(file.name).read_text()
    count = good.count("[Event ")
    nested = '[Event "nested"]\n\n1. 11-15 { a { b } } *\n\n'
    illegal = '[Event "illegal"]\n\n1. 11-15 22-14 *\n\n'
    return good + nested + illegal, count, 2


def check(path):
    """Seconds, megabytes at most, the last line."""
    started = time.monotonic()
    process = subprocess.Popen([PDN, "check", "--quiet", path], stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    assert isinstance(usage, resource.struct_rusage)
    return time.monotonic() - started, usage.ru_maxrss / 1024, out.split("\n")[-2]


text, good, bad = games_of_all_ballots()
times = -(-BYTES // len(text))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "long.pdn")
    with open(path, "w") as file:
        for _ in range(times):
            file.write(text)
    megabytes = os.path.getsize(path) / 1e6
    seconds, memory, last = check(path)

wanted = f"games {times * (good + bad)}, good {times * good}, bad {times * bad}"
report(f"check of {megabytes:.0f} MB of games", last, wanted, last == wanted)
report(f"check of {megabytes:.0f} MB of games, s", f"{seconds:.2f}", "10 at most", seconds <= 10,
       binding=False)
report(f"check of {megabytes:.0f} MB of games, MB of memory", f"{memory:.1f}", "64 at most",
       memory <= 64)
finish()
