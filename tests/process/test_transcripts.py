"""Runs the transcripts of protocol.md, so that the manual cannot lie.

`> ` goes in, `< ` comes out, … stands for any text, a line `< …` for any number of lines, also
none. Nothing may come that a transcript does not hold, and nothing be missing. A line goes in only
after what stands above it has come.
"""

import re
import time

import pytest

from engine import FACTOR, ROOT

MANUAL = ROOT / "protocol.md"
SECONDS = 30.0 * FACTOR  # for one transcript


def transcripts():
    """(line number, lines) of every ```transcript block."""
    blocks, block = [], None
    for number, line in enumerate(MANUAL.read_text().split("\n"), 1):
        if line == "```transcript":
            block = (number, [])
        elif line == "```" and block:
            blocks.append(block)
            block = None
        elif block:
            block[1].append(line)
    assert block is None, f"protocol.md:{block[0]}: the transcript does not end"
    return blocks


class Matcher:
    """Follows the output through the patterns of a transcript: the set of all places between two
    patterns at which it may be."""

    def __init__(self):
        self.patterns = []  # None: any number of lines
        self.places = {0}

    def expect(self, text):
        if text == "…":
            self.patterns.append(None)
        else:
            parts = map(re.escape, text.split("…"))
            self.patterns.append(re.compile(".*".join(parts), re.DOTALL))
        self._skip()

    def _skip(self):
        for place in range(len(self.patterns)):
            if place in self.places and self.patterns[place] is None:
                self.places.add(place + 1)

    def done(self):
        return len(self.patterns) in self.places

    def settle(self):
        """What follows is sent: all that was expected has come. An open `< …` may still take
        lines."""
        last = len(self.patterns)
        self.places = {last} | ({last - 1} if last and self.patterns[-1] is None else set())

    def take(self, line):
        """False when the line fits nowhere."""
        places = set()
        for place in self.places:
            if place == len(self.patterns):
                continue
            if self.patterns[place] is None:
                places.add(place)
            elif self.patterns[place].fullmatch(line):
                places.add(place + 1)
        self.places = places
        self._skip()
        return bool(places)

    def wanted(self):
        return [self.patterns[p].pattern if self.patterns[p] else "…"
                for p in sorted(self.places) if p < len(self.patterns)]


def read(engine, matcher, number, heard, seconds):
    """Reads one line, if one comes in this time."""
    line = engine.poll(seconds)
    if line is None:
        return False
    wanted = matcher.wanted()
    heard.append(line)
    assert matcher.take(line), f"protocol.md:{number}: {line!r} came, wanted {wanted}"
    return True


def play(engine, first_number, lines):
    matcher, heard = Matcher(), []
    deadline = time.monotonic() + SECONDS
    for number, line in enumerate(lines, first_number + 1):
        where = f"protocol.md:{number}"
        assert line[:2] in ("> ", "< ") or line == "<", f"{where}: neither `> ` nor `< `"
        if line[0] == "<":
            matcher.expect(line[2:])
            continue
        while not matcher.done():
            left = deadline - time.monotonic()
            try:
                came = read(engine, matcher, number, heard, left)
            except EOFError:
                pytest.fail(f"{where}: the engine has ended")
            assert came, f"{where}: nothing came, wanted {matcher.wanted()} after {heard[-3:]}"
        matcher.settle()
        engine.send(line[2:])
    try:
        while read(engine, matcher, first_number, heard, deadline - time.monotonic()):
            pass
        pytest.fail("the engine has not ended")
    except EOFError:
        pass
    assert matcher.done(), f"missing at the end: {matcher.wanted()}"


BLOCKS = transcripts()


def test_there_are_transcripts():
    assert len(BLOCKS) >= 9
    assert all(lines[-1] == "> quit" for _, lines in BLOCKS)


@pytest.mark.parametrize("number, lines", BLOCKS, ids=[f"line-{number}" for number, _ in BLOCKS])
def test_transcript(start_engine, number, lines):
    engine = start_engine()
    play(engine, number, lines)
    assert engine.ended() == (0, [])


# ---- The matcher itself: a test that can only pass is none.

@pytest.mark.parametrize("patterns, lines, fits", [
    (["a"], ["a"], True),
    (["a"], ["b"], False),
    (["a"], [], False),
    (["a"], ["a", "a"], False),
    (["…"], [], True),
    (["…"], ["x", "y"], True),
    (["…", "a"], ["x", "a"], True),
    (["…", "a"], ["x"], False),
    (["…", "a"], ["a", "x"], False),
    (["…", "a", "…", "b"], ["a", "a", "b"], True),
    (["…", "a", "b"], ["a", "a", "b"], True),
    (["info … pv …"], ["info depth 3 pv 9-13"], True),
    (["info … pv …"], ["info depth 3"], False),
    (["a."], ["ab"], False),
    (["bestmove …"], ["bestmove none"], True),
])
def test_matcher(patterns, lines, fits):
    matcher = Matcher()
    for pattern in patterns:
        matcher.expect(pattern)
    taken = all(matcher.take(line) for line in lines)
    assert (taken and matcher.done()) == fits
