#!/usr/bin/env python3
"""Ten minutes of fuzzing in all, the targets in turn on all cores."""

import re

from _soak import finish, make, report, run, scaled

TARGETS = 4
SECONDS = scaled(600 // TARGETS, 10)

make("CFG=fuzz", "CC=clang", "fuzz-programs")
result = run("tests/gate/fuzz.sh", "build/fuzz", SECONDS)
inputs = re.findall(r"^(\w+): (\d+) inputs$", result.stdout, re.MULTILINE)
if result.returncode != 0:
    print(result.stdout)
for name, count in inputs:
    report(f"fuzzing {name} for {SECONDS} s, inputs", count, "some", int(count) > 100)
report("fuzzing, targets without a finding", len(inputs), TARGETS,
       len(inputs) == TARGETS and result.returncode == 0)
finish()
