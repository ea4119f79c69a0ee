"""kelso solve: positions of a file, searched and judged."""

import json
import re
import subprocess

import pytest

from engine import KELSO, position_pieces, run, table

WON = "W:WK1:BK13 ; result win ; id king against king"


@pytest.fixture
def solve(tmp_path):
    def call(lines, *arguments, status=0, **options):
        path = tmp_path / "positions.txt"
        path.write_bytes(lines if isinstance(lines, bytes) else "\n".join(lines).encode())
        done = run("solve", "--option", "EgdbPieces=0", *arguments, path, program=KELSO, **options)
        assert done.returncode == status, done.stdout + done.stderr
        return done
    return call


def records(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_solved_failed_and_not_judged(solve):
    done = solve([WON, "# a remark", "", "W:WK1:BK13;result loss", "B:W21,22:B1,2",
                  "W:W11:B6,7 ; bm 11x2; am 11x2"], "--depth", 14, status=1)
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"1 king against king solved since \d+ ms \d+ nodes move \S+ score win 11 "
                        r"depth \d+ nodes \d+ ms \d+ pv .*", lines[0])
    assert lines[1].startswith("2 failed move ") and lines[2].startswith("3 - move ")
    assert lines[3].startswith("4 failed move 11x2 ")
    assert re.match(r"4 positions, 3 judged, 1 solved, \d+ nodes, ", lines[4])
    assert done.stderr == ""


def test_all_solved(solve):
    rows = [row for row in table("endings.tsv", 5)
            if position_pieces(row[1]) <= 3 and row[3] != "-" and int(row[3]) <= 30]
    assert len(rows) > 3
    done = solve([f"{fen}; result {value}; id {name}" for _, fen, value, _, _, name in rows],
                 "--nodes", 300000, "--jobs", 2)
    assert f"{len(rows)} judged, {len(rows)} solved" in done.stdout


@pytest.mark.parametrize("field, status", [
    ("bm 11-15 9-14", 0), ("am 12-16", 0), ("am 11-15 9-14 10-14 10-15 9-13 11-16 12-16", 1),
    ("result draw", 0), ("result win", 1)])
def test_what_is_expected(solve, field, status):
    start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    solve([f"{start};{field}"], "--depth", 6, status=status)


def test_a_line_that_ends_the_game(solve):
    found = records(solve(["W:W5:B1 ; result loss"], "--json", status=1))
    assert found[0]["move"] == "none" and not found[0]["solved"]


def test_json_says_the_same_for_any_number_of_jobs(solve):
    lines = [WON, "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29;id a \"name\"", "W:W11:B6,7"] * 3

    def without_times(*arguments):
        found = records(solve(lines, "--json", "--nodes", 20000, *arguments))
        for record in found:
            for key in "ms", "solved_ms", "seconds", "nps":
                record.pop(key, None)
        return found
    one = without_times()
    assert [record["type"] for record in one] == ["position"] * 9 + ["summary"]
    assert [record["number"] for record in one[:9]] == list(range(1, 10))
    assert one[1]["id"] == 'a "name"' and one[0]["solved"] and one[1]["solved"] is None
    assert one[0]["solved_nodes"] <= one[0]["nodes"]
    assert without_times("--jobs", 3) == one


def test_line_ends_and_marks_of_other_systems(solve):
    done = solve(b"\xef\xbb\xbf" + WON.encode() + b"\r\n\r\nW:W11:B6,7\r\n", "--depth", 12)
    assert "2 positions, 1 judged, 1 solved" in done.stdout


def test_every_bad_line_is_told_and_nothing_searched(solve):
    done = solve([WON, "W:W33:B1", "W:WK1:BK13; bm 1-9", "W:WK1:BK13; mb 1-6",
                  "W:WK1:BK13; result won", "W:WK1:BK13; bm", "x" * 5000], status=2)
    errors = done.stderr.splitlines()
    assert done.stdout == "" and len(errors) == 6
    for number, words in enumerate(["square 33", "1-9", "'mb' is none of", "'won' is none of",
                                    "need a move", "longer than"], 2):
        assert f"positions.txt:{number}: " in errors[number - 2] and words in errors[number - 2]


@pytest.mark.parametrize("arguments, words", [
    (["--depth", "0"], "--depth: '0' is no number from 1 to 120"),
    (["--movetime", "soon"], "--movetime: 'soon'"),
    (["--jobs"], "lacks its value"),
    (["--option", "Hash"], "'Hash' is not NAME=VALUE"),
    (["--option", "Colour=red"], "no option 'Colour'"),
    (["--option", "Hash=0"], "option Hash: 0 is out of range"),
    (["--fast", "1"], "unknown argument '--fast'"),
])
def test_mistakes(solve, arguments, words):
    if arguments == ["--jobs"]:
        assert words in run("solve", "x", "--jobs", program=KELSO).stderr
        return
    assert words in solve([WON], *arguments, status=2).stderr


def test_files_that_cannot_be_read(solve, tmp_path):
    for path, words in ((tmp_path / "none", "cannot open"), (tmp_path, "cannot read")):
        done = run("solve", path, program=KELSO)
        assert done.returncode == 2 and words in done.stderr and str(path) in done.stderr
    assert "holds no position" in solve(["# nothing"], status=2).stderr
    assert "solve needs a file" in run("solve", program=KELSO).stderr


def test_a_full_disk(tmp_path):
    path = tmp_path / "positions"
    path.write_text(WON + "\n")
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([KELSO, "solve", "--depth", "2", path], stdout=full,
                              stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1 and "cannot be written" in done.stderr


def test_help():
    text = run("solve", "--help", program=KELSO).stdout
    for word in "--movetime", "--jobs", "--option", "--json", "bm MOVE":
        assert word in text
    assert "kelso solve" in run("--help", program=KELSO).stdout
