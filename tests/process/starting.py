"""Starting programs for tests, so that none outlives its test."""

import os
import subprocess
import time

import pytest

from engine import FACTOR, KELSO, LONG


def starter(kind):
    """A fixture: a function that starts programs of this kind; all are ended by their destroy()
    behind the test, however it ends."""

    @pytest.fixture
    def start():
        started = []

        def start_one(*args, **more):
            started.append(kind(*args, **more))
            return started[-1]

        yield start_one
        for one in started:
            one.destroy()

    return start


def closed_output(lines, *args, ask=b"isready\n", answer=b"readyok\n"):
    """Starts the engine, sends lines, closes its output when it has answered; returns status,
    seconds to the end, and what it wrote to standard error. The input stays open."""
    read_end, write_end = os.pipe()
    process = subprocess.Popen([str(KELSO), *args], stdin=subprocess.PIPE, stdout=write_end,
                               stderr=subprocess.PIPE)
    os.close(write_end)
    try:
        process.stdin.write(lines + ask)
        process.stdin.flush()
        heard = b""
        while answer not in heard:
            heard += os.read(read_end, 65536)
        time.sleep(0.05)
        os.close(read_end)
        started = time.monotonic()
        status = process.wait(LONG * FACTOR)
        return status, time.monotonic() - started, process.stderr.read()
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stderr.close()
