"""What kelso-match tells engines, and how it keeps their clocks."""

import os
import re

import pytest

from engine import FACTOR
from matches import PLAYER, mock, player, told


def test_position_and_limits_as_sent(match, quick):
    deck = match.folder / "deck.txt"
    log = match.folder / "log"
    deck.write_text("9-13 22-18\nW:W18,K32:B1,K5\n")
    run = quick("--openings", deck, "--rounds", "2", "--max-plies", "4", "--concurrency", "1",
                "--margin", "9000",
                engines=[(mock("--name", "a", "--log", log), "--nodes", "123"),
                         (mock("--name", "b", "--log", log), "--movetime", "0.25")])
    assert run.status == 0
    games = run.games
    moves = games[0].moves
    assert told(log, "a", "position")[0] == "startpos moves 9-13 22-18"
    assert told(log, "b", "position")[0] == f"startpos moves 9-13 22-18 {moves[2]}"
    assert told(log, "b", "position")[2] == "fen W:W18,K32:B1,K5"
    assert f"fen W:W18,K32:B1,K5 moves {games[2].moves[0]}" in told(log, "a", "position")
    assert set(told(log, "a", "go")) == {"nodes 123"}
    assert set(told(log, "b", "go")) == {"movetime 250"}
    words = [line.split()[1] for line in log.read_text().split("\n") if line.startswith("a ")]
    assert words[:2] == ["uci", "isready"] and words[-1] == "quit" and words.count("uci") == 1
    games_begun = [words[i + 1] for i, word in enumerate(words) if word == "ucinewgame"]
    assert games_begun == 4 * ["isready"]
    assert games[0].BlackTimeControl == "123 nodes a move"
    assert games[0].WhiteTimeControl == "0.25 s a move"


def clocks(line):
    words = line.split()
    return {word: int(value) for word, value in zip(words[0::2], words[1::2])}


def test_clocks(match, quick):
    log = match.folder / "log"
    run = quick("--max-plies", "14", "--concurrency", "1", engines=[
        (mock("--name", "a", "--log", log, "--sleep", "0.05"), "--tc", "3/4+0.02"),
        (mock("--name", "b", "--log", log), "--tc", "2")])
    assert run.status == 0
    a = [clocks(line) for line in told(log, "a", "go")][:6]  # the first game, in which a is Black
    b = [clocks(line) for line in told(log, "b", "go")][:6]
    assert [line["movestogo"] for line in a] == [3, 2, 1, 3, 2, 1]
    assert "movestogo" not in b[0]
    assert all((line["binc"], line["winc"]) == (20, 0) for line in a + b)
    assert a[0]["btime"] == 4000 and a[0]["wtime"] == 2000
    for before, after, gain in zip(a, a[1:], (20, 20, 4020, 20, 20)):
        assert 50 <= before["btime"] + gain - after["btime"] <= 90 * FACTOR
    assert all(0 <= before["wtime"] - after["wtime"] <= 20 * FACTOR
               for before, after in zip(b, b[1:]))
    assert b[0]["btime"] == a[1]["btime"]
    (lateness,) = [line for line in run.line("worst lateness") if line.startswith("a ")]
    assert -4000 < float(lateness.split()[1]) < -1000


def test_the_clock_of_an_opponent_without_one_is_not_sent(match, quick):
    log = match.folder / "log"
    quick("--max-plies", "4", "--concurrency", "1",
          engines=[(mock("--name", "a", "--log", log), "--tc", "5+1"), (mock(), "--depth", "1")])
    first, second = told(log, "a", "go")
    assert re.fullmatch(r"btime 5000 binc 1000", first)
    assert re.fullmatch(r"wtime 5000 winc 1000", second)


LATE = ["--fault", "late", "--late", "0.4"]


@pytest.mark.parametrize("limit, margin, lost", [
    (("--tc", "0.3"), "0", True),
    (("--tc", "0.3"), "60000", False),
    (("--movetime", "0.2"), "0", True),
    (("--movetime", "0.2"), "60000", False),
    (("--depth", "1"), "0", False),
])
def test_late_moves(quick, limit, margin, lost):
    run = quick("--margin", margin, "--max-plies", "12", engines=[
        (player(), "--name", "good", "--depth", "1"), (mock(*LATE), "--name", "bad", *limit)])
    assert run.status == 0
    assert {game.Termination for game in run.games} == ({"time"} if lost else {"length"})
    if lost:
        assert run.line("faults") == [f"bad{' ' * 8}time 2"]
    lateness = run.line("worst lateness")
    if limit[0] == "--depth":
        assert lateness == []
    else:
        assert lateness[0].startswith("bad ") and float(lateness[0].split()[1]) > 0


def test_pinned_engines_have_one_core_for_each_game_at_a_time(match, quick):
    cores = sorted(os.sched_getaffinity(0))
    script = match.folder / "engine.sh"
    script.write_text(f"#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status >>cores\n"
                      f"exec {PLAYER} 1 \"$1\"\n")
    script.chmod(0o755)
    for words in ([], ["--pin"]):
        run = quick("--rounds", "4", "--concurrency", len(cores), "--dir", match.folder, *words,
                    engines=[f"{script} 1", f"{script} 2"])
        assert run.status == 0
    allowed = [line.split()[1] for line in (match.folder / "cores").read_text().splitlines()]
    pinned = allowed[-2 * len(cores):]
    assert sorted(set(pinned)) == sorted(map(str, cores)) or len(cores) == 1
    assert all(pinned.count(str(core)) == 2 for core in cores)


def test_threads_count_as_load(quick):
    threads = "option name Threads type spin default 1 min 1 max 1000"
    cores = len(os.sched_getaffinity(0))
    engines = [mock("--offer", threads), mock("--seed", "1")]
    run = quick("--option", f"Threads={cores + 1}", engines=engines)
    assert run.status == 0 and "concurrency 1," in run.output
    assert f"warning: {cores + 1} threads at a time on {cores} cores" in run.errors
    run = quick("--option", "Threads=2", "--pin", engines=engines)
    assert run.status == 2 and "--pin is for engines of one thread" in run.errors
