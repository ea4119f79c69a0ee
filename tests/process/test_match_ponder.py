"""Engines that think on the opponent's time."""

import re

import pytest

from engine import FACTOR, KELSO
from matches import PACE, mock, player, replay, told


def thinker(name, *more, log=None, arguments=()):
    words = ["--name", name, "--ponder", *more]
    return (mock(*words, *(["--log", log] if log else [])), *arguments)


# Legal, but not what oracle-player answers with in the first game.
UNLIKELY = ("--expect", "24-20")


def exchanges(log, name):
    """The lines that tell of games and searches."""
    return [line.split(" ", 1)[1] for line in log.read_text().split("\n")
            if re.match(f"{name} (ucinewgame|position|go|ponderhit|stop)", line)]


def test_what_is_pondered_on(match, quick):
    log = match.folder / "log"
    run = quick("--ponder", "--concurrency", "1", engines=[
        thinker("a", "--seed", "1", log=log), thinker("b", "--seed", "2", log=log)])
    assert run.status == 0 and replay(run.pdn) == 2, run.errors
    assert run.line("limits")[0].endswith("; ponder") and run.line("faults") == ["none"]
    assert "a setoption name Ponder value true" in log.read_text()
    seen = set()
    lines = exchanges(log, "a")
    for place, go in enumerate(lines):
        if not go.startswith("go ponder"):
            continue
        assert go == "go ponder depth 1"
        position, after = lines[place - 1], lines[place + 1]
        assert position.startswith("position startpos moves ")
        following = "".join(lines[place + 2:place + 3])
        if after == "ponderhit":  # what it is asked next follows from there …
            assert following.startswith((f"{position} ", "ucinewgame")) or not following
        elif following.startswith("position"):  # … or it is asked of another move
            assert (after, lines[place + 3]) == ("stop", "go depth 1")
            assert following.split()[:-1] == position.split()[:-1] and following != position
        seen.add(after)
    assert seen == {"ponderhit", "stop"}
    words = [line.split(" ")[1] for line in log.read_text().split("\n") if line.startswith("a ")]
    assert words.count("uci") == 1  # a game that ends while it ponders leaves it running
    assert words.count("ucinewgame") == 2


def test_pondering_changes_no_game_of_engines_that_repeat_themselves(quick):
    games = []
    for words in ([], ["--ponder"]):
        run = quick("--rounds", "3", *words, engines=[
            thinker("a", "--seed", "1"), thinker("b", "--seed", "2"), player(1, 3)])
        assert run.status == 0
        games.append([(game.Round, game.Result, game.moves) for game in run.games])
        run.pdn.unlink()
        assert ("OraclePlayer offers no option 'Ponder'" in run.errors) == bool(words)
    assert games[0] == games[1]


def test_the_clock_counts_own_time_only(match, quick):
    log = match.folder / "log"
    run = quick("--ponder", "--concurrency", "1", "--max-plies", "14", engines=[
        thinker("a", "--sleep", "0.05", "--info", log=log, arguments=("--tc", "5")),
        thinker("b", "--sleep", "0.3", arguments=("--tc", "20"))])
    assert run.status == 0 and run.line("faults") == ["none"]
    assert "ponderhit" in exchanges(log, "a")
    times = [float(re.search(r" ([\d.]+)s$", comment).group(1))
             for game in run.games for comment in game.comments if comment != "book"]
    assert times and all(0.05 <= time <= 0.2 * FACTOR for time in times)


def test_the_time_to_stop_is_own_time(match, quick):
    log = match.folder / "log"
    run = quick("--ponder", "--concurrency", "1", "--max-plies", "8", engines=[
        thinker("a", "--fault", "late-after-stop", "--late", "0.3", "--at", "0", *UNLIKELY, log=log,
                arguments=("--tc", "5")), player(1, 1)])
    assert run.status == 0 and run.line("faults") == ["none"]
    lines = exchanges(log, "a")
    assert "stop" in lines and "ponderhit" not in lines
    clocks = [int(re.search(r"btime (\d+)", line).group(1)) for line in lines if "btime" in line]
    before, after = clocks[lines.index("stop") // 2 - 1:][:2]
    assert 300 <= before - after <= 300 + 150 * FACTOR


@pytest.mark.parametrize("expected", ["1-32", "nonsense", "none"])
def test_a_move_that_cannot_come_is_not_pondered_on(match, quick, expected):
    log = match.folder / "log"
    run = quick("--ponder", engines=[thinker("a", "--expect", expected, log=log), player(1, 1)])
    assert run.status == 0 and run.line("faults") == ["none"]
    assert not [line for line in exchanges(log, "a") if "ponder" in line]


def test_an_engine_may_be_told_not_to_ponder(match, quick):
    log = match.folder / "log"
    run = quick("--ponder", engines=[thinker("a", log=log, arguments=("--option", "Ponder=false")),
                                     thinker("b", log=log)])
    assert run.status == 0
    assert told(log, "a", "go") == ["depth 1"] * len(told(log, "a", "go"))
    assert "ponder depth 1" in told(log, "b", "go")


@pytest.mark.parametrize("fault, limit, reason, message", [
    ("ponder-crash", ("--depth", "1"), "crash", "signal 11"),
    ("ponder-move", ("--depth", "1"), "protocol", "it moved while it pondered"),
    ("mute-after-stop", ("--tc", "0.5+1"), "time", "it did not answer stop"),
    ("mute-after-stop", ("--depth", "1"), "no answer", "it did not answer stop"),
])
def test_faults_of_a_pondering_engine(match, quick, fault, limit, reason, message):
    once = match.folder / "once"
    evidence = match.folder / "evidence"
    bad = thinker("bad", "--fault", fault, "--once", once, "--at", "1", *UNLIKELY,
                  arguments=limit)
    run = quick("--ponder", "--rounds", "2", "--concurrency", "1", "--hang", 0.4 * PACE,
                "--evidence", evidence, "--max-plies", "12",
                engines=[bad, mock("--sleep", "0.1", "--seed", "1", "--name", "good")])
    assert run.status == 0, run.errors
    assert run.line("faults") == [f"bad{' ' * 8}{reason} 1"]
    assert run.games[0].winner == "good" and run.games[0].Termination == reason
    assert message in run.errors and "go ponder" in evidence.read_text()
    assert replay(run.pdn) == 4


def test_a_fault_while_stopping_after_the_game_disturbs_the_next(match, quick):
    """The game ends while the engine ponders; it does not answer the stop."""
    once = match.folder / "once"
    bad = thinker("bad", "--fault", "mute-after-stop", "--once", once, "--at", "0")
    run = quick("--ponder", "--max-plies", "4", "--answer", 1 * FACTOR, "--concurrency", "1",
                engines=[bad, (player(1, 1), "--name", "good")])
    assert run.status == 0 and run.games[0].Termination == "length"
    assert run.games[1].Termination == "no answer" and run.games[1].winner == "good"


@pytest.mark.skipif(not KELSO.exists(), reason="no kelso")
def test_kelso_ponders(match):
    run = match("--openings", "ballots156", "--rounds", "2", "--seed", "3", "--tc", "0.5+0.01",
                "--ponder", "--concurrency", "1", "--margin", 200 * FACTOR, "--max-plies", "60",
                engines=[(str(KELSO), "--name", "x"),
                         (str(KELSO), "--name", "y", "--option", "Hash=4")])
    assert run.status == 0 and run.line("faults") == ["none"], run.errors
    assert replay(run.pdn) == 4
