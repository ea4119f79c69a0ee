"""kelso-book, and the suites in books/ that it made."""

import re
import subprocess

import pytest

from books import BOOK, book
from engine import ROOT
from matches import LIMIT_S, MATCH, TWO

SUITES = ("ballots11", "edge")


def openings(text):
    return [line for line in text.split("\n") if line and line[0] != "#"]


def listed(source):
    """What kelso-match reads in it, which refuses what is illegal: the openings as text."""
    done = subprocess.run([str(MATCH), *TWO, "--openings", str(source), "--dry-run"],
                          capture_output=True, text=True, timeout=LIMIT_S)
    assert done.returncode == 0, done.stderr
    return re.findall(r"(?m)^game \d+\.1 .* opening \d+: (.*)$", done.stdout)


def fen_without(black, white):
    """How many men a FEN lacks of the 12 of each side, by the text."""
    return lambda fen: (len(re.findall(r"\d+", fen.split(":B")[1])) == 12 - black and
                        len(re.findall(r"\d+", fen.split(":B")[0])) == 12 - white)


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_of_the_books_is_whole(name):
    file = ROOT / "books" / f"{name}.txt"
    text = file.read_text()
    lines = openings(text)
    command = re.search(r"# Made by: kelso-book (.*), where the seed is \d+\n", text).group(1)
    count = int(re.search(r"--count (\d+)", command).group(1))
    assert len(lines) == count >= 1000 and f"`kelso-book {command}`" in (
        ROOT / "books" / "README.md").read_text()
    assert len(set(lines)) == count
    assert listed(name) == listed(file) == [line.split(" #")[0] for line in lines]


def test_the_11_man_ballots_are_made_again():
    text = (ROOT / "books" / "ballots11.txt").read_text()
    again = book("suite", "ballots11", "--count", "25", "--seed", "1", "--quiet").stdout
    assert openings(again) == openings(text)[:25]
    assert all(fen_without(1, 1)(fen) for fen in openings(text))
    assert all(re.match("B:W", fen) and "K" not in fen for fen in openings(text))


def test_all_11_man_ballots():
    lines = openings(book("suite", "ballots11", "--depth", "2", "--quiet").stdout)
    assert 6000 < len(lines) == len(set(lines)) < 12 * 12 * 7 * 7
    assert sorted(openings(book("suite", "ballots11", "--depth", "2", "--seed", "9").stdout)) == \
        sorted(lines)
    text = book("suite", "ballots11", "--depth", "1", "--count", "7000", status=1).stderr
    assert re.search(r"there are only \d+ ballots", text)


def test_the_edge_suite_is_what_its_head_says():
    text = (ROOT / "books" / "edge.txt").read_text()
    first, last = map(int, re.search(r"# (\d+) to (\d+) random moves", text).groups())
    least, most = map(int, re.search(r"ahead by (\d+) to (\d+) hundredths", text).groups())
    for line in openings(text):
        moves, score = line.split(" # ")
        assert first <= len(moves.split()) <= last and least <= abs(int(score)) <= most


def test_lines_near_the_edge(tmp_path):
    words = ["suite", "edge", "--nodes", "500", "--seed", "5", "--plies", "4-7", "--score", "5-90"]
    suite = tmp_path / "edge.txt"
    suite.write_text(book(*words, "--count", "8").stdout)
    lines = openings(suite.read_text())
    assert lines[:5] == openings(book(*words, "--count", "5", "--quiet").stdout)
    assert len(set(lines)) == 8 and lines != openings(book(
        *words, "--count", "8", "--seed=6", status=2).stdout)
    for line in lines:
        moves, score = line.split(" # ")
        assert 4 <= len(moves.split()) <= 7 and 5 <= abs(int(score)) <= 90
    assert len(listed(suite)) == 8


@pytest.mark.parametrize("words, message", [
    ([], "a command is needed"),
    (["suite"], "a suite is needed: suite ballots11 or suite edge"),
    (["make"], "'make' is no command"),
    (["suite", "chess"], "'chess' is neither ballots11 nor edge"),
    (["suite", "edge", "ballots11"], "'ballots11' is too many"),
    (["suite", "edge", "--plies", "8"], "--plies: '8' is not of the form 6-8"),
    (["suite", "edge", "--plies", "8-6"], "--plies: 6 is not between 8 and 40"),
    (["suite", "edge", "--score", "1-1001"], "--score: 1001 is not between 1 and 1000"),
    (["suite", "edge", "--count", "0"], "--count: 0 is not between"),
    (["suite", "edge", "--nodes", "99"], "--nodes: 99 is not between"),
    (["suite", "ballots11", "--depth", "31"], "--depth: 31 is not between 1 and 30"),
])
def test_mistakes(words, message):
    done = book(*words, status=2)
    assert done.stdout == "" and re.fullmatch("kelso-book: .*\n", done.stderr)
    assert message in done.stderr


def test_help_and_what_cannot_be_written():
    assert book("--help").stdout.startswith("kelso-book: ")
    assert max(map(len, book("--help").stdout.split("\n"))) <= 100
    assert book("suite", "--version").stdout.startswith("kelso-book 0")
    with open("/dev/full", "w") as full:
        done = subprocess.run([str(BOOK), "suite", "ballots11", "--depth", "1"], stdout=full,
                              stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and "cannot write to standard output" in done.stderr
