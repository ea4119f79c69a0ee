"""kelso.exe, as `make windows` builds it, under wine."""

import os
import pathlib
import shutil
import subprocess

import pytest

from engine import DATA, ROOT, Engine, score

EXE = ROOT / "build" / "windows" / "kelso.exe"
WINE = shutil.which("wine")

pytestmark = [
    pytest.mark.skipif(WINE is None, reason="wine is missing (Debian package wine)"),
    pytest.mark.skipif(not EXE.exists(), reason=f"{EXE} is missing: make windows"),
]

ENVIRONMENT = dict(os.environ, WINEDEBUG="-all")


def wine(*args, **options):
    return subprocess.run([WINE, str(EXE), *args], capture_output=True, timeout=300,
                          env=ENVIRONMENT, **options)


def windows_path(path):
    """Wine shows the whole file system as drive Z."""
    return "Z:" + str(path).replace("/", "\\")


@pytest.fixture(scope="module", autouse=True)
def wine_is_set_up():
    wine("--version")  # the first start makes wine's own folder and takes long


@pytest.fixture
def engine():
    running = Engine(str(EXE), program=WINE, env=ENVIRONMENT)
    yield running
    running.destroy()


def test_the_same_search():
    signature = (DATA / "bench-signature").read_text().split()[-1]
    assert wine("bench").stdout.decode().splitlines()[-1] == f"signature {signature}"


def test_a_session(engine):
    engine.raw(b"uci\r\n")
    engine.until("^uciok$")
    engine.raw(b"position startpos moves 11-15\r\ngo infinite\r\n")
    engine.until(" score ")
    engine.send("stop")
    engine.until("^bestmove ")
    engine.quit()


def test_the_end_of_input_ends_it():
    done = wine(input=b"position ballot 57\ngo infinite\n")
    assert done.returncode == 0 and b"bestmove " in done.stdout


def test_lines_end_alike():
    assert b"\r" not in wine("--help").stdout


@pytest.fixture
def odd_folder(tmp_path):
    folder = tmp_path / "Übung mit Zwischenräumen"
    folder.mkdir()
    return folder


def test_files_of_any_name(engine, odd_folder):
    """Book, log and weights in a folder with blanks and letters beyond ASCII."""
    shutil.copy(ROOT / "books" / "kelso.kbk", odd_folder / "b.kbk")
    shutil.copy(ROOT / "src" / "eval" / "kelso.net", odd_folder / "n.net")
    for option, name in ("BookFile", "b.kbk"), ("LogFile", "l.txt"), ("EvalFile", "n.net"):
        assert engine.answers(f"setoption name {option} value {windows_path(odd_folder / name)}") == []
    assert "there is no" in engine.answers("setoption name EvalFile value Z:\\no where")[0]
    engine.send("setoption name OwnBook value true", "position ballot 57", "go movetime 50")
    assert " nodes 0 " in engine.until("^bestmove ")[-2]
    assert "position ballot 57" in (odd_folder / "l.txt").read_text()
    engine.quit()


def test_endgame_tables(engine, odd_folder):
    egdb = pathlib.Path(os.environ.get("KELSO_BUILD", "build/release")) / "kelso-egdb"
    subprocess.run([ROOT / egdb, "build", "--pieces", "3", "--dir", odd_folder / "t", "--distance",
                    "--quiet"], check=True)
    path = f"Z:\\nowhere;{windows_path(odd_folder / 't')}"
    assert engine.answers(f"setoption name EgdbPath value {path}", "position fen W:WK1,K5:BK32") == []
    infos, _ = engine.go("movetime", 100)
    assert score(infos[-1]) == ("win", 31)
    engine.quit()


def test_a_person_plays(odd_folder):
    """Arguments beyond ASCII come through; the game is saved where they say."""
    path = odd_folder / "Spiel.pdn"
    done = wine("play", "--level", "1", input=f"11-15\nsave {windows_path(path)}\n".encode())
    assert done.returncode == 0, done.stderr
    assert "11-15" in path.read_text()
    done = wine("play", "--load", windows_path(path), input=b"moves\n")
    assert done.returncode == 0 and b" 15-18 " in done.stdout, done.stderr
