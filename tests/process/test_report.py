"""The page that kelso-match --html writes: what stands in it, and how it behaves in a browser."""

import html.parser
import json
import re
import signal
import subprocess
import time

import pytest

from browser import CHROMIUM, Browser
from engine import BUILD, FACTOR
from matches import (JOURNALLED, LIMIT_S, MATCH, PAIR, Game, idle_match, mock, player,
                     read_json)

HOSTILE = ['</script><b id="harm">x', "<!--<script>'\"&amp;\\"]


class Page(html.parser.HTMLParser):
    """The data of a page, and the elements it consists of before a script has run."""

    def __init__(self, path):
        super().__init__()
        self.elements, self.scripts, self.inside = [], {}, None
        self.text = path.read_text()
        self.feed(self.text)
        self.close()
        self.summary = json.loads(self.scripts["summary"])
        self.games = sorted(json.loads(self.scripts["game-data"]), key=lambda game: game["game"])

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elements.append((tag, attributes))
        if tag == "script":
            self.inside = attributes.get("id", "code")
            self.scripts[self.inside] = ""

    def handle_endtag(self, tag):
        if tag == "script":
            self.inside = None

    def handle_data(self, data):
        if self.inside:
            self.scripts[self.inside] += data


@pytest.fixture
def paged(match):
    """A function that plays a match with a page and returns the run and the page."""

    def run(*more, engines, status=0):
        path = match.folder / "match.html"
        done = match(*more, "--html", path, engines=engines)
        assert done.status == status, done.errors
        return done, Page(path)

    return run


SHORT = ["--depth", "2", "--openings", "ballots156", "--rounds", "4", "--seed", "1"]
TALKING = [(player(2, 1), "--name", "a"), (player(1, 2), "--name", "b")]


def add(*results):
    return [sum(column) for column in zip(*results)]


def of_black(games):
    """[L, D, W]"""
    return [sum(game.Result == result for game in games) for result in ("0-1", "1/2-1/2", "1-0")]


def test_the_page_holds_what_the_match_says(match, paged):
    run, page = paged(*SHORT, "--json", match.folder / "json", "--sprt", "elo0=0,elo1=50",
                      engines=TALKING)
    _, (line,) = read_json(match.folder / "json")
    summary = page.summary
    for key in line.keys() - {"engines"}:
        assert summary[key] == line[key], key
    for mine, its in zip(summary["engines"], line["engines"]):
        assert mine.items() >= its.items()
        assert add(mine["as_black"], mine["as_white"]) == [its["losses"], its["draws"], its["wins"]]
    black = of_black(run.games)
    assert add(*(opening["black"] for opening in summary["openings"])) == black
    assert add(*(end["black"] for end in summary["ends"])) == black
    assert {end["reason"]: sum(end["black"]) for end in summary["ends"]} == {
        reason: sum(game.Termination == reason for game in run.games)
        for reason in {game.Termination for game in run.games}}
    assert [(opening["number"], opening["moves"]) for opening in summary["openings"]] == [
        (int(game.Ballot), " ".join(game.moves[:3])) for game in run.games[::2]]
    for opening in summary["openings"]:
        first = [game for game in run.games if int(game.Ballot) == opening["number"]]
        assert opening["first_as_black"] == of_black([game for game in first if game.Black == "a"])
        assert opening["first_as_white"][::-1] == of_black(
            [game for game in first if game.Black == "b"])
    assert [game["game"] for game in page.games] == list(range(1, 9))
    for game, recorded in zip(page.games, run.games):
        assert Game(game["pdn"]).__dict__ == recorded.__dict__
        assert (game["result"], game["reason"], game["plies"]) == (
            recorded.Result, recorded.Termination, len(recorded.moves))
        assert ["ab"[game["black"]], "ab"[game["white"]]] == [recorded.Black, recorded.White]
    assert "seed 1" in summary["header"] + summary["conditions"]


def test_figures_over_time_and_by_move(paged):
    run, page = paged(*SHORT, "--concurrency", "1", "--sprt", "elo0=0,elo1=50", engines=TALKING)
    summary = page.summary
    history = summary["history"]
    assert [point["games"] for point in history] == list(range(1, 9))
    last = history[-1]
    assert last["llr"] == summary["sprt"]["llr"]
    assert [engine["elo"] for engine in last["engines"]] == [
        engine["elo"] for engine in summary["engines"]]
    # After six games: by --stats, from the pairs so far.
    pairs = [0] * 5
    for first, second in zip(run.games[0:6:2], run.games[1:6:2]):
        points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
        pairs[points[first.Result] + 2 - points[second.Result]] += 1
    done = subprocess.run([MATCH, "--stats", ",".join(map(str, pairs)), "--sprt", "elo0=0,elo1=50"],
                          capture_output=True, text=True)
    said = dict(line.split() for line in done.stdout.splitlines())
    assert abs(history[5]["llr"] - float(said["llr"])) < 1e-5
    elo = history[5]["engines"][0]["elo"]
    assert elo is None if said["elo"] == "undefined" else abs(elo - float(said["elo"])) < 1e-5
    for engine in summary["engines"]:
        times, depths = {}, {}
        for game in run.games:
            colour = 0 if game.Black == engine["name"] else 1
            for number, comment in enumerate(game.comments[colour::2]):
                said = re.fullmatch(r"\S+/(\d+) ([\d.]+)s", comment)
                if said:
                    depths.setdefault(number, []).append(int(said[1]))
                    times.setdefault(number, []).append(float(said[2]))
        assert times
        for number, count in enumerate(engine["moves"]):
            assert count == len(times.get(number, []))
            if count:
                assert engine["move_depth"][number] == pytest.approx(sum(depths[number]) / count)
                assert engine["move_seconds"][number] == pytest.approx(sum(times[number]) / count)
        assert len(engine["moves"]) == max(times) + 1


def test_what_comes_from_outside_does_no_harm(match, paged):
    opening = match.folder / "openings.txt"
    opening.write_text("11-15 22-18\n")
    _, page = paged("--openings", opening, "--depth", "1", "--max-plies", "12", "--seed", "1",
                    engines=[(player(), "--name", HOSTILE[0]),
                             (player(1, 2), "--name", HOSTILE[1])])
    assert [engine["name"] for engine in page.summary["engines"]] == HOSTILE
    assert [tag for tag, _ in page.elements].count("script") == 3
    assert "harm" not in [attributes.get("id") for _, attributes in page.elements]
    for text in (page.scripts["summary"], page.scripts["game-data"]):
        assert "<" not in text
    assert Game(page.games[0]["pdn"]).Result == page.games[0]["result"]


def test_the_page_asks_for_nothing_from_elsewhere(paged):
    _, page = paged(*SHORT[:-4], "--rounds", "1", engines=TALKING)
    for tag, attributes in page.elements:
        assert tag not in ("img", "iframe", "object", "embed", "base")
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith(("#", "data:"))
    policy = [attributes for _, attributes in page.elements
              if attributes.get("http-equiv") == "Content-Security-Policy"]
    assert policy[0]["content"].startswith("default-src 'none';")


def test_faults(paged):
    _, page = paged("--openings", "ballots2", "--depth", "1", "--rounds", "2", "--seed", "1",
                    engines=[(player(), "--name", "a"),
                             (mock("--fault", "illegal", "--at", "3"), "--name", "b")])
    assert page.summary["engines"][1]["faults"] == {"illegal move": 4}
    for game in page.games:
        assert game[game["fault_of"]] == 1 and game["reason"] == "illegal move" and game["detail"]


def test_faults_between_games(match):
    journal, paths = match.folder / "journal", [match.folder / f"{name}.html" for name in "abc"]
    words = ("--concurrency", "1", "--resume", journal)
    assert idle_match(match, "idle-exit", *words, "--html", paths[0]).status == 0
    assert idle_match(match, "idle-exit", *words, "--html", paths[1]).status == 0
    (match.folder / "games.pdn").unlink()
    assert match("--merge", journal, "--html", paths[2], engines=[]).status == 0
    for path in paths:
        page = Page(path)
        (fault,) = page.summary["faults_between"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", fault.pop("time"))
        assert fault == {"engine": 1, "reason": "crash",
                         "detail": "it exited with status 3; its last words: nobody asks me"}
        assert page.summary["faults_between_total"] == 1
        assert not any("fault_of" in game for game in page.games)


# ---- while the match is played

def slow_match(match, sleep):
    path = match.folder / "match.html"
    return path, match.start("--depth", "1", "--openings", "ballots2", "--html", path,
                             "--concurrency", "2", engines=[
                                 mock("--sleep", sleep, "--name", "a"),
                                 mock("--sleep", sleep, "--name", "b", "--seed", "1")])


def wait_for(process, seconds, found):
    deadline = time.monotonic() + seconds * FACTOR
    while not (result := found()):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
    return result


def page_of(path, games):
    """The page, if so many games are in it."""
    page = Page(path) if path.exists() else None
    return page if page and page.summary["games"] >= games else None


def test_the_page_is_written_while_the_match_goes_on(match):
    path, process = slow_match(match, 0.01)
    try:
        first = wait_for(process, 10, lambda: page_of(path, 1))
        start = path.stat().st_mtime
        games = first.summary["games"]
        assert first.summary["running"] and len(first.games) == games < 86
        second = wait_for(process, 20, lambda: page_of(path, games + 1))
        assert 9 < path.stat().st_mtime - start < 14 * FACTOR
        assert second.summary["running"] and len(second.games) == second.summary["games"] > games
    finally:
        process.kill()
        process.communicate()
    assert Page(path).summary == second.summary  # and is whole, whatever comes


def test_ctrl_c_writes_the_page(match):
    path, process = slow_match(match, 0.05)
    pdn = match.folder / "games.pdn"
    first = wait_for(process, 20, lambda: page_of(path, 1)).summary["games"]
    more = wait_for(process, 20, lambda: max(0, pdn.read_text().count("[Event") - first))
    process.send_signal(signal.SIGINT)
    page = wait_for(process, 2, lambda: page_of(path, first + more))
    assert page.summary["running"]
    run = match.finish(process)
    page = Page(path)
    assert run.status == 1 and not page.summary["running"]
    assert page.summary["games"] == len(run.games) == len(page.games)


def test_a_page_that_cannot_be_written_stops_no_match(match):
    path, process = slow_match(match, 0.01)
    wait_for(process, 10, lambda: page_of(path, 1))
    process.send_signal(signal.SIGINT)
    path.unlink()
    path.mkdir()
    run = match.finish(process)
    assert run.status == 1 and run.errors.count(f"kelso-match: cannot open {path}: Is a dir") == 1
    assert len(run.games) > 1


def without_times(page):
    """Of a page, what does not depend on the clock and the order in which games ended."""
    summary = {key: value for key, value in page.summary.items() if key not in
               ("written", "seconds", "games_before", "header", "conditions", "history")}
    summary["engines"] = [{key: value for key, value in engine.items() if "seconds" not in key}
                          for engine in summary["engines"]]
    summary["ends"] = sorted(summary["ends"], key=lambda end: end["reason"])
    return summary, [{**game, "pdn": Game(game["pdn"]).moves} for game in page.games]


def test_a_page_from_the_journal_is_that_of_the_match(match, paged):
    journal, parts = match.folder / "journal", [match.folder / "1", match.folder / "2"]
    _, page = paged(*JOURNALLED, "--rounds", "6", engines=PAIR)
    match(*JOURNALLED, "--rounds", "3", "--journal", journal, engines=PAIR)
    _, resumed = paged(*JOURNALLED, "--rounds", "6", "--resume", journal, engines=PAIR)
    assert without_times(resumed) == without_times(page)
    assert [point["games"] for point in resumed.summary["history"]] == list(range(1, 13))
    for number, part in enumerate(parts, 1):
        match(*JOURNALLED, "--rounds", "6", "--shard", f"{number}/2", "--journal", part,
              engines=PAIR)
    path = match.folder / "merged.html"
    done = subprocess.run([MATCH, "--merge", *parts, "--html", path], capture_output=True,
                          text=True, timeout=LIMIT_S)
    assert done.returncode == 0, done.stderr
    assert without_times(Page(path)) == without_times(page)


def test_a_match_that_cannot_go_on_still_has_its_page_and_table(match, paged):
    once = match.folder / "once"
    words = ["--openings", "ballots2", "--depth", "1", "--seed", "1", "--resume",
             match.folder / "journal"]
    engines = [player(), mock("--fault", "exit-at-start", "--once", once)]
    once.touch()
    _, before = paged(*words, "--rounds", "1", engines=engines)
    once.unlink()
    run, after = paged(*words, "--rounds", "2", engines=engines, status=1)
    assert "no such book" in run.errors and run.row("mock")[0] == 2
    assert after.games == before.games and after.summary["games_planned"] == 4
    assert [engine["name"] for engine in after.summary["engines"]] == ["OraclePlayer", "mock"]


def test_a_page_in_the_way_is_replaced_and_nothing_else(match, paged):
    paged(*SHORT, engines=TALKING)
    _, page = paged(*SHORT[:-4], "--rounds", "1", engines=TALKING)
    assert len(page.games) == 2
    other = match.folder / "notes.html"
    other.write_text("my notes\n")
    run = match(*SHORT, "--html", other, engines=TALKING)
    assert run.status == 2 and "notes.html is there already" in run.errors
    assert other.read_text() == "my notes\n"
    assert not list(match.folder.glob("*.part"))


def test_a_page_that_cannot_be_written(match):
    run = match(*SHORT, "--html", match.folder / "none" / "a.html", engines=TALKING)
    assert run.status == 2 and "none/a.html.part: No such file" in run.errors
    run = match(*SHORT, "--html", "/dev/full", engines=TALKING)
    assert run.status == 1 and "cannot write /dev/full: No space left on device" in run.errors
    assert len(run.games) == 8


def test_a_link_stays_and_its_file_is_replaced(match, paged):
    target, link = match.folder / "real.html", match.folder / "match.html"
    link.symlink_to(target)
    paged(*SHORT[:-4], "--rounds", "1", engines=TALKING)
    assert link.is_symlink() and len(Page(target).games) == 2


# ---- in a browser

@pytest.fixture
def browser(tmp_path):
    if CHROMIUM is None:
        pytest.skip("chromium is missing (Debian package chromium): the page is not opened")
    browser = Browser(tmp_path / "profile")
    yield browser
    browser.close()


def is_quiet(browser, path):
    """Nothing in the console, nothing asked for but the page."""
    assert browser.errors == []
    assert set(browser.requests) <= {path.as_uri(), "data:,"}
    return True


def show_games(browser, path):
    browser.open(path.as_uri())
    browser.js("byId('games').scrollIntoView()")
    browser.wait("byId('board').querySelector('svg') !== null")


BOARD = "document.querySelector('#board svg').getAttribute('aria-label')"


def positions_of(browser, number):
    """What the board shows of a game, in words."""
    return browser.js(f"readPdn(read('game-data').find(game => game.game === {number}).pdn)"
                      ".positions.map(boardInWords)")


def words_of(fen):
    """A FEN as the page says a position in words."""
    sides = {part[0]: part[1:].split(",") for part in fen.strip().split(":")[1:]}

    def side(name):
        pieces = sides.get(name, [])
        men = [piece for piece in pieces if piece and piece[0] != "K"]
        kings = [piece[1:] for piece in pieces if piece.startswith("K")]
        lists = [f"{names[len(squares) > 1]} on {', '.join(squares)}"
                 for names, squares in ((("man", "men"), men), (("king", "kings"), kings))
                 if squares]
        return ", ".join(lists) or "no piece"

    return f"Black: {side('B')}. White: {side('W')}."


@pytest.fixture
def shown(match, paged, browser):
    """A match of four games in the browser, with the board in sight."""
    run, page = paged(*SHORT[:-4], "--rounds", "2", engines=TALKING)
    path = match.folder / "match.html"
    show_games(browser, path)
    yield run, page, browser
    assert is_quiet(browser, path)


def test_every_position_of_every_game(shown):
    run, page, browser = shown
    for number, game in enumerate(page.games):
        file = run.folder / "game.pdn"
        file.write_text(game["pdn"])
        done = subprocess.run([BUILD / "kelso-pdn", "convert", "--to", "fens", file],
                              capture_output=True, text=True, timeout=LIMIT_S)
        fens = [re.sub(r"\s.*", "", line) for line in done.stdout.splitlines()]
        assert len(fens) == game["plies"] + 1
        assert positions_of(browser, number + 1) == [words_of(fen) for fen in fens]


def test_stepping(shown):
    run, page, browser = shown
    game = browser.js("document.querySelector('#game-title').textContent")
    assert game.startswith("a – b")
    positions = positions_of(browser, 1)
    plies = page.games[0]["plies"]
    assert len(set(positions)) > plies / 2 and browser.js(BOARD) == positions[0]

    def at(ply):
        assert browser.js(BOARD) == positions[ply]
        said = browser.js("byId('game-move').textContent")
        assert (run.games[0].moves[ply - 1] if ply else "Start: Black to move") in said

    browser.js("document.querySelector('#games-list button').focus()")
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowLeft", 0),
                     ("ArrowLeft", 0), ("End", plies), ("ArrowRight", plies),
                     ("ArrowLeft", plies - 1), ("Home", 0)):
        browser.key(key)
        at(ply)
    browser.key("End")
    assert run.games[0].Termination in browser.js("byId('game-move').textContent")
    for name, ply in (("Start", 0), ("Forward", 1), ("Forward", 2), ("Back", 1), ("End", plies)):
        browser.js(f"document.querySelector('#game-steps [aria-label={name}]').click()")
        at(ply)
    browser.js("document.querySelectorAll('#game-moves button')[4].click()")
    at(5)
    assert browser.js("document.querySelector('#game-moves [aria-current]').textContent") == \
        run.games[0].moves[4]
    browser.js("document.querySelector('#game-steps [aria-label=\"Turn the board\"]').click()")
    at(5)
    browser.js("document.querySelector('#games-list button').focus()")
    browser.key("PageDown")
    assert "Game 2," in browser.js("byId('game-about').textContent")
    browser.js("byId('game-pdn').open = true")
    shown_pdn = "document.querySelector('#game-pdn pre').textContent"
    browser.wait(f"{shown_pdn} !== ''")
    assert browser.js(shown_pdn) == page.games[1]["pdn"].strip()


def test_touch_on_a_phone(match, paged, browser):
    paged(*SHORT[:-4], "--rounds", "1", engines=TALKING)
    path = match.folder / "match.html"
    browser.size(320, 640, phone=True)
    show_games(browser, path)
    positions = positions_of(browser, 1)
    for side, ply in ((0.8, 1), (0.8, 2), (0.2, 1), (0.8, 2)):
        browser.js("byId('board').scrollIntoView({block: 'center'})")
        left, top, width, height = browser.js(
            "(({left, top, width, height}) => [left, top, width, height])"
            "(byId('board').getBoundingClientRect())")
        browser.tap(left + side * width, top + height / 2)
        browser.wait(f"{BOARD} === {json.dumps(positions[ply])}")
    assert is_quiet(browser, path)


@pytest.mark.parametrize("names", [["a", "b"], HOSTILE, ["n" * 60, "The name of " * 6],
                                   ["one", "two", "three", "four"]])
def test_nothing_hangs_out_of_the_screen(match, paged, browser, names):
    paged(*SHORT[:-4], "--rounds", "1", "--sprt" if len(names) == 2 else "--order",
          "elo0=0,elo1=50" if len(names) == 2 else "random",
          engines=[(player(1, seed), "--name", name) for seed, name in enumerate(names)])
    path = match.folder / "match.html"
    for width in (320, 390, 768, 1280):
        browser.size(width, 800, phone=width < 600)
        show_games(browser, path)
        assert browser.js("document.documentElement.scrollWidth") == width
        assert browser.js("byId('harm')") is None
        assert browser.js("document.querySelectorAll('script').length") == 3
        assert all(name.strip() in browser.js("document.body.innerText") for name in names)
        for number in range(browser.js("document.querySelectorAll('.plot').length")):
            plot = f"document.querySelectorAll('.plot')[{number}]"
            browser.js(f"{plot}.scrollIntoView()")
            browser.wait(f"{plot}.querySelector('.line') !== null")
    assert is_quiet(browser, path)


def choose(browser, label, index):
    browser.js(f"""{{
        const fields = [...document.querySelectorAll("#games-filter label")];
        const field = fields.find(node => node.textContent.startsWith("{label}"));
        const select = field.querySelector("select");
        select.selectedIndex = {index};
        select.dispatchEvent(new Event("change"));
        }}""")


def test_filters_and_openings(shown):
    run, page, browser = shown
    count, opening = "byId('games-list').children.length", "byId('games-opening')"
    assert browser.js(count) == 4
    browser.js("byId('openings').scrollIntoView()")
    browser.wait("document.querySelector('#opening-table tbody') !== null")
    browser.js("document.querySelectorAll('#opening-table tbody button')[1].click()")
    assert browser.js(count) == 2 and browser.js(f"{opening}.value") == run.games[2].Ballot
    assert browser.js("document.querySelector('#game-about').textContent").startswith("Game 3,")
    choose(browser, "Player", 1)
    assert browser.js(count) == 1
    browser.js(f"{opening}.value = ''; {opening}.dispatchEvent(new Event('input'))")
    assert browser.js(count) == 2
    for index, result in enumerate(["1/2-1/2", "1-0", "0-1"], 1):
        choose(browser, "Result", index)
        assert browser.js(count) == sum(game.Result == result and game.Black == "a"
                                        for game in run.games)


def test_openings_that_were_left_out_are_said(match, browser):
    path, openings = match.folder / "match.html", match.folder / "openings.pdn"
    openings.write_text("1. 11-15 22-18 *\n\n1. 11-15 *\n\n1. 11-15 22-18 15x22 *\n\n")
    run = match("--openings", openings, "--plies", "2", "--depth", "1", "--html", path,
                "--max-plies", "20", engines=PAIR)
    assert run.status == 0, run.errors
    show_games(browser, path)
    shown = browser.js("byId('conditions-list').innerText")
    assert re.search(r"games left out: 1 that are over before, 1 that begin like another", shown)
    assert is_quiet(browser, path)


def test_faults_are_listed(match, browser):
    path = match.folder / "match.html"
    run = idle_match(match, "idle-move", "--concurrency", "1", "--html", path)
    assert run.status == 0, run.errors
    browser.open(path.as_uri())
    tables = browser.js("[...byId('fault-tables').querySelectorAll('table')]"
                        ".map(table => table.innerText)")
    assert len(tables) == 2 and "protocol" in tables[0]
    assert re.search(r"Between games\s.*bad\s+protocol\s+it moved out of turn", tables[1], re.S)
    assert is_quiet(browser, path)


def test_light_and_dark(shown):
    _, _, browser = shown
    colours = []
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        colours.append(browser.js("getComputedStyle(document.body).backgroundColor"))
    light, dark = ([int(part) for part in re.findall(r"\d+", colour)] for colour in colours)
    assert min(light[:3]) > 200 and max(dark[:3]) < 60
