"""kelso-egdb builds tables: the same bytes for any number of threads and after any interruption."""

import fcntl
import os
import random
import resource
import signal
import subprocess
import time

import pytest

from engine import BUILD, FACTOR, position_pieces, table

EGDB = BUILD / "kelso-egdb"
PIECES = 3


def run(*args, status=0, **options):
    result = subprocess.run([EGDB, *map(str, args)], text=True, capture_output=True,
                            timeout=120 * FACTOR, **options)
    assert result.returncode == status, result.stderr
    return result


def build(folder, *args, pieces=PIECES, **options):
    return run("build", "--pieces", pieces, "--dir", folder, *args, **options)


def contents(folder):
    """All files by name, with their bytes; a folder has None."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("egdb") / "tables"
    result = build(folder, "--distance", "--threads", 1)
    assert "pairs of slices" in result.stdout
    return folder


def test_files(tables):
    names = contents(tables)
    assert len(names) == 3 * 16
    for kind in "wld", "progress", "end":
        assert sum(name.endswith("." + kind) for name in names) == 16
    assert all(content for content in names.values())


def test_threads_change_nothing(tables, tmp_path):
    build(tmp_path, "--distance", "--threads", 2, "--quiet")
    assert contents(tmp_path) == contents(tables)


def test_stats(tables):
    rows = {tuple(map(int, line.split("\t")))
            for line in run("stats", "--dir", tables).stdout.splitlines()}
    counts = {tuple(map(int, row[1:])) for row in table("egdb-counts.tsv", 8)}
    assert rows == {(*row[:6], row[7], row[6]) for row in counts if sum(row[:4]) <= PIECES}


def test_longest(tables):
    rows = [line.split("\t") for line in run("longest", "--dir", tables).stdout.splitlines()]
    assert rows[0] == ["0", "1", "0", "1", "11", "11", "-"]
    assert max(int(row[5]) for row in rows) == 62


def probe(tables, fen):
    """What it prints, by the first word of each line."""
    lines = run("probe", "--dir", tables, fen).stdout.splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines}


@pytest.mark.parametrize("fen, value, plies", [
    row[1:4] for row in table("endings.tsv", 5) if position_pieces(row[1]) <= PIECES])
def test_known_endings(tables, fen, value, plies):
    found = probe(tables, fen)
    assert found["value"] == [value]
    if plies != "-":
        assert found["end"] == [plies] and len(found["line"]) == int(plies)


def test_probe_searches_captures_out(tables):
    found = probe(tables, "W:WK18,K19:BK15")
    assert (found["value"], found["end"], found["line"]) == (["win"], ["1"], ["18x11"])
    assert probe(tables, "B:WK18,K19:BK15")["value"] == ["draw"] # captures one of them
    assert probe(tables, "W:WK1,K2,K3:BK32")["value"] == ["not", "known"]
    assert "column" in run("probe", "--dir", tables, "W:W33:B1", status=2).stderr


def test_verify(tables):
    """Each value follows from those behind its moves; all positions are looked at."""
    for words, least in ((), 1), (("--sample", 5000), 0):
        lines = [line.split() for line in run("verify", "--dir", tables, *words).stdout.splitlines()]
        assert len(lines) == 16 and all(line[3:] == ["open", "0", "wrong", "0"] for line in lines)
        assert sum(int(line[2]) for line in lines) > (100000 if least else 1000)


def test_recount(tables):
    assert run("stats", "--recount", "--dir", tables).stdout == run("stats", "--dir", tables).stdout


@pytest.mark.parametrize("value, name", [("win", "2K-1K"), ("draw", "0m2k-1k"), ("loss", "1k-2K")])
def test_pick(tables, value, name):
    words = ["pick", "--dir", tables, "--slice", name, "--value", value, "--count", 20]
    picked = run(*words, "--seed", 1).stdout.splitlines()
    assert len(picked) == 20 and run(*words, "--seed", 1).stdout.splitlines() == picked
    assert run(*words, "--seed", 2).stdout.splitlines() != picked
    for fen in picked[:5]:
        assert probe(tables, fen)["value"] == [value]
        assert fen.count("K") == 3


def test_wld_alone(tmp_path):
    build(tmp_path, "--quiet", pieces=2)
    assert sorted(contents(tmp_path)) == ["0m1k-0m1k.wld", "0m1k-1m0k.wld", "1m0k-0m1k.wld",
                                          "1m0k-1m0k.wld"]
    assert "holds no such tables" in run("longest", "--dir", tmp_path, status=1).stderr


def kill_when(folder, files, *args):
    """Starts a build and kills it a moment after there are so many files; or it comes through."""
    process = subprocess.Popen([EGDB, "build", "--dir", folder, "--quiet", *args],
                               stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120 * FACTOR
    while process.poll() is None and len(list(folder.glob("*.*"))) < files:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    process.kill()
    process.communicate()
    return process.returncode


@pytest.mark.parametrize("pieces, options", [("4", []), ("3", ["--distance"])])
def test_killed_at_any_moment(tmp_path, pieces, options):
    good, folder = tmp_path / "good", tmp_path / "killed"
    build(good, *options, pieces=pieces)
    folder.mkdir()
    chance = random.Random(1)
    kills = 0
    whole = {}
    for files in sorted(chance.randrange(len(contents(good))) for _ in range(6)):
        kills += kill_when(folder, files, "--pieces", pieces, *options) != 0
        found = {name: content for name, content in contents(folder).items()
                 if content is not None and not name.startswith(".")}
        for name, content in whole.items():
            assert found[name] == content, f"{name} was whole and is not any more"
        whole = found
    assert kills > 0
    build(folder, *options, pieces=pieces)
    assert contents(folder) == contents(good)


def test_goes_on_without_sources(tables, tmp_path):
    """A file that is taken away is made again, with all that it needs."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for name, content in contents(tables).items():
        (folder / name).write_bytes(content)
    (folder / "0m2k-0m1k.wld").unlink()
    result = build(folder)
    assert "1 pairs of slices whose tables are there are solved again" in result.stderr
    assert contents(folder) == contents(tables)
    (folder / "0m2k-0m1k.wld").unlink()
    build(folder, "--distance")
    assert contents(folder) == contents(tables)


def test_crowning(tables, tmp_path):
    build(tmp_path, "--crowning", "--quiet")
    files = contents(tmp_path)
    crowning = {name: files.pop(name) for name in list(files) if name.endswith(".crowning")}
    assert files == contents(tables) and len(crowning) == 16


def test_nothing_to_do(tables):
    assert build(tables, "--distance").stdout.startswith("0 pairs of slices")


def test_plan(tables, tmp_path):
    """The Makefile builds the same, two slices at a time."""
    folder = tmp_path / "tables"
    plan = run("plan", "--pieces", PIECES, "--dir", folder).stdout
    subprocess.run(["make", "-s", "-j2", "-f", "-"], input=plan, text=True, check=True,
                   timeout=300 * FACTOR)
    assert contents(folder) == {name: content for name, content in contents(tables).items()
                                if name.endswith(".wld")}
    plan = run("plan", "--pieces", PIECES, "--dir", folder, "--distance").stdout
    subprocess.run(["make", "-s", "-j2", "-f", "-"], input=plan, text=True, check=True,
                   timeout=300 * FACTOR)
    assert contents(folder) == contents(tables)


def test_a_slice_alone_needs_sources(tmp_path):
    result = run("build", "--slice", "0m2k-0m1k", "--dir", tmp_path, status=1)
    assert "0m1k-0m1k.exact" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("args, words", [
    ([], "a command is needed"),
    (["make"], "'make' is no command"),
    (["build", "--dir", "x"], "--pieces N or --slice NAME"),
    (["build", "--pieces", "4"], "build needs --dir DIR"),
    (["build", "--pieces", "9", "--dir", "x"], "--pieces: 9 is not between 2 and 8"),
    (["build", "--pieces", "4", "--slice", "0m1k-0m1k", "--dir", "x"], "--pieces N or --slice NAME"),
    (["build", "--slice", "m-1k", "--dir", "x"], "'m-1k' is no slice"),
    (["build", "--pieces", "4", "--dir", "x", "--threads", "0"], "--threads: 0 is not between"),
    (["build", "--pieces", "4", "--dir", "x", "--memory", "much"], "--memory: 'much'"),
    (["longest", "--pieces", "4", "--dir", "x"], "unknown argument '--pieces'"),
    (["plan", "--pieces", "4", "--dir", "a b"], "make cannot name the folder 'a b'"),
])
def test_mistakes(args, words, tmp_path):
    result = run(*args, status=2, cwd=tmp_path)
    assert words in result.stderr
    assert result.stderr.startswith("kelso-egdb: ") and result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_help():
    text = run("--help").stdout
    for word in "build", "plan", "stats", "longest", "--memory", "--distance-pieces":
        assert word in text


def test_folders_that_cannot_be_used(tmp_path):
    (tmp_path / "file").write_text("")
    assert "file/tables" in build(tmp_path / "file" / "tables", status=1).stderr
    assert "nowhere" in run("stats", "--dir", tmp_path / "nowhere", status=1).stderr
    assert "holds no such tables" in run("stats", "--dir", tmp_path, status=1).stderr
    if os.geteuid() != 0: # who may write anywhere
        tmp_path.chmod(0o500)
        assert "cannot" in build(tmp_path, status=1).stderr


def limit_files():
    """Files of more than 3,000 bytes cannot be written, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))


def test_a_full_disk(tables, tmp_path):
    result = build(tmp_path, "--distance", status=1, preexec_fn=limit_files)
    assert "cannot write" in result.stderr and str(tmp_path) in result.stderr
    good = contents(tables)
    for path in tmp_path.glob("*.*"): # what is there is whole
        assert path.read_bytes() == good[path.name]
    build(tmp_path, "--distance")
    assert contents(tmp_path) == good


def test_two_builds_in_a_folder(tmp_path):
    """The second is refused, of which kind it may be; those of a slice go on beside each other."""
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    for words in ("--pieces", 2), ("--slice", "1k-1k"):
        result = run("build", *words, "--dir", tmp_path, status=1)
        assert f"{tmp_path}: another build is at work there" in result.stderr
    fcntl.flock(folder, fcntl.LOCK_SH)
    run("build", "--slice", "1k-1k", "--dir", tmp_path)
    assert "another build" in build(tmp_path, status=1).stderr
    os.close(folder)
    build(tmp_path)


def test_too_little_memory(tmp_path):
    result = build(tmp_path, "--memory", "0.06", status=1, pieces=5)
    assert "GiB" in result.stderr and "--memory" in result.stderr


def test_damaged_files_are_refused(tables, tmp_path):
    name = "0m1k-0m1k.wld"
    content = bytearray((tables / name).read_bytes())
    content[90] ^= 1
    (tmp_path / name).write_bytes(content)
    result = build(tmp_path, pieces=2, status=1)
    assert name in result.stderr and "without it, it is made again" in result.stderr
    assert (tmp_path / name).read_bytes() == content
    assert name in run("stats", "--dir", tmp_path, status=1).stderr
