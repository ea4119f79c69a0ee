// The parts of the page above the games.

const engineName = (data, index) => data.engines[index].name ?? `engine ${index + 1}`;

const playedBy = engine => engine.wins + engine.draws + engine.losses;

const resultsOf = engine => [engine.losses, engine.draws, engine.wins];

const named = (data, index) => ({
  text: el("span", {}, swatch(index), engineName(data, index)),
  class: "left name",
});

// ---- the head

const VERDICTS = {H0: "H0 is accepted", H1: "H1 is accepted", open: "undecided"};

function sprtText(test) {
  const unit = test.model === "normalized" ? "nElo" : "Elo";
  return (
    `Sequential test of ${unit} ${round(test.elo0)} (H0) against ${round(test.elo1)} (H1): ` +
    `${VERDICTS[test.verdict]}, LLR ${signed(test.llr, 2)}, ` +
    `bounds ${signed(test.llr_lower, 2)} and ` +
    `${signed(test.llr_upper, 2)}.`
  );
}

function headlineText(data) {
  const [first] = data.engines;
  if (data.engines.length > 2) {
    const best = data.engines.reduce(
      (best, engine) => (engine.elo > best.elo ? engine : best),
      first,
    );
    return (
      `${counted(data.engines.length, "engine", "engines")}; ${best.name ?? "?"} leads with ` +
      `${percent(share(resultsOf(best)))}.`
    );
  }
  const elo = isNumber(first.elo)
    ? `Elo ${withError(first.elo, first.elo_error)}`
    : "Elo undefined";
  return (
    `${engineName(data, 0)} scored ${halves(points(resultsOf(first)))} ` +
    `of ${whole(playedBy(first))}: ` +
    `${percent(share(resultsOf(first)))}, ${elo}.`
  );
}

function stateText(data) {
  const decided = data.sprt && data.sprt.verdict !== "open";
  const ended =
    data.games >= data.games_planned ? "complete" : decided ? "ended by its test" : "stopped early";
  const state = data.running ? "and it goes on" : ended;
  const seconds =
    isNumber(data.seconds) && data.games_before === 0 ? ` in ${duration(data.seconds)}` : "";
  const games = `${whole(data.games)} of ${whole(data.games_planned)} games`;
  return `${games}${seconds}, ${state}; written ${data.written}.`;
}

function showHead(data) {
  const two = data.engines.length === 2;
  const title = two
    ? `${engineName(data, 0)} – ${engineName(data, 1)}`
    : `Match of ${data.engines.length} engines`;
  document.title = title;
  byId("title").textContent = title;
  byId("headline").textContent = headlineText(data);
  byId("state").textContent = stateText(data);
  if (data.sprt) {
    byId("headline").after(el("p", {}, sprtText(data.sprt)));
  }
  for (const section of document.querySelectorAll("main > section:not([hidden])")) {
    byId("contents").append(
      el("a", {href: `#${section.id}`}, section.querySelector("h2").textContent),
    );
  }
}

// ---- result

const PAIRS = ["LL", "LD", "DD, WL", "WD", "WW"];

const FIGURES = [
  {name: "Games", of: engine => whole(playedBy(engine))},
  {name: "Won", of: engine => whole(engine.wins)},
  {name: "Drawn", of: engine => whole(engine.draws)},
  {name: "Lost", of: engine => whole(engine.losses)},
  {name: "Points", of: engine => halves(points(resultsOf(engine))), strong: true},
  {name: "Score", of: engine => percent(share(resultsOf(engine))), strong: true},
  {
    name: "Elo",
    title: "with the error of 95 %",
    group: true,
    strong: true,
    of: engine => withError(engine.elo, engine.elo_error),
  },
  {
    name: "nElo",
    title: "Elo in units of the spread of the results",
    of: engine => withError(engine.nelo, engine.nelo_error),
  },
  {
    name: "LOS",
    title: "likelihood of being the stronger",
    of: engine => (isNumber(engine.los) ? `${fixed(engine.los, 1)} %` : "–"),
  },
  ...PAIRS.map((name, index) => ({
    name: `Pairs ${name}`,
    short: name,
    title: "pairs of games with one opening",
    group: index === 0,
    of: engine => whole(engine.pairs[index]),
  })),
  {name: "Faults", group: true, of: engine => whole(sum(Object.values(engine.faults)))},
  {
    name: "Latest move",
    title: "what it used above what was left; below 0: in time",
    of: engine =>
      isNumber(engine.worst_lateness_seconds)
        ? `${signed(1000 * engine.worst_lateness_seconds, 1)} ms`
        : null,
  },
];

function showResult(data) {
  const figures = FIGURES.filter(figure => data.engines.some(engine => figure.of(engine) !== null));
  const label = figure =>
    figure.title ? el("abbr", {title: figure.title}, figure.name) : figure.name;
  const few = data.engines.length <= 3; // then figures are rows: it fits a phone
  const cell = (figure, engine) => ({
    text: figure.of(engine) ?? "–",
    class: figure.strong ? "strong" : null,
  });
  const content = few
    ? table(
        "Figures by engine",
        ["", ...data.engines.map((_, index) => ({...named(data, index), class: "name"}))],
        figures.map(figure =>
          Object.assign(
            [
              {text: label(figure), class: "left"},
              ...data.engines.map(engine => cell(figure, engine)),
            ],
            {group: figure.group},
          ),
        ),
        "unseen",
      )
    : table(
        "Engines by their figures",
        [
          {text: "Engine", class: "left"},
          ...figures.map(figure =>
            figure.title
              ? el("abbr", {title: figure.title}, figure.short ?? figure.name)
              : figure.name,
          ),
        ],
        data.engines.map((engine, index) => [
          named(data, index),
          ...figures.map(figure => cell(figure, engine)),
        ]),
        "unseen",
      );
  byId("result-table").append(content);
  byId("result-table").parentNode.classList.add(few ? "narrow" : "wide");
  if (data.repeated_games > 0) {
    byId("result-table").append(
      el(
        "p",
        {class: "quiet"},
        `${counted(data.repeated_games, "game repeats", "games repeat")} an earlier one ` +
          "move for move, " +
          "which says nothing new and makes the errors look smaller than they are.",
      ),
    );
  }
}

// ---- Elo and LLR over time

function showProgress(data) {
  const last = {
    games: data.games,
    llr: data.sprt?.llr ?? null,
    engines: data.engines.map(engine => ({elo: engine.elo, error: engine.elo_error})),
  };
  const history = data.history.filter(point => point.games < data.games).concat(last);
  const shown = data.engines.length === 2 ? [0] : data.engines.keys();
  const series = [...shown].map(index => ({
    name: engineName(data, index),
    color: index,
    points: history.map(({games, engines}) => ({
      x: games,
      y: engines[index].elo,
      error: engines[index].error,
    })),
  }));
  const label =
    data.engines.length === 2
      ? `Elo of ${engineName(data, 0)} over the games, with the error of 95 %`
      : "Elo over the games";
  byId("progress").append(
    linePlot({
      label,
      xName: "after game",
      series,
      text: y => signed(y, 1),
    }),
  );
  if (data.sprt) {
    byId("progress").append(
      linePlot({
        label: "Log-likelihood ratio (LLR) over the games",
        xName: "after game",
        text: y => signed(y, 2),
        series: [
          {name: "LLR", color: 0, points: history.map(({games, llr}) => ({x: games, y: llr}))},
        ],
        bounds: [
          {y: data.sprt.llr_upper, name: "H1"},
          {y: data.sprt.llr_lower, name: "H0"},
        ],
      }),
    );
  }
}

// ---- faults

const faultCells = fault => [
  {text: fault.reason, class: "left"},
  {text: fault.detail, class: "text"},
];

// Ten at a time; nothing if there is none.
function faultTable(caption, heads, faults, row) {
  if (faults.length === 0) {
    return;
  }
  const body = el("div", {class: "scroll"}),
    turn = el("div", {class: "pager"});
  byId("fault-tables").append(body, turn);
  pager(turn, 10, (first, end) =>
    body.replaceChildren(table(caption, heads, faults.slice(first, end).map(row))),
  ).reset(faults.length);
}

function showFaults(data, games, open) {
  const rows = data.engines.flatMap((engine, index) =>
    Object.entries(engine.faults).map(([reason, count]) => [
      named(data, index),
      {text: reason, class: "left"},
      whole(count),
    ]),
  );
  if (rows.length === 0) {
    return;
  }
  byId("faults").hidden = false;
  byId("fault-tables").append(
    el(
      "div",
      {class: "scroll"},
      table(
        "By engine and kind",
        [{text: "Engine", class: "left"}, {text: "Fault", class: "left"}, "Number"],
        rows,
      ),
    ),
  );
  const engine = {text: "Engine", class: "left"},
    about = [{text: "Fault", class: "left"}, {text: "What it did", class: "left"}];
  faultTable(
    "Games that were lost by a fault",
    ["Game", engine, ...about],
    games().filter(game => game.fault_of),
    game => [
      el("button", {type: "button", class: "plain", onclick: () => open(game)}, String(game.game)),
      named(data, game[game.fault_of]),
      ...faultCells(game),
    ],
  );
  const more = data.faults_between_total - data.faults_between.length;
  faultTable(
    `Between games${more > 0 ? `, without the last ${whole(more)}` : ""}`,
    [{text: "Time", class: "left"}, engine, ...about],
    data.faults_between,
    fault => [{text: fault.time, class: "left"}, named(data, fault.engine), ...faultCells(fault)],
  );
}

// ---- colours and ends

function resultCells(results) {
  return [
    whole(results[2]),
    whole(results[1]),
    whole(results[0]),
    percent(share(results)),
    {text: resultBar(results), class: "bars spare"},
  ];
}

function showColours(data) {
  const all = data.ends.reduce(
    (total, end) => total.map((count, index) => count + end.black[index]),
    [0, 0, 0],
  );
  const as = (index, colour) => ({
    text: el("span", {}, swatch(index), `${engineName(data, index)} as ${colour}`),
    class: "left name",
  });
  const rows = data.engines.flatMap((engine, index) => [
    [as(index, "Black"), ...resultCells(engine.as_black)],
    [as(index, "White"), ...resultCells(engine.as_white)],
  ]);
  rows.push(
    Object.assign([{text: "Black, in all games", class: "left name"}, ...resultCells(all)], {
      group: true,
    }),
  );
  byId("colour-table").append(
    table(
      "Results by colour; Black moves first",
      [
        "",
        ...["Won", "Drawn", "Lost"].map(name => el("abbr", {title: name}, name[0])),
        "Score",
        {text: "", class: "bars spare"},
      ],
      rows,
    ),
  );
  const ends = [...data.ends].sort((a, b) => sum(b.black) - sum(a.black));
  byId("end-table").append(
    table(
      "How the games ended",
      [
        {text: "End", class: "left"},
        {text: "Games", class: "spare"},
        "Black won",
        "Drawn",
        "White won",
      ],
      ends.map(end => [
        {text: end.reason, class: "left"},
        {text: whole(sum(end.black)), class: "spare"},
        whole(end.black[2]),
        whole(end.black[1]),
        whole(end.black[0]),
      ]),
    ),
  );
}

// ---- openings

const PAGE_OF_OPENINGS = 15;

// Moves do not break at their hyphens; a FEN may break anywhere.
const openingText = opening =>
  el(
    "span",
    {},
    ...`${opening.moves} ${opening.name}`
      .split(" ")
      .flatMap(word =>
        word.length < 16 ? [el("span", {class: "whole"}, word), " "] : [word, " "],
      ),
  );

// Those that say something come first: where the engines were not level, or the colours were not.
function showOpenings(data, openOpening) {
  const two = data.engines.length === 2;
  const first = opening =>
    opening.first_as_black.map((count, index) => count + opening.first_as_white[index]);
  const lead = results => points(results) - sum(results) / 2;
  const openings = data.openings;
  const level = openings.filter(opening => lead(first(opening)) === 0).length;
  const noun = data.ballots ? "ballot" : "opening";
  byId("openings-note").textContent = [
    counted(openings.length, `${noun} was`, `${noun}s were`) + " played",
    two ? `; in ${whole(level)} of them the engines came out level` : "",
    data.openings_total > 2000 ? "; only the first 2000 of the list are told apart here" : "",
    ".",
  ].join("");
  const heads = [
    data.ballots ? "Ballot" : "Opening",
    {text: "Moves", class: "text"},
    {text: "Games", class: "spare"},
    {text: "Black won", class: "spare"},
    {text: "Drawn", class: "spare"},
    {text: "White won", class: "spare"},
  ];
  if (two) {
    heads.push({text: `${engineName(data, 0)} as Black`, class: "of"}, "as White", "Lead");
  }
  const row = opening => {
    const cells = [
      el(
        "button",
        {
          type: "button",
          class: "plain",
          title: "Show its games",
          onclick: () => openOpening(opening),
        },
        String(opening.number),
      ),
      {text: openingText(opening), class: "text"},
      ...[sum(opening.black), ...opening.black.toReversed()].map(count => ({
        text: whole(count),
        class: "spare",
      })),
    ];
    return two
      ? [
          ...cells,
          resultText(opening.first_as_black),
          resultText(opening.first_as_white),
          {
            text: signedHalves(lead(first(opening))),
            class: lead(first(opening)) === 0 ? null : "strong",
          },
        ]
      : cells;
  };
  let sorted = openings;
  const pages = pager(byId("opening-pager"), PAGE_OF_OPENINGS, (from, to) =>
    byId("opening-table").replaceChildren(
      table(`Results by ${noun}`, heads, sorted.slice(from, to).map(row), "unseen"),
    ),
  );
  const orders = [
    ["number", (a, b) => a.number - b.number],
    ...(two
      ? [
          [
            `lead of ${engineName(data, 0)}`,
            (a, b) => lead(first(b)) - lead(first(a)) || a.number - b.number,
          ],
          [
            `lead of ${engineName(data, 1)}`,
            (a, b) => lead(first(a)) - lead(first(b)) || a.number - b.number,
          ],
        ]
      : []),
    ["lead of Black", (a, b) => lead(b.black) - lead(a.black) || a.number - b.number],
    ["lead of White", (a, b) => lead(a.black) - lead(b.black) || a.number - b.number],
  ];
  byId("opening-choice").append(
    choice("Sorted by", orders, order => {
      sorted = [...openings].sort(order);
      pages.reset(sorted.length);
    }),
  );
  sorted = [...openings].sort(orders[0][1]);
  whenSeen(byId("opening-table"), () => pages.reset(sorted.length));
}

// ---- time and depth

function showMoves(data) {
  const most = Math.max(
    0,
    ...data.engines.map(engine => engine.moves[0] ?? 0),
    ...data.engines.map(engine => Math.max(0, ...engine.moves)),
  );
  if (most === 0) {
    byId("moves-note").textContent = "The engines said nothing of their searches.";
    return;
  }
  const least = Math.max(1, Math.ceil(most * 0.05));
  byId("moves-note").textContent =
    "Means of what the engines said, by the number of the move" +
    (least > 1 ? `; left out where fewer than ${whole(least)} games went so far.` : ".");
  const series = (engine, index, values) => ({
    name: engineName(data, index),
    color: index,
    points: values.flatMap((y, move) => (engine.moves[move] >= least ? [{x: move + 1, y}] : [])),
  });
  const times = data.engines.map((engine, index) => series(engine, index, engine.move_seconds));
  const isShort = times.every(({points}) => points.every(({y}) => y < 1));
  if (isShort) {
    times.forEach(({points}) =>
      points.forEach(point => {
        point.y *= 1000;
      }),
    );
  }
  byId("move-plots").append(
    linePlot({
      label: `Time a move, ${isShort ? "milliseconds" : "seconds"}`,
      xName: "move",
      series: times,
      text: y => (isShort ? `${fixed(y, 1)} ms` : `${fixed(y, 2)} s`),
    }),
    linePlot({
      label: "Depth, plies",
      xName: "move",
      text: y => fixed(y, 1),
      series: data.engines.map((engine, index) => series(engine, index, engine.move_depth)),
    }),
  );
}

// ---- conditions

function showConditions(data) {
  // A line that begins with blanks goes on with what the one before says.
  for (const [, key, value] of data.header.matchAll(/^(\S*) +(.*)$/gm)) {
    const list = byId("conditions-list");
    if (key !== "") {
      list.append(el("dt", {}, key));
    }
    list.append(el("dd", {}, value));
  }
  byId("conditions-all").querySelector("pre").textContent = data.conditions;
  byId("footer").textContent =
    `kelso-match ${data.version}. 1-0 means that Black, the first mover, won.`;
}
