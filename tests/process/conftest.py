"""Fixtures of the process tests; what they use is in engine.py and matches.py."""

import os
import signal
import time

import pytest

pytest.register_assert_rewrite("engine", "hub_client", "matches")

from engine import BUILD, FACTOR, KELSO, ROOT, SLOW, Engine  # noqa: E402, F401  for the tests too
from matches import MATCH, Matches  # noqa: E402
from starting import starter  # noqa: E402

start_engine = starter(Engine)


@pytest.fixture
def engine(start_engine):
    """An engine that must be alive and silent at the end of the test, and end well."""
    engine = start_engine()
    yield engine
    engine.quit()


@pytest.fixture
def match(tmp_path):
    assert MATCH.exists(), f"{MATCH} is missing: run make first"
    matches = Matches(tmp_path)
    yield matches
    left = matches.processes()
    deadline = time.monotonic() + 2
    while left and time.monotonic() < deadline:  # killed, but not yet gone
        time.sleep(0.02)
        left = matches.processes()
    for number, _ in left:
        os.kill(number, signal.SIGKILL)
    assert not left, f"left behind: {left}"


@pytest.fixture
def quick(match):
    """A short match of one opening by depth, at which mock engines move at once."""

    def run(*more, engines, **popen):
        words = list(more)
        for name, value in (("--openings", "ballots2"), ("--rounds", "1"), ("--seed", "1")):
            if name not in words:
                words = [name, value, *words]
        if not {"--tc", "--movetime", "--nodes", "--depth"} & set(words):
            words = ["--depth", "1", *words]
        return match(*words, engines=engines, **popen)

    return run
