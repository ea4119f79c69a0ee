"""The engine plays by an opening book."""

import random
import statistics
import time

import pytest

from books import book, build
from engine import FACTOR, KELSO, SLOW, Engine, line_of, score, value
from hub_client import Hub

CLOCK = "wtime 60000 btime 60000"


@pytest.fixture(scope="module")
def kbk_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "small.kbk"
    build(path, "--ballots", "50-60", "--quiet", steps=12)
    return path


@pytest.fixture
def player(kbk_file, engine):
    assert engine.answers(f"setoption name BookFile value {kbk_file}",
                          "setoption name OwnBook value true") == []
    return engine


def said(path, engine):
    """(move, score) of what kelso-book says of the engine's position, best first."""
    lines = book("probe", "--book", path, engine.fen()).stdout.rstrip("\n").split("\n")[1:]
    return [(line.split()[0], int(line.split()[1])) for line in lines]


def is_from_book(infos):
    return len(infos) == 1 and value(infos[0], "nodes") == 0


def test_it_plays_the_best_move_of_the_book(player, kbk_file):
    for ballot in range(50, 61):
        player.send(f"position ballot {ballot}")
        moves = said(kbk_file, player)
        for limits in (CLOCK, "movetime 1000"):
            infos, best = player.go(limits)
            assert is_from_book(infos)
            assert best[0] == moves[0][0] and score(infos[0]) == ("cp", moves[0][1])
            assert best[1] == "ponder" and line_of(infos[0]) == [best[0], best[2]]


def test_it_answers_at_once(player):
    times = []
    for number in range(40):
        player.answers(f"position ballot {50 + number % 11}")
        sent = time.monotonic()
        player.go(CLOCK)
        times.append(1000 * (player.came_at - sent))
    assert statistics.median(times) < 5 * FACTOR


@pytest.mark.parametrize("limits", ["depth 2", "nodes 500", "movetime 30 depth 3",
                                    "movetime 30 searchmoves 22-17", CLOCK + " nodes 500"])
def test_a_wish_of_another_kind_is_searched(player, limits):
    player.send("position ballot 57")
    infos, _ = player.go(limits)
    assert value(infos[-1], "nodes") > 0


def test_analysis_is_searched(player):
    player.send("position ballot 57", "go infinite")
    player.until(" score ")
    player.send("stop")
    player.until("^bestmove")
    player.send("go ponder " + CLOCK)
    player.until(" score ")
    player.send("stop")
    player.until("^bestmove")
    player.send("setoption name MultiPV value 2")
    infos, _ = player.go("movetime 30")
    assert value(infos[-1], "nodes") > 0


def test_outside_of_the_book_it_searches(player):
    player.send("position startpos moves 12-16 21-17 8-12 17-14")
    infos, _ = player.go("movetime 30")
    assert not is_from_book(infos)
    player.send("setoption name Variant value giveaway", "position ballot 57")
    assert not is_from_book(player.go("movetime 30")[0])


def test_book_depth(player):
    player.send("position ballot 57", "setoption name BookDepth value 3")
    assert not is_from_book(player.go("movetime 30")[0])
    player.send("setoption name BookDepth value 4")
    assert is_from_book(player.go("movetime 30")[0])


def test_a_repeated_position_is_searched(player, tmp_path):
    path = tmp_path / "kings.kbk"
    (tmp_path / "kings.txt").write_text("# kelso opening book, text 1\n"
                                        "B:WK32:BK1 0 9 1 expanded 1-5 0 1-6 0\n")
    book("merge", "--output", path, tmp_path / "kings.txt")
    player.send(f"setoption name BookFile value {path}", "position fen B:WK32:BK1")
    assert is_from_book(player.go("movetime 30")[0])
    player.send("position fen W:WK32:BK1")  # the same position, seen by White
    infos, best = player.go("movetime 30")
    assert is_from_book(infos) and best == ["32-28"]
    player.send("position fen B:WK32:BK1 moves 1-6 32-28 6-1 28-32")
    assert not is_from_book(player.go("movetime 30")[0])


def test_book_random(player, tmp_path):
    path = tmp_path / "start.kbk"
    moves = {"11-15": 5, "9-13": 5, "11-16": 1, "10-15": -2, "10-14": -9, "9-14": -30, "12-16": -80}
    (tmp_path / "start.txt").write_text(
        "# kelso opening book, text 1\n" + player.fen() + " 5 9 7 expanded " +
        " ".join(f"{move} {points}" for move, points in moves.items()) + "\n")
    book("merge", "--output", path, tmp_path / "start.txt")
    player.send(f"setoption name BookFile value {path}")

    def choices(seed, margin):
        player.send(f"setoption name BookRandom value {seed}",
                    f"setoption name BookMargin value {margin}", "position startpos")
        return [player.go("movetime 30")[1][0] for _ in range(60)]

    assert choices(0, 500) == [said(path, player)[0][0]] * 60  # without a seed always the best
    for margin in (0, 4, 500):
        allowed = {move for move, points in moves.items() if points >= 5 - margin}
        assert set(choices(7, margin)) <= allowed
    many = choices(7, 15)
    assert many == choices(7, 15) and many != choices(8, 15) and len(set(many)) > 1
    assert set(choices(7, 0)) == {"11-15", "9-13"}


def test_a_bad_file_is_refused_by_name_and_the_old_one_stays(player, kbk_file, tmp_path):
    bad = tmp_path / "bad.kbk"
    bad.write_bytes(kbk_file.read_bytes()[:-5])
    for path, words in ((bad, "bytes where it should have"), (tmp_path / "none", "no such file"),
                        (tmp_path, "not a file")):
        (answer,) = player.answers(f"setoption name BookFile value {path}")
        assert answer.startswith(f"info string error: option BookFile: {path}: ")
        assert words in answer
    player.send("position ballot 57")
    assert is_from_book(player.go("movetime 30")[0])


def test_flipped_bytes(player, kbk_file, tmp_path):
    data = bytearray(kbk_file.read_bytes())
    dice = random.Random(3)
    for number in range(1000 if not SLOW else 50):
        at, bit = dice.randrange(len(data)), 1 << dice.randrange(8)
        data[at] ^= bit
        path = tmp_path / f"{number % 2}.kbk"  # the one before may still be looked at
        path.unlink(missing_ok=True)
        path.write_bytes(data)
        data[at] ^= bit
        (answer,) = player.answers(f"setoption name BookFile value {path}")
        assert answer.startswith(f"info string error: option BookFile: {path}: ")
    player.send("position ballot 57")
    infos, best = player.go("movetime 30")
    assert is_from_book(infos) and best[0] in player.moves()


def test_it_is_off_at_first(engine, kbk_file):
    engine.send(f"setoption name BookFile value {kbk_file}", "position ballot 57")
    assert not is_from_book(engine.go("movetime 30")[0])
    engine.send("setoption name OwnBook value true")
    assert is_from_book(engine.go("movetime 30")[0])
    engine.send("setoption name OwnBook value false")
    assert not is_from_book(engine.go("movetime 30")[0])


def copied(folder, name):
    """The engine as a program of its own in another folder."""
    program = folder / name
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_bytes(KELSO.read_bytes())
    program.chmod(0o755)
    return program


def test_by_the_other_protocol(kbk_file):
    hub = Hub()
    try:
        hub.greet()
        assert hub.answers(f"set-param name=book-file value={kbk_file}",
                           "set-param name=book value=true") == []

        def nodes(mode):
            hub.send('pos moves="9-14 24-20 11-15"')
            infos, _ = hub.go("move-time=0.05", mode=mode)
            return int(infos[-1]["nodes"])

        assert nodes("think") == 0
        assert nodes("think book=false") > 0
        assert nodes("think book") == 0
        assert nodes("analyze") > 0
        hub.quit()
    finally:
        hub.destroy()


# ---- its files


def test_the_usual_places(tmp_path, kbk_file):
    program = copied(tmp_path, "bin/kelso")
    beside = tmp_path / "bin" / "kelso.kbk"
    shared = tmp_path / "share" / "kelso" / "kelso.kbk"
    shared.parent.mkdir(parents=True)

    def answers():
        engine = Engine(program=program)
        try:
            warnings = engine.answers("setoption name OwnBook value true", "position ballot 57")
            infos, _ = engine.go("movetime 30")
            return warnings, is_from_book(infos)
        finally:
            engine.quit()
            engine.destroy()

    warnings, from_book = answers()
    assert not from_book and len(warnings) == 1
    assert warnings[0].startswith("info string warning: option OwnBook: there is no opening book")
    shared.write_bytes(kbk_file.read_bytes())
    assert answers() == ([], True)
    beside.write_bytes(kbk_file.read_bytes()[:100])
    warnings, from_book = answers()
    assert not from_book and str(beside) in warnings[0]
    shared.unlink()
    beside.write_bytes(kbk_file.read_bytes())
    assert answers() == ([], True)


def test_the_first_start_is_quick(tmp_path, kbk_file):
    program = copied(tmp_path, "kelso")
    (tmp_path / "kelso.kbk").write_bytes(kbk_file.read_bytes())
    times = []
    for _ in range(5):
        engine = Engine(program=program)
        try:
            engine.answers()
            sent = time.monotonic()
            assert engine.answers("setoption name OwnBook value true") == []
            times.append(1000 * (engine.came_at - sent))
        finally:
            engine.quit()
            engine.destroy()
    assert min(times) < 20 * FACTOR
