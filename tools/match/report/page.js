// Puts the page together from its data.

const read = id => JSON.parse(byId(id).textContent);

function main() {
  const data = read("summary");
  let view = null;
  let kept = null;
  const games = () => (kept ??= read("game-data").sort((a, b) => a.game - b.game));
  const show = () => (view ??= gamesView(data, games()));
  showResult(data);
  showProgress(data);
  showFaults(data, games, game => show().open(game));
  showColours(data);
  showOpenings(data, opening => show().openOpening(opening.number));
  showMoves(data);
  showConditions(data);
  showHead(data);
  if (/^#game/.test(location.hash)) {
    show();
  } else {
    whenSeen(byId("games"), show);
  }
}
