#!/usr/bin/env python3
"""The match manager itself: games a second, its own work and latency, thousands of engine starts, faults
and their deadlines, memory, kills at random moments, errors of sequential tests."""

import os
import pathlib
import random
import re
import subprocess
import sys
import time

from _soak import ROOT, finish, make, median, report, run, scaled
from matches import FAULTS, mock, player

make("CFG=release", "test-programs")

FOLDER = ROOT / "build" / "soak"
FOLDER.mkdir(parents=True, exist_ok=True)
PLAYER = "build/release/oracle-player"
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def start(*words, openings="ballots2", concurrency=2, engines=(f"{PLAYER} 1 1", f"{PLAYER} 1 2")):
    arguments = ["build/release/kelso-match", "--quiet", "--depth", 1, "--openings", openings,
                 "--seed", 1, "--concurrency", concurrency, *words]
    for engine in engines:
        arguments += ["--engine", engine]
    return subprocess.Popen([str(word) for word in arguments], stdin=subprocess.DEVNULL, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def own_seconds(process):
    """Processor time of the manager without its engines."""
    words = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) * TICK_S


def memory_mb(process, kind="VmHWM"):
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"{kind}:\s+(\d+)", text)[1]) / 1024


def children(process):
    """Their states."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[1]) == process.pid:
            found.append(words[0])
    return found


def watch(process, look, interval_s=0.25):
    """What `look` saw, again and again until the end; and the output."""
    seen = []
    while process.poll() is None:
        try:
            seen.append(look(process))
        except OSError:
            break
        time.sleep(interval_s)
    return seen, process.communicate()[0]


def speed():
    rounds = scaled(1500, 20)
    pdn = FOLDER / "speed.pdn"
    pdn.unlink(missing_ok=True)
    began = time.monotonic()
    seen, _ = watch(start("--rounds", rounds, "--order", "random", "--pdn", pdn), lambda process: (
        own_seconds(process), memory_mb(process, "VmRSS")), 0.05)
    rate = 2 * rounds / (time.monotonic() - began)
    report("games a second at concurrency 2, engines that move at once", f"{rate:.0f}",
           "100 or more", rate >= 100, binding=False)
    moves = sum(int(plies) for plies in re.findall(r'PlyCount "(\d+)"', pdn.read_text()))
    share = 1000 * seen[-1][0] / moves
    report("the manager's own processor time for a move, mean", f"{share:.3f} ms", "below 0.2",
           share < 0.2)
    early, late = seen[len(seen) // 4][1], seen[-1][1]
    report(f"its memory after a quarter and at the end of {2 * rounds} games",
           f"{early:.1f}, {late:.1f} MiB", "at most 1 MiB more", late <= early + 1)


def latency():
    """From the move that an engine writes to the `go` that the other reads."""
    files = [FOLDER / f"stamps{i}" for i in (1, 2)]
    start("--rounds", scaled(40, 2), concurrency=1, engines=[
        f"{sys.executable} tests/soak/_stamp_engine.py {file} 1 {i}"
        for i, file in enumerate(files)]).communicate()
    events = sorted(tuple(map(int, line.split())) for file in files
                    for line in file.read_text().splitlines())
    gaps = [(after[0] - before[1]) / 1e6 for before, after in zip(events, events[1:])]
    report(f"from a move to the next request, ms, median of {len(gaps)}", f"{median(gaps):.3f}",
           "below 0.2", median(gaps) < 0.2, binding=False)


def starts():
    """An engine that ends in each second game, so that it is started again for the next."""
    rounds = scaled(10000, 50)
    process = start("--rounds", rounds, "--max-plies", 6,
                    engines=(f"{PLAYER} 1 1 2", f"{PLAYER} 1 2"))
    seen, output = watch(process, lambda process: (
        len(os.listdir(f"/proc/{process.pid}/fd")), children(process).count("Z")))
    count = int(re.search(r"crash (\d+)", output)[1])
    report("engine starts", count, f"{rounds - 1} or more", count >= rounds - 1)
    early, late = (median([files for files, _ in part])
                   for part in (seen[2:12] or seen, seen[-12:-2] or seen))
    report("descriptors of the manager, early and late", f"{early:.0f}, {late:.0f}",
           "the same but for engines in between", late <= early + 8)
    worst = max(zombies for _, zombies in seen)
    report("zombies at a time", worst, "4 or fewer, none that stays",
           worst <= 4 and seen[-1][1] <= 2)


def memory():
    process = start("--rounds", 500000, "--max-plies", 6)
    time.sleep(scaled(10, 2))
    used = memory_mb(process)
    process.terminate()
    output = process.communicate()[0]
    assert "of 1000000 in" in output, output
    report("memory with a million games planned", f"{used:.1f} MiB", "below 64 + 8",
           used < 72)


def deadline_excess(fault, limit, reason, seconds):
    """How long after its deadline, in seconds, a fault of the process tests came out; None if it came
    out as something else."""
    evidence, once = FOLDER / "fault.evidence", FOLDER / "fault.once"
    for file in (evidence, once):
        file.unlink(missing_ok=True)
    bad = mock("--fault", fault, "--once", once, "--at", 1 if seconds else 3)
    run("build/release/kelso-match", "--quiet", "--openings", "ballots2", "--rounds", 1, "--seed", 1,
        "--concurrency", 1, "--hang", 0.4, "--evidence", evidence, "--engine", player(), "--depth",
        1, "--engine", bad, *limit)
    text = evidence.read_text()
    asked = re.findall(r"(?s)-(\S+) > go (?!.*> go )", text)
    return float(asked[0]) - seconds if f" loses: {reason} (" in text else None


def deadlines():
    found = [deadline_excess(*row) for row in FAULTS for _ in range(scaled(5))]
    wrong = found.count(None)
    report(f"faults of {len(FAULTS)} kinds, {len(found)} in all, with another reason than documented",
           wrong, "none", wrong == 0)
    worst = max(excess for excess in found if excess is not None)
    report("the latest behind its deadline, ms", f"{1000 * worst:.1f}", "100 at most", worst <= 0.1,
           binding=False)


def sequential_tests():
    """The simulations of the unit test: 1,000 matches at each bound."""
    done = run("build/release/test/test_stats")
    for bound, wrong, count in re.findall(r"wrong at (H\d): (\d+) of (\d+)", done.stdout):
        share = int(wrong) / int(count)
        report(f"wrong verdicts of nElo [0, 10] where {bound} is true, of {count}", f"{share:.3f}",
               "0.05 ± 0.02", abs(share - 0.05) <= 0.02)
    report("test_stats", done.returncode, 0, done.returncode == 0)


def fates(pdn):
    games = re.findall(r'Round "(.*)"\]\n.*\n.*\n\[Result "(.*)"\]\n\[Opening "(.*)"\]',
                       pdn.read_text())
    assert len(games) == len(set(games))
    return sorted(games)


def kills():
    chance = random.Random(1)
    count, rounds = scaled(100, 5), scaled(1500, 60)
    files = {name: FOLDER / f"kills.{name}" for name in ("pdn", "whole.pdn", "journal")}
    for file in files.values():
        file.unlink(missing_ok=True)
    start("--rounds", rounds, "--pdn", files["whole.pdn"]).communicate()
    words = ["--rounds", rounds, "--pdn", files["pdn"], "--resume", files["journal"]]
    killed = 0
    for _ in range(count):
        process = start(*words)
        try:
            process.wait(chance.uniform(0.02, 0.6))
        except subprocess.TimeoutExpired:
            process.kill()
            killed += 1
        process.communicate()
    last = start(*words)
    output = last.communicate()[0]
    same = last.returncode == 0 and fates(files["pdn"]) == fates(files["whole.pdn"])
    report(f"the same games after {killed} kills of {count} runs",
           re.search(r"games +(\d+ of \d+)", output)[1] if output else "none", "all", same)
    replay = run("build/release/oracle-replay", files["pdn"])
    report("replay by the oracle", replay.stdout.strip().split("\n")[-1], "all good",
           replay.returncode == 0)


speed()
latency()
deadlines()
starts()
memory()
sequential_tests()
kills()
finish()
