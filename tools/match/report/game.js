// One game on its board.

const RESULT_NAMES = {"1-0": "Black won", "0-1": "White won", "1/2-1/2": "draw"};
const SHORT_RESULTS = {"1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½"};

const playersText = (data, game) =>
  `${engineName(data, game.black)} – ${engineName(data, game.white)}`;

function saidText(move) {
  if (!move.said) {
    return move.comment === "book" ? "of the opening" : move.comment;
  }
  const {score, plies, depth, seconds} = move.said;
  const value =
    score === Infinity
      ? `wins in ${plies}`
      : score === -Infinity
        ? `loses in ${plies}`
        : signed(score, 2);
  return `${value}${depth === null ? "" : `, depth ${depth}`}, ${fixed(seconds, 3)} s`;
}

// nextGame(±1) opens another.
function gameViewer(data, nextGame) {
  let game = null,
    record = null,
    ply = 0,
    turned = false,
    plot = null;

  const buttons = [
    ["«", "Start", () => goTo(0), () => ply > 0],
    ["‹", "Back", () => goTo(ply - 1), () => ply > 0],
    ["›", "Forward", () => goTo(ply + 1), () => ply < record.moves.length],
    ["»", "End", () => goTo(record.moves.length), () => ply < record.moves.length],
    [
      "⇅",
      "Turn the board",
      () => {
        turned = !turned;
        draw();
      },
      () => true,
    ],
  ].map(([label, name, act, possible]) => {
    const button = el(
      "button",
      {
        type: "button",
        title: name,
        "aria-label": name,
        onclick: () => (button.getAttribute("aria-disabled") === "true" ? null : act()),
      },
      label,
    );
    return {button, possible};
  });
  byId("game-steps").append(...buttons.map(({button}) => button));

  const playerOf = move => (move.side === "b" ? game.black : game.white);

  function moveText(move) {
    return `${move.number}${move.side === "b" ? "." : "…"} ${move.text}`;
  }

  function showMove() {
    const move = record.moves[ply - 1];
    byId("game-move").replaceChildren(
      ...(move
        ? [
            el("strong", {}, moveText(move)),
            el("span", {class: "said"}, ` ${engineName(data, playerOf(move))}: ${saidText(move)}`),
          ]
        : [el("span", {class: "said"}, `Start: ${sideName(record.side)} to move`)]),
    );
    if (move && ply === record.moves.length) {
      byId("game-move").append(
        el("br"),
        `${RESULT_NAMES[game.result] ?? game.result}: ${game.reason}`,
      );
    }
  }

  // Keeps the present move in sight inside its box, not by moving the page.
  function showInList() {
    const box = byId("game-moves");
    box.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = box.querySelectorAll("button")[ply - 1];
    if (!button) {
      box.scrollTop = 0;
      return;
    }
    button.setAttribute("aria-current", "true");
    const top = button.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }

  function draw() {
    byId("board").replaceChildren(
      drawBoard(record.positions[ply], record.moves[ply - 1] ?? null, turned),
    );
    for (const {button, possible} of buttons) {
      button.setAttribute("aria-disabled", possible() ? "false" : "true");
    }
    showMove();
    showInList();
    plot?.mark(ply);
  }

  function goTo(number) {
    ply = Math.max(0, Math.min(record.moves.length, number));
    draw();
  }

  function listMoves() {
    const rows = [];
    record.moves.forEach((move, index) => {
      if (move.side === "b" || index === 0) {
        rows.push(
          el(
            "div",
            {},
            el("span", {}, `${move.number}.`),
            ...(move.side === "w" ? [el("span", {}, "…")] : []),
          ),
        );
      }
      rows[rows.length - 1].append(
        el(
          "button",
          {
            type: "button",
            title: saidText(move),
            "aria-label": `${moveText(move)}, ${saidText(move)}`,
            onclick: () => goTo(index + 1),
          },
          move.text,
        ),
      );
    });
    byId("game-moves").replaceChildren(...rows);
    byId("game-moves").scrollTop = 0;
  }

  // Both engines' scores as Black sees them; what is won or lost stands at the edge.
  function plotScores() {
    const edge = 10;
    const ofSide = (side, color) => ({
      name: engineName(data, color),
      color,
      points: record.moves.flatMap((move, index) =>
        move.side === side && move.said
          ? [
              {
                x: index + 1,
                said: saidText(move),
                y: Math.max(
                  -edge,
                  Math.min(edge, side === "b" ? move.said.score : -move.said.score),
                ),
              },
            ]
          : [],
      ),
    });
    const series = [ofSide("b", game.black), ofSide("w", game.white)].filter(
      ({points}) => points.length > 0,
    );
    plot =
      series.length === 0
        ? null
        : linePlot({
            label: "Score in men, as Black sees it",
            xName: "ply",
            series,
            limit: edge,
            silent: true,
            text: (y, point) => point.said,
            picked: goTo,
          });
    byId("game-scores").replaceChildren(...(plot ? [plot] : []));
  }

  function showRecord() {
    byId("game-pdn").querySelector("pre").textContent = byId("game-pdn").open
      ? game.pdn.trim()
      : "";
  }
  byId("game-pdn").addEventListener("toggle", showRecord);

  async function copy() {
    const button = byId("game-copy");
    let done = true;
    try {
      await navigator.clipboard.writeText(game.pdn);
    } catch {
      byId("game-pdn").open = true;
      showRecord();
      getSelection().selectAllChildren(byId("game-pdn").querySelector("pre"));
      done = document.execCommand("copy");
    }
    button.textContent = done ? "Copied" : "Selected: copy it by hand";
    setTimeout(() => {
      button.textContent = "Copy PDN";
    }, 2000);
  }
  byId("game-copy").addEventListener("click", copy);

  byId("game").parentNode.addEventListener("keydown", event => {
    const keys = {
      ArrowLeft: () => goTo(ply - 1),
      ArrowRight: () => goTo(ply + 1),
      Home: () => goTo(0),
      End: () => goTo(record.moves.length),
      PageUp: () => nextGame(-1),
      PageDown: () => nextGame(1),
    };
    const inText = event.target.closest("pre");
    if (
      keys[event.key] &&
      !inText &&
      !event.ctrlKey &&
      !event.altKey &&
      !event.metaKey &&
      !event.shiftKey
    ) {
      event.preventDefault();
      keys[event.key]();
    }
  });

  // A tap on the right half goes on, one on the left goes back; so does a stroke.
  let touchX = null;
  byId("board").addEventListener("pointerdown", event => {
    touchX = event.clientX;
  });
  byId("board").addEventListener("pointerup", event => {
    if (touchX !== null) {
      const stroke = event.clientX - touchX,
        box = byId("board").getBoundingClientRect();
      const forward = Math.abs(stroke) > 30 ? stroke < 0 : event.clientX > box.left + box.width / 2;
      touchX = null;
      goTo(ply + (forward ? 1 : -1));
    }
  });
  byId("board").addEventListener("pointercancel", () => {
    touchX = null;
  });

  return {
    game: () => game,
    open(wanted) {
      if (game === wanted) {
        return;
      }
      game = wanted;
      record = readPdn(game.pdn);
      ply = 0;
      byId("game").hidden = false;
      byId("game-title").textContent =
        `${playersText(data, game)} ${SHORT_RESULTS[game.result] ?? game.result}`;
      byId("game-about").textContent =
        [
          `Game ${whole(game.game)}`,
          `${data.ballots ? "ballot" : "opening"} ${game.opening}`,
          counted(game.plies, "ply", "plies"),
          game.reason,
          ...(game.fault_of ? [game.detail] : []),
        ].join(", ") + ".";
      listMoves();
      plotScores();
      showRecord();
      draw();
    },
  };
}
