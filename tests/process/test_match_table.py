"""How games end, and the figures of the table."""

import math
import re
import subprocess

import pytest

from matches import MATCH, mock, player, replay


# ---- ends of games

def scored(name, score, *more):
    return (mock("--say", f"info depth 1 score {score}", *more), "--name", name)


@pytest.mark.parametrize("rule, scores, reason, plies", [
    (["--draw", "movenumber=4,movecount=2,score=10"], ("cp 10", "cp -10"), "draw by score", 8),
    (["--draw", "movenumber=1,movecount=3,score=10"], ("cp 0", "cp 0"), "draw by score", 8),
    (["--draw", "movenumber=1,movecount=2,score=10"], ("cp 11", "cp 0"), "length", 12),
    (["--resign", "movecount=2,score=500"], ("cp 500", "cp -600"), "resignation", 6),
    (["--resign", "movecount=3,score=500"], ("win 30", "loss 30"), "resignation", 8),
    (["--resign", "movecount=2,score=500"], ("cp 900", "cp -499"), "length", 12),
    (["--resign", "movecount=2,score=500"], ("cp 900", "cp 900"), "length", 12),  # not of one mind
    (["--resign", "movecount=2,score=500"], ("cp 900", "string"), "length", 12),
    ([], ("cp 900", "cp -900"), "length", 12),
])
def test_adjudication_by_score(quick, rule, scores, reason, plies):
    run = quick(*rule, "--max-plies", "12", engines=[scored("a", scores[0]), scored("b", scores[1])])
    assert run.status == 0
    for game in run.games:
        assert (game.Termination, len(game.moves)) == (reason, plies)
        assert game.winner == ("a" if reason == "resignation" else None)
    assert run.line("faults") == ["none"]


@pytest.mark.parametrize("rules", ["wcdf", "fifty", "crowning"])
@pytest.mark.parametrize("variant", ["english", "giveaway"])
def test_rules_and_variants(quick, rules, variant):
    run = quick("--rules", rules, "--variant", variant, "--rounds", "8",
                engines=[player(1, 1), player(2, 2)])
    assert run.status == 0
    assert {(game.Rules, game.Variant) for game in run.games} == {(rules, variant)}
    assert replay(run.pdn) == 16
    reasons = {game.Termination for game in run.games}
    assert reasons <= {"no moves", "no pieces", "repetition", "no progress"}
    assert rules != "crowning" or "repetition" not in reasons


# ---- figures

def test_the_table_says_what_the_games_say(match):
    run = match("--depth", "1", "--openings", "ballots2", "--rounds", "20",
                engines=[(player(2, 1), "--name", "deep"), (player(1, 1), "--name", "flat")])
    assert run.status == 0 and replay(run.pdn) == 40
    values = [0.5 if game.winner is None else float(game.winner == "deep") for game in run.games]
    pairs = [a + b for a, b in zip(values[0::2], values[1::2])]
    cells = [pairs.count(value) for value in (0, 0.5, 1, 1.5, 2)]
    row = run.row("deep")
    assert row[:6] == [40, values.count(1), values.count(0.5), values.count(0), sum(values),
                       pytest.approx(100 * sum(values) / 40, abs=0.051)]
    assert row[6:11] == cells and run.row("flat")[6:11] == cells[::-1]
    mean = sum(pairs) / 40
    error = 1.959964 * math.sqrt(sum((pair / 2 - mean) ** 2 for pair in pairs) / 20 / 20)
    elo = [-400 * math.log10(1 / x - 1) for x in (mean - error, mean, mean + error)]
    assert row[11] == f"{elo[1]:+.1f} ± {(elo[2] - elo[0]) / 2:.1f}"
    assert run.line("games ") and run.line("games ")[0].startswith("40 of 40 in ")
    assert run.line("faults") == ["none"]


def stats(*words):
    done = subprocess.run([str(MATCH), "--stats", *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return dict(line.split(" ") for line in done.stdout.splitlines())


@pytest.mark.parametrize("counts, sprt, expected", [
    ("103,2399,5070,2556,140", "elo0=0,elo1=3",
     "0.505624 3.908 2.552 7.278 4.752 99.866 2.94873 -2.94444 2.94444"),
    ("40,1900,60", "elo0=0,elo1=5,model=logistic",
     "0.505 3.474 3.402 15.553 15.227 97.736 1.63234 -2.94444 2.94444"),
    ("0,10,75,15,0", "elo1=10,alpha=0.1,beta=0.2",
     "0.5125 8.688 16.963 24.691 48.151 84.256 0.32478 -1.50408 2.07944"),
    ("2,14,4", None, "0.55 34.860 84.505 64.517 152.268 79.686"),
    ("0,0,7,0,0", None, "0.5 0 undefined undefined undefined undefined"),
    ("0,0,7", None, "1 undefined undefined undefined undefined undefined"),
    ("0,0,0", "elo0=0", "undefined undefined undefined undefined undefined undefined 0 -2.94444 "
                        "2.94444"),
])
def test_stats(counts, sprt, expected):
    figures = stats(counts, *(["--sprt", sprt] if sprt else []))
    keys = "score elo elo_error nelo nelo_error los llr llr_lower llr_upper".split()
    assert list(figures) == keys[:len(expected.split())]
    for (key, figure), wanted in zip(figures.items(), expected.split()):
        assert re.fullmatch(r"-?\d+\.\d{6}|undefined", figure)
        if wanted == "undefined" or figure == "undefined":
            assert figure == wanted, key
        else:
            assert float(figure) == pytest.approx(float(wanted), abs=5e-4 if key[0] != "l" else
                                                  5e-4 if key == "los" else 1e-4), key


@pytest.mark.parametrize("order, verdict", [(1, "H1 is accepted"), (-1, "H0 is accepted")])
def test_a_match_ends_when_the_sequential_test_is_decided(match, order, verdict):
    test = "elo0=0,elo1=80,alpha=0.2,beta=0.2,model=logistic"
    engines = [(player(3, 1), "--name", "deep"), (player(1, 1), "--name", "flat")][::order]
    run = match("--depth", "1", "--openings", "ballots2", "--concurrency", "2", "--sprt", test,
                engines=engines)
    assert run.status == 0 and run.errors == ""
    row = run.row("deep" if order > 0 else "flat")
    figures = stats(",".join(f"{count:.0f}" for count in row[6:11]), "--sprt", test)
    llr, limit = float(figures["llr"]), float(figures["llr_upper" if order > 0 else "llr_lower"])
    assert order * llr >= order * limit
    (line,) = run.line("sprt ")
    assert line == f"Elo [0, 80], alpha 0.2, beta 0.2: LLR {llr:+.2f} [-1.39, +1.39], {verdict}"
    assert len(run.games) == row[0] < 86 and replay(run.pdn) == row[0]
    assert row[12] == f"{float(figures['nelo']):+.1f} ± {float(figures['nelo_error']):.1f}"
    assert row[13] == f"{float(figures['los']):.1f}"


def test_a_sequential_test_may_stay_undecided(quick):
    run = quick("--sprt", "elo0=0", engines=[player(1, 1), player(1, 2)])
    assert run.status == 0 and run.line("sprt ")[0].endswith(
        ", undecided, and the rounds have ended")


def test_repeated_games_are_reported(quick):
    run = quick("--rounds", "3", engines=[(mock(), "--name", "a"), (mock(), "--name", "b")])
    assert run.status == 0
    assert run.errors.count("repeats an earlier one move for move") == 1
    assert run.line("repeated games") == ["3, of the same moves as an earlier one"]
    assert run.row("a")[4] == 3 and run.row("a")[11] == "+0.0 ± undefined"
    assert quick(engines=[player(1, 1), player(2, 2)]).line("repeated games") == []


def test_figures_without_meaning_are_undefined(quick):
    run = quick("--max-plies", "5", engines=[(player(), "--name", "a"), (player(), "--name", "b")])
    assert run.row("a")[11] == "+0.0 ± undefined"
    assert "nan" not in run.output and "inf" not in run.output
    bad = (mock("--fault", "crash", "--at", "1"), "--name", "bad")
    run = quick(engines=[(player(), "--name", "good"), bad])
    assert run.row("good")[11] == run.row("bad")[11] == "undefined"


def test_the_header_names_the_conditions(quick):
    run = quick("--margin", "7", "--seed", "5", "--concurrency", "2", "--rules", "fifty",
                engines=[(player(), "--name", "a"), (player(), "--name", "b", "--tc", "40/5+0.25")])
    head = run.output.split("\n\n")[0]
    for words in ("ballots2, sequential, 1 of 43", "a depth 1, b 40/5+0.25", "margin 7 ms",
                  "concurrency 2", "seed 5", "fifty, english"):
        assert words in head
    assert "seed " in quick("--quiet", engines=[player(), player()]).output
