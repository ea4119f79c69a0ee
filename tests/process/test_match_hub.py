"""kelso-match with engines that speak Hub."""

import collections

import pytest

from engine import KELSO as PROGRAM
from matches import mock

KELSO = str(PROGRAM)
HUB = (f"{KELSO} hub", "--protocol", "hub")


def games_of(run):
    """Side of the first engine and moves of each game."""
    return collections.Counter((game.Black == "one", tuple(game.moves))
                               for game in run.games)


def test_hub_plays_the_moves_of_native(match, tmp_path):
    """At fixed nodes, ballots with both sides; the same as native against native."""
    words = ("--openings", "ballots156", "--rounds", "4", "--order", "random", "--seed", "3",
             "--nodes", "1000", "--option", "Threads=1")
    native = match(*words, "--pdn", tmp_path / "games.pdn",
                   engines=[(KELSO, "--name", "one"), (KELSO, "--name", "two")])
    wanted = games_of(native)
    (tmp_path / "games.pdn").unlink()
    run = match(*words, engines=[(*HUB, "--name", "one"), (KELSO, "--name", "two")])
    assert run.status == 0
    assert run.line("faults") == ["none"]
    assert sum(wanted.values()) == 8
    assert games_of(run) == wanted


def test_clock_and_scores(quick):
    run = quick("--tc", "5+0.05", "--max-plies", "16", engines=[(*HUB, "--name", "one"),
                                                              (KELSO, "--name", "two")])
    assert run.status == 0 and run.line("faults") == ["none"]
    for game in run.games:
        said = [comment for comment in game.comments if comment.endswith("s")]
        assert len(said) == len(game.moves) - 2
        assert all(comment[0] in "+-" and "/" in comment for comment in said)


def test_ponder(quick):
    run = quick("--tc", "2+0.1", "--ponder", "--max-plies", "20", engines=[HUB, HUB])
    assert run.status == 0 and run.line("faults") == ["none"]
    said = [line for line in run.errors.splitlines() if "repeats an earlier one" not in line]
    assert said == []  # with clocks, too, two games can be equal


@pytest.mark.parametrize("words, message", [
    (["--option", "tt-size=31"], "tt-size"),
    (["--option", "Hash=64"], "Hash"),
    (["--protocol", "uci"], "neither native, hub nor cb"),
])
def test_mistakes_are_named(quick, words, message):
    run = quick(engines=[(f"{KELSO} hub", "--protocol", "hub", *words), KELSO])
    assert run.status != 0 and message in run.errors


def test_engine_of_another_protocol(quick):
    run = quick("--answer", "0.5", engines=[(mock(), "--protocol", "hub"), KELSO])
    assert run.status != 0 and "did not answer hub" in run.errors
