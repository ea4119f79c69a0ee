#!/usr/bin/env python3
"""Kelso at 20 ms a move against the plain six-ply material player, from the ballots."""

from _soak import finish, make, play, report, scaled

make("CFG=release", "test-programs")
rounds = scaled(100)
match = play("player", "--openings", "ballots156", "--rounds", rounds, "--concurrency", 1,
             "--engine", "build/release/kelso", "--name", "kelso", "--movetime", "0.02",
             "--engine", "build/release/oracle-player", "--name", "player", "--depth", 6)
match.report_games("against the six-ply player", 2 * rounds)
score = match.score_of("kelso")
report("against the six-ply player, score", f"{score} %", "95 % or more", score >= 95)
match.report_lateness("against the six-ply player")
finish()
