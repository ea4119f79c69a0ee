"""libkelso_cb.so, as a CheckerBoard GUI uses it."""

import os
import re
import shutil
import subprocess

import pytest

import cb_gui
from cb_gui import BLACK, KING, LIBRARY, LOSS, MAN, START, UNKNOWN, WHITE, WIN, cells, read_fen
from engine import BUILD, FACTOR, SLOW, table
from matches import replay
from starting import starter

start_gui = starter(cb_gui.Gui)
EMPTY = [0] * 64
START_BOARD = cells(read_fen(START)[1])


@pytest.fixture
def gui(start_gui):
    """It must answer, and end well, at the end of the test."""
    gui = start_gui()
    yield gui
    assert gui.command("get gametype") == (1, "21")
    gui.unload()
    gui.quit()


def test_two_names_are_exported():
    names = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], check=True, text=True,
                           capture_output=True).stdout.split("\n")[:-1]
    names = {name.split()[-1] for name in names}
    own = {name for name in names if not name.startswith("_")}  # of sanitizers and profiles
    assert own == {"getmove", "enginecommand"}


# ---- Boards and moves

@pytest.mark.parametrize("square, x, y", [(1, 6, 0), (4, 0, 0), (5, 7, 1), (29, 7, 7), (32, 1, 7)])
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_corners(gui, engine, square, x, y, color):
    """The numbers stand here for themselves: the side's only piece, a king, leaves its corner."""
    board = list(EMPTY)
    board[8 * x + y] = color | KING
    board[8 * 3 + 3] = 3 - color | KING  # on 15, far away
    answer = gui.getmove(board, color)
    assert answer.move.start == (x, y)
    assert answer.board[8 * x + y] == 0
    side, other = ("B", "W") if color == BLACK else ("W", "B")
    gui.move(engine, f"{side}:{other}K15:{side}K{square}")


def test_start(gui, engine):
    assert START_BOARD[8 * 6 + 0] == START_BOARD[0] == BLACK | MAN
    for fen in START, "W" + START[1:]:
        gui.move(engine, fen)


@pytest.mark.parametrize("fen, moves", [
    ("W:WK2,22:B6,7,14,15,3", ["2x9x18x11x2", "2x11x18x9x2"]),  # to where it came from
    ("W:WK31:B26,27,18,19,10,11", None),  # loops and forks
    ("W:W11:B6,7", ["11x2"]),  # crowned: it stops there
    ("B:W22,23,24:B18,K1", ["18x25", "18x27"]),
    ("B:WK22:B18", ["18x25"]),  # the last piece
])
def test_captures(gui, engine, fen, moves):
    text, _ = gui.move(engine, fen)
    assert moves is None or text in moves


def test_moves_are_those_of_the_native_engine(gui, engine):
    """get movelist, and a move, in each position of the table."""
    for _, fen, *_ in table("moves.tsv", 3):
        engine.answers(f"position fen {fen}")
        wanted = engine.moves()
        assert gui.command(f"get movelist {fen}") == (1, " ".join(wanted)), fen
        if wanted:
            gui.move(engine, engine.fen())


def test_games(gui, engine, tmp_path):
    """Against the native engine; the oracle judges the records."""
    games = []
    for fen, opening, told in [
            (START, "9-13 22-18 10-15".split(), True),
            (START, "11-16 24-19 16-20".split(), False),
            ("W:WK2,22,32,31:B6,7,14,15,3,K10", [], True),  # can go in a circle
            ("B:WK31,K32:BK1,K2", [], True)]:  # ends by repetition
        for side in "BW":
            games.append(cb_gui.play_game(gui, engine, fen, side, opening, nodes=200, told=told,
                                          plies_max=40 if SLOW else 400))
    assert any(game.reason in ("repetition", "no progress", "adjudication") for game in games)
    cb_gui.write_pdn(tmp_path / "games.pdn", games)
    assert replay(tmp_path / "games.pdn") == len(games)


def test_repetition(start_gui, engine):
    """What has stood on the board twice is not repeated by who is winning."""
    fen = "W:WK26,K27,K31:BK2"
    text, after = start_gui().move(engine, fen, 0.3)
    start, to = text.split("-")
    engine.answers(f"position fen {after}")
    for reply in engine.moves():  # there and back, while the engine's move is taken back
        there, back = reply, "-".join(reversed(reply.split("-")))
        cycle = [there, f"{to}-{start}", back]
        moves = [*cycle, text, *cycle]
        if not engine.answers(f"position fen {after} moves {' '.join(moves)}"):
            break
    else:
        raise AssertionError("no way there and back")
    assert engine.fen() == fen
    for info in 0, 1:  # a reset forgets what was seen, but not what was said
        gui = start_gui()
        assert gui.command(f"set gamehist {after} {' '.join(moves)}") == (1, "7 moves")
        assert gui.move(engine, fen, 0.3, info=info)[0] != text


def test_last_move_may_be_ambiguous(gui):
    """The GUI writes from and to only; the board tells which capture it was."""
    fen = "B:WK31:B12,26,27,18,19,10,11"
    assert gui.command(f"set gamehist {fen} 12-16 31x6") == (1, "1 moves")
    for text in "B:WK32:BK1 1-99", "B:WK32:BK1 1-6 1-6":
        known, reply = gui.command(f"set gamehist {text}")
        assert known == 1 and reply.startswith("error: move ")


def test_long_history(gui, engine):
    cycle = "1-6 32-27 6-1 27-32".split()
    moves = cycle * 30
    text = f"set gamehist B:WK32:BK1 {' '.join(moves)}"
    assert len(text) > 600
    assert gui.command(text) == (1, "120 moves")
    gui.move(engine, "B:WK32:BK1")
    for cut in 1, 8, 20, 21, 300:  # bytes lost behind the command's name
        known, reply = gui.command(f"set gamehist {text[13 + cut:]}")
        assert known == 1 and reply.startswith("error: "), reply
        gui.move(engine, "B:WK32:BK1")


# ---- What is wrong

@pytest.mark.parametrize("board, color, words", [
    (EMPTY, BLACK, "the board is empty"),
    (START_BOARD, 0, "color 0 is neither"),
    (START_BOARD, 3, "color 3 is neither"),
    (cells({n: BLACK | MAN for n in range(1, 14)}), BLACK, "13 pieces"),
    (cells({1: 7, 32: BLACK | KING}), BLACK, "square 1"),
    (cells({32: BLACK | MAN, 1: BLACK | KING}), BLACK, "king row"),
    ([-1] * 64, WHITE, "is no piece"),
])
def test_impossible_boards(gui, board, color, words):
    answer = gui.getmove(board, color)
    assert answer.result == UNKNOWN
    assert answer.text.startswith("error: ") and words in answer.text
    assert answer.board == list(board)
    assert answer.move == cb_gui.Move(0, 0, 0, (0, 0), (0, 0), [(0, 0)] * 12, [(0, 0)] * 12,
                                      [0] * 12)


@pytest.mark.parametrize("pieces", [{1: BLACK | KING}, {32: WHITE | MAN, 28: BLACK | MAN,
                                                        27: BLACK | MAN, 24: BLACK | MAN,
                                                        23: BLACK | MAN}])
def test_no_legal_move_is_a_loss(gui, pieces):
    answer = gui.getmove(cells(pieces), WHITE)
    assert (answer.result, answer.board) == (LOSS, cells(pieces))


def test_side_without_pieces(gui, engine):
    assert gui.getmove(cells({1: BLACK | KING}), BLACK).result == WIN


@pytest.mark.parametrize("command", ["", " ", "hello", "get", "set", "get nothing", "set nothing 1",
                                     "getgametype", "x" * 5000, "set  ", "\t"])
def test_unknown_commands(gui, command):
    assert gui.command(command) == (0, "?")


@pytest.mark.parametrize("command, words", [
    ("set hashsize", "needs a value"),
    ("set hashsize many", "not a whole number"),
    ("set hashsize 0", "out of range"),
    ("set book 4", "out of range"),
    ("set searchthreads 0", "out of range"),
    ("set bookfile /nowhere/at all", "/nowhere/at all"),
    ("set gamehist", "a FEN is missing"),
    ("set gamehist 11-15 23-19", "FEN"),
    ("get movelist", "FEN"),
    ("get movelist B:W33:B1", "33"),
    ("staticevaluation B:", "FEN"),
])
def test_refused_commands(gui, command, words):
    known, reply = gui.command(command)
    assert known == 1 and reply.startswith("error: ") and words in reply


# ---- Commands

@pytest.mark.parametrize("command, pattern", [
    ("name", r"Kelso \d+\.\d+\.\d+"),
    ("about", "Kelso .*"),
    ("help", ".*gamehist.*"),
    ("get gametype", "21"),
    ("get protocolversion", "2"),
    ("get cpus", str(os.sysconf("SC_NPROCESSORS_ONLN"))),
    ("get movelist B:W21-32:B1-12", "9-13 .* 11-16"),
    ("staticevaluation B:W21-32:B1-12", r"-?\d+"),
    ("staticevaluation B:W32:B1,2,3", r"\d{3,}"),
    ("set gamehist B:W21-32:B1-12", "0 moves"),
    ("set gamehist  B:W21-32:B1-12  11-15 23-19  ", "2 moves"),
])
def test_commands(gui, command, pattern):
    known, reply = gui.command(command)
    assert known == 1 and re.fullmatch(pattern, reply), reply


def test_settings_are_kept(gui, engine):
    """At first they are those of the native engine."""
    options = dict(re.findall(r"option name (\w+) .*default (\S+)",
                              "\n".join(engine.answers("uci"))))
    first = {"hashsize": options["Hash"], "dbmbytes": options["EgdbCache"],
             "searchthreads": options["Threads"], "max_dbpieces": options["EgdbPieces"],
             "book": "0", "allscores": "0", "solve": "0", "enable_wld": "1", "enable_mtc": "1"}
    assert {name: gui.command(f"get {name}")[1] for name in first} == first
    other = {"hashsize": 3, "dbmbytes": 2, "searchthreads": 2, "max_dbpieces": 4, "book": 2,
             "allscores": 1, "solve": 1, "enable_wld": 0, "enable_mtc": 0}
    for name, value in other.items():
        gui.set(name, value)
    gui.getmove(START_BOARD, BLACK, playnow_ms=20)
    for name, value in other.items():
        assert gui.command(f"get {name}") == (1, str(value))
    assert gui.command("set hashsize none")[1].startswith("error: ")
    assert gui.command("get hashsize") == (1, "3")


def test_paths_with_blanks(gui, tmp_path):
    folder = tmp_path / "a folder  of books"
    folder.mkdir()
    shutil.copy(BUILD / "kelso.kbk", folder / "the book.kbk")
    gui.set("bookfile", folder / "the book.kbk")
    assert gui.command("get bookfile") == (1, str(folder / "the book.kbk"))
    for name in "dbpath", "mtcpath":
        gui.set(name, folder)
        assert gui.command(f"get {name}") == (1, str(folder))
        assert gui.command(f"set {name}") == (1, "")
    assert gui.command("set dbpath " + 300 * "/x")[1].startswith("error: the reply would be")


def test_damaged_files_are_warned_of(gui, tmp_path):
    (tmp_path / "0m1k-0m1k.wld").write_bytes(b"not a table")
    known, reply = gui.command(f"set dbpath {tmp_path}")
    assert known == 1 and reply.startswith(f"warning: {tmp_path}/0m1k-0m1k.wld")
    gui.set("max_dbpieces", 0)
    assert "warning" not in gui.getmove(START_BOARD, BLACK).text


@pytest.mark.parametrize("book", [1, 2, 3])
def test_book(gui, engine, book):
    """A ballot is answered out of the book at once; the answer comes from within the call."""
    gui.set("book", book)
    engine.answers("position ballot 57")
    fen = engine.fen()
    color, pieces = read_fen(fen)
    answer = gui.getmove(cells(pieces), color, 15)
    assert answer.ms < 3000 * FACTOR
    gui.move(engine, fen, 15)
    gui.set("book", 0)
    gui.move(engine, fen)


# ---- Time

@pytest.mark.parametrize("maxtime, info, moreinfo, least, most", [
    (0.5, 0, 0, 0, 500),
    (0.5, 2, 0, 350, 500),
    (0.5, 2 | 4, 60000 << 16, 350, 500),  # exactly so long, whatever the clock shows
    (9, 4, 1000 << 16, 5, 300),  # 1 s left
    (9, 8, 100 << 16, 5, 300),
    (9, 12, 10 << 16, 5, 300),
    (9, 4, 65535 << 16 | 100, 100, 20000),
    (9, 4, 0, 0, 100),
    (9, 4, 500 << 16 | 200, 5, 400),
    (0, 0, 0, 0, 100),
    (-5, 0, 0, 0, 100),
    (float("nan"), 0, 0, 0, 100),
    (0.2, 0xFFF0, 0, 0, 200),  # bits of no meaning
])
def test_time(gui, maxtime, info, moreinfo, least, most):
    gui.command("name")  # the first call makes the engine
    answer = gui.getmove(START_BOARD, BLACK, maxtime, info, moreinfo)
    assert answer.board != START_BOARD
    assert least <= answer.ms <= most + 300 * FACTOR  # on a busy machine


@pytest.mark.parametrize("maxtime, info", [(1000, 0), (1e300, 2), (1000, 4)])
def test_play_now(gui, maxtime, info):
    answer = gui.getmove(START_BOARD, BLACK, maxtime, info, -1, playnow_ms=100)
    assert 90 <= answer.ms <= 500 * FACTOR
    assert answer.board != START_BOARD


def test_solve(gui):
    gui.set("solve", 1)
    answer = gui.getmove(START_BOARD, BLACK, 0.01, playnow_ms=300)
    assert answer.ms >= 290
    gui.getmove(cells({1: BLACK | KING, 2: BLACK | KING, 32: WHITE | KING}), BLACK, 0.01,
                playnow_ms=500)


def test_progress(gui):
    """At most ten times a second, and once more at the end."""
    answer = gui.getmove(START_BOARD, BLACK, 1.05)
    assert 3 <= answer.texts <= 11
    assert re.fullmatch(r"depth \d+/\d+, score [-+]\d+\.\d\d, \d+\.\d s, \d+ k nodes, "
                        r"line( \d+[-x]\d+(x\d+)*)+", answer.text)


def test_all_scores(gui):
    gui.set("allscores", 1)
    answer = gui.getmove(START_BOARD, BLACK, 0.5)
    moves = re.findall(r" (\d+-\d+) [-+]\d+\.\d\d", answer.text.split("all")[1])
    assert sorted(moves) == sorted("9-13 9-14 10-14 10-15 11-15 11-16 12-16".split())


# ---- Threads and life

@pytest.mark.parametrize("command, reply", [
    ("set hashsize 2", (1, "error: a search is running")),
    ("get hashsize", (1, "64")),
    ("name", None),
    ("nonsense", (0, "?")),
    ("staticevaluation B:W32:B1", (1, "error: a search is running")),
    ("set gamehist B:WK32:BK1", (1, "0 moves")),
])
def test_commands_during_a_search(gui, command, reply):
    """They are answered at once, and the search goes on."""
    answer = gui.getmove(START_BOARD, BLACK, 0.4, 2, during=(100, command))
    assert answer.during[0] == 0 or answer.ms >= 300
    assert reply is None or answer.during == reply
    assert answer.move.oldpiece == BLACK | MAN


def test_callers_at_once(gui):
    gui.send("both 4")
    assert gui.line(60) == "0 failures"


def test_load_and_unload(gui, engine):
    for count in range(10):
        gui.unload()
        gui.load()
        if count % 3 == 1:
            gui.set("searchthreads", 2)
        if count % 3:
            gui.move(engine, START)
