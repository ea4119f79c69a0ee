#!/usr/bin/env python3
"""kelso.exe: built from nothing, and its tests under wine, which are only skipped in `make check`."""

import re
import shutil

from _soak import ROOT, finish, make, report, run

shutil.rmtree(ROOT / "build" / "windows", ignore_errors=True)
make("CFG=release", "programs")
make("windows")
result = run("pytest-3", "-q", "-rs", "tests/process/test_windows.py")
passed, = re.findall(r"(\d+) passed", result.stdout) or [0]
skipped, = re.findall(r"(\d+) skipped", result.stdout) or [0]
print(result.stdout.strip())
report("tests of kelso.exe under wine, passed", passed, "7 or more",
       result.returncode == 0 and int(passed) + int(skipped) >= 7)
finish()
