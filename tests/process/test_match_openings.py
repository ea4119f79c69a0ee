"""Openings and the schedule of kelso-match, and the scripts that use it."""

import os
import re
import subprocess

import pytest

from engine import BUILD, ROOT
from matches import JOURNALLED, LIMIT_S, MATCH, PAIR, TWO, player, replay, without_times


@pytest.mark.parametrize("text, message", [
    ("11-15 23-19\n\n# good so far\n11-15 23-20\n", ":4: "),
    ("B:W32:B1\nB:W32,1:B1\n", ":2: "),
    ("B:W1:BK32\nW:W1:B32 rubbish\n", ":2: "),
    ("B:WK1:B5\n# none\nB:W10:B5,6,1,2\nB:W5:B1,2,33\n", ":4: "),
    ("W:WK29:BK22\n\nB:W9,10,13,14:B5\n", ":3: the game is over there"),
    ("# nothing\n\n", "holds no opening"),
    ("1. 2...\n", ":1: no move"),
    ("W:W18,K32:B1,K5 18-15\n", ":1: "),
    ("", "holds no opening"),
])
def test_a_bad_opening_is_named_before_the_first_game(tmp_path, text, message):
    deck = tmp_path / "deck with blanks.txt"
    deck.write_text(text)
    done = subprocess.run([str(MATCH), *TWO, "--openings", str(deck)], capture_output=True,
                          text=True, timeout=LIMIT_S)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"kelso-match: .*\n", done.stderr) and message in done.stderr, done.stderr
    assert str(deck) in done.stderr


def test_openings_with_numbers_and_a_mark(match):
    deck = match.folder / "deck.txt"
    deck.write_bytes("\ufeff1. 11-15 23-19 2. 8-11\r\n1.9-13 1...22-18\r\n".encode())
    run = match("--depth", "1", "--max-plies", "3", "--openings", deck,
                engines=[player(1, 1), player(1, 2)])
    assert run.status == 0, run.errors
    assert run.games[0].moves[:3] == ["11-15", "23-19", "8-11"]
    assert run.games[2].moves[:2] == ["9-13", "22-18"]


def test_openings_from_a_file(match):
    deck = match.folder / "deck.txt"
    deck.write_bytes(b"# a comment\r\n\r\n  11-15 23-19 8-11 # Ayrshire Lassie?\r\n"
                     b"W:W18,K32:B1,K5\n")
    run = match("--depth", "1", "--openings", deck, engines=[player(1, 1), player(1, 2)])
    assert run.status == 0
    games = run.games
    assert [game.Round for game in games] == ["1.1", "1.2", "2.1", "2.2"]
    assert [game.Opening for game in games] == ["1", "1", "2", "2"]
    assert games[0].moves[:3] == ["11-15", "23-19", "8-11"]
    assert games[0].comments[:4][:3] == ["book"] * 3 and games[0].comments[3] != "book"
    assert "FEN" not in games[0].tags
    assert games[2].FEN == "W:W18,K32:B1,K5" and games[2].comments[0] != "book"
    assert replay(run.pdn) == 4


PDN = """[Event "one"]

1. 9-14 24-20 2. 11-15 28-24 1-0

[Event "begins alike"]

1. 9-14 24-20 2. 11-15 27-24 *

[Event "by another way"]

1. 11-15 24-20 2. 9-14 27-24 *

[Event "short"]

1. 11-15 23-19 *

[Event "set up"]
[FEN "W:W27,K32:B1,K5"]

1. 27-23 5-9 2. 32-28 1-5 *

[Event "bad at ply 4"]

1. 11-15 23-19 2. 8-11 1-32 *
"""


def test_openings_from_the_games_of_a_pdn_file(match):
    deck = match.folder / "deck.PDN"
    deck.write_text(PDN)
    run = match("--depth", "1", "--openings", deck, "--plies", "3", "--max-plies", "9",
                engines=[player(1, 1), player(1, 2)])
    assert run.status == 0, run.errors
    games = run.games
    assert [game.Opening for game in games] == ["1", "1", "5", "5", "6", "6"]
    assert games[0].moves[:3] == ["9-14", "24-20", "11-15"]
    assert games[0].comments[:3] == ["book"] * 3 and games[0].comments[3:4] != ["book"]
    assert games[2].FEN == "W:W27,K32:B1,K5" and games[2].moves[:3] == ["27-23", "5-9", "32-28"]
    assert games[4].moves[:3] == ["11-15", "23-19", "8-11"]
    assert "games left out: 1 that are over before, 2 that begin like another\n" in run.output
    assert replay(run.pdn) == 6
    run = match("--openings", deck, "--plies", "0", "--order", "5", "--dry-run",
                engines=[player(), player()])
    assert "opening 5: W:W27,K32:B1,K5\n" in run.output


@pytest.mark.parametrize("text, plies, message", [
    (PDN, 4, ":24: game 6, ply 4: illegal move '1-32'"),
    (PDN, 0, None),
    ('[Event "x"]\n[FEN "W:W99:B1"]\n\n*\n', 0, ":1: game 1, ply 0: FEN column 4: "),
    ('[Event "x"]\n\n1. 9-13 {a {b} } 22-18 *\n', 2, ":3: game 1, ply 1: "),
    ('[Event "x"]\n\n1. 9-13 *\n', 2, " holds no game of 2 plies"),
    ("", 2, " holds no game of 2 plies"),
], ids=range(6))
def test_a_bad_game_is_named_before_the_first_game(tmp_path, text, plies, message):
    deck = tmp_path / "deck.pdn"
    deck.write_text(text)
    done = subprocess.run([str(MATCH), *TWO, "--openings", str(deck), "--plies", str(plies),
                           "--dry-run"], capture_output=True, text=True, timeout=LIMIT_S)
    if message is None:
        assert done.returncode == 0
    else:
        assert (done.returncode, done.stdout) == (2, "")
        assert f"{deck}{message}" in done.stderr, done.stderr


def test_a_suite_that_ends_is_said(match):
    words = ["--depth", "1", "--max-plies", "3", "--openings", "ballots2", "--order", "1-3"]
    for rounds, said in ((3, False), (4, True)):
        run = match(*words, "--rounds", rounds, engines=PAIR)
        assert run.status == 0
        assert ("behind the 3 the list starts again" in run.errors) == said


@pytest.mark.parametrize("deck, count", [("ballots144", 144), ("ballots156", 156),
                                         ("ballots174", 174), ("ballots2", 43)])
def test_ballot_decks(match, deck, count):
    run = match("--depth", "1", "--max-plies", "4", "--openings", deck,
                engines=[player(1, 1), player(1, 2)])
    assert run.status == 0
    games = run.games
    tag = "Opening" if deck == "ballots2" else "Ballot"
    lines = [tuple(game.moves[:2 if deck == "ballots2" else 3]) for game in games]
    assert len(games) == 2 * count and len(set(lines)) == count
    assert lines[0::2] == lines[1::2]  # each opening twice …
    assert len({game.tags[tag] for game in games}) == count
    for first, second in zip(games[0::2], games[1::2]):  # … with sides swapped
        assert (first.Black, first.White) == (second.White, second.Black)
    assert {game.Termination for game in games} == {"length"}


def test_rounds_start_the_list_again_and_random_order_never_repeats_at_once(match):
    deck = match.folder / "deck.txt"
    deck.write_text("".join(f"{line}\n" for line in ("9-13", "9-14", "10-14", "10-15")))
    for order in ("sequential", "random"):
        run = match("--depth", "1", "--max-plies", "2", "--openings", deck, "--rounds", "30",
                    "--order", order, "--seed", "9", engines=[player(1, 1), player(1, 2)])
        assert run.status == 0
        openings = [game.Opening for game in run.games[0::2]]
        passes = [openings[i:i + 4] for i in range(0, 30, 4)]
        assert all(len(set(part)) == len(part) for part in passes)
        assert all(a != b for a, b in zip(openings, openings[1:]))
        assert (len({tuple(part) for part in passes[:7]}) == 1) == (order == "sequential")
        run.pdn.unlink()


def test_the_same_games_at_any_concurrency(match):
    sets = []
    for concurrency in (1, 2, 8):
        pdn = match.folder / f"games{concurrency}.pdn"
        run = match("--depth", "1", "--openings", "ballots2", "--rounds", "6", "--order", "random",
                    "--seed", "77", "--concurrency", concurrency, "--pdn", pdn,
                    engines=[(player(2, 3), "--name", "a"), (player(1, 5), "--name", "b")])
        assert run.status == 0
        assert ("disturb each other" in run.errors) == (concurrency > len(os.sched_getaffinity(0)))
        sets.append(without_times(pdn))
    assert sets[0] == sets[1] == sets[2] and sum(sets[0].values()) == 13  # 12 and a piece before


def test_round_robin(match):
    run = match("--depth", "1", "--openings", "ballots2", "--rounds", "2", "--concurrency", "2",
                engines=[(player(1, i), "--name", name) for i, name in enumerate("abc")])
    assert run.status == 0
    games = run.games
    assert [(game.Black, game.White) for game in games] == 2 * [
        ("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]
    assert [game.Opening for game in games] == 6 * ["1"] + 6 * ["2"]
    points = [run.row(name)[4] for name in "abc"]
    assert sum(points) == 12 and [run.row(name)[0] for name in "abc"] == [8, 8, 8]


def test_gauntlet(match):
    run = match("--depth", "1", "--openings", "ballots2", "--rounds", "2", "--gauntlet",
                engines=[(player(1, i), "--name", name) for i, name in enumerate("abc")])
    assert run.status == 0
    assert [(game.Black, game.White) for game in run.games] == 2 * [
        ("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")]
    assert [run.row(name)[0] for name in "abc"] == [8, 4, 4]


def test_openings_by_number(match):
    run = match("--depth", "1", "--max-plies", "5", "--openings", "ballots156", "--order",
                "57,4,10-12", "--rounds", "6", engines=[player(1, 1), player(1, 2)])
    assert run.status == 0 and "ballots156, 57,4,10-12, 6 of 5" in run.output
    assert [int(game.Ballot) for game in run.games[0::2]] == [57, 4, 10, 11, 12, 57]


def test_a_dry_run_says_what_a_run_plays(match):
    words = [*JOURNALLED, "--rounds", "5"]
    deck = match.folder / "deck.txt"
    deck.write_text("9-13 22-18\nW:W18,K32:B1,K5\n")
    dry = match(*words, "--dry-run", engines=PAIR)
    assert dry.status == 0 and not dry.pdn.exists()
    listed = re.findall(r"(?m)^game (\S+)  (\w) - (\w)  opening (\d+): (.*)$", dry.output)
    run = match(*words, engines=PAIR)
    assert [game[:4] for game in listed] == [
        (game.Round, game.Black, game.White, game.Opening) for game in run.games]
    assert [game[4].split() for game in listed] == [game.moves[:2] for game in run.games]
    dry = match("--openings", deck, "--dry-run", engines=["/nowhere/engine", "engine --x"])
    assert "game 1.1  engine - engine#2  opening 1: 9-13 22-18\n" in dry.output
    assert "opening 2: W:W18,K32:B1,K5\n" in dry.output


# ---- scripts

def script(name, *words):
    """Runs a script of tools/, which use the programs of build/release."""
    if BUILD != ROOT / "build/release":
        pytest.skip("the scripts use build/release")
    return subprocess.run([str(ROOT / "tools" / name), *words], capture_output=True, text=True,
                          timeout=LIMIT_S)


def test_the_script_of_gauntlets():
    assert script("gauntlet.sh", player()).returncode == 2
    done = script("gauntlet.sh", player(2, 1), player(1, 2), player(1, 3), "--", "--depth", "1",
                  "--rounds", "3")
    assert done.returncode == 0 and "ballots156, sequential, 3 of 156" in done.stdout
    assert "games           12 of 12 in " in done.stdout


def test_the_script_of_ballots():
    done = script("ballots.sh", player(2, 1), player(1, 2), "--depth", "1", "--quiet")
    assert done.returncode == 0 and "games           312 of 312 in " in done.stdout
    points = re.search(r"(?m)^one +312 .*? (\d+\.5|\d+\.0) ", done.stdout).group(1)
    listed = re.findall(r"(?m)^ballot (\d+): ([\d.]+) of 2\b", done.stdout)
    assert listed and float(points) == 156 + sum(float(one) - 1 for _, one in listed)
    assert [int(number) for number, _ in listed] == sorted(int(number) for number, _ in listed)
