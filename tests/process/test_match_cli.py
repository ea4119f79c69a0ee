"""The command line of kelso-match; the names, commands and options of engines."""

import re
import subprocess

import pytest

from matches import LIMIT_S, MATCH, MOCK, PAIR, TWO, mock, player, replay

# ---- mistakes

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
    ([*DECK, "--journal", "unmade", "--html", "./unmade"],
     "--html and --journal are the same file"),
    ([*DECK, "--rounds", "0"], "--rounds: 0 is not between 1 and 50000000"),
    ([*DECK, "--rounds", "50000001"], "--rounds: 50000001 is not between 1 and 50000000"),
    ([*DECK, "--engine", "c", "--rounds", "16666667"],
     "--rounds: 16666667 is not between 1 and 16666666"),
    ([*DECK, "--html", ""], "--html: the name is empty"),
    ([*DECK, "--pdn="], "--pdn: the name is empty"),
    ([*DECK, "--journal", ""], "--journal: the name is empty"),
    ([*TWO, "--openings", ""], "--openings: the name is empty"),
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
    ([*DECK, "--quiet", "--quiet"], "--quiet: is given twice"),
    ([*DECK, "--quiet=1"], "--quiet takes no value"),
    ([*DECK, "--pdn", "/nowhere/games.pdn"], "cannot open /nowhere/games.pdn"),
    ([*TWO, "--openings", "/nowhere/deck"], "cannot open /nowhere/deck"),
    ([*TWO, "--openings", "/"], "cannot read /"),
    ([*DECK, "--plies", "4"], "--plies: ballots156 is no PDN file"),
    ([*DECK, "--plies", "1001"], "--plies: 1001 is not between 0 and 1000"),
    ([*TWO, "--openings", "/nowhere/deck.pdn"], "cannot open /nowhere/deck.pdn"),
    ([*DECK, "--order", "5,175"], "--order: there is no opening 175"),
    ([*DECK, "--order", "9-5"], "--order: 5 is not between 9 and"),
    ([*DECK, "--order", "5,,6"], "--order: '' is not a whole number"),
    ([*DECK, "--draw", "movecount=0"], "--draw: movecount: 0 is not between"),
    ([*DECK, "--draw", "moves=3"], "--draw: moves: it is none of"),
    ([*DECK, "--draw", "score=3,movecount=4,score=5"], "--draw: score: is given twice"),
    ([*DECK, "--sprt", "elo0=0,elo0=1"], "--sprt: elo0: is given twice"),
    ([*DECK, "--resign", "score=0"], "--resign: score: 0 is no advantage"),
    (["--config", "/nowhere/match.ini"], "--config: cannot open /nowhere/match.ini"),
    (["--config", "/dev/zero"], "--config: /dev/zero:1: the line is too long, or holds a NUL"),
    ([*TWO, "--openings", "/dev/zero"], "/dev/zero:1: a NUL byte"),
    ([*DECK, "--shard", "1/2"], "--shard needs --seed, the same for all parts"),
    ([*DECK, "--shard", "3/2"], "--shard: 3 is not between 1 and 2"),
    ([*DECK, "--shard", "0/2"], "--shard: 0 is not between 1 and 2"),
    ([*DECK, "--shard", "2"], "--shard: '2' is not of the form i/n"),
    ([*DECK, "--merge", "a"], "--merge plays no match: it takes no --engine"),
    (["--merge", "a", "--depth", "3"], "--merge plays no match: it takes no --depth"),
    (["--tc", "1+1", "--merge", "a"], "--merge plays no match: it takes no --tc"),
    (["--merge", "a", "--resume", "b"], "--merge plays no match: it takes no --resume"),
    (["--stats", "1,2,3", "--rounds", "1"], "--stats plays no match: it takes no --rounds"),
    (["--stats", "1,2,3", "--merge", "a"], "--stats plays no match: it takes no --merge"),
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
    assert [(game.Black, game.White) for game in run.games] == 2 * [("first one", "b"),
                                                                    ("b", "first one")]
    run = match("--config", ini, "--openings", "ballots156", "--dry-run", engines=[])
    assert run.status == 0 and "ballots156, sequential, 156 of 156" in run.output
    for line, message in (("rounds = 0", ":12: --rounds: 0 is not between"),
                          ("frob = 1", ":12: unknown argument '--frob=1'"),
                          ("quiet = true", ":12: --quiet: is given twice"),
                          ("rounds", ":12: neither `name = value` nor a [section]"),
                          ("pdn = " + 300 * "x", ":12: the line is too long"),
                          (f"config = {ini}", ":12: --config: is given twice")):
        bad = match.folder / "bad.ini"
        bad.write_text(ini.read_text() + line + "\n")
        run = match("--config", bad, engines=[])
        assert run.status == 2 and f"--config: {bad}{message}" in run.errors, run.errors


def test_a_limit_behind_an_ini_file_is_for_all_its_engines(match):
    ini = match.folder / "match.ini"
    engines = "[engine]\nengine = a\n[engine]\nengine = b\n"
    base = f"openings = ballots2\n{engines}"

    def limits(text, *more, status=0):
        ini.write_text(text)
        run = match(*more, "--dry-run", engines=[])
        assert run.status == status, run.errors
        return run.line("limits ")[0] if status == 0 else run.errors

    config = ("--config", ini)
    assert limits(base, *config, "--tc", "3+1") == "3+1; margin 0 ms"
    assert limits("tc = 5\n" + base, *config) == "5+0; margin 0 ms"
    assert limits("tc = 5\n" + base, *config, "--nodes", "7") == "7 nodes a move; margin 0 ms"
    assert limits(base, "--tc", "4", *config) == "4+0; margin 0 ms"
    # An engine that follows has its own again.
    assert limits("tc = 5\n" + base, *config, "--tc", "3", "--engine", "c", "--depth", "2") == \
        "a 3+0, b 3+0, c depth 2; margin 0 ms"
    # A file without engines is as if it stood there.
    assert limits("depth = 2", "--engine", "a", *config, "--engine", "b", "--tc", "3",
                  "--openings", "ballots2") == "a depth 2, b 3+0; margin 0 ms"
    error = limits(base + "depth = 3\n", *config, "--tc", "3", status=2)
    assert "--tc: behind --config it would be for all engines, but engine 2 has a limit" in error
    for words in (("--tc", "1", *config), (*config, "--tc", "1", "--nodes", "5")):
        assert "an engine takes one of --tc" in limits("tc = 5\n" + base, *words, status=2)


def test_files_without_an_end(match):
    """Long lines and long files are refused where they become too long."""
    long = match.folder / "long"
    for text, line, message in ((50 * "; a\n" + 300 * "x", 51, "the line is too long"),
                                (110000 * "; a\n", 100001, "the file is too long")):
        long.write_text(text)
        run = match("--config", long, engines=[])
        assert run.status == 2 and f"--config: {long}:{line}: {message}" in run.errors
    for text, line, message in (
            (50 * "11-15\n" + 70000 * "x", 51, "more than 65536 bytes in a line"),
            (5000001 * "\n", 5000001, "more than 5000000 lines")):
        long.write_text(text)
        run = match("--openings", long, engines=PAIR)
        assert run.status == 2 and run.errors == f"kelso-match: {long}:{line}: {message}\n"
    zeros = match.folder / "zeros.pdn"
    zeros.symlink_to("/dev/zero")
    run = match("--openings", zeros, engines=PAIR)
    assert run.status == 2 and run.errors == f"kelso-match: {zeros}: no game in 8 MiB\n"


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
