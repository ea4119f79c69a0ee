"""Games of kelso-match that endgame tables decide."""

import re
import subprocess

import pytest

from engine import BUILD, FACTOR
from matches import JOURNALLED, PAIR, read_json

EGDB, PDN = BUILD / "kelso-egdb", BUILD / "kelso-pdn"

# Won, drawn, a capture that leads into the tables of three pieces, and five pieces.
POSITIONS = ["W:WK1,K5:BK32", "B:WK1:BK32", "W:WK1,K18:BK15,K32", "W:WK18,K22,K23:BK1,K4"]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("egdb")
    subprocess.run([EGDB, "build", "--pieces", "3", "--distance", "--quiet", "--dir", folder],
                   check=True, timeout=120 * FACTOR)
    return folder


@pytest.fixture
def endings(match, tables):
    """A function that plays the positions, each with both sides."""
    openings = match.folder / "endings.fen"
    openings.write_text("\n".join(POSITIONS))

    def run(*more, status=0):
        words = [word for word in JOURNALLED if word not in ("--openings", "ballots2")]
        run = match(*words, "--openings", openings, *more, engines=PAIR)
        assert run.status == status, run.errors
        return run

    return run


def probed(tables, fen):
    said = subprocess.run([EGDB, "probe", "--dir", tables, fen], capture_output=True, text=True)
    return said.stdout.split()[1]


def test_what_the_tables_know_is_over(match, tables, endings):
    lines = match.folder / "games.json"
    run = endings("--egdb", tables, "--max-plies", "400", "--json", lines)
    assert "endgame tables of up to 3 pieces" in run.line("rules ")[0]
    last = subprocess.run([PDN, "convert", "--to", "fen", run.pdn], capture_output=True, text=True)
    texts = re.split(r"(?m)^(?=\[Event )", run.pdn.read_text())[1:]
    decided = 0
    for text, fen in zip(texts, last.stdout.splitlines()):
        opening = int(re.search(r'\[Opening "(\d+)"', text)[1])
        if '[Termination "endgame table"]' not in text:
            assert opening == 4
            continue
        decided += 1
        side, value = fen[0], probed(tables, fen)
        won = {"win": side, "loss": "WB"[side == "W"], "draw": ""}[value]
        assert f'[Result "{({"B": "1-0", "W": "0-1", "": "1/2-1/2"})[won]}"]' in text
        assert '[PlyCount "1"]' in text or opening > 2
    assert decided >= 6
    games, _ = read_json(lines)
    assert sum(game["reason"] == "endgame table" for game in games) == decided
    assert not any("fault_of" in game for game in games)


def test_without_them_the_games_go_on(tables, endings):
    assert "endgame table" not in {game.Termination for game in endings().games}
    run = endings("--egdb", tables, "--egdb-pieces", "2", "--pdn", tables.parent / "two.pdn")
    assert "of up to 2 pieces" in run.line("rules ")[0]


def test_they_are_a_condition_of_the_match(match, tables, endings):
    journal = match.folder / "journal"
    first = endings("--egdb", tables, "--journal", journal)
    again = endings("--egdb", tables, "--resume", journal)
    for name in "ab":
        assert again.row(name) == first.row(name)
    for words in ([], ["--egdb", tables, "--egdb-pieces", "2"]):
        run = endings(*words, "--resume", journal, status=2)
        assert "is of another match: there 'tables of 3 pieces, hash " in run.errors


def test_mistakes(match, tables, endings):
    for words, message in (
            (["--egdb", "/nowhere"], "--egdb: there is no endgame table in /nowhere"),
            (["--egdb", tables, "--egdb-pieces", "4"], "have 3 pieces at most, not 4"),
            (["--egdb-pieces", "4"], "--egdb-pieces needs --egdb FOLDER"),
            (["--egdb", tables, "--egdb-pieces", "1"], "--egdb-pieces: 1 is not between 2"),
            (["--egdb", tables, "--variant", "giveaway"], "--egdb: there are none of giveaway")):
        run = endings(*words, status=2)
        assert message in run.errors and run.output == ""
    damaged = match.folder / "damaged"
    damaged.mkdir()
    content = bytearray((tables / "0m1k-0m1k.wld").read_bytes())
    (damaged / "0m1k-0m1k.wld").write_bytes(content[:-1])
    run = endings("--egdb", damaged, status=2)
    assert re.search(r"--egdb: \S*damaged/0m1k-0m1k.wld: ", run.errors)
    # What is found out later is said, and the game goes on.
    content[-1] ^= 1
    (damaged / "0m1k-0m1k.wld").write_bytes(content)
    run = endings("--egdb", damaged)
    assert re.search(r"warning: \S*damaged/0m1k-0m1k.wld: damaged: block 0 is wrong", run.errors)
