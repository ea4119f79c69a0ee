"""kelso-match with engines that are CheckerBoard libraries, each in a host process."""

import os
import shutil
import subprocess

import pytest

from cb_gui import LIBRARY
from engine import BUILD, FACTOR, LONG
from engine import KELSO as PROGRAM
from matches import mock, replay

KELSO = str(PROGRAM)
HOST = BUILD / "kelso-cb"
BAD = BUILD / "libbad_cb.so"
CB = (LIBRARY, "--protocol", "cb")
MOVETIME = ("--movetime", str(0.05 * FACTOR), "--margin", str(FACTOR))  # lateness is no subject


def test_games(match):
    run = match("--openings", "ballots156", "--rounds", "2", "--order", "57,4", *MOVETIME,
                "--max-plies", "60", engines=[(*CB, "--name", "one"), (KELSO, "--name", "two")])
    assert run.status == 0 and run.line("faults") == ["none"], run.errors
    assert len(run.games) == 4
    assert replay(run.pdn) == 4


@pytest.mark.parametrize("limit", ["5+0.05", "10/5", "5", "0.5+0.1"])
def test_clocks(quick, limit):
    run = quick("--tc", limit, "--max-plies", "24",
                engines=[(*CB, "--name", "one"), (KELSO, "--name", "two")])
    assert run.status == 0 and run.line("faults") == ["none"], run.errors


def test_name_options_and_folders(quick, tmp_path):
    """A library in a folder with a blank, named from there."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    shutil.copy(LIBRARY, folder / "engine.so")
    run = quick(*MOVETIME, "--max-plies", "6", engines=[
        ("engine.so", "--protocol", "cb", "--dir", folder, "--option", "hashsize=2", "--option",
         "searchthreads=2"), (*CB, "--name", "other")])
    assert run.status == 0 and run.line("faults") == ["none"], run.errors
    assert {game.Black for game in run.games} == {"Kelso 0.1.0", "other"}


@pytest.mark.parametrize("words, message", [
    (["--option", "hashsize=0"], "out of range"),
    (["--option", "Hash=64"], "Hash"),
    (["--nodes", "100"], "--tc or --movetime only"),
    (["--depth", "3"], "--tc or --movetime only"),
])
def test_mistakes_are_named(quick, words, message):
    run = quick(*MOVETIME, engines=[(*CB, *words), KELSO])
    assert run.status != 0 and message in run.errors


@pytest.mark.parametrize("library", ["/nowhere/lib.so", KELSO])
def test_what_is_no_library(quick, library):
    run = quick(*MOVETIME, engines=[(library, "--protocol", "cb"), KELSO])
    assert run.status != 0 and library in run.errors


@pytest.mark.parametrize("bad, reason", [
    ("crash", "crash"), ("exit", "crash"), ("hang", "time"), ("nothing", "illegal move"),
    ("scribble", "illegal move")])
def test_a_bad_library_loses(quick, match, bad, reason):
    """And the match goes on."""
    match.environment["KELSO_BAD"] = bad
    run = quick("--movetime", "0.3", "--margin", "1", "--rounds", "2", engines=[(BAD, "--protocol", "cb"),
                                                    (mock(), "--name", "good")])
    assert len(run.games) == 4
    for game in run.games:
        assert game.Termination == reason
        assert game.winner == "good"
    assert {game.Black for game in run.games} == {"Bad 'and : worse'", "good"}


def test_ponder_is_not_offered(quick):
    run = quick("--tc", "2+0.1", "--ponder", "--max-plies", "10", engines=[CB, (KELSO,)])
    assert run.status == 0 and run.line("faults") == ["none"]
    assert "offers no option 'Ponder'" in run.errors


@pytest.mark.parametrize("words, status, text", [
    (["--help"], 0, "kelso-cb LIBRARY"), (["--version"], 0, "kelso-cb 0.1.0"),
    ([], 2, "one library"), ([LIBRARY, LIBRARY], 2, "one library"), (["nowhere.so"], 1, "nowhere.so"),
])
def test_command_line(words, status, text):
    done = subprocess.run([HOST, *words], capture_output=True, text=True, timeout=LONG)
    assert done.returncode == status
    assert text in (done.stderr if status else done.stdout)


def test_lines_of_any_kind():
    """What is wrong is said, and nothing is lost."""
    lines = ["", "hub", "set-param name=hashsize value=x", "set-param name=\"", "pos pos=x",
             "pos moves=11-16x", "pos moves=\"11-15 11-15\"", "level depth=3", "level time=x",
             "level move-time=0.05", "pos moves=\"11-15 23-19\"", "unknown", "ping", "go think",
             "quit", "ping"]
    done = subprocess.run([HOST, LIBRARY], input="\n".join(lines), capture_output=True, text=True,
                          timeout=LONG * FACTOR, env=dict(os.environ, LC_ALL="C"))
    assert done.returncode == 0 and done.stderr == ""
    said = [line.split()[0] for line in done.stdout.split("\n")[:-1]]
    offers = said.count("param")
    assert offers == 12
    assert said == ["id", *["param"] * offers, "wait", *["error"] * 7, "pong", "done"]
