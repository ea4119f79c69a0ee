#!/usr/bin/env python3
"""Endgame tables of six pieces: what their making takes, their counts, every value against those behind
its moves, kills and threads, known endings and problems, the time of a probe, and won endings won."""

import math
import pathlib
import random
import re
import shutil
import subprocess
import time

from _soak import CORES, ROOT, SCALE, finish, make, play, report, run, scaled
from engine import Engine, position_pieces, score, table

make("CFG=release", "test-programs")

EGDB = "build/release/kelso-egdb"
FOLDER = ROOT / "build" / "soak" / "egdb"  # results of 2-6 pieces
NEAR = ROOT / "build" / "soak" / "egdb-near"  # distances: of 2-6 pieces, 2-5 when cut short
PLACEMENTS = {2: 6972, 3: 261224, 4: 7092774, 5: 148688232, 6: 2503611964}  # a side may have none
NO_PROGRESS_PLIES = 80


def build(folder, *words, threads=CORES):
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = run(EGDB, "build", "--dir", folder, "--threads", threads, *words)
    assert made.returncode == 0, made.stdout
    seconds, gib = re.search(r": ([\d.]+) s, .* ([\d.]+) GiB at most", made.stdout).groups()
    return float(seconds), float(gib), sum(file.stat().st_size for file in folder.iterdir()) / 1e6


def making():
    seconds, gib, megabytes = build(FOLDER, "--pieces", 6)
    report("2-6 pieces, results, seconds", f"{seconds:.0f}", "60 on two idle cores", seconds <= 60,
           binding=False)
    report("their memory, GiB", f"{gib:.2f}", "1.5", gib <= 1.5)
    report("their size, MB", f"{megabytes:.1f}", "32", megabytes <= 32)
    pieces = 6 if SCALE == 1 else 5
    seconds, _, megabytes = build(NEAR, "--pieces", pieces, "--distance-pieces", pieces)
    print(f"2-{pieces} pieces with distances: {seconds:.0f} s, {megabytes:.1f} MB")
    few = sum(file.stat().st_size for file in NEAR.iterdir() if slice_pieces(file.name) <= 5) / 1e6
    report("2-5 pieces with distances, MB", f"{few:.1f}", "20", few <= 20)


def slice_pieces(name):
    return sum(map(int, re.findall(r"\d+", name.split(".")[0])))


def one_sided(pieces):
    """Placements in which one side has all of them, men not on their king row."""
    return 2 * sum(math.comb(28, men) * math.comb(32 - men, pieces - men)
                   for men in range(pieces + 1))


def counts():
    rows = [tuple(map(int, line.split())) for line in run(EGDB, "stats", "--dir",
                                                          FOLDER).stdout.splitlines()]
    known = [tuple(map(int, row[1:])) for row in table("egdb-counts.tsv", 8)]
    wrong = {(*row[:6], row[7], row[6]) for row in known} - set(rows)
    report(f"counts of {len(known)} slices, wrong", len(wrong), 0, not wrong)
    for pieces, placements in PLACEMENTS.items():
        found = sum(row[4] for row in rows if sum(row[:4]) == pieces) + one_sided(pieces)
        report(f"placements of {pieces} pieces", found, placements, found == placements)
    again = run(EGDB, "stats", "--recount", "--dir", NEAR, "--pieces", 5)
    rows5 = {row for row in rows if sum(row[:4]) <= 5}
    found = {tuple(map(int, line.split())) for line in again.stdout.splitlines()}
    report("slices of 2-5 pieces counted by asking", len(found), len(rows5), found == rows5)


def verify(folder, pieces, sample):
    words = [] if sample is None else ["--sample", sample]
    done = run(EGDB, "verify", "--dir", folder, "--pieces", pieces, *words)
    checked, opened, wrong = (sum(map(int, re.findall(rf" {word} (\d+)", done.stdout)))
                              for word in ("checked", "open", "wrong"))
    report(f"2-{pieces} pieces in {folder.name}: {checked} values against those behind their moves",
           f"{wrong} wrong, {opened} open", "0 wrong, 0 open",
           done.returncode == 0 and wrong == opened == 0 < checked)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def kills():
    """Killed at random moments and started again, the files are those of a build left alone."""
    good, folder = ROOT / "build" / "soak" / "good", ROOT / "build" / "soak" / "killed"
    words = ["--pieces", 5, "--distance"]
    seconds = build(good, *words)[0]
    shutil.rmtree(folder, ignore_errors=True)
    dice = random.Random(1)
    killed = 0
    for _ in range(scaled(20, 3)):
        process = subprocess.Popen([EGDB, "build", "--dir", str(folder), "--quiet", *map(str, words)])
        try:
            process.wait(dice.uniform(0.05, seconds / 12))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            killed += 1
    run(EGDB, "build", "--dir", folder, *words)
    same = contents(folder) == contents(good)
    report(f"files after {killed} kills", "the same" if same else "others", "the same",
           same and killed > 0)
    build(folder, *words, threads=1)
    same = contents(folder) == contents(good)
    report("files made by one thread", "the same" if same else "others", "the same", same)
    shutil.rmtree(good)
    shutil.rmtree(folder)


def endings():
    """Published endings by the tables, and problems by a search into those of five pieces."""
    rows = table("endings.tsv", 5)
    wrong = []
    for _, fen, value, plies, how, name in rows:
        if how == "table":
            found = run(EGDB, "probe", "--dir", NEAR, fen).stdout
            if f"value {value}\n" not in found or (plies != "-" and f"end {plies}\n" not in found):
                wrong.append(name)
    report("published endings with another value or length", wrong or 0, 0, not wrong)
    engine = Engine()
    engine.answers(f"setoption name EgdbPath value {NEAR}", "setoption name EgdbPieces value 5")
    missed = []
    for _, fen, value, _, how, name in rows:
        engine.answers("setoption name ClearHash", f"position fen {fen}")
        infos, _ = engine.go("movetime", 2000 if how == "search" else 100)
        kind, number = score(infos[-1])
        won = kind == "win" or (kind == "cp" and number >= 9000)
        lost = kind == "loss" or (kind == "cp" and number <= -9000)
        if {"win": won, "loss": lost, "draw": not won and not lost}[value] is False:
            missed.append(f"{name} ({fen}: {kind} {number})")
    engine.quit()
    report(f"of {len(rows)} published problems whose result a search does not see within 2 s",
           missed or 0, 0, not missed)


def probing():
    lines = run(EGDB, "bench", "--dir", FOLDER, "--pieces", 6, "--threads", CORES).stdout
    found = {(kind, int(threads)): int(ns) for kind, threads, ns in
             re.findall(r"(\w+) threads (\d+) ns (\d+)", lines)}
    for kind, most in ("cached", 100), ("unpacked", 15000):
        report(f"a probe, block {kind}, ns", found[kind, 1], f"below {most}", found[kind, 1] < most,
               binding=False)
        report(f"the same with {CORES} threads", found[kind, CORES], "the same",
               found[kind, CORES] < 1.15 * found[kind, 1], binding=False)


def won_positions(count):
    """Random won positions by their numbers of pieces, the most of six; and which of them the
    draw rule takes away: no way to progress in time is known by the distances."""
    lines = run(EGDB, "stats", "--dir", FOLDER).stdout.splitlines()
    slices = [tuple(map(int, line.split())) for line in lines]
    slices = [row for row in slices if row[5] > 0]
    dice = random.Random(1)
    picked = []
    while len(picked) < count:
        row = dice.choice(slices)
        name = "{}m{}k-{}m{}k".format(*row[:4])
        found = run(EGDB, "pick", "--dir", FOLDER, "--slice", name, "--seed", dice.randrange(10**6),
                    "--count", 5)
        picked += [line for line in found.stdout.splitlines() if line not in picked
                   and ":" in line and "kelso" not in line][:count - len(picked)]
    taken = set()
    for fen in picked:
        progress = re.search(r"progress (\d+)", run(EGDB, "probe", "--dir", NEAR, fen).stdout)
        if progress and int(progress[1]) > NO_PROGRESS_PLIES:
            taken.add(fen)
    return picked, taken


def winning():
    """The winner has results of six pieces and distances of five; the defender all there is, and
    takes the longest way."""
    picked, taken = won_positions(scaled(2000, 20))
    suite = ROOT / "build" / "soak" / "won.txt"
    suite.write_text("".join(f"{fen}\n" for fen in picked))
    near5 = ROOT / "build" / "soak" / "egdb-near5"
    near5.mkdir(exist_ok=True)
    for file in NEAR.iterdir():
        if slice_pieces(file.name) <= 5 and not (near5 / file.name).exists():
            (near5 / file.name).hardlink_to(file)
    start = time.monotonic()
    match = play("won", "--movetime", 20, "--openings", suite, "--rounds", len(picked),
                 "--max-plies", 1000, "--engine", "build/release/kelso", "--name", "wins", "--option",
                 f"EgdbPath={FOLDER}:{near5}", "--engine", "build/release/kelso", "--name",
                 "holds", "--option", f"EgdbPath={FOLDER}:{NEAR}")
    not_won = []
    for text in re.split(r"(?m)^(?=\[Event )", (ROOT / "build/soak/won.pdn").read_text()):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
        if tags and tags["FEN"] not in taken and tags["Black" if tags["FEN"][0] == "B" else
                                                      "White"] == "wins":
            if tags["Result"] != ("1-0" if tags["FEN"][0] == "B" else "0-1"):
                not_won.append(f"{tags['FEN']} ({tags['Termination']}, {tags['PlyCount']})")
    six = sum(position_pieces(fen) == 6 for fen in picked)
    report(f"of {len(picked)} won endings ({six} of six pieces; {len(taken)} taken away by the rule, "
           f"as named) not won in {time.monotonic() - start:.0f} s", not_won or 0, 0, not not_won)
    report("games replayed by the oracle", match.replay, "all good", match.replays)


making()
counts()
verify(NEAR, 5, None if SCALE == 1 else scaled(10**7))
verify(FOLDER, 6, None if SCALE == 1 else scaled(10**8))
probing()
endings()
kills()
winning()
finish()
