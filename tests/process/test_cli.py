"""The command line."""

import os
import re
import shutil
import subprocess

import pytest

from engine import BUILD, KELSO, ROOT, run


@pytest.mark.parametrize("args, leaves", [
    (["perft", 0], 1), (["perft", 1], 7), (["perft", 7], 179740),
    (["perft", 4, "W:WK30:B9,10,11,17,18,19,25,26,27"], 1724),
    (["perft", "--merged", 4, "W:WK30:B9,10,11,17,18,19,25,26,27"], 1432),
    (["perft", "--merged", 6], 36768),
    (["perft", 3, "B:W 21-32 : B 1-12."], 302),
    (["perft", 5, "W:W5:B1"], 0),
])
def test_perft(args, leaves):
    result = run(*args)
    assert result.returncode == 0
    assert result.stderr == ""
    last = result.stdout.split("\n")[-2]
    found = re.fullmatch(r"(\d+) leaves, (\d+\.\d+) s, (\d+\.\d+) M leaves/s", last)
    assert found, last
    assert int(found[1]) == leaves


def test_version():
    result = run("--version")
    assert (result.returncode, result.stderr) == (0, "")
    found = re.fullmatch(r"Kelso (\d+\.\d+\.\d+), commit (\S+), (gcc|clang) \d\S*, SIMD \S.*\n",
                         result.stdout)
    assert found, result.stdout
    engine_name = run("--help")
    assert engine_name.returncode == 0


@pytest.mark.parametrize("program", ["kelso", "kelso-book", "kelso-cb", "kelso-egdb", "kelso-match",
                                     "kelso-pdn", "kelso-train"])
def test_a_full_disk_is_no_success(program):
    for word in ("--help", "--version"):
        with open("/dev/full", "w") as full:
            done = subprocess.run([BUILD / program, word], stdout=full, stderr=subprocess.PIPE,
                                  text=True)
        assert done.returncode == (2 if program == "kelso-pdn" else 1)
        assert re.fullmatch(f"{program}: .*standard output.*\n", done.stderr)


def calls():
    """The calls of the table in protocol.md, without their placeholders."""
    text = (ROOT / "protocol.md").read_text()
    section = text[text.index("## The command line"):]
    return re.findall(r"^\| `(kelso[^`]*)` \|", section, re.MULTILINE)


def test_help_names_every_call():
    result = run("--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert len(calls()) >= 8
    for call in calls():
        for word in call.split():
            if word.strip("[]") != "FEN":
                assert word.strip("[]") in result.stdout, call


def test_bench():
    """The command line and the protocol give one signature."""
    one, two = run("bench", 4), run("bench", 4)
    assert one.returncode == 0
    assert re.fullmatch(r"signature \d+", one.stdout.split("\n")[-2])
    assert one.stdout.split("\n")[-2] == two.stdout.split("\n")[-2]


@pytest.mark.parametrize("args", [
    ["perft"], ["perft", "x"], ["perft", "-1"], ["perft", "41"], ["perft", "--merged"],
    ["perft", "3", "W:W33:B1"], ["perft", "3", "W:W31:B1", "more"], ["perft", "3", ""],
    ["perft", "--all", "3"], ["perft", "3.5"], ["perft", ""],
    ["bench", "x"], ["bench", "0"], ["bench", "121"], ["bench", "3", "4"], ["bench", "--foo"],
    ["--version", "x"], ["--help", "x"], ["--foo"], ["foo"], [""], ["-h", "x"],
], ids=lambda args: "_".join(args) or "empty")
def test_wrong_calls(args):
    result = run(*args)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1 and len(result.stderr) > 10


# ---- Where it runs

SESSION = ["uci", "setoption name MULTIPV value 2", "SETOPTION", "position ballot 6", "d",
           "go depth 6"]


@pytest.mark.parametrize("locale", ["C", "tr_TR.UTF-8", "tr_TR", "de_DE.UTF-8", "nonsense"])
def test_locales(start_engine, locale):
    environment = dict(os.environ, LC_ALL=locale, LANG=locale)
    engine = start_engine(env=environment)
    usual = start_engine()
    for each in (engine, usual):
        each.send(*SESSION)
    ours, theirs = (each.until("^bestmove") for each in (engine, usual))
    assert [strip_times(line) for line in ours] == [strip_times(line) for line in theirs]
    engine.quit()
    usual.quit()


def strip_times(line):
    return re.sub(r" (nps|time) \d+", "", line)


def test_folder_with_blanks(start_engine, tmp_path):
    folder = tmp_path / "a folder with blanks"
    folder.mkdir()
    program = folder / "my kelso"
    shutil.copy(KELSO, program)
    engine = start_engine(program=program, cwd=folder)
    engine.send("setoption name LogFile value my log")
    assert engine.answers("position ballot 1") == []
    engine.quit()
    assert (folder / "my log").exists()


def test_runs_from_anywhere(start_engine):
    engine = start_engine(cwd="/")
    engine.send("position ballot 174")
    assert "Skunk" in "\n".join(engine.board())
    engine.quit()


def test_build_folder_is_the_one_asked_for():
    """$KELSO_BUILD is heeded, or the wrong programs are tested."""
    assert str(BUILD).endswith(os.environ.get("KELSO_BUILD", "build/release").rstrip("/"))
