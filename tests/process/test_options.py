"""Options of the native protocol."""

import re
import resource

import pytest

from engine import ROOT, SLOW, line_of, score, value


def manual():
    """(name, type, default, range) of every row of the table in protocol.md."""
    text = (ROOT / "protocol.md").read_text()
    section = text[text.index("| option | type |"):]
    section = section[:section.index("\n\n")]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in section.split("\n")]
    return [(row[0].strip("`"), row[1], row[2].strip("`"), row[3]) for row in cells[2:]]


def wanted_line(name, kind, default, limits):
    line = f"option name {name} type {kind}"
    if kind != "button":
        line += f" default {default}"
    if kind == "spin":
        low, high = limits.split(" to ")
        line += f" min {low} max {high}"
    if kind == "combo":
        line += "".join(f" var {choice}" for choice in limits.split(", "))
    return line


def test_uci_lists_the_options_of_the_manual(engine):
    rows = manual()
    assert len(rows) >= 11
    engine.send("uci")
    lines = engine.until("^uciok$")
    assert lines[0].startswith("id name Kelso ")
    assert lines[1].startswith("id author ")
    assert lines[2:-1] == [wanted_line(*row) for row in rows]


@pytest.mark.parametrize("row", manual(), ids=lambda row: row[0])
def test_every_option_can_be_set(engine, row):
    name, kind, default, limits = row
    values = {"spin": limits.split(" to "), "check": ["true", "false", "TRUE"],
              "combo": limits.split(", "), "string": ["<empty>", ""], "button": [None]}[kind]
    if name in ("Hash", "Threads"):
        values = ["1", "2"]
    for each in values:
        for spelling in (name, name.upper(), name.lower()):
            line = f"setoption name {spelling}" + (f" value {each}" if each is not None else "")
            assert engine.answers(line) == []
    engine.go("depth", 3)


def test_refused_value_leaves_the_old_one(engine):
    engine.send("setoption name MultiPV value 2")
    assert "out of range" in engine.answers("setoption name MultiPV value 65")[0]
    infos, _ = engine.go("depth", 4)
    assert {value(info, "multipv") for info in infos} == {1, 2}


# ---- Hash: one thread gives the same numbers of nodes from the same table

def nodes_of(engine, depth=12):
    infos, _ = engine.go("depth", depth)
    return value(infos[-1], "nodes")


def test_table_remembers_and_forgets(engine):
    first, second = nodes_of(engine), nodes_of(engine)
    assert second != first  # the table was full
    engine.send("ucinewgame")
    assert nodes_of(engine) == first  # nothing is left
    engine.send("setoption name ClearHash")
    cleared = nodes_of(engine)  # the move ordering is still known
    engine.send("ucinewgame")
    assert nodes_of(engine) == first
    assert nodes_of(engine) == second
    assert cleared != second
    engine.send("ucinewgame")
    nodes_of(engine)
    engine.send("setoption name Hash value 32")  # a new table is empty
    assert nodes_of(engine) == cleared


def available_mib():
    text = open("/proc/meminfo").read()
    return int(re.search(r"MemAvailable: +(\d+) kB", text)[1]) // 1024


def test_too_large_a_table_is_refused_and_the_old_one_stays(start_engine):
    limit = None
    if available_mib() > 60000:
        if SLOW:
            pytest.skip("this machine has the memory, and sanitizers bear no limit")
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    usual = start_engine()
    first, second = nodes_of(usual), nodes_of(usual)
    usual.quit()
    engine = start_engine(preexec_fn=limit)
    assert nodes_of(engine) == first
    (error,) = engine.answers("setoption name Hash value 65536")
    assert error.startswith("info string error: ") and "65536" in error
    assert nodes_of(engine) == second
    engine.quit()


def test_hashfull_grows(engine):
    engine.send("setoption name Hash value 1")
    infos, _ = engine.go("nodes", 300000)
    assert value(infos[0], "hashfull") <= 10
    assert value(infos[-1], "hashfull") > value(infos[0], "hashfull")
    assert all(0 <= value(info, "hashfull") <= 1000 for info in infos)


# ---- Threads, MultiPV, WDL, Contempt

def test_threads_can_change_between_searches(engine):
    for threads in (2, 1, 4, 3, 1, 2):
        engine.send(f"setoption name Threads value {threads}")
        _, best = engine.go("depth", 8)
        assert best[0] in engine.moves()


@pytest.mark.parametrize("lines", [2, 5, 64])
def test_multipv(engine, lines):
    engine.send(f"setoption name MultiPV value {lines}", "position startpos moves 9-14 22-18")
    moves = engine.moves()
    infos, best = engine.go("depth", 7)
    wanted = min(lines, len(moves))
    last = [info for info in infos if value(info, "depth") == 7][-wanted:]
    assert [value(info, "multipv") for info in last] == list(range(1, wanted + 1))
    firsts = [line_of(info)[0] for info in last]
    assert len(set(firsts)) == wanted and set(firsts) <= set(moves)
    scores = [score(info)[1] for info in last]
    assert scores == sorted(scores, reverse=True)
    assert best[0] == firsts[0]


def test_multipv_with_one_reply(engine):
    engine.send("setoption name MultiPV value 3", "position fen W:W11:B6,7")
    infos, best = engine.go("depth", 5)
    assert {value(info, "multipv") for info in infos} == {1}
    assert best[0] == "11x2"


def test_wdl(engine):
    engine.send("setoption name UCI_ShowWDL value true")
    infos, _ = engine.go("depth", 6)
    for info in infos:
        words = info.split()
        chances = [int(word) for word in words[words.index("wdl") + 1:][:3]]
        assert sum(chances) == 1000 and min(chances) >= 0
    engine.send("setoption name UCI_ShowWDL value false")
    infos, _ = engine.go("depth", 6)
    assert not [info for info in infos if " wdl " in info]


def test_wdl_of_known_ends(engine):
    engine.send("setoption name UCI_ShowWDL value true", "position fen W:WK27:B28")
    infos, _ = engine.go("depth", 4)
    assert " score win 1 wdl 1000 0 0 " in infos[-1]
    engine.send("position fen W:W5:B1")
    infos, _ = engine.go("depth", 4)
    assert " score loss 0 wdl 0 0 1000 " in infos[-1]


# Black alone may repeat for the third time, and is otherwise lost: three kings against one.
FORCED = "position fen B:WK1:BK28,K31,K32 moves 31-27 1-6 27-31 6-1 31-27 1-6 27-31"


@pytest.mark.parametrize("contempt", [-40, 0, 40])
def test_contempt_is_the_price_of_a_draw(engine, contempt):
    engine.send(f"setoption name Contempt value {contempt}", FORCED)
    infos, _ = engine.go("depth", 8)
    assert score(infos[-1]) == ("cp", -contempt)


# ---- LogFile

def test_log_file(engine, tmp_path):
    path = tmp_path / "folder with blanks" / "kelso log.txt"
    path.parent.mkdir()
    path.write_text("earlier\n")
    engine.send(f"setoption name LogFile value {path}", "position startpos moves 11-15")
    engine.go("depth", 3)
    engine.answers("hello")
    engine.send("setoption name LogFile value <empty>")
    assert engine.answers("eval") != []
    lines = path.read_text().split("\n")
    assert lines[0] == "earlier"  # it is appended to
    assert all(re.fullmatch(r"\d+ [<>] .*", line) for line in lines[1:-1])
    text = "\n".join(lines)
    for wanted in ("> position startpos moves 11-15", "> go depth 3", "< info depth 3 ",
                   "< bestmove ", "> hello", "< info string error: unknown command 'hello'"):
        assert wanted in text
    assert "> eval" not in text
    times = [int(line.split()[0]) for line in lines[1:-1]]
    assert times == sorted(times)


def test_log_file_that_cannot_be_opened(engine, tmp_path):
    good = tmp_path / "log"
    engine.send(f"setoption name LogFile value {good}")
    for bad in ("/nonexistent/folder/log", str(tmp_path)):
        (error,) = engine.answers(f"setoption name LogFile value {bad}")
        assert error.startswith("info string error: ") and bad in error
    engine.answers("eval")
    assert "> eval" in good.read_text()  # the old log goes on


def test_log_file_on_a_full_disk(engine):
    answers = engine.answers("setoption name LogFile value /dev/full", "eval", "eval")
    errors = [line for line in answers if line.startswith("info string error: ")]
    assert len(errors) == 1
    assert len(answers) == 3
    engine.go("depth", 3)


def test_log_is_whole_after_quit(start_engine, tmp_path):
    path = tmp_path / "log"
    engine = start_engine()
    engine.send(f"setoption name LogFile value {path}", "go infinite")
    engine.until("^info ")
    engine.send("quit")
    engine.ended()
    assert path.read_text().endswith("\n")
    assert "> quit" in path.read_text()
