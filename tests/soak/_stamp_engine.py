#!/usr/bin/env python3
"""An engine that notes when it reads `go` and when it writes its move, in nanoseconds of the monotonic
clock, and writes both behind `quit` to the file named first. Its moves come from oracle-player."""

import subprocess
import sys
import time

player = subprocess.Popen(["build/release/oracle-player", *sys.argv[2:]], text=True, bufsize=1,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
stamps = []
for line in sys.stdin:
    came = time.monotonic_ns()
    player.stdin.write(line)
    if line.startswith("go"):
        while not (answer := player.stdout.readline()).startswith("bestmove"):
            pass
        stamps.append((came, time.monotonic_ns()))
        sys.stdout.write(answer)
    elif line.startswith("uci\n"):
        while (answer := player.stdout.readline()) != "uciok\n":
            sys.stdout.write(answer)
        sys.stdout.write(answer)
    elif line.startswith("isready"):
        sys.stdout.write(player.stdout.readline())
    sys.stdout.flush()
with open(sys.argv[1], "w") as file:
    file.writelines(f"{came} {went}\n" for came, went in stamps)
