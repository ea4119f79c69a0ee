"""Fixtures of the process tests; what they use is in engine.py."""

import pytest

pytest.register_assert_rewrite("engine")

from engine import BUILD, FACTOR, KELSO, ROOT, SLOW, Engine  # noqa: E402, F401  for the tests too


@pytest.fixture
def start_engine():
    """A function that starts engines; all are ended behind the test, however it ends."""
    engines = []

    def start(*args, **popen):
        engines.append(Engine(*args, **popen))
        return engines[-1]

    yield start
    for engine in engines:
        engine.destroy()


@pytest.fixture
def engine(start_engine):
    """An engine that must be alive and silent at the end of the test, and end well."""
    engine = start_engine()
    yield engine
    engine.quit()
