"""Bytes in and out: strange lines, the end of input, an output that nobody reads."""

import os
import pty
import subprocess
import time

import pytest

from engine import FACTOR, KELSO, LONG, Engine
from starting import closed_output

LINE_MAX = 262144  # as protocol.md says


@pytest.mark.parametrize("data, answers", [
    (b"isready\n", ["readyok"]),
    (b"isready\r\n", ["readyok"]),
    (b"  \t isready \t \r\n", ["readyok"]),
    (b"\tisready\n", ["readyok"]),
    (b"\n\r\n  \n\t\nisready\n", ["readyok"]),
    (b"isready\nisready\r\nisready\n", ["readyok"] * 3),
    (b"position\tstartpos \t moves\t11-15\nisready\n", ["readyok"]),
    (b"is\0ready\n", ["error"]),
    (b"\0\n", ["error"]),
    (b"quit\0\n", ["error"]),
    (b"\0quit\n", ["error"]),
    (b"quit\0x\nisready\n", ["error", "readyok"]),
    (b"\xff\xfe\x80\n", ["error"]),
    (b"isready\x01\n", ["error"]),
    ("schön\n".encode(), ["error"]),
    (b"is\rready\n", ["error"]),
    (b"x" * LINE_MAX + b"\n", ["error"]),
    (b"x" * (LINE_MAX + 1) + b"\n", ["error"]),
    (b"quit " * 250000 + b"\n", ["error"]),
    (b"isready" + b" " * (LINE_MAX - 7) + b"\n", ["readyok"]),
    (b"isready" + b" " * (LINE_MAX - 6) + b"\n", ["error"]),
    (b"isready" + b" " * 1000000 + b"\n", ["error"]),
    (b"isready\n" + b"y" * 1000000 + b"\nisready\n", ["readyok", "error", "readyok"]),
], ids=lambda cell: repr(cell[:24]) + str(len(cell)) if isinstance(cell, bytes) else "")
def test_lines(engine, data, answers):
    """Each answer is `readyok` or one error line; behind them the position is as it was but for
    what was asked."""
    engine.raw(data)
    for wanted in answers:
        line = engine.line()
        if wanted == "error":
            assert line.startswith("info string error: ")
            assert all(" " <= c for c in line) and len(line) < 400
        else:
            assert line == wanted
    assert engine.answers() == []
    assert len(engine.moves()) == 7


def test_byte_by_byte(engine):
    for byte in b"position startpos moves 11-15\r\nd\nisready\n":
        engine.raw(bytes([byte]))
        time.sleep(0.0005)
    assert engine.until("^readyok$")[-2].startswith("fen W:")


def test_a_long_game_in_one_line(engine):
    """40,000 plies, near the longest line."""
    line = "position fen W:WK2:BK31 moves" + " 2-6 31-27 6-2 27-31" * 10000
    assert 200000 < len(line) < LINE_MAX
    assert engine.answers(line) == []
    assert "rules wcdf, no progress for 40000 plies" in engine.board()
    _, best = engine.go("depth", 4)
    assert best[0] in engine.moves()


def test_many_lines_at_once(engine):
    """Nothing is lost when lines come faster than they are read."""
    engine.raw(b"position startpos moves 11-15\nisready\n" * 5000)
    for _ in range(5000):
        assert engine.line() == "readyok"


# ---- The end of input

def test_end_of_input(start_engine):
    engine = start_engine()
    engine.process.stdin.close()
    assert engine.ended() == (0, [])


def test_last_line_without_its_end(start_engine):
    engine = start_engine()
    engine.raw(b"isready")
    engine.process.stdin.close()
    assert engine.ended() == (0, ["readyok"])


@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 100000 btime 100000",
                                "go wtime 100000 btime 100000", "go depth 100"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("how", ["end of input", "quit"])
def test_end_in_mid_search(start_engine, go, threads, how):
    engine = start_engine()
    engine.send(f"setoption name Threads value {threads}", "isready")
    engine.until("^readyok$")
    engine.send(go)
    engine.until("^info ")
    time.sleep(0.05)
    started = time.monotonic()
    if how == "quit":
        engine.send("quit")
    else:
        engine.process.stdin.close()
    status, rest = engine.ended()
    assert time.monotonic() - started < 1 * FACTOR
    assert status == 0
    bestmoves = [line for line in rest if line.startswith("bestmove")]
    assert len(bestmoves) == (0 if how == "quit" else 1)
    assert [line for line in rest if not line.startswith(("info ", "bestmove "))] == []


def test_quit_before_the_search_has_begun(start_engine):
    for _ in range(20):
        engine = start_engine()
        engine.send("go infinite", "quit")
        status, rest = engine.ended()
        assert status == 0
        assert not [line for line in rest if line.startswith("bestmove")]


def test_nothing_is_read_behind_quit(start_engine):
    engine = start_engine()
    engine.raw(b"quit\nisready\nd\n")
    assert engine.ended() == (0, [])


# ---- An output that nobody reads

@pytest.mark.parametrize("lines", [b"", b"go infinite\n",
                                   b"setoption name Threads value 2\ngo infinite\n",
                                   b"go ponder wtime 1000 btime 1000\n", b"go depth 1\n"],
                         ids=lambda lines: lines.decode().strip().replace("\n", "; ") or "idle")
def test_closed_output_ends_the_process(lines):
    status, seconds, errors = closed_output(lines)
    assert seconds < 1 * FACTOR
    assert status >= 0, f"killed by signal {-status}"
    assert errors == b""


def test_full_disk_ends_the_process():
    with open("/dev/full", "w") as full:
        process = subprocess.Popen([str(KELSO)], stdin=subprocess.PIPE, stdout=full,
                                   stderr=subprocess.PIPE)
    try:
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.wait(LONG * FACTOR) >= 0
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stderr.close()


def wait_for(path, words):
    deadline = time.monotonic() + LONG * FACTOR
    while words not in path.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_output_to_a_file(tmp_path):
    """A file is never at its end for a reader: it must not be taken for a closed pipe."""
    path = tmp_path / "output"
    with open(path, "wb") as output:
        process = subprocess.Popen([str(KELSO)], stdin=subprocess.PIPE, stdout=output,
                                   stderr=subprocess.PIPE)
    for line, answer in ((b"isready\n", "readyok\n"), (b"go depth 4\n", "bestmove ")):
        process.stdin.write(line)
        process.stdin.flush()
        wait_for(path, answer)
        time.sleep(0.1)
        assert process.poll() is None
    process.stdin.close()
    assert process.wait(LONG * FACTOR) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_input_from_a_file(tmp_path):
    path = tmp_path / "input"
    path.write_text("position startpos moves 11-15\nd\nquit\n")
    with open(path) as lines:
        result = subprocess.run([str(KELSO)], stdin=lines, capture_output=True, text=True,
                                timeout=LONG * FACTOR)
    assert result.returncode == 0
    assert result.stdout.split("\n")[-2].startswith("fen W:")


def test_greeting_on_a_terminal():
    """A person who starts the program is told what to do; a program is not."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen([str(KELSO)], stdin=terminal, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    os.close(terminal)
    try:
        first = process.stdout.readline().decode()
        assert "Kelso" in first and "help" in first
        os.write(controller, b"quit\n")
        assert process.wait(LONG * FACTOR) == 0
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
        os.close(controller)


def test_no_greeting_in_a_pipe(start_engine):
    engine = start_engine()
    assert isinstance(engine, Engine)
    engine.nothing_more(0.2)
    engine.quit()
