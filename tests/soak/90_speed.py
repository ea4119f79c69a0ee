#!/usr/bin/env python3
"""Nodes a second, depth in a given time, what a second thread gains."""

import re

from _soak import CORES, SCALE, finish, make, report, run, scaled

make("CFG=release", "programs")

from engine import Engine, value  # noqa: E402  the build folder is known only now


def speed():
    engine = Engine()
    engine.send("setoption name Hash value 256", "position startpos")
    infos, _ = engine.go("movetime", scaled(10000, 500), seconds=60)
    engine.quit()
    figure = value(infos[-1], "nps") / 1e6
    report("start position, 10 s, one thread, Hash 256, M nodes/s", f"{figure:.2f}",
           "5 or more", figure >= 5)


def bench(option, pattern):
    result = run("build/release/kelso", "bench", option)
    print(result.stdout, end="")
    found = re.search(pattern, result.stdout)
    assert result.returncode == 0 and found, "no such line"
    return [float(figure) for figure in found.groups()]


speed()
if SCALE == 1:
    short, long, rate = bench("--depth-table", r"median depth ([\d.]+) at 1 s, ([\d.]+) at 10 s, "
                                               r"([\d.]+) M nodes/s")
    report("median depth at 1 s and 10 s, M nodes/s", f"{short}, {long}, {rate}", "known",
           long > short > 0)
    if CORES >= 2:
        nodes, time = bench("--smp", r"median speed ratio ([\d.]+), median time ratio ([\d.]+)")
        report("two threads, nodes/s against one", nodes, "1.85 or more", nodes >= 1.85)
        report("two threads, time to depth against one", time, "1.4 or more", time >= 1.4)
finish()
