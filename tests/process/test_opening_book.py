"""kelso-book: opening books grown, resumed, joined, asked and checked."""

import os
import random
import re
import shutil
import signal
import subprocess
import time

import pytest

import kbk
from books import BOOK, NODES, book, build, positions
from engine import BUILD, FACTOR, ROOT

@pytest.fixture(scope="module")
def all_ballots(tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "all.kbk"
    build(path, "--quiet")
    return path


@pytest.fixture(scope="module")
def text(all_ballots):
    return book("text", all_ballots).stdout


def turned(fen):
    """The FEN with the colours swapped."""
    side, black, white, kings = kbk.boards(fen)
    black, white, kings = kbk.turn(white), kbk.turn(black), kbk.turn(kings)
    pieces = [",".join(("K" if kings >> bit & 1 else "") + str(bit + 1) for bit in range(32)
                       if squares >> bit & 1) for squares in (white, black)]
    return f"{'W' if side == 'B' else 'B'}:W{pieces[0]}:B{pieces[1]}"


# ---- build


def test_ballots_are_independent(tmp_path):
    first, second, both, joined = (tmp_path / f"{name}.kbk" for name in "abcd")
    build(first, "--ballots", "1-3,57")
    build(second, "--ballots", "4-6", "--threads", "1")
    build(both, "--ballots", "1-6,57", "--threads", "1")
    book("merge", "--output", joined, second, first)
    assert joined.read_bytes() == both.read_bytes()
    build(second, "--ballots", "1-6,57", "--threads", "3")  # its journal has three of them
    assert second.read_bytes() == both.read_bytes()


def test_parts_made_under_gnu_parallel(tmp_path):
    if shutil.which("parallel") is None:
        pytest.skip("GNU parallel is missing")
    subprocess.run(["parallel", "--will-cite", "-j2", str(BOOK), "build", "--output", "part{#}.kbk",
                    "--ballots", "{}", "--steps", "3", "--nodes", str(NODES), "--threads", "1",
                    "--quiet", ":::", "57-59", "60,62", "61"], cwd=tmp_path, check=True,
                   stdin=subprocess.DEVNULL, timeout=120 * FACTOR)
    book("merge", "--output", tmp_path / "all.kbk", *sorted(tmp_path.glob("part*.kbk")))
    build(tmp_path / "once.kbk", "--ballots", "57-62", steps=3)
    assert (tmp_path / "all.kbk").read_bytes() == (tmp_path / "once.kbk").read_bytes()


def test_a_killed_build_goes_on(tmp_path):
    whole, killed = tmp_path / "whole.kbk", tmp_path / "killed.kbk"
    build(whole, "--ballots", "1-8", steps=12)
    journal = tmp_path / "killed.kbk.journal"
    words = [str(BOOK), "build", "--output", str(killed), "--nodes", str(NODES), "--steps", "12",
             "--ballots", "1-8", "--threads", "2"]
    for size in (2000, 9000, 16000):
        process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60 * FACTOR
        while not journal.exists() or journal.stat().st_size < size:
            assert time.monotonic() < deadline
            if process.poll() is not None:
                break
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait()
        before = journal.read_bytes()
    assert not killed.exists() or killed.stat().st_size <= whole.stat().st_size
    with journal.open("ab") as file:
        file.write(b"KREC")  # as if the last write had been cut off
    build(killed, "--ballots", "1-8", steps=12)
    assert killed.read_bytes() == whole.read_bytes()
    assert journal.read_bytes().startswith(before[:len(before) // 2])  # what was found is kept


def test_a_signal_ends_it_with_a_whole_book(tmp_path):
    path = tmp_path / "a.kbk"
    process = subprocess.Popen([str(BOOK), "build", "--output", str(path), "--nodes", "2000"],
                               stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60 * FACTOR
    while not os.path.exists(f"{path}.journal") or os.path.getsize(f"{path}.journal") < 3000:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert "the same command goes on" in process.communicate(timeout=60 * FACTOR)[1]
    assert process.returncode == 0 and kbk.Book(path.read_bytes()).entries


def test_another_builds_journal_is_refused(tmp_path):
    path = tmp_path / "a.kbk"
    build(path, "--ballots", "1", steps=2)
    before = path.read_bytes()
    done = build(path, "--ballots", "1", "--ply-cost", "9", status=1)
    assert "is of another build" in done.stderr and "ply-cost 5" in done.stderr
    assert path.read_bytes() == before


def test_from_a_book_goes_on(tmp_path):
    first, more = tmp_path / "a.kbk", tmp_path / "b.kbk"
    build(first, "--ballots", "1-2", steps=5)
    done = build(more, "--ballots", "1-2", "--from", first, steps=1)
    assert re.search(r"; 0 searches", done.stderr)  # the root comes with all behind it
    assert len(kbk.Book(more.read_bytes()).entries) == len(kbk.Book(first.read_bytes()).entries)
    build(more, "--ballots", "1-2", "--from", first, steps=4)
    old = {row[0] for row in positions(book("text", first).stdout)}
    new = positions(book("text", more).stdout)
    assert old < {row[0] for row in new}


# ---- forms


def test_text_and_file_say_the_same(tmp_path, all_ballots, text):
    source, again = tmp_path / "a.txt", tmp_path / "a.kbk"
    lines = text.rstrip("\n").split("\n")
    random.Random(1).shuffle(rest := lines[1:])
    source.write_text("\n".join([lines[0], "# a remark", "", *rest]) + "\n")
    book("merge", "--output", again, source)
    assert again.read_bytes() == all_ballots.read_bytes()
    assert book("text", source).stdout == text


def test_another_reader_agrees_with_probe(all_ballots, text):
    reader = kbk.Book(all_ballots.read_bytes())
    rows = positions(text)
    assert len(rows) == len(reader.entries) > 1500
    chosen = random.Random(2).sample(rows, 1000 if FACTOR == 1 else 50)
    for number, row in enumerate(chosen):
        fen = turned(row[0]) if number % 2 else row[0]
        score, depth, visits, expanded, moves = reader.find(fen)
        first, *lines = book("probe", "--book", all_ballots, fen).stdout.rstrip("\n").split("\n")
        said = re.fullmatch(r"score (-?\d+) \(.*\), depth (\d+), visits (\d+), (\w+)", first)
        assert said.groups() == (str(score), str(depth), str(visits),
                                 "expanded" if expanded else "searched")
        assert len(lines) == len(moves)
        for line, (start, stop, captured, move_score) in zip(lines, moves):
            move, number_said = line.split()[:2]
            squares = list(map(int, re.split("[-x]", move)))
            assert (squares[0], squares[-1], int(number_said)) == (start, stop, move_score)
            assert bin(captured).count("1") == (len(squares) - 1 if "x" in move else 0)
    assert reader.find("B:WK32:BK1") is None
    assert book("probe", "--book", all_ballots, "B:WK32:BK1").stdout == "not in the book\n"


# ---- looking


def test_verify_finds_nothing_wrong(all_ballots):
    done = book("verify", all_ballots)
    assert re.fullmatch(r"\d+ positions, 0 errors\n", done.stdout)


def rewritten(data, change):
    """The book with its body changed and its checksums right."""
    body = bytearray(data[kbk.HEAD.size:])
    change(body)
    head = bytearray(data[:kbk.HEAD.size])
    head[32:40] = kbk.xxh3(bytes(body)).to_bytes(8, "little")
    head[40:48] = kbk.xxh3(bytes(head[:40])).to_bytes(8, "little")
    return bytes(head + body)


def test_verify_finds_what_is_wrong(tmp_path, all_ballots):
    path = tmp_path / "bad.kbk"
    data = all_ballots.read_bytes()
    reader = kbk.Book(data)
    moves_at = len(reader.entries) * kbk.ENTRY.size
    expanded = next(entry for entry in reader.entries if entry[8] & 1)

    def spoil_move(body):
        body[moves_at + expanded[4] * kbk.MOVE.size + 5] ^= 31

    def spoil_score(body):  # of the best move and the position, which agree then
        at = moves_at + expanded[4] * kbk.MOVE.size + 6
        score = (expanded[6] + 1).to_bytes(2, "little", signed=True)
        body[at:at + 2] = score
        number = reader.entries.index(expanded)
        body[number * kbk.ENTRY.size + 28:number * kbk.ENTRY.size + 30] = score

    for change, words in ((spoil_move, "a move is illegal"), (spoil_score, "the position behind it")):
        path.write_bytes(rewritten(data, change))
        done = book("verify", path, status=1)
        assert words in done.stdout
        assert re.search(r"\n\d+ positions, [1-9]\d* errors\n$", done.stdout)
    path.write_bytes(data[:-1])
    assert book("verify", path, status=1).stdout.endswith("\n0 positions, 1 errors\n")
    build(path, "--ballots", "2", steps=1)
    assert "ballot 1 is not there" in book("verify", path, status=1).stdout


def test_verify_searches_again(all_ballots):
    done = subprocess.run([str(BOOK), "verify", str(all_ballots), "--research", "20", "--nodes",
                           "1000", "--quiet"], capture_output=True, text=True,
                          timeout=120 * FACTOR)
    said = re.search(r"(?m)^(\d+) of 20 positions searched again differ", done.stdout)
    differ = int(said.group(1))
    assert done.returncode == (1 if differ > 1 else 0)
    assert done.stdout.endswith(f"positions, {int(differ > 1)} errors\n")
    assert done.stdout.count("searched for longer") == differ


def test_stats_and_tree(all_ballots):
    lines = book("stats", all_ballots).stdout.split("\n")
    assert lines[0] == f"positions {len(kbk.Book(all_ballots.read_bytes()).entries)}"
    rows = [line for line in lines if re.match(r"\| \d", line)]
    assert [int(row.split("|")[1]) for row in rows] == list(range(1, 175))
    assert "| 57 | 9-14 24-20 11-15 | deck |" in rows[56]
    tree = book("tree", "--book", all_ballots, "57", "--plies", "2", "--margin", "50").stdout
    assert re.match(r"\d+-\d+ [+-]\d\.\d\d\n  \d", tree)
    assert not re.search(r"(?m)^    ", tree)


def test_the_shipped_book():
    shipped = ROOT / "books" / "kelso.kbk"
    assert book("verify", shipped).stdout.endswith(" 0 errors\n")
    assert shipped.stat().st_size <= 5000000
    assert book("stats", shipped).stdout == (ROOT / "books" / "ballots-report.md").read_text()
    assert (BUILD / "kelso.kbk").read_bytes() == shipped.read_bytes()


def test_games_are_added(tmp_path, all_ballots):
    games = tmp_path / "games.pdn"
    games.write_text('[Result "*"]\n1. 11-15 22-18 15x22 25x18 *\n\n[Result "*"]\n1. 11-15 11-16 *\n')
    path = tmp_path / "more.kbk"
    done = book("add", "--from", all_ballots, "--output", path, "--nodes", NODES, "--plies", "3",
                games)
    assert "1 games, 1 bad ones left out" in done.stderr and "ply 2" in done.stderr
    reader = kbk.Book(path.read_bytes())
    start = reader.find("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")
    assert start[3] and len(start[4]) == 7
    last = reader.find("W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15")
    assert last[3] and last[2] >= 1
    assert book("verify", path).stdout.endswith(" 0 errors\n")


def test_endgame_tables_are_asked(tmp_path):
    tables, games = tmp_path / "egdb", tmp_path / "games.pdn"
    subprocess.run([str(BUILD / "kelso-egdb"), "build", "--pieces", "3", "--dir", str(tables),
                    "--quiet"], check=True, timeout=120 * FACTOR)
    fen = "W:WK32,K31:BK9"
    games.write_text(f'[SetUp "1"]\n[FEN "{fen}"]\n[Result "*"]\n1. ... 31-27 *\n')

    def points(*words):
        path = tmp_path / f"{len(words)}.kbk"
        book("add", "--output", path, "--nodes", "100", "--plies", "1", *words, games)
        return kbk.Book(path.read_bytes()).find(fen)[0]

    assert abs(points()) < 1000 and points("--egdb", tables) > 9000


@pytest.mark.parametrize("words, message", [
    (["build"], "build needs --output BOOK"),
    (["build", "--output", "x", "--ballots", "175"], "--ballots: 175 is not between 1 and 174"),
    (["build", "--output", "x", "--ballots", "5-2"], "--ballots: 2 is not between 5 and 174"),
    (["build", "--output", "x", "more"], "'more' is too many"),
    (["merge", "--output", "x"], "merge needs a FILE"),
    (["text"], "text needs a BOOK"),
    (["probe"], "probe needs a FEN in quotes"),
    (["tree", "--plies", "0", "1"], "--plies: 0 is not between 1 and 100"),
    (["stats", "--steps", "1", "x"], "unknown argument '--steps'"),
])
def test_mistakes(words, message):
    done = book(*words, status=2)
    assert done.stdout == "" and message in done.stderr


def test_files_that_are_wrong_are_named(tmp_path):
    source, path = tmp_path / "a.txt", tmp_path / "a.kbk"
    source.write_text("# kelso opening book, text 1\n\nB:W32:B1 0 9 1 searched 1-9 0\n")
    done = book("merge", "--output", path, source, status=1)
    assert f"{source}:3: illegal move '1-9'" in done.stderr and not path.exists()
    source.write_text("chess\n")
    assert f"{source}: neither" in book("text", source, status=1).stderr
    assert str(path) in book("stats", path, status=1).stderr
    done = book("build", "--output", path, "--egdb", tmp_path, status=1)
    assert f"{tmp_path}: there are no endgame tables" in done.stderr
