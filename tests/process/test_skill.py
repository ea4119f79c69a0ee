"""Playing below full strength: few positions, varied moves, none that is absurd."""

import pytest

from engine import score, value

POSITIONS = ["startpos", "ballot 57", "ballot 120", "startpos moves 11-15 23-19 8-11 22-17",
             "fen B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"]


def moves_played(engine, position, times):
    engine.send(f"position {position}")
    return [engine.go("movetime", 5000)[1][0] for _ in range(times)]


def nodes_of(engine):
    engine.send("setoption name ClearHash", "position ballot 57")
    infos, _ = engine.go("movetime", 5000)
    return value(infos[-1], "nodes")


def test_the_higher_the_level_the_more_it_looks_at(engine):
    nodes = []
    for level in range(0, 20):
        engine.send(f"setoption name Skill value {level}")
        nodes.append(nodes_of(engine))
    assert nodes[0] <= 80 and 30000 < nodes[19] <= 60000
    assert all(nodes[i] <= nodes[i + 2] for i in range(18))


def test_the_choice_is_varied_and_legal(engine):
    engine.send("setoption name Skill value 3")
    for position in POSITIONS:
        engine.send(f"position {position}")
        legal = engine.moves()
        played = moves_played(engine, position, 20)
        assert set(played) <= set(legal)
        assert len(set(played)) > 1 or len(legal) == 1


@pytest.mark.parametrize("level, worse", [(0, 250), (10, 130), (19, 60)])
def test_no_move_is_absurd(engine, level, worse):
    """Looked at with more care, a move chosen is not much worse than the best."""
    for position in POSITIONS:
        engine.send("setoption name MultiPV value 1", f"setoption name Skill value {level}")
        played = set(moves_played(engine, position, 12))
        engine.send("setoption name Skill value 20", "setoption name MultiPV value 64")
        infos, _ = engine.go("depth", 9)
        found = {}
        for info in infos:
            kind, points = score(info)
            found[info.split(" pv ")[1].split()[0]] = points if kind == "cp" else 1000
        assert all(found[move] >= max(found.values()) - worse for move in played), (position, found)


def test_elo_is_another_word_for_the_level(engine):
    engine.send("setoption name UCI_Elo value 1000")
    assert nodes_of(engine) > 60000  # not switched on
    engine.send("setoption name UCI_LimitStrength value true")
    assert nodes_of(engine) <= 80
    engine.send("setoption name UCI_Elo value 2690", "setoption name Skill value 0")
    assert 30000 < nodes_of(engine) <= 60000
    engine.send("setoption name UCI_LimitStrength value false")
    assert nodes_of(engine) <= 80
    assert "out of range" in engine.answers("setoption name UCI_Elo value 999")[0]


def test_the_reported_lines_stay_as_many_as_asked_for(engine):
    engine.send("setoption name Skill value 5", "position ballot 57")
    infos, _ = engine.go("movetime", 1000)
    assert all(value(info, "multipv") == 1 for info in infos)
