"""`go perft` and `bench` run beside the commands: they can be stopped, and they end with the input."""

import pytest

ENDLESS = ["go perft 30", "bench 60"]


@pytest.mark.parametrize("line", ENDLESS)
def test_isready_and_stop(engine, line):
    engine.send(line)
    engine.send("isready")
    engine.until("^readyok$")
    engine.send("position startpos")
    engine.until("^info string error: a search is running$")
    engine.send("stop")
    engine.until("^info string .* was stopped$")
    assert len(engine.moves()) == 7


@pytest.mark.parametrize("line", ENDLESS)
def test_quit(start_engine, line):
    engine = start_engine()
    engine.send(line, "quit")
    assert engine.ended()[0] == 0


@pytest.mark.parametrize("line", ENDLESS)
def test_end_of_input(start_engine, line):
    engine = start_engine()
    engine.send(line)
    engine.process.stdin.close()
    assert engine.ended()[0] == 0


def test_a_search_follows(engine):
    engine.send("go perft 30")
    engine.send("stop")
    engine.send("go depth 4")
    engine.until("^bestmove ")
    engine.send("go perft 2")
    assert engine.until("^perft 2 49$")[-1] == "perft 2 49"
