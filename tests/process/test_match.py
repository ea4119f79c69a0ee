"""kelso-match driven as a user drives it: games, openings, clocks, faults, signals, files.

Most games are between mock engines, whose moves come from oracle-player; oracle-replay judges the
records by its own rules.
"""

import collections
import fcntl
import json
import math
import os
import pathlib
import pty
import random
import re
import resource
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from conftest import BUILD, FACTOR, KELSO, ROOT, SLOW

MATCH = BUILD / "kelso-match"
PLAYER = BUILD / "oracle-player"
REPLAY = BUILD / "oracle-replay"
MOCK = pathlib.Path(__file__).with_name("mock_engine.py")

LIMIT_S = 100 * FACTOR  # for one run of kelso-match
SLACK_S = 0.1 * (5 if SLOW else 1)  # behind a deadline


def mock(*args):
    """The command line of a mock engine."""
    return shlex.join([sys.executable, str(MOCK), *map(str, args)])


def player(depth=1, seed=0):
    return shlex.join([str(PLAYER), str(depth), str(seed)])


class Game:
    """A game of a PDN file as written."""

    def __init__(self, text):
        self.tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
        body = re.sub(r"\s+", " ", text[text.rindex("]\n") + 2:])
        self.comments = re.findall(r"{(.*?)}", body)
        *words, result = re.sub(r"{.*?}", "", body).split()
        assert result == self.tags["Result"]
        self.moves = [word for word in words if re.fullmatch(r"\d+(?:[-x]\d+)+", word)]

    def __getattr__(self, name):
        return self.tags[name]

    @property
    def winner(self):
        return {"1-0": self.Black, "0-1": self.White, "1/2-1/2": None}[self.Result]


def read_games(path):
    games = [Game(text) for text in re.split(r"(?m)^(?=\[Event )", path.read_text()) if text]
    return sorted(games, key=lambda game: [int(part) for part in game.Round.split(".")])


class Run:
    """A finished run of kelso-match."""

    def __init__(self, status, output, errors, folder):
        self.status, self.output, self.errors = status, output, errors
        self.folder = folder
        self.pdn = folder / "games.pdn"

    @property
    def games(self):
        return read_games(self.pdn)

    def row(self, name):
        """The row of the table: games, wins, draws, losses, points, score, five kinds of pairs,
        Elo, nElo, LOS."""
        (line,) = [line for line in self.output.split("\n")
                   if re.match(re.escape(name) + " +[0-9]", line)]
        words = line[len(name):].split()
        return [float(word) for word in words[:11]] + re.split("  +", line.rstrip())[-3:]

    def line(self, start):
        """The rest of the lines of the output that start with these words."""
        return [line[len(start):].strip() for line in self.output.split("\n")
                if line.startswith(start)]


class Matches:
    """Runs kelso-match in a folder of its own, under a mark by which its processes are found."""

    def __init__(self, folder):
        self.folder = folder
        self.mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
        self.environment = {**os.environ, "KELSO_MATCH_MARK": self.mark, "KELSO_BUILD": str(BUILD)}

    def arguments(self, engines, more):
        words = [str(MATCH), *map(str, more)]
        for engine in engines:
            more = [engine] if isinstance(engine, str) else engine
            words += ["--engine", *map(str, more)]
        if "--pdn" not in words:
            words += ["--pdn", str(self.folder / "games.pdn")]
        return words

    def start(self, *more, engines, **popen):
        return subprocess.Popen(self.arguments(engines, more), env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **popen)

    def finish(self, process):
        output, errors = process.communicate(timeout=LIMIT_S)
        return Run(process.returncode, output, errors, self.folder)

    def __call__(self, *more, engines, **popen):
        return self.finish(self.start(*more, engines=engines, **popen))

    def processes(self):
        """What still runs of all that was started here."""
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (folder / "environ").read_bytes():
                    found.append((int(folder.name), (folder / "cmdline").read_bytes()))
            except OSError:
                pass
        return found


@pytest.fixture
def match(tmp_path):
    assert MATCH.exists(), f"{MATCH} is missing: run make first"
    matches = Matches(tmp_path)
    yield matches
    left = matches.processes()
    deadline = time.monotonic() + 2
    while left and time.monotonic() < deadline:  # killed, but not yet gone
        time.sleep(0.02)
        left = matches.processes()
    for number, _ in left:
        os.kill(number, signal.SIGKILL)
    assert not left, f"left behind: {left}"


@pytest.fixture
def quick(match):
    """A short match of one opening by depth, at which mock engines move at once."""

    def run(*more, engines, **popen):
        words = list(more)
        for name, value in (("--openings", "ballots2"), ("--rounds", "1"), ("--seed", "1")):
            if name not in words:
                words = [name, value, *words]
        if not {"--tc", "--movetime", "--nodes", "--depth"} & set(words):
            words = ["--depth", "1", *words]
        return match(*words, engines=engines, **popen)

    return run


JOURNALLED = ["--depth", "1", "--openings", "ballots2", "--order", "random", "--seed", "5",
              "--concurrency", "2"]
PAIR = [(player(1, 1), "--name", "a"), (player(1, 2), "--name", "b")]


def replay(path):
    done = subprocess.run([str(REPLAY), str(path)], capture_output=True, text=True, timeout=LIMIT_S)
    assert done.returncode == 0, done.stdout
    return int(re.search(r"games (\d+), good", done.stdout).group(1))


# ---- the command line

TWO = ["--engine", "a", "--engine", "b"]
DECK = [*TWO, "--openings", "ballots156"]


@pytest.mark.parametrize("words, message", [
    ([], "two engines are needed"),
    (["--engine", "a", "--openings", "ballots156"], "two engines are needed"),
    (TWO, "--openings is needed"),
    (["--engine"], "--engine needs a value"),
    (["--engine", "--name", "x"], "--engine needs a value"),
    (["--engine", " "], "the command is empty"),
    ([*DECK, "--frob"], "unknown argument '--frob'"),
    ([*DECK, "stray"], "unknown argument 'stray'"),
    ([*DECK, "--tc", "1+"], "--tc: '' is not a number of seconds"),
    ([*DECK, "--tc", "x/1+1"], "--tc: 'x' is not a whole number"),
    ([*DECK, "--tc", "0/1+1"], "--tc: 0 is not between"),
    ([*DECK, "--tc", "-1"], "--tc: '-1' is not a number of seconds"),
    ([*DECK, "--tc", "nan"], "--tc: 'nan' is not a number of seconds"),
    ([*DECK, "--tc", "0"], "leaves no time"),
    ([*DECK, "--tc", "1e3"], "--tc: '1e3' is not"),
    ([*DECK, "--movetime", "0"], "--movetime: less than a millisecond"),
    ([*DECK, "--nodes", "0"], "--nodes: 0 is not between"),
    ([*DECK, "--nodes", "1", "--depth", "1"], "--depth: an engine takes one of"),
    ([*DECK, "--depth", "99999999999999999999"], "is not between"),
    ([*DECK, "--depth", "121"], "--depth: 121 is not between 1 and 120"),
    ([*DECK, "--seed", "99999999999999999999"], "--seed: 99999999999999999999 is not between"),
    ([*DECK, "--tc", "0+0"], "leaves no time"),
    ([*DECK, "--name", "a\tb"], "--name: the name holds a control character"),
    ([*DECK, "--engine", "a 'b"], "--engine: the quote ' is not closed"),
    ([*DECK, "--rounds", "1", "--rounds=2"], "--rounds: is given twice"),
    ([*DECK, "--json", "/nowhere/x", "--evidence", "/nowhere/x"],
     "--json and --evidence are the same file, /nowhere/x"),
    ([*TWO, "--openings", str(MOCK), "--pdn", f"{MOCK.parent}/./{MOCK.name}"],
     "--openings and --pdn are the same file"),
    ([*DECK, "--rounds", "0"], "--rounds: 0 is not between"),
    ([*DECK, "--rounds", "100000000"], "--rounds: more than"),
    ([*DECK, "--order", "up"], "neither sequential, random nor numbers"),
    ([*DECK, "--concurrency", "0"], "--concurrency: 0 is not between"),
    ([*DECK, "--margin", "-5"], "--margin: -5 is not between"),
    ([*DECK, "--hang", "0"], "--hang: '0' seconds are too short"),
    ([*DECK, "--answer", "0"], "--answer: '0' seconds are too short"),
    ([*DECK, "--seed", "x"], "--seed: 'x' is not a whole number"),
    ([*DECK, "--rules", "chess"], "none of wcdf, fifty and crowning"),
    ([*DECK, "--variant", "suicide"], "neither english nor giveaway"),
    ([*DECK, "--illegal", "shrug"], "neither forfeit nor wcdf"),
    ([*DECK, "--option", "=3"], "not of the form Name=Value"),
    ([*DECK, "--openings", "ballots2"], "--openings: is given twice"),
    ([*DECK, "--quiet=1"], "--quiet takes no value"),
    ([*DECK, "--pdn", "/nowhere/games.pdn"], "cannot open /nowhere/games.pdn"),
    ([*TWO, "--openings", "/nowhere/deck"], "cannot open /nowhere/deck"),
    ([*TWO, "--openings", "/"], "cannot read /"),
    ([*DECK, "--order", "5,175"], "--order: there is no opening 175"),
    ([*DECK, "--order", "9-5"], "--order: 5 is not between 9 and"),
    ([*DECK, "--order", "5,,6"], "--order: '' is not a whole number"),
    ([*DECK, "--draw", "movecount=0"], "--draw: movecount: 0 is not between"),
    ([*DECK, "--draw", "moves=3"], "--draw: moves: it is none of"),
    ([*DECK, "--resign", "score=0"], "--resign: score: 0 is no advantage"),
    (["--config", "/nowhere/match.ini"], "--config: cannot open /nowhere/match.ini"),
    ([*DECK, "--shard", "1/2"], "--shard needs --seed, the same for all parts"),
    ([*DECK, "--shard", "3/2"], "--shard: 3 is not between 1 and 2"),
    ([*DECK, "--shard", "0/2"], "--shard: 0 is not between 1 and 2"),
    ([*DECK, "--shard", "2"], "--shard: '2' is not of the form i/n"),
    ([*DECK, "--merge", "a"], "--merge plays no match"),
    (["--merge"], "--merge needs a value: FILE..."),
    (["--merge", "/nowhere/a", "/nowhere/b"], "cannot open /nowhere/a"),
    ([*DECK, "--sprt", "elo0=0,elo2=5"], "--sprt: elo2: it is none of elo0"),
    ([*DECK, "--sprt", "elo0"], "--sprt: 'elo0' is not of the form key=value"),
    ([*DECK, "--sprt", "elo0=5,elo1=5"], "--sprt: elo0, 5, is not below elo1, 5"),
    ([*DECK, "--sprt", "alpha=0"], "--sprt: alpha: 0 is not between"),
    ([*DECK, "--sprt", "model=linear"], "neither normalized nor logistic"),
    ([*DECK, "--sprt", "elo1=1e1"], "--sprt: elo1: '1e1' is not a number"),
    ([*DECK, "--engine", "c", "--sprt", "elo0=0"], "--sprt is between two engines"),
    (["--stats", "1,2"], "--stats: L,D,W or LL,LD,DD+WL,WD,WW are wanted, not '1,2'"),
    (["--stats", "1,2,3,4"], "are wanted, not '1,2,3,4'"),
    (["--stats", "1,2,3,4,5,6"], "holds more than 5 numbers"),
    (["--stats", "1,-2,3"], "--stats: -2 is not between"),
    (["--stats", "1,,3"], "--stats: '' is not a whole number"),
])
def test_mistakes_are_one_line_and_nothing_is_played(words, message):
    done = subprocess.run([str(MATCH), *words], capture_output=True, text=True, timeout=LIMIT_S,
                          stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"kelso-match: .*\n", done.stderr), done.stderr
    assert message in done.stderr


def test_help_and_version():
    for word in ("--help", "--version"):
        done = subprocess.run([str(MATCH), "--frob", word], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("kelso-match")
    text = subprocess.run([str(MATCH), "--help"], capture_output=True, text=True).stdout
    assert "Exit status" in text and max(map(len, text.split("\n"))) <= 100


# ---- openings and schedule

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


def without_times(path):
    """The games as a multiset, without the measured times."""
    games = re.split(r"(?m)^(?=\[Event )", path.read_text())
    text = [re.sub(r"\s+", " ", re.sub(r"\s+[\d.]+s}", "}", game)) for game in games]
    return collections.Counter(text)


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


def test_an_ini_file(match):
    """The same match as from the command line."""
    ini = match.folder / "match.ini"
    ini.write_text(f"""; a match
openings = ballots2
depth = 1
[engine]
engine = {player(1, 1)}
name = first one   ; with a blank
[engine]
engine = {player(1, 2)}
name = b
[output]
quiet = true
""")
    run = match("--config", ini, "--rounds", "2", engines=[])
    assert run.status == 0
    assert [(game.Black, game.White) for game in run.games[:2]] == [("first one", "b"),
                                                                     ("b", "first one")]
    for line, message in (("rounds = 0", ":12: --rounds: 0 is not between"),
                          ("frob = 1", ":12: unknown argument '--frob=1'"),
                          ("rounds", ":12: neither `name = value` nor a [section]"),
                          ("pdn = " + 300 * "x", ":12: the line is too long"),
                          (f"config = {ini}", ":12: --config: is given twice")):
        bad = match.folder / "bad.ini"
        bad.write_text(ini.read_text() + line + "\n")
        run = match("--config", bad, engines=[])
        assert run.status == 2 and f"--config: {bad}{message}" in run.errors, run.errors


# ---- adjudication

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


# ---- the table

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
    assert run.status == 0 and run.line("sprt ")[0].endswith(", undecided")


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


# ---- engines: names, commands, options

def test_names(quick):
    run = quick(engines=[mock(), (mock(), "--name", "x"), mock(), (mock(), "--name", "x")])
    assert run.status == 0
    assert {game.Black for game in run.games} == {"mock", "x", "mock#2", "x#2"}
    run.pdn.unlink()
    run = quick(engines=[(mock(), "--name", 50 * "é"), mock("--name", "a\tb")])
    assert run.row(39 * "é" + "…")[0] == 2 and run.row("a?b")[0] == 2
    assert {game.Black for game in run.games} == {50 * "é", "a?b"}


def test_warnings_of_what_is_hardly_meant(match):
    def warnings(*more, engines):
        run = match("--openings", "ballots2", "--rounds", "1", "--max-plies", "3", *more,
                    engines=engines)
        assert run.status == 0
        return re.findall("(?m)^warning: .*(?:default|judged).*", run.errors)

    deep = (player(), "--depth", "1")
    (warning,) = warnings(engines=[player(), deep])
    assert "a limit behind an --engine is for that engine alone" in warning
    assert warnings("--nodes", "9", engines=[player(), deep]) == []
    assert warnings(engines=[deep, deep]) == []
    offer = "option name Rules type combo default wcdf var wcdf var fifty"
    engines = [player(), (mock("--offer", offer), "--option", "Rules=fifty")]
    (warning,) = warnings("--depth", "1", engines=engines)
    assert "mock is told Rules=fifty, but the match is judged by wcdf" in warning


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams(match, closed):
    words = match.arguments(PAIR, ["--depth", "1", "--openings", "ballots2", "--rounds", "1"])
    done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *words], env=match.environment,
                          capture_output=True, timeout=LIMIT_S)
    assert done.returncode == 0 and replay(match.folder / "games.pdn") == 2


def test_commands_are_split_as_a_shell_does(match, quick):
    folder = match.folder / "a folder"
    folder.mkdir()
    script = folder / "my engine"
    script.write_text('#!/bin/sh\nprintf "%s|" "$PWD" "$@" >>args\n' f"exec {player()}\n")
    script.chmod(0o755)
    run = quick("--concurrency", "1", engines=[
        (f"'{script}' 'a b' \"c \\\" d\" e\\ f ''", "--dir", folder), player()])
    assert run.status == 0, run.errors
    assert (folder / "args").read_text() == f'{folder}|a b|c " d|e f||'
    # A relative path is looked up from --dir.
    assert quick("--dir", folder, engines=["'./my engine'", player()]).status == 0
    run = quick(engines=["'open", player()])
    assert run.status == 2 and "the quote ' is not closed" in run.errors
    run = quick(engines=[(player(), "--dir", folder / "none"), player()])
    assert run.status == 1 and "does not exist" in run.errors and not run.output


HASH = "option name Hash type spin default 1 min 1 max 64"
FLAG = "option name Quite Flat type check default false"
RULES = "option name Rules type combo default wcdf var wcdf var fifty"


def test_options_reach_the_engines(match, quick):
    log = match.folder / "log"
    offer = ["--log", log, "--offer", HASH, "--offer", FLAG, "--offer", RULES,
             "--offer", "option name Variant type string default english",
             "--offer", "option name ClearHash type button"]
    run = quick("--option", "hash=8", "--rules", "fifty", engines=[
        (mock("--name", "a", *offer), "--option", "Quite Flat = true", "--option", "ClearHash"),
        (mock("--name", "b", *offer), "--option", "Hash=16", "--option", "Rules=wcdf"),
        mock("--name", "c"),
    ])
    assert run.status == 0, run.errors
    assert run.errors.count("warning: c offers no option 'hash', which is left out") == 1
    assert run.errors.count("warning: c offers no option 'Rules' to be told of fifty") == 1
    sent = {line for line in log.read_text().split("\n") if "setoption" in line}
    assert sent == {
        "a setoption name Hash value 8", "a setoption name Quite Flat value true",
        "a setoption name ClearHash", "a setoption name Rules value fifty",
        "a setoption name Variant value english", "b setoption name Hash value 16",
        "b setoption name Rules value wcdf", "b setoption name Variant value english"}


@pytest.mark.parametrize("offer, option, message", [
    ([], "Hash=1", "it offers no option 'Hash'"),
    (["--offer", HASH], "Hash=65", "option Hash takes a number from 1 to 64, not '65'"),
    (["--offer", HASH], "Hash=x", "option Hash takes a number from 1 to 64, not 'x'"),
    (["--offer", HASH], "Hash", "option Hash needs a value"),
    (["--offer", FLAG], "Quite Flat=yes", "takes true or false"),
    (["--offer", RULES], "Rules=chess", "option Rules does not take 'chess'"),
    (["--offer", HASH, "--fault", "refuse-option"], "Hash=2", "it said: no memory for that"),
])
def test_a_mistake_in_an_option_stops_the_match(quick, offer, option, message):
    run = quick(engines=[mock(), (mock(*offer), "--option", option)])
    assert (run.status, run.output) == (2, "")
    assert message in run.errors and run.errors.startswith("kelso-match: engine 2 (")


def test_an_option_that_nobody_offers_is_a_mistake(quick):
    run = quick("--option", "Hsh=1", engines=[mock("--offer", HASH), mock()])
    assert run.status == 2 and "no engine offers the option 'Hsh'" in run.errors


# ---- what engines are told; clocks

def told(path, name, word):
    """The lines with this first word that an engine was sent, without the word."""
    start = f"{name} {word} "
    return [line[len(start):] for line in path.read_text().split("\n") if line.startswith(start)]


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


# ---- faults

# fault, its reason, the seconds after which it must come out (0: at once)
CLOCK = ("--tc", "0.5+1")  # the increment keeps the games behind the fault free of accidents
FAULTS = [
    ("crash", CLOCK, "crash", 0),
    ("exit", CLOCK, "crash", 0),
    ("exit-after-move", CLOCK, "crash", 0),
    ("close-output", CLOCK, "crash", 0),
    ("leave-child", CLOCK, "crash", 0),
    ("illegal", CLOCK, "illegal move", 0),
    ("no-move", CLOCK, "illegal move", 0),
    ("nonsense", CLOCK, "illegal move", 0),
    ("empty-move", CLOCK, "illegal move", 0),
    ("two-moves", CLOCK, "protocol", 0),
    ("endless-line", CLOCK, "protocol", 0),
    ("mute", CLOCK, "time", 0.5),
    ("stop", CLOCK, "time", 0.5),
    ("flood", CLOCK, "time", 0.5),
    ("no-newline", CLOCK, "time", 0.5),
    ("mute", ("--movetime", "0.3"), "time", 0.35),
    ("flood", ("--movetime", "0.3"), "time", 0.35),
    ("mute", ("--nodes", "1"), "no answer", 0.4),
    ("mute", ("--depth", "1"), "no answer", 0.4),
    ("stop", ("--depth", "1"), "no answer", 0.4),
    ("flood", ("--depth", "1"), "no answer", 0.4),
]


@pytest.mark.parametrize("fault, limit, reason, seconds", FAULTS,
                         ids=[f"{fault}{limit[0][1:]}" for fault, limit, _, _ in FAULTS])
def test_a_fault_loses_its_game_and_the_match_goes_on(match, quick, fault, limit, reason, seconds):
    once = match.folder / "once"
    evidence = match.folder / "evidence"
    run = quick("--rounds", "2", "--concurrency", "1", "--hang", 0.4 * FACTOR,
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
    expected = seconds * FACTOR if limit[0] in ("--nodes", "--depth") else seconds
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


# ---- records

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


def read_json(path):
    """The lines of games in their order, and the summaries."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    games = [line for line in lines if line["type"] == "game"]
    return (sorted(games, key=lambda game: game["game"]),
            [line for line in lines if line["type"] == "summary"])


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


# ---- the journal

def fates(games):
    return sorted((game.Round, game.Black, game.Opening, game.Result, game.Termination, game.moves)
                  for game in games)


def test_a_killed_match_goes_on_and_ends_as_an_uninterrupted_one(match):
    """SIGKILL at random moments: no game is missing, none is there twice, in the PDN either."""
    whole = match(*JOURNALLED, "--pdn", match.folder / "whole.pdn", engines=PAIR)
    expected = fates(read_games(match.folder / "whole.pdn"))
    chance = random.Random(7)
    again = ["--resume", match.folder / "journal"]
    counts = []
    lines = match.folder / "games.json"
    again += ["--json", lines]
    for _ in range(12):
        process = match.start(*JOURNALLED, *again, engines=PAIR)
        try:
            process.wait(chance.uniform(0.05, 0.6) * FACTOR)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
        pdn = match.folder / "games.pdn"
        counts.append(pdn.read_text().count("[Event ") if pdn.exists() else 0)
    assert counts == sorted(counts)
    run = match(*JOURNALLED, *again, engines=PAIR)
    assert run.status == 0, run.errors
    assert fates(run.games) == expected and replay(run.pdn) == 86
    assert run.line("games ")[0].startswith("86 of 86 in ")
    for name in "ab":
        assert run.row(name) == whole.row(name)
    # The PDN can be made again, in the same order.
    run.pdn.rename(match.folder / "first.pdn")
    before = lines.read_text()
    assert match(*JOURNALLED, *again, engines=PAIR).status == 0
    assert run.pdn.read_text() == (match.folder / "first.pdn").read_text()
    assert lines.read_text() == before
    games, summaries = read_json(lines)
    assert [game["game"] for game in games] == list(range(1, 87)) and len(summaries) == 1


def begin_journal(match, *more):
    """A match of which 20 games are played; the journal's text."""
    journal = match.folder / "journal"
    run = match(*JOURNALLED, "--rounds", "10", "--journal", journal, *more, engines=PAIR)
    assert run.status == 0, run.errors
    return journal


def test_a_torn_journal_loses_the_torn_game_only(match):
    journal = begin_journal(match)
    expected = fates(read_games(match.folder / "games.pdn"))
    text = journal.read_bytes()
    for cut in (1, 700):
        journal.write_bytes(text[:-cut])
        (match.folder / "games.pdn").unlink()
        run = match(*JOURNALLED, "--rounds", "10", "--resume", journal, engines=PAIR)
        assert run.status == 0 and fates(run.games) == expected
        assert re.search(r"journal: the last \d+ bytes, a record that was cut, are dropped\n",
                         run.errors)
        assert run.line("games ")[0].endswith(", 19 of them in earlier runs")


def test_a_damaged_journal_is_repaired_by_playing_again(match):
    journal = begin_journal(match)
    expected = fates(read_games(match.folder / "games.pdn"))
    text = bytearray(journal.read_bytes())
    text[len(text) // 2] ^= 1
    journal.write_bytes(text)
    words = [*JOURNALLED, "--rounds", "10", "--resume", journal]
    run = match(*words, engines=PAIR)
    assert run.status == 2 and "games.pdn was changed since the match" in run.errors
    run = match(*words, "--pdn", match.folder / "new.pdn", engines=PAIR)
    assert run.status == 0 and "bytes are damaged; what stood there is played again" in run.errors
    assert fates(read_games(match.folder / "new.pdn")) == expected
    text[30] ^= 1
    journal.write_bytes(text)
    run = match(*words, engines=PAIR)
    assert run.status == 2 and "journal: the head is damaged" in run.errors


@pytest.mark.parametrize("words, engines, message", [
    (["--seed", "6"], PAIR, "there 'seed 5', here 'seed 6'"),
    (["--order", "sequential"], PAIR, "here 'order sequential'"),
    (["--max-plies", "9"], PAIR, "there 'max-plies 0', here 'max-plies 9'"),
    (["--rules", "fifty"], PAIR, "here 'engine 1 option Rules=fifty'"),
    (["--openings", "ballots144"], PAIR, "'openings 144 of hash "),
    (["--depth", "2"], PAIR, "there 'engine 1 limit depth 1', here 'engine 1 limit depth 2'"),
    (["--margin", "9"], PAIR, "here 'margin 9 ms'"),
    ([], PAIR[::-1], "here 'engine 1 command "),
    ([], [PAIR[0], (*PAIR[1], "--option", "Hash=4")], "here 'engine 2 option Hash=4'"),
    ([], [PAIR[0], (PAIR[1][0], "--name", "c")], "there 'engine 2 name b', here 'engine 2 name c'"),
    (["--rounds", "5"], PAIR, ", beyond --rounds"),
])
def test_only_the_same_match_goes_on(match, words, engines, message):
    journal = begin_journal(match)
    before = journal.read_bytes()
    base = list(JOURNALLED)
    if words and words[0] in base:
        base = [word for i, word in enumerate(base) if words[0] not in base[max(0, i - 1):i + 1]]
    run = match(*base, *words, "--resume", journal, engines=engines)
    assert (run.status, run.output) == (2, "") and message in run.errors
    assert journal.read_bytes() == before


def test_an_engine_that_was_built_anew_is_another(match):
    engine = match.folder / "engine"
    shutil.copy(PLAYER, engine)
    engines = [f"{engine} 1 1", player(1, 2)]
    words = [*JOURNALLED, "--rounds", "2", "--resume", match.folder / "journal"]
    assert "holds nothing yet: the match begins" in match(*words, engines=engines).errors
    with engine.open("ab") as file:
        file.write(b" ")
    run = match(*words, engines=engines)
    assert run.status == 2 and "there 'engine 1 program " in run.errors


def test_more_rounds_go_on_and_the_seed_need_not_be_known(match):
    journal = match.folder / "journal"
    words = [word for word in JOURNALLED if word not in ("--seed", "5")]
    assert match(*words, "--rounds", "4", "--journal", journal, engines=PAIR).status == 0
    run = match(*words, "--rounds", "12", "--resume", journal, engines=PAIR)
    assert run.status == 0 and run.line("games ")[0].endswith(", 8 of them in earlier runs")
    assert [game.Round for game in run.games] == [f"{i // 2 + 1}.{i % 2 + 1}" for i in range(24)]
    assert len({game.Opening for game in run.games}) == 12


def test_the_pdn_file_may_hold_other_games(match):
    pdn = match.folder / "games.pdn"
    pdn.write_text('[Event "an older one"]\n\n1. 11-15 *\n\n')
    older = pdn.read_text()
    journal = begin_journal(match)
    text = pdn.read_text()
    pdn.write_text(text[:-900])  # what was written last is lost
    words = [*JOURNALLED, "--rounds", "10", "--resume", journal]
    assert match(*words, engines=PAIR).status == 0
    assert pdn.read_text() == text and text.startswith(older)
    pdn.write_text(text + older)
    run = match(*words, engines=PAIR)
    assert run.status == 2 and "was changed since the match was interrupted" in run.errors


def test_a_journal_is_not_begun_twice_nor_used_by_two(match):
    journal = begin_journal(match)
    run = match(*JOURNALLED, "--journal", journal, engines=PAIR)
    assert run.status == 2 and "holds a match already; --resume" in run.errors
    with journal.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        run = match(*JOURNALLED, "--resume", journal, engines=PAIR)
    assert run.status == 2 and "journal is in use by another process" in run.errors
    journal.write_text("a text of somebody else")
    run = match(*JOURNALLED, "--resume", journal, engines=PAIR)
    assert run.status == 2 and "journal is no journal of this version" in run.errors
    assert journal.read_text() == "a text of somebody else"


def test_what_was_played_before_the_disk_is_full_is_safe(match):
    run = match(*JOURNALLED, "--journal", "/dev/full", engines=PAIR)
    assert run.status == 2 and "cannot write /dev/full: No space left" in run.errors
    journal = match.folder / "journal"
    full = match(*JOURNALLED, "--rounds", "20", "--journal", journal, engines=[PAIR[0], (
        mock("--sleep", "0.001", "--seed", "2"), "--name", "b")],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000)))
    assert full.status == 1 and "journal: File too large" in full.errors
    played = full.line("games ")[0].split()[0]
    assert 0 < int(played) < 40 and replay(full.pdn) == int(played)
    run = match(*JOURNALLED, "--rounds", "20", "--resume", journal, engines=[PAIR[0], (
        mock("--sleep", "0.001", "--seed", "2"), "--name", "b")])
    assert run.status == 0 and replay(run.pdn) == 40
    assert run.line("games ")[0].endswith(f", {played} of them in earlier runs")


# ---- parts of a match

def play_shards(match, engines, count, *more):
    """The journals of all parts."""
    journals = [match.folder / f"shard-{i}" for i in range(1, count + 1)]
    for i, journal in enumerate(journals, 1):
        run = match(*JOURNALLED, *more, "--shard", f"{i}/{count}", "--journal", journal,
                    "--pdn", match.folder / "parts.pdn", engines=engines)
        assert run.status == 0 and f", shard {i}/{count}" in run.output
    return journals


def merge(match, *words):
    return match("--merge", *words, engines=[])


@pytest.mark.parametrize("engines, more", [(PAIR, []), (
    [*PAIR, (player(1, 3), "--name", "c")], ["--gauntlet", "--rounds", "7"])])
def test_parts_joined_are_the_whole(match, engines, more):
    whole = match(*JOURNALLED, *more, "--pdn", match.folder / "whole.pdn", engines=engines)
    journals = play_shards(match, engines, 4, *more)
    run = merge(match, *journals)
    assert run.status == 0, run.errors
    expected = fates(read_games(match.folder / "whole.pdn"))
    assert fates(run.games) == fates(read_games(match.folder / "parts.pdn")) == expected
    assert without_times(run.pdn) == without_times(match.folder / "whole.pdn")
    for _, name_of, name in engines:
        assert run.row(name) == whole.row(name)
    # Joined in any order, twice, and from what was joined before: the same.
    run.pdn.unlink()
    first = merge(match, *journals[:2], "--journal", match.folder / "half")
    assert first.status == 0
    run.pdn.unlink()
    lines = match.folder / "all.json"
    run = merge(match, journals[3], match.folder / "half", *journals[::-1], "--journal",
                match.folder / "all", "--json", lines)
    assert run.status == 0 and fates(run.games) == expected
    games, (summary,) = read_json(lines)
    assert len(games) == summary["games"] == len(expected)
    # The whole match can go on from there.
    run.pdn.unlink()
    run = match(*JOURNALLED, *more, "--resume", match.folder / "all", engines=engines)
    assert run.status == 0 and fates(run.games) == expected
    assert run.line("games ")[0].endswith(f", {len(expected)} of them in earlier runs")


def test_parts_that_do_not_fit(match):
    one, two = play_shards(match, PAIR, 2, "--rounds", "4")
    run = match(*JOURNALLED, "--max-plies", "50", "--rounds", "4", "--journal",
                match.folder / "other", engines=PAIR)
    run.pdn.unlink()
    run = merge(match, one, match.folder / "other")
    assert run.status == 2 and "there 'max-plies 0', here 'max-plies 50'" in run.errors
    run = match(*JOURNALLED, "--rounds", "4", "--shard", "2/2", "--resume", one, engines=PAIR)
    assert run.status == 2 and "there 'shard 1/2', here 'shard 2/2'" in run.errors
    run = merge(match, one, match.folder / "none")
    assert run.status == 2 and "cannot open" in run.errors
    run.pdn.write_text("something")
    run = merge(match, one, two)
    assert run.status == 2 and "games.pdn is there already" in run.errors


def test_a_game_with_two_results_is_no_match(match):
    """Two runs of engines that do not repeat themselves under the same name."""
    script = match.folder / "engine.sh"
    script.write_text(f"#!/bin/sh\nread -r seed <{match.folder}/seed\nexec {PLAYER} 1 $seed\n")
    script.chmod(0o755)
    journals = []
    for seed in "14":
        (match.folder / "seed").write_text(f"{seed}\n")
        journals.append(match.folder / f"journal-{seed}")
        assert match(*JOURNALLED, "--journal", journals[-1],
                     engines=[str(script), PAIR[1]]).status == 0
    (match.folder / "games.pdn").unlink()
    run = merge(match, *journals)
    assert run.status == 2 and "has another result than in a journal before" in run.errors


def test_a_decided_test_stays_decided(match):
    test = ["--sprt", "elo0=0,elo1=80,alpha=0.2,beta=0.2,model=logistic"]
    engines = [player(3, 1), player(1, 1)]
    words = [*JOURNALLED, *test, "--resume", match.folder / "journal"]
    first = match(*words, engines=engines)
    second = match(*words, engines=engines)
    assert first.status == second.status == 0
    assert first.line("sprt ") == second.line("sprt ") and "H1 is accepted" in first.output
    assert len(first.games) == len(second.games) < 86


def test_faults_are_remembered(match, quick):
    words = ["--rounds", "4", "--concurrency", "1", "--resume", match.folder / "journal"]
    engines = [(player(), "--name", "good"), (mock("--fault", "crash", "--once",
                                                   match.folder / "once"), "--name", "bad")]
    first, second = (quick(*words, engines=engines) for _ in range(2))
    assert first.line("faults") == second.line("faults") == [f"bad{' ' * 8}crash 1"]
    assert first.line("worst lateness") == second.line("worst lateness")


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
