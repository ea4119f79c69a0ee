"""Engines that misbehave."""

import json
import re
import shlex
import sys
import time

import pytest

from engine import FACTOR
from matches import FAULTS, PACE, SLACK_S, idle_match, mock, player, replay, told


@pytest.mark.parametrize("fault, limit, reason, seconds", FAULTS,
                         ids=[f"{fault}{limit[0][1:]}" for fault, limit, _, _ in FAULTS])
def test_a_fault_loses_its_game_and_the_match_goes_on(match, quick, fault, limit, reason, seconds):
    once = match.folder / "once"
    evidence = match.folder / "evidence"
    run = quick("--rounds", "2", "--concurrency", "1", "--hang", 0.4 * PACE,
                "--evidence", evidence,
                engines=[(player(), "--name", "good", "--depth", "1"),
                         (mock("--fault", fault, "--once", once, "--at", 1 if seconds else 3),
                          "--name", "bad", *limit)])
    assert run.status == 0, run.errors
    games = run.games
    assert [game.Round for game in games] == ["1.1", "1.2", "2.1", "2.2"]
    assert games[0].winner == "good" and games[0].Termination == reason
    assert not {game.Termination for game in games[1:]} & {"crash", "time", "protocol", "no answer"}
    assert run.line("faults") == [f"bad{' ' * 8}{reason} 1"]
    (note,) = [line for line in run.errors.split("\n") if "loses" in line]
    assert note.startswith(f"game 1 (pair 1.1): bad loses: {reason} (")
    assert replay(run.pdn) == 4
    text = evidence.read_text()
    assert text.startswith(note + "\n")
    (asked,) = re.findall(r"(?s)-(\S+) > go (?!.*> go )", text)
    expected = seconds * PACE if limit[0] in ("--nodes", "--depth") else seconds
    if seconds:
        assert expected <= float(asked) <= expected + SLACK_S
    else:
        assert float(asked) <= 0.2 * FACTOR


@pytest.mark.parametrize("fault", ["error-flood", "garbage", "ignore-quit"])
def test_what_is_no_fault(quick, fault):
    run = quick("--concurrency", "1", engines=[player(), (mock("--fault", fault), "--tc", "10")])
    assert run.status == 0 and run.line("faults") == ["none"], run.errors
    assert replay(run.pdn) == 2


@pytest.mark.parametrize("fault, message, seconds", [
    ("exit-at-start", "it exited with status 3; its last words: no such book: mock.book", 0),
    ("mute-at-start", "it did not answer uci", 0.5),
    ("never-ready", "it did not answer isready after uci within 0.5 s (--answer)", 0.5),
])
def test_an_engine_that_cannot_be_started_stops_the_match(quick, fault, message, seconds):
    start = time.monotonic()
    run = quick("--answer", "0.5" if seconds else "30", engines=[player(), mock("--fault", fault)])
    assert time.monotonic() - start < 2 * seconds + 2 * FACTOR
    assert (run.status, run.output) == (1, "")
    assert run.errors.startswith("kelso-match: engine 2 (") and message in run.errors
    run = quick(engines=["/nowhere/engine", player()])
    assert run.status == 1 and run.errors.endswith("no such file or directory\n")
    run = quick(engines=["no-such-engine", player()])
    assert run.status == 1 and "in PATH, a program in this folder is ./no-such-engine" in run.errors
    offer = "option name Hash type spin default 1 min 1 max 9"
    run = quick("--answer", "0.2", engines=[
        player(), (mock("--fault", "never-ready", "--offer", offer), "--option", "Hash=4")])
    assert "did not answer isready after setoption name Hash value 4 within" in run.errors


def test_what_an_engine_said_of_a_request_that_it_refused(quick):
    said = "info string error: go: no such limit"
    run = quick("--hang", "0.3", engines=[
        player(), (mock("--say", said, "--fault", "mute-after-say", "--at", "1"),
                   "--name", "bad")])
    assert "no answer (it did not move; it said: error: go: no such limit)" in run.errors


def test_an_engine_that_does_not_start_again_loses_its_games(match, quick):
    """It starts once; from then on a file makes it exit at the start."""
    broken = match.folder / "broken"
    script = match.folder / "engine.sh"
    script.write_text(f"#!/bin/sh\n[ -e {broken} ] && exit 4\n: >{broken}\n"
                      f"exec {mock('--fault', 'crash')}\n")
    script.chmod(0o755)
    run = quick("--rounds", "9", "--concurrency", "1",
                engines=[(player(), "--name", "good"), (str(script), "--name", "bad")])
    assert run.status == 1
    assert "kelso-match: bad failed 5 times in a row, the last time by: crash" in run.errors
    assert [game.winner for game in run.games] == 5 * ["good"]
    assert run.line("games ")[0].startswith("5 of 18 in ")


def test_five_faults_in_a_row_stop_the_match(quick):
    run = quick("--rounds", "9", "--concurrency", "2",
                engines=[player(), (mock("--fault", "crash"), "--name", "bad")])
    assert run.status == 1 and "bad failed 5 times in a row" in run.errors
    assert 5 <= len(run.games) <= 6 and replay(run.pdn) == len(run.games)


def test_faults_with_good_games_between_do_not_stop_the_match(quick):
    """The fault comes at the 60th move of a process: in some games, not in all."""
    run = quick("--rounds", "9", "--concurrency", "1", "--max-plies", "40",
                engines=[player(), (mock("--fault", "crash", "--at", "60"), "--name", "bad")])
    assert run.status == 0
    assert {game.Termination for game in run.games} == {"crash", "length"}


def test_illegal_moves_under_wcdf(match, quick):
    log = match.folder / "log"
    good = (player(), "--name", "good")
    run = quick("--illegal", "wcdf", "--max-plies", "12", "--concurrency", "1",
                engines=[good, (mock("--fault", "illegal", "--log", log), "--name", "bad")])
    assert run.status == 0 and run.line("faults") == ["none"]
    positions = told(log, "mock", "position")
    assert positions[2] == positions[3]  # asked again
    run.pdn.unlink()
    run = quick("--illegal", "wcdf", engines=[
        good, (mock("--fault", "illegal", "--at", "0"), "--name", "bad")])
    assert [game.Termination for game in run.games] == 2 * ["illegal move"]


def test_ten_thousand_lines_a_move_are_no_burden(quick):
    """An engine may be talkative; what counts is what it said last."""
    script = 'import sys\nfor line in sys.stdin:\n  w = line.split()\n' \
             '  if w[0] == "uci": print("uciok", flush=True)\n' \
             '  elif w[0] == "isready": print("readyok", flush=True)\n' \
             '  elif w[0] == "go":\n' \
             '    for i in range(10000): print("info depth", i, "score cp", i)\n' \
             '    print("info depth 3 score loss 4 multipv 2\\nbestmove 24-20", flush=True)\n'
    run = quick("--max-plies", "4", engines=[
        (shlex.join([sys.executable, "-c", script]), "--name", "talker"), player()])
    assert any("+99.99/9999 " in comment for game in run.games for comment in game.comments)


# ---- faults between games

@pytest.mark.parametrize("fault, reason, detail", [
    ("idle-exit", "crash", "it exited with status 3; its last words: nobody asks me"),
    ("idle-move", "protocol", "it moved out of turn"),
])
def test_a_fault_between_games_is_recorded_and_loses_none(match, fault, reason, detail):
    lines, journal = match.folder / "games.json", match.folder / "journal"
    words = ["--json", lines, "--concurrency", "1"]
    run = idle_match(match, fault, *words, "--journal", journal, "--evidence",
                     match.folder / "evidence")
    assert run.status == 0, run.errors
    assert f"between games: bad: {reason} ({detail})\n" in run.errors
    assert "between games: bad" in (match.folder / "evidence").read_text()
    assert {game.Termination for game in run.games} <= {"length", "no moves", "repetition"}
    assert len(run.games) == 12 and run.line("faults") == [f"bad{' ' * 8}{reason} 1"]
    kinds = [json.loads(line) for line in lines.read_text().splitlines()]
    (found,) = [line for line in kinds if line["type"] == "fault"]
    assert found == {"type": "fault", "engine": "bad", "reason": reason, "detail": detail}
    assert kinds[-1]["engines"][1]["faults"] == {reason: 1}
    # It is remembered, and its line is not there twice; nor does a merge count it twice.
    before = lines.read_text()
    again = idle_match(match, "", *words, "--resume", journal)
    assert again.status == 2 and "engine 2 command" in again.errors
    again = idle_match(match, fault, *words, "--resume", journal)
    assert again.status == 0 and again.line("faults") == run.line("faults")
    assert lines.read_text() == before
    run.pdn.unlink()
    merged = match("--merge", journal, journal, "--json", match.folder / "all.json", engines=[])
    assert merged.line("faults") == run.line("faults")
    assert (match.folder / "all.json").read_text().count('"type":"fault"') == 1


def test_a_fault_between_games_without_a_journal(match):
    lines = match.folder / "games.json"
    run = idle_match(match, "idle-exit", "--json", lines, "--concurrency", "1")
    assert run.status == 0 and lines.read_text().count('"type":"fault"') == 1
