"""kelso-train: self-play, training, export, as a user runs them."""

import subprocess

import pytest

from engine import BUILD

TRAIN = BUILD / "kelso-train"
SMALL = ["--nodes", "30", "--network", "material", "--quiet"]


def run(*arguments, status=0):
    done = subprocess.run([TRAIN, *map(str, arguments)], capture_output=True, text=True, timeout=300)
    assert done.returncode == status, done.stderr
    return done


def facts(path):
    lines = run("inspect", path).stdout.splitlines()
    return dict(line.split(" ", 1) for line in lines if " " in line)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("train") / "games"
    run("selfplay", "--output", path, "--games", 60, *SMALL)
    return path


def test_any_number_of_threads_gives_the_same_file(data, tmp_path):
    run("selfplay", "--output", tmp_path / "games", "--games", 60, "--threads", 3, *SMALL)
    assert (tmp_path / "games").read_bytes() == data.read_bytes()


def test_a_file_that_was_cut_is_completed(data, tmp_path):
    whole, cut = data.read_bytes(), tmp_path / "games"
    for size in (len(whole) * 2 // 3, 20, 0):
        cut.write_bytes(whole[:size])
        run("selfplay", "--output", cut, "--games", 60, *SMALL)
        assert cut.read_bytes() == whole


def test_any_range_of_games_can_be_made_elsewhere(data, tmp_path):
    part, head = tmp_path / "games", len("self-play\nseed 1\nnodes 30\nfirst 0\nevaluation material\n")
    run("selfplay", "--output", part, "--games", 20, "--first", 40, *SMALL)
    games = part.read_bytes()[16 + 16 + head + 1:]
    assert data.read_bytes().endswith(games)


def test_a_file_of_other_settings_is_refused(data):
    before = data.read_bytes()
    done = run("selfplay", "--output", data, "--games", 70, "--seed", 2, *SMALL, status=1)
    assert "was made otherwise" in done.stderr
    assert data.read_bytes() == before


def test_tables_end_games(data, tmp_path):
    tables, games, again = tmp_path / "tables", tmp_path / "games", tmp_path / "again"
    few = ["selfplay", "--games", 60, "--egdb", tables, *SMALL, "--output"]
    assert f"{tables}: there are no endgame tables" in run(*few, games, status=1).stderr
    subprocess.run([BUILD / "kelso-egdb", "build", "--pieces", "4", "--dir", tables, "--quiet"], check=True)
    run(*few, games)
    assert 0 < int(facts(games)["positions"]) < int(facts(data)["positions"])
    run(*few, again, "--threads", 3)
    assert again.read_bytes() == games.read_bytes() != data.read_bytes()
    assert "was made otherwise" in run("selfplay", "--games", 70, *SMALL, "--output", games, status=1).stderr


def test_it_ends_with_the_game_that_has_enough_positions(data, tmp_path):
    few = tmp_path / "games"
    run("selfplay", "--output", few, "--positions", 300, *SMALL)
    found = facts(few)
    assert int(found["positions"]) >= 300
    assert data.read_bytes().startswith(few.read_bytes())
    assert int(found["games"]) < 60


def test_from_games_to_a_network_that_the_engine_reads(data, tmp_path, engine):
    one, two, net = tmp_path / "one", tmp_path / "two", tmp_path / "some.net"
    run("train", "--output", one, "--epochs", 3, "--quiet", data)
    run("train", "--output", two, "--epochs", 3, "--threads", 3, "--quiet", data)
    assert one.read_bytes() == two.read_bytes()
    assert facts(one)["epochs"] == "3 of 3"
    assert 0 < float(facts(one)["training_error"]) < 0.25
    run("export", "--output", net, one)
    assert facts(net)["architecture"] == "120-256-8"
    before = engine.answers("eval")
    assert engine.answers(f"setoption name EvalFile value {net}") == []
    assert engine.answers("eval") != before
    assert engine.answers("setoption name EvalFile value <empty>") == []
    assert engine.answers("eval") == before


def test_a_training_goes_on_where_it_stopped(data, tmp_path):
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    run("train", "--output", whole, "--epochs", 40, "--quiet", data)
    process = subprocess.Popen([TRAIN, "train", "--output", stopped, "--epochs", "40", data],
                               stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if line.startswith("epoch 2:"):
            break
    process.kill()
    process.wait()
    process.stderr.close()
    assert int(facts(stopped)["epochs"].split()[0]) < 40
    run("train", "--output", stopped, "--epochs", 40, "--quiet", data)
    assert stopped.read_bytes() == whole.read_bytes()
    run("train", "--output", stopped, "--epochs", 41, "--quiet", data, status=1)


def test_damage_is_found(data, tmp_path):
    bad, bytes_ = tmp_path / "bad", bytearray(data.read_bytes())
    bytes_[len(bytes_) // 2] ^= 1
    bad.write_bytes(bytes_)
    for command in (["inspect", bad], ["train", "--output", tmp_path / "out", "--quiet", bad],
                    ["selfplay", "--output", bad, "--games", 60, *SMALL]):
        assert "damaged" in run(*command, status=1).stderr


@pytest.mark.parametrize("arguments, words", [
    ([], "a command is needed"),
    (["grow"], "'grow' is no command"),
    (["selfplay"], "needs --output"),
    (["selfplay", "--output", "x"], "--games N or --positions N"),
    (["selfplay", "--output", "x", "--games", "0"], "--games: 0 is not between"),
    (["train", "--output", "x"], "no file is named"),
    (["train", "--output", "x", "--rate", "2", "y"], "--rate: 2 is not between"),
    (["export", "--output", "x", "a", "b"], "one checkpoint"),
    (["inspect"], "no file is named"),
])
def test_mistakes_of_the_command_line(arguments, words):
    assert words in run(*arguments, status=2).stderr


def test_help_and_version():
    assert "selfplay" in run("--help").stdout
    assert run("--version").stdout.startswith("kelso-train ")


def test_what_is_not_there(tmp_path):
    missing = tmp_path / "missing"
    for command in (["inspect", missing], ["train", "--output", tmp_path / "x", missing],
                    ["export", "--output", tmp_path / "x", missing],
                    ["selfplay", "--output", tmp_path / "x", "--games", 1, "--network", missing]):
        assert str(missing) in run(*command, status=1).stderr


def test_calibration(data):
    """The higher the score the more is won, as was seen in the half of the games left out."""
    lines = [line.split() for line in run("calibrate", data).stdout.splitlines()]
    curve = {line[0]: [int(word) for word in line[1:]] for line in lines[:4]}
    assert len(curve["win"]) == len(curve["loss"]) == 17
    assert curve["win"][16] > curve["win"][0] == curve["loss"][0] > curve["loss"][16]
    bands = [line for line in lines if len(line) == 8 and line[0].lstrip("-").isdigit()]
    assert 0 < sum(int(band[1]) for band in bands) <= curve["held_out"][0] # without known results
    assert curve["held_out"][0] + curve["positions"][0] == int(facts(data)["positions"])
    for band in bands:
        assert abs(sum(map(float, band[2::2])) - 100) < 0.3  # what was said
        assert abs(sum(map(float, band[3::2])) - 100) < 0.3  # and seen
