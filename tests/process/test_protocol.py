"""Commands and errors of the native protocol, apart from searching."""

import re

import pytest

from engine import Engine, ROOT, table

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


# ---- Errors: one line, and nothing changes

@pytest.fixture(scope="module")
def one_engine():
    """One for the whole table, since refused lines change nothing."""
    engine = Engine()
    yield engine
    engine.quit()
    engine.destroy()


@pytest.mark.parametrize("number, line, words", table("protocol-errors.tsv", 2),
                         ids=lambda cell: str(cell).replace(" ", "_")[:60])
def test_refused_line(one_engine, number, line, words):
    engine = one_engine
    engine.send("position startpos moves 11-15 23-19")
    before = engine.board()
    answer = engine.answers(line)
    assert len(answer) == 1, answer
    assert answer[0].startswith("info string error: ")
    assert words in answer[0]
    assert engine.board() == before
    engine.nothing_more(0.02)  # a refused go gives no bestmove


@pytest.mark.parametrize("line", ["position startpos moves " + "9-13 " * 200 + "x" * 5000,
                                  "x" * 5000, "go depth " + "9" * 5000,
                                  "setoption name " + "n" * 5000 + " value 3",
                                  "position fen " + "W" * 5000])
def test_long_words_are_cut_in_errors(engine, line):
    (answer,) = engine.answers(line)
    assert answer.startswith("info string error: ")
    assert len(answer) < 400


def test_errors_do_not_add_up(engine):
    """Many wrong lines in one go: an answer each, in order."""
    answers = engine.answers(*[f"wrong{i}" for i in range(500)])
    assert len(answers) == 500
    assert all(f"'wrong{i}'" in answer for i, answer in enumerate(answers))


# ---- position

def test_start_position(engine):
    assert engine.fen() == START
    engine.send("position fen W:WK2:BK31", "position startpos")
    assert engine.fen() == START
    engine.send("position fen W:WK2:BK31", "ucinewgame")
    assert engine.fen() == START


@pytest.mark.parametrize("text, strict", [
    ("B:W21-32:B1-12", START),
    ("b:w21-32:b1-12.", START),
    ("B:B1-12:W21-32:H0:F1", START),
    ("B : W 21 - 32 : B 1 - 12", START),
    ("B:B:W29,30:B1", "B:W29,30:B1"),
    ("W:WK18:BK30,K29", "W:WK18:BK29,K30"),
    ("B:W29,30:B", "B:W29,30:B"),
])
def test_tolerant_fen(engine, text, strict):
    assert engine.answers(f"position fen {text}") == []
    assert engine.fen() == strict


def test_man_on_his_king_row_is_a_king_with_a_warning(engine):
    (warning,) = engine.answers("position fen W:W1,22:B9")
    assert warning.startswith("info string warning: ")
    assert "kings: 1" in warning
    assert engine.fen() == "W:WK1,22:B9"


def test_refused_move_leaves_the_old_position(engine):
    engine.send("position fen W:WK2,25:B14,15,16 moves 2-6")
    before = engine.board()
    (error,) = engine.answers("position fen W:WK2,25:B14,15,16 moves 2-6 14-17 2-6")
    assert "move 3" in error
    assert engine.board() == before


def test_tolerant_moves(engine):
    engine.send("position startpos moves 11x15 023:19 8-11 22-17 11-16 24-20 15x24 20x11")
    assert engine.answers("d")[-1].startswith("fen ")
    engine.send("position fen W:WK31:B26,27,18,19,10,11 moves 31x24x6")
    assert engine.fen() == "B:WK6:B11,18,26"


def test_ballots(engine):
    engine.send("position ballot 8")
    board = engine.board()
    assert "ballot 8 9-13 22-18 11-15 Edinburgh Single" in board
    engine.send("position ballot 8 moves 18x11 7x16")
    board = engine.board()
    assert "ballot 8 9-13 22-18 11-15 Edinburgh Single" in board
    engine.send("position startpos moves 9-13 22-18 11-15")
    assert "ballot 8 9-13 22-18 11-15 Edinburgh Single" in engine.board()
    engine.send("position startpos moves 9-13 22-18")
    assert not [line for line in engine.board() if line.startswith("ballot")]


@pytest.mark.parametrize("number", [1, 87, 174])
def test_ballot_numbers(engine, number):
    engine.send(f"position ballot {number}")
    (line,) = [line for line in engine.board() if line.startswith("ballot ")]
    moves = line.split()[2:5]
    fen = engine.fen()
    engine.send("position startpos moves " + " ".join(moves))
    assert engine.fen() == fen


# ---- d, moves, eval, help

def test_board(engine):
    engine.send("position fen W:WK1,5:B4,K32")
    assert engine.board() == [
        "   W   .   .   b      1   2   3   4",
        " w   .   .   .      5   6   7   8",
        "   .   .   .   .      9  10  11  12",
        " .   .   .   .     13  14  15  16",
        "   .   .   .   .     17  18  19  20",
        " .   .   .   .     21  22  23  24",
        "   .   .   .   .     25  26  27  28",
        " .   .   .   B     29  30  31  32",
        "rules wcdf, no progress for 0 plies",
        "fen W:WK1,5:B4,K32",
    ]


SHUFFLE = " 2-6 31-27 6-2 27-31"


@pytest.mark.parametrize("rules, shuffles, end", [
    ("wcdf", 1, None), ("wcdf", 2, "end 1/2-1/2 repetition"),
    ("fifty", 2, None), ("fifty", 3, "end 1/2-1/2 repetition"),
    ("crowning", 19, None), ("crowning", 20, "end 1/2-1/2 no progress"),
])
def test_board_says_the_end(engine, rules, shuffles, end):
    engine.send(f"setoption name Rules value {rules}",
                "position fen W:WK2:BK31 moves" + SHUFFLE * shuffles)
    board = engine.board()
    assert f"rules {rules}, no progress for {4 * shuffles} plies" in board
    assert [line for line in board if line.startswith("end")] == ([end] if end else [])


@pytest.mark.parametrize("variant, end", [("english", "end 0-1 no moves"),
                                          ("giveaway", "end 1-0 no moves")])
def test_board_says_who_has_won(engine, variant, end):
    engine.send(f"setoption name Variant value {variant}", "position fen W:WK27:B28 moves 27-32")
    assert end in engine.board()


def test_rules_set_later_count_again(engine):
    """The present game is judged by new rules: a man's move is no progress under crowning."""
    engine.send("position startpos moves 11-15 23-19")
    assert "rules wcdf, no progress for 0 plies" in engine.board()
    engine.send("setoption name Rules value crowning")
    assert "rules crowning, no progress for 2 plies" in engine.board()


@pytest.mark.parametrize("fen, moves", [
    (START, "9-13 9-14 10-14 10-15 11-15 11-16 12-16"),
    ("W:WK2:B6,7,14,15", "2x9x18x11x2 2x11x18x9x2"),
    ("W:W5:B1", ""),
])
def test_moves(engine, fen, moves):
    engine.send(f"position fen {fen}")
    assert sorted(engine.moves()) == sorted(moves.split())


@pytest.mark.parametrize("fen, flipped", [
    (START, "W:W21-32:B1-12"),
    ("W:WK2,22:B9,K30", "B:W24,K3:BK31,11"),
    ("B:W21,22,26,30:B3,9,12,K29", "W:W30,24,21,K4:B12,11,7,3"),
])
@pytest.mark.parametrize("variant", ["english", "giveaway"])
def test_eval_is_the_same_from_either_side(engine, fen, flipped, variant):
    engine.send(f"setoption name Variant value {variant}", f"position fen {fen}")
    one = engine.answers("eval")
    assert re.fullmatch(r"eval -?\d+", one[0])
    engine.send(f"position fen {flipped}")
    assert engine.answers("eval") == one


def test_eval_knows_a_man(engine):
    engine.send("position fen W:W21,22:B9")
    value = int(engine.answers("eval")[0].split()[1])
    assert 20 < value < 500
    engine.send("setoption name Variant value giveaway")
    assert int(engine.answers("eval")[0].split()[1]) < 0


def test_help_names_every_command(engine):
    """Every command that the manual has a heading for."""
    text = (ROOT / "protocol.md").read_text()
    commands = text[text.index("## Commands"):text.index("## Hub")]
    headings = re.findall(r"^### (.*)$", commands, re.MULTILINE)
    names = [word.split()[0] for heading in headings for word in re.findall(r"`([^`]*)`", heading)]
    assert len(names) >= 13
    help_text = engine.answers("help")
    known = [line.split()[0] for line in help_text if line]
    assert [name for name in names if name not in known] == []


# ---- perft and bench

@pytest.mark.parametrize("fen, depth, total", [
    (START, 0, 1), (START, 1, 7), (START, 6, 36768),
    ("W:WK30:B9,10,11,17,18,19,25,26,27", 4, 1724),
    ("W:W5:B1", 3, 0),
])
def test_perft(engine, fen, depth, total):
    engine.send(f"position fen {fen}")
    engine.send(f"go perft {depth}")
    answers = engine.until("^perft ")
    assert answers[-1] == f"perft {depth} {total}"
    if depth > 0:
        assert sum(int(line.split()[1]) for line in answers[:-1]) == total
        assert sorted(line.split()[0] for line in answers[:-1]) == sorted(engine.moves())


def bench(engine, depth):
    engine.send(f"bench {depth}")
    return int(engine.until(r"^signature \d+$")[-1].split()[1])


def test_bench_gives_one_signature_whatever_the_options(engine):
    engine.send("position fen W:WK2:BK31")
    one = bench(engine, 5)
    assert one > 100
    for name, value in [("Threads", 2), ("Hash", 1), ("MultiPV", 3), ("Rules", "crowning"),
                        ("Variant", "giveaway"), ("Contempt", 50)]:
        engine.send(f"setoption name {name} value {value}")
    engine.go("depth", 5)
    assert bench(engine, 5) == one
    assert engine.fen() == "W:WK2:BK31"
    assert bench(engine, 6) != one
