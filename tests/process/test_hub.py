"""The Hub protocol, by a client that takes nothing but its grammar."""

import random
import statistics
import subprocess
import time

import pytest

from engine import FACTOR, KELSO, LONG, ms
from hub_client import START, Hub, board, words
from starting import closed_output, starter

CIRCLE = board("W", W=[2], b=[6, 7, 14, 15])
FORK = board("B", b=[10], w=[14, 15, 22, 23])  # 10x26 over two ways
LOST = board("W", w=[5], b=[1])  # no legal move
WON = board("W", W=[27], b=[28])  # one way to win: 27-32


start_hub = starter(Hub)


@pytest.fixture
def hub(start_hub):
    """One that must be alive and silent at the end of the test, and end well."""
    hub = start_hub()
    yield hub
    hub.quit()


def stop(hub):
    """The words of `done`, and the ms to it."""
    sent = time.monotonic()
    hub.send("stop")
    done = words(hub.until("^done ")[-1])
    return done, ms(hub.came_at - sent)


def go_seconds(hub, *lines):
    """Sends the lines when the engine is ready for them, and returns the seconds to `done`."""
    assert hub.answers() == []
    started = time.monotonic()
    hub.send(*lines)
    hub.result()
    return hub.came_at - started


# ---- Handshake and parameters

def test_handshake(hub):
    name, params = hub.greet()
    assert name["author"] and name["version"]
    assert params["threads"] == {"name": "threads", "value": "1", "type": "int", "min": "1",
                                 "max": "256"}
    assert params["variant"]["values"] == "english giveaway"
    assert (params["tt-size"]["value"], params["tt-size"]["max"]) == ("22", "30")
    assert params["frame"]["values"] == "standard pydraughts"


def test_first_line_hub_switches():
    process = subprocess.run([KELSO], input=b"hub\r\ninit\r\nquit\r\n", stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, timeout=LONG * FACTOR)
    lines = process.stdout.decode().split("\n")
    assert lines[0].startswith("id name=Kelso ") and lines[-3:] == ["wait", "ready", ""]
    assert (process.returncode, process.stderr) == (0, b"")


def test_hub_is_no_command_later(start_engine):
    engine = start_engine()
    assert engine.answers("stop") == []
    assert "unknown command 'hub'" in engine.answers("hub")[0]
    engine.quit()


def test_every_native_option_has_a_parameter(hub, start_engine):
    native = start_engine()
    native.send("uci")
    names = [line.split()[2] for line in native.until("^uciok$") if line.startswith("option ")]
    native.quit()
    _, params = hub.greet()
    known = {"Hash": "ttsize", "OwnBook": "book", "BookDepth": "bookply",
             "UCI_LimitStrength": "limitstrength", "UCI_Elo": "elo"}
    plain = {name.replace("-", "") for name in params}
    for name in names:
        if name != "UCI_ShowWDL":  # of native lines alone
            assert known.get(name, name.lower()) in plain


def test_every_parameter_takes_its_values(hub):
    _, params = hub.greet()
    for name, param in params.items():
        values = {"int": [param["value"], param.get("min")], "bool": ["true", "false"],
                  "enum": param.get("values", "").split(), "string": ['""']}[param["type"]]
        for value in [*values, param["value"] or '""']:
            assert hub.answers(f"set-param name={name} value={value}") == []
        if param["type"] == "int":
            assert "out of range" in hub.refuses(f"set-param name={name} value=99999999")
    hub.go("depth=3")


@pytest.mark.parametrize("line, message", [
    ("set-param name=colour value=red", "there is no parameter 'colour'"),
    ("set-param name=threads", "needs a name and a value"),
    ("set-param value=3", "needs a name and a value"),
    ("set-param name=tt-size value=15", "out of range (16 to 30)"),
    ("set-param name=variant value=frysk", "'frysk' is none of english, giveaway"),
    ("set-param name=frame value=flipped", "none of standard, pydraughts"),
    ("set-param name=book value=1", "neither true nor false"),
    ("set-param name=own-book value=true", "there is no parameter 'own-book'"),
    ("set-param name=ponder value=1", "neither true nor false"),
    ('set-param name=threads value="2', "do not end"),
    ('set-param name="threads"value=2', "no blank"),
    ("set-param name=log-file value=/no/such/folder/log", "cannot open"),
])
def test_refused_parameter(hub, line, message):
    assert message in hub.refuses(line)
    assert len(hub.go("depth=2")[1]["move"]) >= 4


def test_unknown_commands_and_keys_are_passed_over(hub):
    assert hub.answers("xyzzy", "colour red=1", "", "   ", "set-param name=book value=false",
                       "pos moves=11-15 clock=3", "level colour=red depth=2 smart") == []
    infos, _ = hub.go(mode="think book=false")
    assert infos[-1]["depth"] == "2"


def test_log_file_in_a_path_with_blanks(hub, tmp_path):
    path = tmp_path / "a log"
    assert hub.answers(f'set-param name=log-file value="{path}"', "pos") == []
    assert hub.answers('set-param name=log-file value=""') == []
    assert [line.split(" ", 1)[1] for line in path.read_text().splitlines()[:3]] \
        == ["> pos", "> ping", "< pong"]


def test_multi_pv(hub):
    hub.send("set-param name=multi-pv value=3")
    infos, done = hub.go("depth=4")
    last = infos[-3:]
    assert [info.get("multi-pv") for info in last] == [None, "2", "3"]
    assert last[0]["pv"].split()[0] == done["move"]


# ---- Positions and moves

def first_move(hub, pos):
    hub.send(f"pos {pos}")
    return hub.go("depth=1")[1]["move"]


def test_positions(hub):
    assert first_move(hub, f"pos={WON}") == "27-32"
    assert first_move(hub, f"pos={CIRCLE}") == "2x2x6x7x14x15"
    assert first_move(hub, "moves=\"11-15 22-18\"").startswith("15x22x18")
    assert first_move(hub, f"pos={START} moves=\"11-15 22-18\"").startswith("15x22x18")
    assert first_move(hub, f"pos={LOST}") == "none"


@pytest.mark.parametrize("moves", ["11-15 22-18 15x22x18", "011-0015 22-18 15x22", "11x15 22:18 15-22",
                                   "11-15  22-18   015x022x018 "])
def test_ways_to_write_moves(hub, moves):
    assert first_move(hub, f'moves="{moves}"')[:2] in ("25", "26")


@pytest.mark.parametrize("order", ["2x2x6x7x14x15", "2x2x15x14x7x6", "02x02x14x6x15x7", "2x2"])
def test_circular_capture(hub, order):
    assert hub.answers(f"pos pos={CIRCLE} moves={order}") == []
    assert hub.go("depth=1")[1] == {"move": "none"}  # nothing is left to Black


def test_same_ends_with_different_captures(hub):
    message = hub.refuses(f"pos pos={FORK} moves=10x26")
    assert "ambiguous" in message and "10x26x14x22" in message and "10x26x15x23" in message
    for captured, left in (("22x14", {15, 23}), ("15x23", {14, 22})):
        assert hub.answers(f"pos pos={FORK} moves=10x26x{captured}") == []
        assert int(hub.go("depth=1")[1]["move"].split("-")[0]) in left


@pytest.mark.parametrize("pos, message", [
    ("pos=B", "0 squares"),
    ("pos=" + START[:-1], "31 squares"),
    ("pos=" + START + "e", "33 squares"),
    ("pos=b" + START[1:], "begins with W or B"),
    ("pos=" + START.replace("e", "x", 1), "square 13: 'x'"),
    ("pos=" + board("W"), "the board is empty"),
    ("pos=" + board("W", w=[1], b=[2]), "a man on its own king row"),
    ("pos=" + board("W", w=range(20, 33), b=[2]), "White has 13 pieces"),
    ('pos=""', "begins with W or B"),
    ("moves=11-14", "move 1: illegal move"),
    ('moves="11-15 9-13"', "move 2: illegal move '9-13': the piece on 9 is not White's"),
    ("moves=11-33", "square 33 is not on the board"),
    ("moves=e2e4", "not of the form"),
    ('moves="11-15 22-18 15x22x17"', "captured squares"),
    ('moves="11-15 22-18 9-13"', "compulsory"),
    (f"pos={CIRCLE} moves=2x11x18x9x2", "illegal move"),  # landing squares
    ('moves="11-15', "do not end"),
])
def test_refused_position(hub, pos, message):
    hub.send(f"pos pos={WON}")
    assert message in hub.refuses(f"pos {pos}")
    assert hub.go("depth=1")[1]["move"] == "27-32"  # the position stays


def test_frame_of_pydraughts(hub):
    """WON turned: a white man on 5, a black king on 6, Black to move; moves are as always."""
    turned = board("B", B=[6], w=[5])
    hub.send("set-param name=frame value=pydraughts")
    assert first_move(hub, f"pos={turned}") == "27-32"
    assert hub.go("depth=1")[1]["move"] == "27-32"
    hub.send("pos pos=W" + START[1:] + " moves=11-15")
    assert int(hub.go("depth=1")[1]["move"].split("-")[0]) in range(21, 33)
    assert first_move(hub, "moves=11-15").split("-")[0] > "20"
    hub.send("set-param name=frame value=standard")
    assert first_move(hub, f"pos={WON}") == "27-32"


def test_repetition_is_counted_from_the_moves(hub):
    """Black, three kings against one, comes back to a position for the third time."""
    start = board("W", B=[1], W=[18, 31, 32])
    moves = "18-22 1-6 22-18 6-1 18-22 1-6 22-18"
    hub.send(f'pos pos={start} moves="{moves}"')
    infos, done = hub.go("depth=8")
    assert (done["move"], infos[-1]["score"]) == ("6-1", "0.00")
    hub.send("pos pos=" + board("B", B=[6], W=[18, 31, 32]))
    assert float(hub.go("depth=8")[0][-1]["score"]) < -1


# ---- Levels

def test_level_lines_accumulate(hub):
    hub.send("level depth=9", "level nodes=500")
    infos, _ = hub.go()
    assert int(infos[-1]["nodes"]) <= 500
    hub.send("level nodes=100000000", "level depth=3")
    assert hub.go()[0][-1]["depth"] == "3"


def test_level_is_forgotten(hub):
    """Behind go, and behind a pos, nothing holds the search back."""
    hub.go("depth=2")
    hub.send("go think")
    hub.nothing_more_than_info(0.3)
    stop(hub)
    hub.send("level depth=2", "pos", "go think")
    hub.nothing_more_than_info(0.3)
    stop(hub)


def test_refused_level_changes_nothing(hub):
    hub.send("level depth=3")
    assert "not a number of seconds" in hub.refuses("level depth=9 time=nan")
    assert "not a number of seconds" in hub.refuses("level move-time=0x10")
    assert "needs a value" in hub.refuses("level nodes")
    assert "less than 1" in hub.refuses("level depth=0")
    assert hub.go()[0][-1]["depth"] == "3"


@pytest.mark.parametrize("level", ["time=-1", "time=0", "time=0.0", "time=-0.25 inc=0", "time=1e-05",
                                   "time=0.0004 inc=0.0001", "time=-3 moves=10", "time=0 moves=1",
                                   "move-time=0", "move-time=-1", "move-time=1e-9", "time=0 inc=-1"])
def test_negative_zero_and_tiny_times(hub, level):
    assert go_seconds(hub, f"level {level}", "go think") < 0.3 * FACTOR


def test_moves_hold_each_move_to_its_share(hub):
    """1.7 times time/N at the most, whatever the position."""
    for moves, seconds in ((10, 1.0), (1, 0.3), (50, 5.0)):
        for position in ("", f"pos={FORK}", 'moves="11-15 23-19 8-11 22-17"'):
            used = min(go_seconds(hub, f"pos {position}", f"level moves={moves} time={seconds}",
                                  "go think") for _ in range(3))
            assert used < 1.7 * seconds / moves + 0.02 * FACTOR


def test_clock_and_move_time(hub):
    assert go_seconds(hub, "level time=1 inc=0.01", "go think") < 0.6 * FACTOR
    assert 0.15 < go_seconds(hub, "level move-time=0.2", "go think") < 0.4 * FACTOR


def test_huge_numbers(hub):
    assert hub.answers("level depth=99999999999999999999 nodes=99999999999999999999 moves=999999",
                       "level time=1e300 inc=1e300 move-time=0.01") == []
    hub.go()


# ---- Searching

def test_info_and_done(hub):
    infos, done = hub.go("depth=9")
    assert list(infos[-1]) == ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"]
    assert infos[-1]["pv"].split()[:2] == [done["move"], done["ponder"]]
    assert [int(info["depth"]) for info in infos] == list(range(1, 10))
    assert 2 < float(infos[-1]["mean-depth"]) < 30
    assert abs(float(infos[-1]["score"])) < 5


@pytest.mark.parametrize("pos, score", [(WON, 99.99), (LOST, -100.0), (CIRCLE, 99.99)])
def test_known_scores(hub, pos, score):
    hub.send(f"pos pos={pos}")
    infos, _ = hub.go("depth=2")
    assert float(infos[-1]["score"]) == score


def test_fixed_nodes_give_the_native_moves(hub, start_engine):
    native = start_engine()
    moves = []
    for _ in range(10):
        native.send("position startpos moves " + " ".join(moves) if moves else "position startpos")
        hub.send(f'pos moves="{" ".join(moves)}"')
        _, (best, *_) = native.go("nodes", 5000)
        _, done = hub.go("nodes=5000")
        squares = [int(part) for part in done["move"].replace("x", "-").split("-")]
        assert [squares[0], squares[1]] == [int(best.replace("x", "-").split("-")[i]) for i in (0, -1)]
        moves.append(f"{squares[0]}-{squares[1]}")
    native.quit()


def test_ping_and_stop_during_a_search(hub):
    dice = random.Random(1)
    times = []
    for pos in (f"pos={START}", f"pos={WON}", f"pos={LOST}", f"pos={CIRCLE}", f"pos={FORK}") * 4:
        hub.send(f"pos {pos}", "level infinite", f"go {dice.choice(['think', 'analyze', 'ponder'])}")
        time.sleep(dice.choice([0, 0, 0.001, 0.02]))
        sent = time.monotonic()
        hub.send("ping")
        hub.until("^pong$")
        times += [ms(hub.came_at - sent), stop(hub)[1]]
    assert statistics.median(times) < 10 * FACTOR
    assert sorted(times)[-3] < 100 * FACTOR  # a busy machine may be late now and then


def test_stop_right_after_go(hub):
    for mode in ("think", "analyze", "ponder"):
        for _ in range(20):
            hub.send(f"go {mode}", "stop")
            hub.result()
    hub.nothing_more(0.1)


def test_one_done_for_each_go(hub):
    hub.send("level depth=4", "go think")
    hub.result()
    hub.nothing_more(0.2)
    hub.send("stop", "ponder-hit", "stop")
    hub.nothing_more(0.1)


def test_idle_stop_and_ponder_hit_are_silent(hub):
    assert hub.answers("stop", "ponder-hit", "stop", "ponder-hit") == []


def test_ponder(hub):
    hub.send("pos", "level depth=3", "go ponder")
    hub.nothing_more_than_info(0.2)
    hub.send("ponder-hit")
    hub.until("^done ")
    for level in ("move-time=0.05", "time=0.5", "depth=2", "time=0", "nodes=10"):
        assert go_seconds(hub, f"level {level}", "go ponder", "ponder-hit") < 0.6 * FACTOR


def test_commands_during_a_search_are_refused(hub):
    hub.send("go analyze")
    hub.until("^info ")
    for line in ("pos", "level depth=3", "go think", "new-game", "init", "hub",
                 "set-param name=threads value=2"):
        hub.send(line)
        (error,) = [answer for answer in hub.until("^error ") if answer.startswith("error ")]
        assert "a search is running" in error
    stop(hub)


def test_new_game(hub):
    hub.send(f"pos pos={WON}", "level depth=2", "new-game")
    hub.send("go think")
    hub.nothing_more_than_info(0.2)
    assert stop(hub)[0]["move"].split("-")[0] in map(str, range(1, 13))


# ---- Lines and the end

def test_cr_lf(hub):
    hub.raw(b"hub\r\nset-param name=threads value=1\r\ninit\r\nping\r\n")
    assert hub.until("^pong$")[-3:] == ["wait", "ready", "pong"]


def test_long_lines_and_nul(hub):
    moves = " ".join(["1-6 18-22 6-1 22-18"] * 3000)
    pos = board("B", B=[1], W=[18])
    assert hub.answers(f'pos pos={pos} moves="{moves}"') == []
    assert "262144" in hub.refuses("pos " + 300000 * "x")
    hub.raw(b"pi\0ng\n")
    assert "NUL" in hub.line()


@pytest.mark.parametrize("last", ["quit", "terminate"])
@pytest.mark.parametrize("go", ["go think", "go analyze", "go ponder", "ping"])
def test_quit(start_hub, last, go):
    hub = start_hub()
    started = time.monotonic()
    hub.send(go, last, "ping")
    status, rest = hub.ended()
    assert status == 0 and time.monotonic() - started < 5 * FACTOR
    assert not [line for line in rest if line.startswith("done")]


@pytest.mark.parametrize("go", ["go think", "go ponder", "level infinite\ngo analyze"])
def test_end_of_input(start_hub, go):
    hub = start_hub()
    hub.send(*go.split("\n"))
    hub.process.stdin.close()
    status, rest = hub.ended()
    assert status == 0
    assert len([line for line in rest if line.startswith("done ")]) == 1


@pytest.mark.parametrize("go", [b"", b"go think\n", b"go ponder\n"])
def test_closed_output(go):
    status, _, errors = closed_output(go, "hub", ask=b"ping\n", answer=b"pong\n")
    assert status >= 0 and errors == b""
