"""kelso-pdn driven as a user drives it."""

import json
import os
import pty
import re
import resource
import signal
import subprocess

import pytest

from conftest import BUILD, FACTOR, ROOT, SLOW

PDN = BUILD / "kelso-pdn"

# Four good games, of which two are the same but for players and comments, and two bad ones.
GAMES = """\
[Event "Club evening"]
[Black "Ann Lee"]
[White "Bob"]
[Result "1-0"]

1. 9-14 23-18 2. 14x23 27x18 {an exchange} 3. 5-9 1-0

[Event "Club evening"]
[Black "Bob"]
[White "Ann Lee"]
[Result "1/2-1/2"]

1. 11-15 22-17 1/2-1/2

[Event "Club evening"]
[Black "Cy"]
[White "Bob"]
[Result "0-1"]

1. 11-15 24-19
2. 15x22 0-1

[Event "A problem"]
[Black "?"]
[White "?"]
[Result "0-1"]
[FEN "W:WK2:B6,7,14,15."]

1. 2x2 0-1

[Event "Club evening"]
[Black "Cy"]
[White "Bob"]
[Result "1/2-1/2"]

1. 11-15 {a} 22-17 {b} 1/2-1/2

[Event "Club evening"]
[Black "Dee"]
[White "Bob"]
[Result "*"]

1. 11-15 { a { b } } 22-17 *
"""


def run(*args, text=None, status=0, **options):
    result = subprocess.run([PDN, *map(str, args)], input=text, text=True, capture_output=True,
                            timeout=60 * FACTOR, **options)
    assert result.returncode == status, result.stderr
    return result


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text(GAMES)
    return path


def test_check_names_bad_games(games):
    result = run("check", games, status=1)
    assert result.stdout.split("\n") == [
        f"{games}:21: game 3, ply 3: illegal move '15x22': captures are compulsory and carried to "
        "their end, as in 15x24",
        f"{games}:43: game 6, ply 1: a comment inside a comment",
        "games 6, good 4, bad 2", ""]
    assert result.stderr == ""


def test_check_of_several_files(games, tmp_path):
    other = tmp_path / "other.pdn"
    other.write_text("1. 9-14 *\n")
    result = run("check", other, "-", text=other.read_text())
    assert result.stdout == f"""\
{other}:1: game 1: warning: missing tags: Event Black White Result
standard input:1: game 1: warning: missing tags: Event Black White Result
games 2, good 2, bad 0
"""
    assert run("check", "--quiet", other, "-", text=other.read_text()).stdout == \
        "games 2, good 2, bad 0\n"
    assert run("check", "--quiet", other, games, status=1).stdout.endswith(
        "games 7, good 5, bad 2\n")


def test_file_without_a_game_is_said(tmp_path):
    empty = tmp_path / "empty.pdn"
    empty.write_text("{no game}\n")
    result = run("check", empty, status=1)
    assert (result.stdout, result.stderr) == (
        "games 0, good 0, bad 0\n", f"kelso-pdn: {empty} holds no game\n")


def test_convert_to_regular_form(games):
    result = run("convert", games, status=1)
    assert result.stderr.endswith("kelso-pdn: 2 of 6 games are bad and left out\n")
    blocks = result.stdout.split("\n\n")
    assert blocks[0].split("\n") == [
        '[Event "Club evening"]', '[Site "?"]', '[Date "?"]', '[Round "?"]', '[Black "Ann Lee"]',
        '[White "Bob"]', '[Result "1-0"]', '[GameType "21"]']
    assert blocks[1] == "1. 9-14 23-18 2. 14x23 27x18 {an exchange} 3. 5-9 1-0"
    assert blocks[4].endswith('[GameType "21"]\n[SetUp "1"]\n[FEN "W:WK2:B6,7,14,15"]')
    assert re.fullmatch(r"1\.\.\. 2(x\d+){3}x2 0-1", blocks[5])
    again = run("convert", "-", text=result.stdout)
    assert (again.stdout, again.stderr) == (result.stdout, "")
    assert run("check", "-", text=result.stdout).stdout == "games 4, good 4, bad 0\n"


def test_convert_to_positions(games):
    last = run("convert", "--to", "fen", "--quiet", games, status=1).stdout.split("\n")
    assert len(last) == 5
    assert last[2] == "B:WK2:B"
    every = run("convert", "--to=fens", "--quiet", games, status=1).stdout.split("\n")
    assert len(every) == 6 + 3 + 2 + 3 + 1
    assert every[5] == last[0]


def test_convert_to_json(games):
    lines = run("convert", "--to", "json", "--quiet", games, status=1).stdout.split("\n")
    first, problem = json.loads(lines[0]), json.loads(lines[2])
    assert first == {
        "file": str(games), "game": 1, "line": 1, "result": "1-0",
        "tags": {"Event": "Club evening", "Black": "Ann Lee", "White": "Bob", "Result": "1-0"},
        "start": "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "moves": ["9-14", "23-18", "14x23", "27x18", "5-9"],
        "comments": {"4": "an exchange"},
        "end": first["end"]}
    assert problem["game"] == 4 and problem["start"].startswith("W:WK2")
    assert "comments" not in problem


@pytest.mark.parametrize("words, kept", [
    ([], [1, 2, 4, 5]),
    (["--tag", "Event=club*"], [1, 2, 5]),
    (["--tag", "Event=club*", "--tag", "White=Bob"], [1, 5]),
    (["--tag", "Site=*"], []),
    (["--player", "*lee"], [1, 2]),
    (["--result", "1/2-1/2"], [2, 5]),
    (["--result", "1-0"], [1]),
    (["--ballot", "46"], [1]),
    (["--min-plies", "2", "--max-plies", "4"], [2, 5]),
    (["--position", "B:WK2:B"], [4]),
    (["--position", "W:W21-32:B1-10,12,15"], [2, 5]),
])
def test_filter(games, words, kept):
    numbers = {"1-0": 1, "1/2-1/2 Bob": 2, "0-1 ?": 4, "1/2-1/2 Cy": 5}
    text = run("filter", "--quiet", *words, games, status=1).stdout
    found = re.findall(r'\[Black "(.*)"\]\n\[White .*\n\[Result "(.*)"\]', text)
    assert [numbers.get(f"{result} {black}", numbers.get(result)) for black, result in found] == \
        kept


def test_stats(games):
    lines = run("stats", games, "--quiet", status=1).stdout.split("\n")
    assert lines[0].split() == ["games", "Black", "White", "drawn", "open", "Black%", "opening"]
    assert lines[1].split() == ["2", "0", "0", "2", "0", "50.0", "(fewer", "than", "three",
                                "moves)"]
    assert "      1      1      0      0      0  100.0  46 9-14 23-18 14x23 Double Cross" in lines
    assert "      3      0      1      2      0   33.3  Bob" in lines
    assert "      2      1      0      1      0   75.0  Ann Lee" in lines


def test_split(games, tmp_path):
    prefix = tmp_path / "part"
    result = run("split", "--games", 3, "--prefix", prefix, "--quiet", games, status=1)
    assert result.stderr.split("\n")[-3] == "games 4, files 2"
    parts = [tmp_path / "part-0001.pdn", tmp_path / "part-0002.pdn"]
    assert run("check", "--quiet", *parts).stdout == "games 4, good 4, bad 0\n"
    assert run("check", "--quiet", parts[1]).stdout == "games 1, good 1, bad 0\n"
    result = run("split", "--games", 3, "--prefix", prefix, games, status=2)
    assert "part-0001.pdn" in result.stderr and "exists" in result.stderr


def test_dedupe(games):
    result = run("dedupe", "--quiet", games, status=1)
    assert "games 4, kept 3, duplicates 1\n" in result.stderr
    assert result.stdout.count("[Event") == 3 and '"Cy"' not in result.stdout
    result = run("dedupe", "--quiet", "--same-players", games, status=1)
    assert "games 4, kept 4, duplicates 0\n" in result.stderr


def test_output_file(games, tmp_path):
    out = tmp_path / "out.pdn"
    run("convert", "--quiet", "--output", out, games, status=1)
    assert out.read_text() == run("convert", "--quiet", games, status=1).stdout
    out.chmod(0o640)
    run("filter", "--quiet", "--result", "0-1", "--output", out, games, status=1)
    assert out.read_text().count("[Event") == 1 and out.stat().st_mode & 0o777 == 0o640
    # What is read from is not written to, nor is what is written beside it.
    beside = tmp_path / "new.pdn.part"
    beside.write_text(GAMES)
    for output, read in ((games, games), (tmp_path / "new.pdn", beside)):
        result = run("convert", "--output", output, read, status=2)
        assert f"--output: {read} is read from" in result.stderr
        assert read.read_text() == GAMES
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pdn", "new.pdn.part",
                                                                "out.pdn"]


def small_files():
    """At most 1000 bytes in a file."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


@pytest.mark.parametrize("command", ["check", "convert", "filter", "stats",
                                     "dedupe --same-players"])
def test_what_is_not_whole_replaces_nothing(games, tmp_path, command):
    out = tmp_path / "out.pdn"
    out.write_text("an older one")
    games.write_text("".join(f'[Black "{i}"]\n\n1. 9-14 *\n\n' for i in range(300)))
    words = command.split()
    result = run(*words, "--output", out, games, status=2, preexec_fn=small_files)
    assert result.stderr.endswith(f"kelso-pdn: cannot write {out}.part: File too large\n")
    result = run(*words, "--output", out, "/nowhere/b.pdn", status=2)
    assert "cannot open /nowhere/b.pdn" in result.stderr
    assert out.read_text() == "an older one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pdn", "out.pdn"]


def test_a_part_of_a_split_that_is_not_whole_is_removed(games, tmp_path):
    games.write_text("".join(f'[Black "{i:0500}"]\n\n1. 9-14 *\n\n' for i in range(4)))
    words = ["split", "--prefix", tmp_path / "part", "--quiet", games, "--games"]
    result = run(*words, 2, status=2, preexec_fn=small_files)
    assert result.stderr == f"kelso-pdn: cannot write {tmp_path}/part-0001.pdn: File too large\n"
    assert list(tmp_path.iterdir()) == [games]
    result = run(*words, 1, preexec_fn=small_files)
    assert result.stderr == "games 4, files 4\n"


@pytest.mark.parametrize("words, message", [
    ([], "a command is needed"),
    (["chek", "x"], "'chek' is no command"),
    (["check"], "no file is named"),
    (["check", "--hello", "x"], "unknown argument '--hello'"),
    (["check", "no such file"], "cannot open no such file: No such file"),
    (["check", "."], ".: cannot read: Is a directory"),
    (["check", "--result", "2-1", "x"], "--result: '2-1' is none of"),
    (["check", "--ballot", "175", "x"], "--ballot: 175 is not between 1 and 174"),
    (["check", "--tag", "Event", "x"], "--tag: 'Event' is not of the form"),
    (["check", "--position", "W:W33:B1", "x"], "--position: FEN column 4"),
    (["check", "--to", "fen", "x"], "--to belongs to convert"),
    (["convert", "--to", "html", "x"], "--to: 'html' is none of"),
    (["convert", "--games", "3", "x"], "belong to split"),
    (["split", "--games", "3", "x"], "split needs"),
    (["split", "--games", "0", "x"], "--games: 0 is not between"),
    (["convert", "--output", "", "x"], "--output: the name is empty"),
    (["split", "--games", "3", "--prefix", "p", "--output", "o", "x"], "no --output"),
    (["filter", "--same-players", "x"], "belongs to dedupe"),
    (["convert", "--output", "no/such/folder", "tests/data/pdn.tsv"], "cannot open no/such"),
])
def test_mistakes(words, message):
    result = run(*words, status=2, cwd=ROOT)
    assert result.stdout == ""
    assert result.stderr.startswith("kelso-pdn: ") and message in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["check", "convert", "filter", "stats", "dedupe"])
def test_full_disk(games, command):
    with open("/dev/full", "w") as full:
        result = subprocess.run([PDN, command, games], stdout=full, stderr=subprocess.PIPE,
                                text=True, timeout=60)
    assert result.returncode == 2
    assert "kelso-pdn: cannot write to standard output: No space left on device" in result.stderr


def test_help_and_version():
    text = run("--help").stdout
    for word in ("check", "convert", "filter", "stats", "split", "dedupe", "--tag", "Exit status"):
        assert word in text
    assert run("check", "--nonsense", "--help").stdout == text
    assert re.fullmatch(r"kelso-pdn \d+\.\d+\.\d+, commit \S+, .*\n", run("--version").stdout)


def test_status_line_on_a_terminal(tmp_path):
    """On a long file; it is gone at the end."""
    path = tmp_path / "long.pdn"
    path.write_text("[Event \"e\"]\n[Black \"b\"]\n[White \"w\"]\n[Result \"*\"]\n\n1. 9-14 *\n\n"
                    * (30000 if SLOW else 100000))
    ours, theirs = pty.openpty()
    with subprocess.Popen([PDN, "check", path], stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        try:
            while more := os.read(ours, 4096):
                seen += more
        except OSError:
            pass  # the other side is closed
        os.close(ours)
        assert process.wait(60 * FACTOR) == 0
    assert re.search(rb"\d+ games, 0 bad, \d+\.\d MB, \d+ %", seen)
    assert seen.endswith(b"\r\x1b[K")
