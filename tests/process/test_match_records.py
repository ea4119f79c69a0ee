"""What kelso-match writes: PDN, JSON, the status line; and what signals leave."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import time

import pytest

from engine import FACTOR, KELSO
from matches import LIMIT_S, mock, player, read_json, replay


def test_tags_and_comments(quick):
    run = quick("--openings", "ballots156", engines=[
        (mock("--info"), "--name", 'the "first"'), mock("--name", "second")])
    first, second = run.games
    assert list(first.tags)[:7] == ["Event", "Site", "Date", "Round", "Black", "White", "Result"]
    assert first.Black == r'the \"first\"' and first.GameType == "21"
    assert (first.Ballot, first.Rules, first.Variant) == ("1", "wcdf", "english")
    assert first.TimeControl == "depth 1" and int(first.PlyCount) == len(first.moves)
    assert first.comments[:3] == ["book"] * 3
    said = first.comments[3:]  # by the first engine only: the second says nothing of its search
    assert all(re.fullmatch(r"[+-]\d+\.\d\d/1 \d+\.\d{3}s", comment) for comment in said)
    assert len(said) == (len(first.moves) - 3) // 2
    assert replay(run.pdn) == 2


def test_games_are_appended(quick):
    for count in (2, 4):
        run = quick(engines=[mock("--name", "a"), mock("--name", "b")])
        assert run.status == 0 and replay(run.pdn) == count
    run.pdn.write_text(run.pdn.read_text().rstrip("\n"))
    run = quick(engines=[mock("--name", "a"), mock("--name", "b")])
    assert run.status == 0 and replay(run.pdn) == 6
    assert len(re.findall(r"(?:^|\n\n)\[Event ", run.pdn.read_text())) == 6


def test_json(match, quick):
    file = match.folder / "games.json"
    run = quick("--rounds", "4", "--json", file, "--tc", "5+1", "--sprt", "elo0=0,elo1=30",
                engines=[(player(2, 1), "--name", 'the "first"'),
                         (mock("--fault", "crash", "--once", match.folder / "once"), "--name", "é")])
    assert run.status == 0
    games, (summary,) = read_json(file)
    assert len(games) == len(run.games) == 8
    for game, pdn in zip(games, run.games):
        assert f"{game['pair']}.{(game['game'] - 1) % 2 + 1}" == pdn.Round
        assert (game["result"], game["reason"]) == (pdn.Result, pdn.Termination)
        assert (game["black"], game["white"]) == tuple(name.replace("\\", "") for name in
                                                       (pdn.Black, pdn.White))
        assert game["position"] == " ".join(["startpos moves", *pdn.moves])
        assert (game["plies"], game["opening"]) == (len(pdn.moves), int(pdn.Opening))
        assert game["black_seconds"] >= 0 > game["white_lateness_seconds"]
    (fault,) = [game for game in games if "fault_of" in game]
    assert fault[fault["fault_of"]] == "é" and "signal 11" in fault["detail"]
    assert (summary["games"], summary["games_planned"], summary["seed"]) == (8, 8, 1)
    first, second = summary["engines"]
    row = run.row('the "first"')
    assert [first["wins"], first["draws"], first["losses"]] == row[1:4] and first["pairs"] == row[6:11]
    assert second["faults"] == {"crash": 1} and first["faults"] == {}
    assert first["elo"] is None or f"{first['elo']:+.1f}" == row[11].split()[0]
    assert summary["sprt"]["verdict"] == "open" and summary["sprt"]["llr"] > 0


def test_a_full_disk_stops_the_match(quick):
    run = quick("--pdn", "/dev/full", "--rounds", "5", engines=[player(), player()])
    assert run.status == 1
    assert "cannot write /dev/full: No space left on device" in run.errors
    run = quick("--evidence", "/dev/full", "--rounds", "5", "--concurrency", "1",
                engines=[player(), mock("--fault", "crash")])
    assert run.status == 1 and "cannot write /dev/full" in run.errors and len(run.games) == 1


def test_a_table_that_cannot_be_written(match):
    with open("/dev/full", "w") as full:
        words = match.arguments([player(), player()], ["--depth", "1", "--openings", "ballots2",
                                                       "--rounds", "1", "--max-plies", "4"])
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and "cannot write to standard output" in done.stderr


# ---- signals and the status line

SLOW_PAIR = [mock("--sleep", "0.01", "--name", "a"),
             mock("--sleep", "0.01", "--name", "b", "--seed", "1")]


def start_slow_match(match):
    process = match.start("--depth", "1", "--openings", "ballots2", "--concurrency", "2",
                          engines=SLOW_PAIR)
    for line in process.stdout:  # the header ends with it: the games begin
        if line.startswith("run "):
            break
    time.sleep(0.2)
    return process


def test_the_first_signal_lets_the_games_end(match):
    process = start_slow_match(match)
    process.send_signal(signal.SIGINT)
    run = match.finish(process)
    assert run.status == 1 and "stopped by a signal" in run.errors
    assert "games in flight: 2" in run.errors
    assert len(run.games) == 2 and replay(run.pdn) == 2
    assert run.line("games ")[0].startswith("2 of 86 in ")


@pytest.mark.parametrize("signals", [[signal.SIGINT, signal.SIGINT], [signal.SIGTERM]])
def test_a_second_signal_stops_at_once(match, signals):
    process = start_slow_match(match)
    for number in signals:
        process.send_signal(number)
        time.sleep(0.1)
    start = time.monotonic()
    run = match.finish(process)
    assert time.monotonic() - start < 0.5 * FACTOR
    assert run.status == 1 and "stopped by a signal" in run.errors
    assert run.pdn.read_text() == "" or replay(run.pdn) == len(run.games)


def test_a_signal_before_the_first_game(match):
    process = match.start("--openings", "ballots2",
                          engines=[player(), mock("--fault", "mute-at-start")])
    time.sleep(0.3 * FACTOR)
    process.send_signal(signal.SIGINT)
    run = match.finish(process)
    assert (run.status, run.output) == (1, "")


def test_the_status_line_on_a_terminal(match):
    """Rewritten in place, cut to the width, and gone in the end."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    words = match.arguments(SLOW_PAIR, ["--depth", "1", "--openings", "ballots2", "--rounds", "1"])
    process = subprocess.Popen(words, env=match.environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    text = b""
    try:
        while piece := os.read(ours, 4096):
            text += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait(LIMIT_S) == 0
    lines = text.decode().split("\r\033[K")
    assert len(lines) > 2 and lines[-1] == ""
    for line in lines[:-1]:
        assert re.match(r"game \d/2  a \+\d =\d -\d  Elo ", line) and len(line) <= 50


def test_no_status_line_when_piped_to_a_short_match_or_quiet(quick):
    for words in ([], ["--quiet"]):
        assert quick(*words, engines=[player(1, 1), player(2, 2)]).errors == ""


# ---- Kelso itself

@pytest.mark.skipif(not KELSO.exists(), reason="no kelso")
def test_kelso_plays(match):
    run = match("--openings", "ballots156", "--rounds", "4", "--seed", "3", "--nodes", "300",
                "--concurrency", "2", "--hang", 60 * FACTOR,
                engines=[(str(KELSO), "--name", "x"), (str(KELSO), "--name", "y"), player(2)])
    assert run.status == 0 and run.line("faults") == ["none"], run.errors
    assert replay(run.pdn) == 24
    for game in run.games:
        if "OraclePlayer" not in (game.Black, game.White):
            assert all(re.fullmatch(r"book|[+-](W|L)?[\d.]+/\d+ [\d.]+s", comment)
                       for comment in game.comments)
            assert len(game.comments) == len(game.moves)
