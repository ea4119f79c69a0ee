#!/usr/bin/env python3
"""How quickly the engine answers: stop, isready, no time left, the end of input."""

import random
import time

from _soak import finish, make, median, report, scaled

make("CFG=release", "programs")

from engine import Engine, answer_times, ms, ready_times, stop_once  # noqa: E402  now that it is built


def summary(what, times, limit):
    times.sort()
    report(f"{what}, {len(times)} times, worst", f"{times[-1]:.1f} ms, median {median(times):.2f}",
           f"{limit} ms", times[-1] < limit)


def stops(threads):
    engine = Engine()
    engine.send(f"setoption name Threads value {threads}")
    dice = random.Random(100 + threads)
    times = [stop_once(engine, dice) for _ in range(scaled(1000, 20))]
    engine.nothing_more(1)
    engine.quit()
    summary(f"stop at a random moment, {threads} threads", times, 50)


def isready(threads):
    engine = Engine()
    engine.send(f"setoption name Threads value {threads}")
    times = ready_times(engine, random, scaled(1000, 20))
    engine.quit()
    summary(f"isready while searching, {threads} threads", times, 20)


def no_time(limits):
    engine = Engine()
    times = answer_times(engine, limits, scaled(200, 10))
    engine.quit()
    summary(f"go {limits}", times, 15)


def end_of_input():
    times = []
    for _ in range(scaled(50, 3)):
        engine = Engine()
        engine.send("setoption name Threads value 2", "go infinite")
        engine.until(" score ")
        sent = time.monotonic()
        engine.process.stdin.close()
        status, _ = engine.ended()
        times.append(ms(time.monotonic() - sent))
        assert status == 0
        engine.destroy()
    summary("end of input in mid-search", times, 1000)


for count in (1, 2):
    stops(count)
    isready(count)
for each in ("wtime 0 btime 0", "wtime 1 btime 1", "wtime 0 btime 0 movestogo 1",
             "wtime 1 btime 1 movestogo 1", "wtime 0 btime 0 winc 5 binc 5",
             "wtime 1 btime 1 winc 100 binc 100"):
    no_time(each)
end_of_input()
finish()
