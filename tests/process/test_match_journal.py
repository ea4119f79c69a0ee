"""The journal of kelso-match: a match that was interrupted, and one in parts."""

import fcntl
import random
import re
import resource
import shlex
import shutil
import subprocess

import pytest

from engine import FACTOR, ROOT
from matches import (JOURNALLED, LIMIT_S, MATCH, PAIR, PLAYER, Run, fates, mock, player,
                     read_games, read_json, replay, without_times)


def test_a_killed_match_goes_on_and_ends_as_an_uninterrupted_one(match):
    """SIGKILL at random moments: no game is missing, none is there twice, in the PDN either."""
    whole = match(*JOURNALLED, "--pdn", match.folder / "whole.pdn", engines=PAIR)
    expected = fates(read_games(match.folder / "whole.pdn"))
    chance = random.Random(7)
    again = ["--resume", match.folder / "journal"]
    counts = []
    lines = match.folder / "games.json"
    again += ["--json", lines]
    for _ in range(12):
        process = match.start(*JOURNALLED, *again, engines=PAIR)
        try:
            process.wait(chance.uniform(0.05, 0.6) * FACTOR)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
        pdn = match.folder / "games.pdn"
        counts.append(pdn.read_text().count("[Event ") if pdn.exists() else 0)
    assert counts == sorted(counts)
    run = match(*JOURNALLED, *again, engines=PAIR)
    assert run.status == 0, run.errors
    assert fates(run.games) == expected and replay(run.pdn) == 86
    assert run.line("games ")[0].startswith("86 of 86 in ")
    for name in "ab":
        assert run.row(name) == whole.row(name)
    # The PDN can be made again, in the same order.
    run.pdn.rename(match.folder / "first.pdn")
    before = lines.read_text()
    assert match(*JOURNALLED, *again, engines=PAIR).status == 0
    assert run.pdn.read_text() == (match.folder / "first.pdn").read_text()
    assert lines.read_text() == before
    games, summaries = read_json(lines)
    assert [game["game"] for game in games] == list(range(1, 87)) and len(summaries) == 1


def begin_journal(match, *more):
    """A match of which 20 games are played; the journal's text."""
    journal = match.folder / "journal"
    run = match(*JOURNALLED, "--rounds", "10", "--journal", journal, *more, engines=PAIR)
    assert run.status == 0, run.errors
    return journal


def test_a_torn_journal_loses_the_torn_game_only(match):
    journal = begin_journal(match)
    expected = fates(read_games(match.folder / "games.pdn"))
    text = journal.read_bytes()
    for cut in (1, 700):
        journal.write_bytes(text[:-cut])
        (match.folder / "games.pdn").unlink()
        run = match(*JOURNALLED, "--rounds", "10", "--resume", journal, engines=PAIR)
        assert run.status == 0 and fates(run.games) == expected
        assert re.search(r"journal: the last \d+ bytes, a record that was cut, are dropped\n",
                         run.errors)
        assert run.line("games ")[0].endswith(", 19 of them in earlier runs")


def test_a_damaged_journal_is_repaired_by_playing_again(match):
    journal = begin_journal(match)
    expected = fates(read_games(match.folder / "games.pdn"))
    text = bytearray(journal.read_bytes())
    text[len(text) // 2] ^= 1
    journal.write_bytes(text)
    words = [*JOURNALLED, "--rounds", "10", "--resume", journal]
    run = match(*words, engines=PAIR)
    assert run.status == 2 and "games.pdn was changed since the match" in run.errors
    run = match(*words, "--pdn", match.folder / "new.pdn", engines=PAIR)
    assert run.status == 0 and "bytes are damaged; what stood there is played again" in run.errors
    assert fates(read_games(match.folder / "new.pdn")) == expected
    text[30] ^= 1
    journal.write_bytes(text)
    run = match(*words, engines=PAIR)
    assert run.status == 2 and "journal: the head is damaged" in run.errors


@pytest.mark.parametrize("words, engines, message", [
    (["--seed", "6"], PAIR, "there 'seed 5', here 'seed 6'"),
    (["--order", "sequential"], PAIR, "here 'order sequential'"),
    (["--max-plies", "9"], PAIR, "there 'max-plies 0', here 'max-plies 9'"),
    (["--rules", "fifty"], PAIR, "here 'engine 1 option Rules=fifty'"),
    (["--openings", "ballots144"], PAIR, "'openings 144 of hash "),
    (["--depth", "2"], PAIR, "there 'engine 1 limit depth 1', here 'engine 1 limit depth 2'"),
    (["--margin", "9"], PAIR, "here 'margin 9 ms'"),
    ([], PAIR[::-1], "here 'engine 1 command "),
    ([], [PAIR[0], (*PAIR[1], "--option", "Hash=4")], "here 'engine 2 option Hash=4'"),
    ([], [PAIR[0], (PAIR[1][0], "--name", "c")], "there 'engine 2 name b', here 'engine 2 name c'"),
    (["--rounds", "5"], PAIR, ", beyond --rounds"),
])
def test_only_the_same_match_goes_on(match, words, engines, message):
    journal = begin_journal(match)
    before = journal.read_bytes()
    base = list(JOURNALLED)
    if words and words[0] in base:
        base = [word for i, word in enumerate(base) if words[0] not in base[max(0, i - 1):i + 1]]
    run = match(*base, *words, "--resume", journal, engines=engines)
    assert (run.status, run.output) == (2, "") and message in run.errors
    assert journal.read_bytes() == before


def test_an_engine_that_was_built_anew_is_another(match):
    engine = match.folder / "engine"
    shutil.copy(PLAYER, engine)
    engines = [f"{engine} 1 1", player(1, 2)]
    words = [*JOURNALLED, "--rounds", "2", "--resume", match.folder / "journal"]
    assert "holds nothing yet: the match begins" in match(*words, engines=engines).errors
    with engine.open("ab") as file:
        file.write(b" ")
    run = match(*words, engines=engines)
    assert run.status == 2 and "there 'engine 1 program " in run.errors


def test_more_rounds_go_on_and_the_seed_need_not_be_known(match):
    journal = match.folder / "journal"
    words = [word for word in JOURNALLED if word not in ("--seed", "5")]
    assert match(*words, "--rounds", "4", "--journal", journal, engines=PAIR).status == 0
    run = match(*words, "--rounds", "12", "--resume", journal, engines=PAIR)
    assert run.status == 0 and run.line("games ")[0].endswith(", 8 of them in earlier runs")
    assert [game.Round for game in run.games] == [f"{i // 2 + 1}.{i % 2 + 1}" for i in range(24)]
    assert len({game.Opening for game in run.games}) == 12


def test_the_pdn_file_may_hold_other_games(match):
    pdn = match.folder / "games.pdn"
    pdn.write_text('[Event "an older one"]\n\n1. 11-15 *\n\n')
    older = pdn.read_text()
    journal = begin_journal(match)
    text = pdn.read_text()
    pdn.write_text(text[:-900])  # what was written last is lost
    words = [*JOURNALLED, "--rounds", "10", "--resume", journal]
    assert match(*words, engines=PAIR).status == 0
    assert pdn.read_text() == text and text.startswith(older)
    pdn.write_text(text + older)
    run = match(*words, engines=PAIR)
    assert run.status == 2 and "was changed since the match was interrupted" in run.errors


def test_a_journal_is_not_begun_twice_nor_used_by_two(match):
    journal = begin_journal(match)
    run = match(*JOURNALLED, "--journal", journal, engines=PAIR)
    assert run.status == 2 and "holds a match already; --resume" in run.errors
    with journal.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        run = match(*JOURNALLED, "--resume", journal, engines=PAIR)
    assert run.status == 2 and "journal is in use by another process" in run.errors
    journal.write_text("a text of somebody else")
    run = match(*JOURNALLED, "--resume", journal, engines=PAIR)
    assert run.status == 2 and "journal is no journal of this version" in run.errors
    assert journal.read_text() == "a text of somebody else"


def test_what_was_played_before_the_disk_is_full_is_safe(match):
    run = match(*JOURNALLED, "--journal", "/dev/full", engines=PAIR)
    assert run.status == 2 and "cannot write /dev/full: No space left" in run.errors
    journal = match.folder / "journal"
    full = match(*JOURNALLED, "--rounds", "20", "--journal", journal, engines=[PAIR[0], (
        mock("--sleep", "0.001", "--seed", "2"), "--name", "b")],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000)))
    assert full.status == 1 and "journal: File too large" in full.errors
    played = full.line("games ")[0].split()[0]
    assert 0 < int(played) < 40 and replay(full.pdn) == int(played)
    run = match(*JOURNALLED, "--rounds", "20", "--resume", journal, engines=[PAIR[0], (
        mock("--sleep", "0.001", "--seed", "2"), "--name", "b")])
    assert run.status == 0 and replay(run.pdn) == 40
    assert run.line("games ")[0].endswith(f", {played} of them in earlier runs")


def test_a_decided_test_stays_decided(match):
    test = ["--sprt", "elo0=0,elo1=80,alpha=0.2,beta=0.2,model=logistic"]
    engines = [player(3, 1), player(1, 1)]
    words = [*JOURNALLED, *test, "--resume", match.folder / "journal"]
    first = match(*words, engines=engines)
    second = match(*words, engines=engines)
    assert first.status == second.status == 0
    assert first.line("sprt ") == second.line("sprt ") and "H1 is accepted" in first.output
    assert len(first.games) == len(second.games) < 86


def test_faults_are_remembered(match, quick):
    words = ["--rounds", "4", "--concurrency", "1", "--resume", match.folder / "journal"]
    engines = [(player(), "--name", "good"), (mock("--fault", "crash", "--once",
                                                   match.folder / "once"), "--name", "bad")]
    first, second = (quick(*words, engines=engines) for _ in range(2))
    assert first.line("faults") == second.line("faults") == [f"bad{' ' * 8}crash 1"]
    assert first.line("worst lateness") == second.line("worst lateness")


# ---- parts of a match

def play_shards(match, engines, count, *more):
    """The journals of all parts."""
    journals = [match.folder / f"shard-{i}" for i in range(1, count + 1)]
    for i, journal in enumerate(journals, 1):
        run = match(*JOURNALLED, *more, "--shard", f"{i}/{count}", "--journal", journal,
                    "--pdn", match.folder / "parts.pdn", engines=engines)
        assert run.status == 0 and f", shard {i}/{count}" in run.output
    return journals


def merge(match, *words):
    return match("--merge", *words, engines=[])


@pytest.mark.parametrize("engines, more", [(PAIR, []), (
    [*PAIR, (player(1, 3), "--name", "c")], ["--gauntlet", "--rounds", "7"])])
def test_parts_joined_are_the_whole(match, engines, more):
    whole = match(*JOURNALLED, *more, "--pdn", match.folder / "whole.pdn", engines=engines)
    journals = play_shards(match, engines, 4, *more)
    run = merge(match, *journals)
    assert run.status == 0, run.errors
    if len(engines) > 2:
        refused = merge(match, *journals, "--sprt", "elo0=0")
        assert refused.status == 2 and "--sprt is between two engines, and " in refused.errors
    expected = fates(read_games(match.folder / "whole.pdn"))
    assert fates(run.games) == fates(read_games(match.folder / "parts.pdn")) == expected
    assert without_times(run.pdn) == without_times(match.folder / "whole.pdn")
    for _, name_of, name in engines:
        assert run.row(name) == whole.row(name)
    # Joined in any order, twice, and from what was joined before: the same.
    run.pdn.unlink()
    first = merge(match, *journals[:2], "--journal", match.folder / "half")
    assert first.status == 1
    run.pdn.unlink()
    lines = match.folder / "all.json"
    run = merge(match, journals[3], match.folder / "half", *journals[::-1], "--journal",
                match.folder / "all", "--json", lines)
    assert run.status == 0 and fates(run.games) == expected
    games, (summary,) = read_json(lines)
    assert len(games) == summary["games"] == len(expected)
    # The whole match can go on from there.
    run.pdn.unlink()
    run = match(*JOURNALLED, *more, "--resume", match.folder / "all", engines=engines)
    assert run.status == 0 and fates(run.games) == expected
    assert run.line("games ")[0].endswith(f", {len(expected)} of them in earlier runs")


def commands(heading):
    """The shell lines of this part of tools/cluster.md, for one machine and the build under test."""
    text = (ROOT / "tools" / "cluster.md").read_text().split(f"## {heading}\n")[1]
    lines = re.search(r"```sh\n(.*?)```", text, re.S).group(1)
    return (lines.replace("--sshlogin one,two --workdir . ", "")
            .replace("build/release/kelso-match", shlex.quote(str(MATCH))))


@pytest.mark.skipif(not shutil.which("parallel"), reason="no GNU parallel")
def test_parts_under_gnu_parallel_are_the_whole(match):
    """As cluster.md says, with other engines and openings in its match file."""
    (match.folder / "match.ini").write_text(
        "openings = ballots2\ndepth = 1\nseed = 5\norder = random\nrounds = 21\nquiet = true\n" +
        "".join(f"[engine]\nengine = {engine}\nname = {name}\n" for engine, _, name in PAIR))
    whole = match("--config", "match.ini", "--pdn", "whole.pdn", engines=[], cwd=match.folder)
    assert whole.status == 0, whole.errors
    for heading in ("GNU parallel", "The result"):
        done = subprocess.run(["sh", "-ec", commands(heading)], cwd=match.folder, text=True,
                              env={**match.environment, "PARALLEL_HOME": str(match.folder)},
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT_S)
        assert done.returncode == 0, done.stderr
    assert len(list(match.folder.glob("shard-*.journal"))) == 8
    merged = match.folder / "games.pdn"
    assert without_times(merged) == without_times(match.folder / "whole.pdn")
    assert fates(read_games(merged)) == fates(read_games(match.folder / "whole.pdn"))
    assert "games           42 of 42" in done.stdout and replay(merged) == 42
    for name in "ab":
        assert Run(0, done.stdout, "", match.folder).row(name) == whole.row(name)


def test_parts_that_do_not_fit(match):
    one, two = play_shards(match, PAIR, 2, "--rounds", "4")
    run = match(*JOURNALLED, "--max-plies", "50", "--rounds", "4", "--journal",
                match.folder / "other", engines=PAIR)
    run.pdn.unlink()
    run = merge(match, one, match.folder / "other")
    assert run.status == 2 and "there 'max-plies 0', here 'max-plies 50'" in run.errors
    run = match(*JOURNALLED, "--rounds", "4", "--shard", "2/2", "--resume", one, engines=PAIR)
    assert run.status == 2 and "there 'shard 1/2', here 'shard 2/2'" in run.errors
    run = merge(match, one, match.folder / "none")
    assert run.status == 2 and "cannot open" in run.errors
    run.pdn.write_text("something")
    run = merge(match, one, two)
    assert run.status == 2 and "games.pdn is there already" in run.errors


def test_a_merge_says_what_is_damaged(match):
    """One bit in the middle of a journal, then the end cut off: as --resume says it."""
    journal = begin_journal(match)
    text = journal.read_bytes()
    damaged = bytearray(text)
    damaged[len(text) // 2] ^= 1
    for content, warning in (
            (damaged, r"warning: \S*journal: \d+ bytes are damaged; what stood there is not in "
                      r"the result\n"),
            (text[:-1], r"\S*journal: the last \d+ bytes, a record that was cut, are dropped\n")):
        journal.write_bytes(content)
        (match.folder / "games.pdn").unlink()
        run = merge(match, journal)
        assert re.fullmatch(warning + "kelso-match: 1 of 20 games are missing\n",
                            run.errors), run.errors
        assert run.status == 1
        assert run.line("games ") == ["19 of 20"] and len(run.games) == 19


def test_a_merge_names_what_is_missing(match):
    """Ten pairs in four shards: 3, 3, 2 and 2 of them."""
    journals = play_shards(match, PAIR, 4, "--rounds", "10")
    text = journals[1].read_bytes()
    journals[1].write_bytes(text[:text.rindex(b"KREC")])
    lines = match.folder / "some.json"

    def lacking(*words):
        (match.folder / "games.pdn").unlink(missing_ok=True)
        run = merge(match, *words)
        assert run.status == 1, run.errors
        return run, run.errors.split("\n")[-2]

    run, message = lacking(journals[1], journals[2], "--journal", match.folder / "half",
                           "--json", lines)
    assert message == ("kelso-match: 11 of 20 games are missing: of shard 1/4 all 6, "
                       "of shard 2/4 1, of shard 4/4 all 4")
    assert run.line("games ") == ["9 of 20"] and len(run.games) == 9
    games, (summary,) = read_json(lines)
    assert (summary["games"], summary["games_planned"]) == (9, 20)
    # What was joined knows it, too.
    _, message = lacking(match.folder / "half", journals[0])
    assert message.endswith("5 of 20 games are missing: of shard 2/4 1, of shard 4/4 all 4")
    # A test that is decided needs no more games.
    (match.folder / "games.pdn").unlink()
    run = merge(match, journals[0], "--sprt", "elo0=0,elo1=200,alpha=0.49,beta=0.49")
    assert run.status == 0 and "accepted" in run.output, run.errors + run.output
    # The match that goes on with more rounds has another plan.
    assert match(*JOURNALLED, "--rounds", "12", "--shard", "3/4", "--resume", journals[2],
                 engines=PAIR).status == 0
    _, message = lacking(*journals)
    assert message.endswith("3 of 24 games are missing: of shard 2/4 1, of shard 4/4 2")


def test_an_old_journal_is_joined_with_a_warning(match):
    """Journals did not always say how many games were planned."""
    journal = begin_journal(match)
    text = journal.read_bytes()
    start = text.index(b"KREC", 20)
    end = text.index(b"KREC", start + 1)
    assert text[start + 8:end - 8] == b"plan 20 1"
    journal.write_bytes(text[:start] + text[end:])
    (match.folder / "games.pdn").unlink()
    run = merge(match, journal)
    assert run.status == 1 and len(run.games) == 20
    assert run.errors == (f"warning: {journal} does not say how many games were planned\n"
                          "kelso-match: whether games are missing is not known\n")


def test_a_game_with_two_results_is_no_match(match):
    """Two runs of engines that do not repeat themselves under the same name."""
    script = match.folder / "engine.sh"
    script.write_text(f"#!/bin/sh\nread -r seed <{match.folder}/seed\nexec {PLAYER} 1 $seed\n")
    script.chmod(0o755)
    journals = []
    for seed in "14":
        (match.folder / "seed").write_text(f"{seed}\n")
        journals.append(match.folder / f"journal-{seed}")
        assert match(*JOURNALLED, "--journal", journals[-1],
                     engines=[str(script), PAIR[1]]).status == 0
    (match.folder / "games.pdn").unlink()
    run = merge(match, *journals)
    assert run.status == 2 and "has another result than in a journal before" in run.errors
