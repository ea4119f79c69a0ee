"""Searching: limits, stops, pondering, what is reported, what is played."""

import collections
import itertools
import os
import random
import re
import statistics
import time

import pytest

from engine import (FACTOR, POSITIONS, SLOW, answer_times, line_of, ready_times, score, stop_once,
                    value)

STOPS = int(os.environ.get("KELSO_STOPS", "100"))


def test_answers_are_played_out(engine):
    """A game of the engine against itself: every move legal, every line of play legal, the ponder
    move legal behind its move."""
    moves = []
    for _ in range(60):
        position = "position startpos moves " + " ".join(moves) if moves else "position startpos"
        engine.send(position)
        legal = engine.moves()
        infos, best = engine.go("depth", 4)
        if not legal:
            assert best == ["none"]
            break
        assert best[0] in legal
        for info in (infos[0], infos[-1]):
            line = " ".join(moves + line_of(info))
            assert engine.answers(f"position startpos moves {line}") == []
        if len(best) > 1:
            assert best[1] == "ponder"
            line = " ".join(moves + [best[0], best[2]])
            assert engine.answers(f"position startpos moves {line}") == []
        moves.append(best[0])


@pytest.mark.parametrize("position", POSITIONS)
def test_what_is_reported(engine, position):
    engine.send(f"position {position}")
    legal = engine.moves()
    infos, best = engine.go("depth", 6)
    for info in infos:
        assert re.fullmatch(r"info depth \d+ seldepth \d+ multipv 1 score (cp -?\d+|win \d+|loss "
                            r"\d+)( lowerbound| upperbound)? nodes \d+ nps \d+ hashfull \d+ "
                            r"tbhits \d+ time \d+( pv( \d+([-x]\d+)+)+)?", info), info
    assert best[0] in legal if legal else best == ["none"]
    if legal:
        assert line_of(infos[-1])[0] == best[0]
    depths = [value(info, "depth") for info in infos]
    assert depths == sorted(depths) and depths[-1] <= 6
    nodes = [value(info, "nodes") for info in infos]
    assert nodes == sorted(nodes)


def strip_times(infos):
    return [re.sub(r" (nps|time) \d+", "", info) for info in infos]


def test_one_thread_is_reproducible(engine):
    engine.send("position ballot 8")
    one = engine.go("depth", 11)
    engine.send("ucinewgame", "position ballot 8")
    two = engine.go("depth", 11)
    assert (strip_times(one[0]), one[1]) == (strip_times(two[0]), two[1])


@pytest.mark.parametrize("nodes", [1, 2, 1000, 54321])
def test_nodes(engine, nodes):
    """The limit is kept, and the answer is the same every time."""
    answers = set()
    for _ in range(3):
        engine.send("ucinewgame", "position ballot 57")
        infos, best = engine.go("nodes", nodes)
        assert value(infos[-1], "nodes") <= nodes
        assert best[0] in engine.moves()
        answers.add((tuple(strip_times(infos)), tuple(best)))
    assert len(answers) == 1
    if nodes > 10000:
        assert value(infos[-1], "nodes") > nodes / 20


@pytest.mark.parametrize("depth", [1, 2, 9])
def test_depth(engine, depth):
    infos, _ = engine.go("depth", depth)
    assert value(infos[-1], "depth") == depth


def test_first_limit_ends_the_search(engine):
    infos, _ = engine.go("depth", 3, "nodes", 100000000, "movetime", 100000)
    assert value(infos[-1], "depth") == 3
    started = time.monotonic()
    engine.go("depth", 100, "movetime", 100, seconds=5)
    assert time.monotonic() - started < 2 * FACTOR
    infos, _ = engine.go("depth", 100, "nodes", 2000)
    assert value(infos[-1], "nodes") <= 2000


# ---- searchmoves

def test_searchmoves(engine):
    for only in (["9-13"], ["12-16", "10-14"]):
        infos, best = engine.go("depth", 7, "searchmoves", *only)
        assert best[0] in only
        assert {line_of(info)[0] for info in infos} <= set(only)
    infos, best = engine.go("searchmoves", "12-16", "9-13", "depth", 5)
    assert value(infos[-1], "depth") == 5
    assert best[0] in ("12-16", "9-13")


def test_searchmoves_with_multipv(engine):
    engine.send("setoption name MultiPV value 10")
    infos, _ = engine.go("depth", 5, "searchmoves", "9-13", "11-15", "10-14")
    last = [info for info in infos if value(info, "depth") == 5]
    assert {line_of(info)[0] for info in last} == {"9-13", "11-15", "10-14"}


def test_searchmoves_are_read_tolerantly(engine):
    engine.send("position fen W:WK31:B26,27,18,19,10,11")
    _, best = engine.go("depth", 5, "searchmoves", "31x24x6")
    assert best[0] == "31x24x15x6"


# ---- Stopping

@pytest.mark.parametrize("threads", [1, 2])
def test_stops_at_random_moments(engine, threads):
    dice = random.Random(threads)
    engine.send(f"setoption name Threads value {threads}")
    times = [stop_once(engine, dice) for _ in range(STOPS)]
    engine.nothing_more()  # never a second bestmove
    times.sort()
    assert statistics.median(times) < 50 * FACTOR
    assert times[int(0.9 * len(times))] < 50 * FACTOR
    assert times[-1] < 1000 * FACTOR


def test_infinite_waits_for_stop(engine):
    for position in ("fen W:WK27:B28", "fen W:W5:B1", "fen W:W11:B6,7"):
        engine.send(f"position {position}", "go infinite")
        time.sleep(0.1)
        lines = engine.answers()
        assert not [line for line in lines if line.startswith("bestmove")]
        engine.send("stop")
        assert engine.until("^bestmove ")
    engine.nothing_more()


def test_go_alone_is_infinite(engine):
    engine.send("go")
    time.sleep(0.2)
    assert not [line for line in engine.answers() if line.startswith("bestmove")]
    engine.send("stop")
    engine.until("^bestmove ")


def test_idle_stop_and_ponderhit_are_ignored(engine):
    assert engine.answers("stop", "ponderhit", "stop") == []
    engine.go("depth", 3)
    assert engine.answers("stop", "ponderhit") == []
    engine.nothing_more()


def test_stop_twice_gives_one_bestmove(engine):
    engine.send("go infinite", "stop", "stop", "ponderhit", "stop")
    engine.until("^bestmove ")
    engine.nothing_more()


def test_go_follows_go_at_once(engine):
    """200 searches without a pause."""
    for _ in range(200):
        engine.send("go depth 1")
        engine.until("^bestmove ")
    engine.nothing_more(0.05)


# ---- While a search runs

@pytest.mark.parametrize("line", [
    "uci", "ucinewgame", "setoption name MultiPV value 2", "setoption name ClearHash",
    "setoption name UCI_ShowWDL value true", "setoption name LogFile value /dev/null",
    "position startpos", "position fen W:WK1:BK13", "go depth 1", "go infinite", "go perft 1", "d",
    "moves", "eval", "bench 1", "nonsense"])
def test_refused_while_a_search_runs(engine, line):
    engine.send("go infinite")
    engine.until(" score ")
    engine.send(line, "isready")
    lines = engine.until("^readyok$")[:-1]
    said = [each for each in lines if not re.match(r"info (depth|nodes)", each)]
    assert len(said) == 1, said
    assert said[0].startswith("info string error: ")
    engine.send("stop")
    engine.until("^bestmove ")
    engine.nothing_more(0.02)
    assert engine.fen().startswith("B:W21,")


def test_isready_is_answered_while_searching(engine):
    engine.send("setoption name Threads value 2")
    assert statistics.median(ready_times(engine, random.Random(1), 30)) < 20 * FACTOR


def test_sign_of_life_once_a_second(engine):
    """No second passes without a line, and where nothing new is to be said it is a short one."""
    engine.send("position startpos", "go infinite")
    engine.until(" score ")
    last, gaps, short = engine.came_at, [], False
    deadline = time.monotonic() + 60
    while not short and time.monotonic() < deadline:
        line = engine.line(10)
        gaps.append(engine.came_at - last)
        last = engine.came_at
        short = re.fullmatch(r"info nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+", line)
    assert short
    assert 0.9 < gaps[-1]
    assert max(gaps) < 1.5 * FACTOR
    engine.send("stop")
    engine.until("^bestmove ")


# ---- Pondering

def test_ponder_waits_for_ponderhit(engine):
    for go in ("go ponder wtime 300 btime 300", "go ponder depth 2", "go ponder movetime 50",
               "go ponder wtime 0 btime 0"):
        engine.send("position startpos moves 11-15 23-19", go)
        time.sleep(0.15)
        lines = engine.answers()
        assert not [line for line in lines if line.startswith("bestmove")], go
        sent = time.monotonic()
        engine.send("ponderhit")
        engine.until("^bestmove ", 5)
        assert engine.came_at - sent < 1 * FACTOR
    engine.nothing_more()


def test_ponder_can_be_stopped(engine):
    engine.send("position startpos moves 11-15 23-19", "go ponder wtime 60000 btime 60000")
    time.sleep(0.05)
    engine.send("stop")
    engine.until("^bestmove ", 5)
    assert engine.answers("ponderhit") == []
    engine.nothing_more()


def test_ponderhit_starts_the_clock(engine):
    """Time spent pondering is the opponent's."""
    engine.send("position startpos", "go ponder movetime 400")
    time.sleep(0.6)
    sent = time.monotonic()
    engine.send("ponderhit")
    engine.until("^bestmove ", 5)
    assert engine.came_at - sent > 0.2
    assert engine.came_at - sent < 1.5 * FACTOR


# ---- Time

@pytest.mark.parametrize("limits", [
    "wtime 0 btime 0", "wtime 1 btime 1", "wtime -50 btime -50", "wtime 0 btime 0 movestogo 1",
    "wtime 1 btime 1 movestogo 1", "wtime 0 btime 0 winc 5 binc 5",
    "wtime 1 btime 1 winc 1 binc 1", "wtime 1 btime 1 winc 100 binc 100", "movetime 0",
    "movetime 1"])
@pytest.mark.parametrize("threads", [1, 2])
def test_answers_at_once_without_time(engine, limits, threads):
    engine.send(f"setoption name Threads value {threads}")
    times = answer_times(engine, limits, 15)
    assert statistics.median(times) < 15 * FACTOR
    assert max(times) < 500 * FACTOR


def used(engine, *limits):
    sent = time.monotonic()
    engine.go(*limits, seconds=30)
    return engine.came_at - sent


def test_movetime_is_used_and_kept(engine):
    engine.send("position startpos moves 11-15 23-19")
    times = sorted(used(engine, "movetime", 200) for _ in range(5))
    assert statistics.median(times) > 0.1
    assert statistics.median(times) < 0.2 if not SLOW else 2
    assert times[0] > 0.1


def test_overhead_is_kept_back(engine):
    engine.send("position startpos moves 11-15 23-19", "setoption name MoveOverhead value 150")
    times = sorted(used(engine, "movetime", 300) for _ in range(3))
    assert statistics.median(times) < 0.25 * FACTOR
    engine.send("setoption name MoveOverhead value 5000")
    assert min(used(engine, "movetime", 300) for _ in range(3)) < 0.1 * FACTOR


@pytest.mark.parametrize("side, limits", [
    ("B", "btime 1000 wtime 10"), ("W", "wtime 1000 btime 10"),
    ("B", "btime 1000 wtime 1000 binc 100 winc 100"), ("B", "btime 1000 wtime 10 movestogo 5")])
def test_a_clock_is_shared_out(engine, side, limits):
    """A part of the mover's own clock is used, and never all of it."""
    engine.send(f"position fen {side}:W21,22,24,25,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,12")
    times = sorted(used(engine, limits) for _ in range(3))
    assert statistics.median(times) < 0.8 * FACTOR
    assert times[-1] > 0.003


def test_only_reply_is_played_at_once(engine):
    """On a clock, nothing is to be thought about."""
    engine.send("position fen W:W11,25,30:B6,7,1")
    assert len(engine.moves()) == 1
    assert min(used(engine, "wtime", 60000, "btime", 60000) for _ in range(3)) < 0.2 * FACTOR


# ---- Known results

@pytest.mark.parametrize("fen, kind, plies", [
    ("W:WK27:B28", "win", 1), ("B:WK32:B28", "loss", 0), ("W:W5:B1", "loss", 0),
    ("W:W13:B6,9", "loss", 0), ("B:W29,30:B", "loss", 0), ("W:WK29:BK25", "win", 1),
    ("W:WK1:BK13", "win", 11), ("B:WK20:BK32", "win", 11), ("B:WK6:BK13", "loss", 10),
    ("W:W21:B13", "loss", 2), ("B:W20:B12", "loss", 2), ("W:W30:B25", "win", 1),
])
def test_plies_to_the_end(engine, fen, kind, plies):
    engine.send(f"position fen {fen}")
    infos, _ = engine.go("depth", 16)
    assert score(infos[-1]) == (kind, plies)
    line = line_of(infos[-1])
    assert len(line) == plies
    if plies:
        engine.send(f"position fen {fen} moves {' '.join(line)}")
        won_by_mover = plies % 2 == 1
        assert won_by_mover == (kind == "win")
        assert [each for each in engine.board() if each.startswith("end ")][0].endswith(
            ("no moves", "no pieces"))


@pytest.mark.parametrize("side", ["W", "B"])
def test_king_against_king(engine, side):
    """Of all 992 positions the side to move wins 230, at the longest in 11 plies, and loses 108.
    Moves that look bad are searched less deeply, so that 11 plies of depth would not find them all."""
    kinds, longest = collections.Counter(), 0
    engine.send("setoption name Hash value 2")
    for white, black in itertools.permutations(range(1, 33), 2):
        engine.send(f"position fen {side}:WK{white}:BK{black}")
        infos, _ = engine.go("depth", 20)
        kind, number = score(infos[-1])
        kinds[kind] += 1
        longest = max(longest, number if kind != "cp" else 0)
    assert (kinds["win"], kinds["loss"], kinds["cp"]) == (230, 108, 654)
    assert longest == 11


def test_won_games_are_won(engine):
    """King against king from a won position, played out by the engine for both sides."""
    moves = ["1-6"]
    for _ in range(10):
        engine.send("position fen W:WK1:BK13 moves " + " ".join(moves))
        _, best = engine.go("depth", 14)
        moves.append(best[0])
    engine.send("position fen W:WK1:BK13 moves " + " ".join(moves))
    assert "end 0-1 no pieces" in engine.board()


@pytest.mark.parametrize("fen, kind, plies", [
    ("W:W5:B1", "win", 0), ("B:W29,30:B", "win", 0), ("B:WK32:B28", "win", 0),
    ("W:WK27:B28", "loss", 2)])
def test_giveaway_turns_the_goal(engine, fen, kind, plies):
    engine.send("setoption name Variant value giveaway", f"position fen {fen}")
    infos, _ = engine.go("depth", 10)
    if kind == "win":
        assert score(infos[-1]) == (kind, plies)
    else:
        assert score(infos[-1])[0] != "win" or score(infos[-1])[1] > 1


def test_giveaway_gives_away(engine):
    """One move gives the last piece away and wins; in the usual game it would lose."""
    fen = "W:WK18:B9"
    engine.send("setoption name Variant value giveaway", f"position fen {fen}")
    infos, best = engine.go("depth", 6)
    assert best[0] == "18-14"
    assert score(infos[-1]) == ("win", 2)
    engine.send("setoption name Variant value english", f"position fen {fen}")
    infos, best = engine.go("depth", 6)
    assert best[0] != "18-14"


# ---- Draws

# White, one king against three, can repeat for the third time: 6-1.
REPEAT = "position fen B:WK1:BK28,K31,K32 moves 31-27 1-6 27-31 6-1 31-27 1-6 27-31"


@pytest.mark.parametrize("rules, drawn", [("wcdf", True), ("crowning", False), ("fifty", False)])
def test_repetition_is_seen(engine, rules, drawn):
    engine.send(f"setoption name Rules value {rules}", REPEAT)
    infos, best = engine.go("depth", 8, "searchmoves", "6-1")
    if drawn:
        assert score(infos[-1]) == ("cp", 0)
        assert engine.go("depth", 8)[1][0] == "6-1"
    else:
        assert score(infos[-1]) != ("cp", 0)


@pytest.mark.parametrize("shuffles, drawn", [(19, True), (9, False)])
def test_no_progress_is_seen(engine, shuffles, drawn):
    """76 plies and three more: the next ends the game. Half of it does not."""
    engine.send("setoption name Rules value crowning",
                "position fen B:WK1:BK28,K31,K32 moves" + " 31-27 1-6 27-31 6-1" * shuffles +
                " 31-27 1-6 27-31")
    infos, _ = engine.go("depth", 8)
    assert (score(infos[-1]) == ("cp", 0)) == drawn


def test_a_win_on_the_eightieth_ply_is_a_win(engine):
    """White's next move is the 80th ply without progress; it wins by shutting the
    king in."""
    engine.send("setoption name Rules value crowning",
                "position fen B:WK18,K21,K26,K30:BK29 moves 29-25 26-22 25-29" +
                " 22-26 29-25 26-22 25-29" * 19)
    board = engine.board()
    assert "rules crowning, no progress for 79 plies" in board
    infos, best = engine.go("depth", 6)
    assert score(infos[-1]) == ("win", 1)
    assert best[0] in ("21-25", "30-25")


def test_a_drawn_game_is_searched_all_the_same(engine):
    """Who asks for a move in a game that is over by repetition gets one."""
    engine.send("position fen W:WK2:BK31 moves" + " 2-6 31-27 6-2 27-31" * 2)
    assert "end 1/2-1/2 repetition" in engine.board()
    _, best = engine.go("depth", 6)
    assert best[0] in engine.moves()


def test_table_is_not_poisoned_by_repetition(engine):
    """The same board without its history is not a draw, although the table has seen it as one."""
    engine.send(REPEAT)
    infos, _ = engine.go("depth", 10)
    assert score(infos[-1]) == ("cp", 0)
    engine.send("position fen W:WK6:BK28,K31,K32")
    infos, _ = engine.go("depth", 10)
    kind, number = score(infos[-1])
    assert kind == "loss" or number < -50
