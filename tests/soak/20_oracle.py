#!/usr/bin/env python3
"""200,000 random positions and many random games: the engine's moves are the oracle's."""

import os
import re

from _soak import finish, make, report, run, scaled

make("CFG=debug", "test-programs")
count = scaled(200000, 1000)
result = run("build/debug/test/test_oracle",
             env=dict(os.environ, KELSO_ORACLE_POSITIONS=str(count), KELSO_SEED="2"))
passed = re.search(r"PASSED  \] (\d+) test", result.stdout)
if result.returncode != 0:
    print(result.stdout)
report(f"oracle, tests passed on {count} random positions", passed[1] if passed else 0, 3,
       result.returncode == 0 and passed and passed[1] == "3")
finish()
