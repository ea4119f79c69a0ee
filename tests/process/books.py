"""kelso-book, as its tests call it, and small books made by it."""

import subprocess

from engine import BUILD, FACTOR

BOOK = BUILD / "kelso-book"
NODES = 500


def book(*words, status=0, **options):
    done = subprocess.run([str(BOOK), *map(str, words)], capture_output=True, text=True,
                          timeout=120 * FACTOR, **options)
    assert done.returncode == status, done.stdout[-2000:] + done.stderr
    return done


def build(path, *words, steps=4, status=0):
    """Grows a book; deterministic, whatever the threads and interruptions."""
    return book("build", "--output", path, "--nodes", NODES, "--steps", steps, *words,
                status=status)


def positions(text):
    """The lines of a book as text, as words."""
    return [line.split() for line in text.split("\n") if line and line[0] != "#"]
