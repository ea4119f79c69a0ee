// The list of games and the board to step through one of them.

const PAGE_OF_GAMES = matchMedia("(max-width: 42rem)").matches ? 6 : 12;

const winnerOf = game => ({"1-0": game.black, "0-1": game.white})[game.result] ?? null;

function gamesView(data, games) {
  const filter = {result: () => true, end: () => true, engine: () => true, opening: null};
  const noun = data.ballots ? "ballot" : "opening";
  const viewer = gameViewer(data, step => {
    const next = shown.indexOf(viewer.game()) + step;
    if (next >= 0 && next < shown.length) {
      open(shown[next]);
    }
  });
  let shown = games;

  function item(game) {
    const isOpen = game === viewer.game();
    return el(
      "li",
      {},
      el(
        "button",
        {type: "button", "aria-current": isOpen ? "true" : null, onclick: () => open(game, true)},
        el("span", {class: "number"}, String(game.game)),
        el("span", {}, playersText(data, game)),
        el("span", {}, SHORT_RESULTS[game.result] ?? game.result),
        el(
          "span",
          {class: "more"},
          `${noun} ${game.opening}, ${game.reason}, ${counted(game.plies, "ply", "plies")}`,
        ),
      ),
    );
  }

  const pages = pager(byId("games-pager"), PAGE_OF_GAMES, (first, last) =>
    byId("games-list").replaceChildren(...shown.slice(first, last).map(item)),
  );

  function noteText() {
    if (shown.length === 0) {
      return "No game is like that.";
    }
    const of = shown.length < games.length ? ` of ${whole(games.length)}` : "";
    const rest = `; of ${whole(data.games)} that were played the page holds the first`;
    return (
      counted(shown.length, "game", "games") +
      of +
      (games.length < data.games ? `${rest}, and those lost by a fault.` : ".")
    );
  }

  function apply() {
    shown = games.filter(
      game =>
        filter.result(game) &&
        filter.end(game) &&
        filter.engine(game) &&
        (filter.opening === null || game.opening === filter.opening),
    );
    byId("games-note").textContent = noteText();
    pages.reset(shown.length);
  }

  // By a click or a key: also brings it into view.
  function open(game, scroll = false) {
    viewer.open(game);
    const index = shown.indexOf(game);
    if (index >= 0) {
      const hadFocus = byId("games-list").contains(document.activeElement);
      pages.goTo(index);
      if (hadFocus) {
        byId("games-list").querySelector("[aria-current]").focus();
      }
    }
    if (scroll) {
      history.replaceState(null, "", `#game-${game.game}`);
      const box = byId("game").getBoundingClientRect();
      if (box.top < 0 || box.top > window.innerHeight * 0.5) {
        byId("game").scrollIntoView({block: "start"});
      }
    }
  }

  function makeFilter() {
    const choose = key => test => {
      filter[key] = test;
      apply();
    };
    const any = ["any", () => true];
    const names = data.engines.map((_, index) => engineName(data, index));
    const ends = [...new Set(games.map(game => game.reason))].sort();
    const opening = el("input", {
      type: "number",
      min: "1",
      inputmode: "numeric",
      id: "games-opening",
      oninput: () => {
        filter.opening = opening.value === "" ? null : Number(opening.value);
        apply();
      },
    });
    const form = byId("games-filter");
    form.addEventListener("submit", event => event.preventDefault());
    form.append(
      choice(
        "Result",
        [
          any,
          ["draw", game => winnerOf(game) === null],
          ["Black won", game => game.result === "1-0"],
          ["White won", game => game.result === "0-1"],
          ...names.map((name, index) => [`${name} won`, game => winnerOf(game) === index]),
        ],
        choose("result"),
      ),
      choice(
        "Ended by",
        [any, ...ends.map(end => [end, game => game.reason === end])],
        choose("end"),
      ),
      choice(
        "Player",
        [
          any,
          ...names.flatMap((name, index) => [
            [`${name} as Black`, game => game.black === index],
            [`${name} as White`, game => game.white === index],
          ]),
        ],
        choose("engine"),
      ),
      el("label", {}, data.ballots ? "Ballot" : "Opening", opening),
    );
  }

  makeFilter();
  apply();
  const wanted = /^#game-(\d+)$/.exec(location.hash);
  const linked = wanted && games.find(game => game.game === Number(wanted[1]));
  if (games.length > 0) {
    open(linked ?? games[0], Boolean(linked));
  }
  return {
    open: game => open(game, true),
    openOpening(number) {
      byId("games-opening").value = number;
      filter.opening = number;
      apply();
      if (shown.length > 0) {
        open(shown[0], true);
      }
      byId("games").scrollIntoView({block: "start"});
    },
  };
}
