#!/usr/bin/env python3
"""An engine for the tests of kelso-match that misbehaves as it is told to.

Its moves come from oracle-player, to which it passes on what it is told. A fault happens at its
N-th `go` (--at), one of pondering at its N-th `go ponder`, in every process anew; with --once FILE
only while FILE does not exist, which the fault makes. KELSO_BUILD names the build folder, as for
the tests.
"""

import argparse
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("KELSO_BUILD", "build/release")


def say(*lines):
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()


def hang():
    while True:
        time.sleep(1000)


def flood(text):
    while True:
        sys.stdout.write(text)


def stop_oneself():
    os.kill(os.getpid(), signal.SIGSTOP)


def crash():
    os.kill(os.getpid(), signal.SIGSEGV)


class Mock:
    def __init__(self, options):
        self.options = options
        self.gos = self.ponders = 0
        self.pondering = False
        self.position = ""
        self.idle_timer = None
        self.player = subprocess.Popen(
            [BUILD / "oracle-player", str(options.depth), str(options.seed)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def has_fault(self, *names):
        """Whether to do this now, for the names given."""
        if self.options.fault not in names:
            return False
        if self.options.once:
            try:
                os.close(os.open(self.options.once, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return False
        return True

    def pass_on(self, line):
        self.player.stdin.write(line + "\n")
        self.player.stdin.flush()

    def answer(self):
        """The player's answer to `go`: its info line and its move."""
        lines = []
        while not lines or not lines[-1].startswith("bestmove"):
            lines.append(self.player.stdout.readline().rstrip("\n"))
            assert lines[-1], "oracle-player has ended"
        return lines

    def watch_idleness(self):
        """Some faults happen when nothing came in for the seconds of --late."""
        if self.options.fault in ("idle-exit", "idle-move"):
            if self.idle_timer:
                self.idle_timer.cancel()
            self.idle_timer = threading.Timer(self.options.late, self.idle_wrong)
            self.idle_timer.daemon = True
            self.idle_timer.start()

    def idle_wrong(self):
        if self.has_fault("idle-exit"):
            print("nobody asks me", file=sys.stderr, flush=True)
            os._exit(3)
        if self.has_fault("idle-move"):
            say("bestmove 11-15")

    # ---- lines

    def uci(self):
        if self.has_fault("exit-at-start"):
            print("no such book: mock.book", file=sys.stderr)
            sys.exit(3)
        if self.has_fault("mute-at-start"):
            hang()
        offer = ["option name Ponder type check default false"] * self.options.ponder
        say(f"id name {self.options.name}", "id author Kelso", *offer, *self.options.offer, "uciok")

    def isready(self):
        if self.has_fault("never-ready"):
            hang()
        say("readyok")

    def setoption(self, line):
        if self.has_fault("refuse-option"):
            say("info string error: no memory for that")

    def expected(self, move):
        """What the player itself would answer to this move, as words behind it."""
        if self.options.expect:
            return f" ponder {self.options.expect}"
        moves = "" if " moves " in self.position else " moves"
        self.pass_on(f"{self.position}{moves} {move}")
        self.pass_on("go")
        answer = self.answer()[-1].split()[1]
        return "" if answer == "none" else f" ponder {answer}"

    def ponder(self):
        self.ponders += 1
        self.pondering = True
        if self.options.at in (self.ponders, 0):
            if self.has_fault("ponder-crash"):
                crash()
            if self.has_fault("ponder-move"):
                say("bestmove 11-15")

    def stop(self):
        if not self.pondering:
            return
        self.pondering = False
        if self.options.at in (self.ponders, 0):
            if self.has_fault("mute-after-stop"):
                hang()
            if self.has_fault("late-after-stop"):
                time.sleep(self.options.late)
        self.pass_on("go")
        say(self.answer()[-1])

    def go(self):
        self.gos += 1
        self.pondering = False
        self.pass_on("go")
        lines = self.answer()
        if self.options.at in (self.gos, 0) and self.go_wrong(lines):
            return
        time.sleep(self.options.sleep)
        if self.options.ponder:
            lines[-1] += self.expected(lines[-1].split()[1])
        say(*self.options.say, *(lines if self.options.info else lines[-1:]))

    def go_wrong(self, lines):
        """The faults that happen in `go`; False if the move is still to be said."""
        if self.has_fault("crash"):
            crash()
        if self.has_fault("exit"):
            sys.exit(0)
        if self.has_fault("mute"):
            hang()
        if self.has_fault("mute-after-say"):
            say(*self.options.say)
            hang()
        if self.has_fault("stop"):
            stop_oneself()
        if self.has_fault("flood"):
            flood("info depth 1 score cp 0 nodes 1 pv 11-15\n" * 100)
        if self.has_fault("endless-line"):
            flood("info string " + 1000 * "x")
        if self.has_fault("error-flood"):
            sys.stderr.write(1000000 * "a line on standard error\n")
            return False
        if self.has_fault("garbage"):
            sys.stdout.buffer.write(b"\x00\xff\x80bestmove\r\n\n  \nbestmov 11-15\n\r\n")
            return False
        if self.has_fault("no-newline"):
            sys.stdout.write(lines[-1])
            sys.stdout.flush()
            hang()
        if self.has_fault("close-output"):
            os.close(1)
            hang()
        if self.has_fault("leave-child"):
            subprocess.Popen(["sleep", "1000"])
            os._exit(0)
        if self.has_fault("illegal"):
            say("bestmove 1-32")
        elif self.has_fault("no-move"):
            say("bestmove none")
        elif self.has_fault("nonsense"):
            say("bestmove e2e4")
        elif self.has_fault("empty-move"):
            say("bestmove")
        elif self.has_fault("two-moves"):
            say(lines[-1], lines[-1])
        elif self.has_fault("exit-after-move"):
            say(lines[-1])
            sys.exit(0)
        elif self.has_fault("late"):
            time.sleep(self.options.late)
            say(lines[-1])
        else:
            return False
        return True

    def run(self):
        for line in sys.stdin:
            line = line.rstrip("\r\n")
            if self.options.log:
                with open(self.options.log, "a") as log:
                    log.write(f"{self.options.name} {line}\n")
            word = line.split(" ", 1)[0]
            self.watch_idleness()
            if word == "uci":
                self.uci()
            elif word == "isready":
                self.isready()
            elif word == "setoption":
                self.setoption(line)
            elif line.startswith("go ponder"):
                self.ponder()
            elif word == "go" or (word == "ponderhit" and self.pondering):
                self.go()
            elif word == "stop":
                self.stop()
            elif word == "quit":
                break
            else:
                if word == "position":
                    self.position = line
                self.pass_on(line)
        if self.has_fault("ignore-quit"):
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            hang()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", default="mock")
    parser.add_argument("--fault", default="")
    parser.add_argument("--at", type=int, default=3, help="the go of the fault; 0: each")
    parser.add_argument("--once", default="", metavar="FILE")
    parser.add_argument("--late", type=float, default=0.3, help="seconds of the fault `late`")
    parser.add_argument("--sleep", type=float, default=0.0, help="seconds before each move")
    parser.add_argument("--depth", type=int, default=1, help="of oracle-player")
    parser.add_argument("--seed", type=int, default=0, help="of oracle-player")
    parser.add_argument("--info", action="store_true", help="say the info line too")
    parser.add_argument("--say", action="append", default=[], metavar="LINE",
                        help="a whole line before each move")
    parser.add_argument("--ponder", action="store_true",
                        help="offer the option Ponder and say the answer that it would give")
    parser.add_argument("--expect", default="", metavar="MOVE", help="instead of that answer")
    parser.add_argument("--offer", action="append", default=[], metavar="LINE",
                        help="a whole option line")
    parser.add_argument("--log", default="", metavar="FILE", help="append each line received")
    Mock(parser.parse_args()).run()


main()
