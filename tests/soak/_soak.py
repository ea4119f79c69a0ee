"""What the long runs share. A script prints lines `what: figure (wanted: …)` and ends with status 1
when a figure is below what is wanted. Its only argument, a number from 0 to 1, makes it shorter:
1 is the whole of it."""

import os
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.chdir(ROOT)
os.environ.setdefault("KELSO_BUILD", "build/release")
os.environ.pop("MAKEFLAGS", None)  # options of an outer make are not ours
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "process"))

CORES = os.cpu_count() or 1
SCALE = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
assert 0 < SCALE <= 1, "the scale is a number above 0, up to 1"

_failed = False

# Times on a machine that is busy with something else say little.
print(f"machine: {CORES} cores, load {os.getloadavg()[0]:.1f}", flush=True)


def scaled(count, least=1):
    return max(least, round(count * SCALE))


def report(what, figure, wanted, good, binding=True):
    """One figure. What is not binding depends on the machine: a shortfall is said, no more."""
    global _failed
    verdict = "" if good else "  FAILED" if binding else "  SHORT"
    print(f"{what}: {figure} (wanted: {wanted}){verdict}", flush=True)
    _failed |= binding and not good


def finish():
    sys.exit(1 if _failed else 0)


def make(*words):
    subprocess.run(["make", "-s", f"-j{CORES}", *words], check=True, stdin=subprocess.DEVNULL)


def run(*words, seconds=7000, **options):
    """Runs a program to its end; its output as text."""
    return subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds,
                          **options)


def median(values):
    return statistics.median(values)


# ---- Matches

def play(name, *words):
    """Runs kelso-match and replays its games with the oracle; returns the words behind each line's
    first column, the PDN text and whether all games were good."""
    folder = ROOT / "build" / "soak"
    folder.mkdir(parents=True, exist_ok=True)
    pdn = folder / f"{name}.pdn"
    pdn.unlink(missing_ok=True)
    match = run("build/release/kelso-match", "--quiet", "--seed", 1, "--pdn", pdn,
                "--evidence", folder / f"{name}.evidence", *words)
    (folder / f"{name}.txt").write_text(match.stdout)
    assert match.returncode == 0, match.stdout
    replay = run("build/release/oracle-replay", pdn)
    (folder / f"{name}.replay.txt").write_text(replay.stdout)
    return Match(match.stdout, pdn.read_text(), replay)


class Match:
    """The outcome of a run of kelso-match."""

    def __init__(self, text, pdn, replay):
        self.text = text
        self.terminations = re.findall(r'^\[Termination "(.*)"\]$', pdn, re.MULTILINE)
        self.games = len(re.findall(r'^\[Result "', pdn, re.MULTILINE))
        self.replay = replay.stdout.strip().split("\n")[-1]
        self.replays = replay.returncode == 0 and f"games {self.games}, good {self.games}, bad 0" \
            == self.replay
        self.lateness = {name.strip(): float(ms) for name, ms in re.findall(
            r"^worst lateness +(.*?) +([+-][0-9.]+) ms$", text, re.MULTILINE)}

    def score_of(self, name):
        """Per cent of the points."""
        row = re.search(rf"^{re.escape(name)} +\d+ +\d+ +\d+ +\d+ +[\d.]+ +([\d.]+) ", self.text,
                        re.MULTILINE)
        return float(row[1])

    def count(self, *terminations):
        return sum(termination in terminations for termination in self.terminations)

    def faults(self):
        """Games that did not end by the rules of the game."""
        return len(self.terminations) - self.count("no moves", "no pieces", "repetition",
                                                   "no progress")

    def report_games(self, what, wanted):
        report(f"{what}, games", self.games, wanted, self.games == wanted)
        report(f"{what}, games with a reason", len(self.terminations), wanted,
               len(self.terminations) == wanted)
        report(f"{what}, games not ended by the rules", self.faults(), 0, self.faults() == 0)
        report(f"{what}, replay by the oracle", self.replay, "all good", self.replays)

    def report_lateness(self, what):
        for name, ms in self.lateness.items():
            report(f"{what}, worst lateness of {name}", f"{ms:+.1f} ms", "known", True)
