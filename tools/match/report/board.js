// A game record and its board. Squares are numbered 1 to 32 from the side of Black, who moves down
// the board; a position is a list by square of "b", "w", "B", "W" (kings) or "".

const rowOf = square => (square - 1) >> 2;
const columnOf = square => 2 * ((square - 1) & 3) + (rowOf(square) % 2 === 0 ? 1 : 0);
const squareAt = (row, column) => 4 * row + (column >> 1) + 1;

const startPosition = () =>
  Array.from({length: 33}, (_, square) =>
    square === 0 ? "" : square <= 12 ? "b" : square >= 21 ? "w" : "",
  );

// "B:W21,K32:B1,2" -> {board, side}.
function readFen(text) {
  const board = Array(33).fill("");
  for (const part of text.slice(2).split(":")) {
    const man = part[0].toLowerCase();
    for (const piece of part
      .slice(1)
      .split(",")
      .filter(word => word !== "")) {
      board[Number(piece.replace("K", ""))] = piece[0] === "K" ? man.toUpperCase() : man;
    }
  }
  return {board, side: text[0].toLowerCase()};
}

// The path is legal: pieces are taken between squares two rows apart, and a man that ends on the
// far row is crowned.
function playPath(board, squares) {
  const next = board.slice(),
    from = squares[0],
    to = squares[squares.length - 1];
  let piece = next[from];
  next[from] = "";
  for (let i = 1; i < squares.length; i++) {
    const [a, b] = [squares[i - 1], squares[i]];
    if (Math.abs(rowOf(a) - rowOf(b)) === 2) {
      next[squareAt((rowOf(a) + rowOf(b)) / 2, (columnOf(a) + columnOf(b)) / 2)] = "";
    }
  }
  if ((piece === "b" && rowOf(to) === 7) || (piece === "w" && rowOf(to) === 0)) {
    piece = piece.toUpperCase();
  }
  next[to] = piece;
  return next;
}

// "+0.12/17 0.350s"; null for other comments.
function readComment(text) {
  const parts = /^([+-])(?:(\d+\.\d+)|([WL])(\d+))(?:\/(\d+))? (\d+\.\d+)s$/.exec(text);
  if (!parts) {
    return null;
  }
  const [, sign, men, end, plies, depth, seconds] = parts;
  return {
    score: men ? Number(sign + men) : end === "W" ? Infinity : -Infinity,
    plies: plies ? Number(plies) : null,
    depth: depth ? Number(depth) : null,
    seconds: Number(seconds),
  };
}

// The record as kelso-match writes it: {positions, moves: [{text, squares, side, number, comment,
// said}]}.
function readPdn(text) {
  const break_ = text.indexOf("\n\n");
  const body = text.slice(break_).replace(/(1-0|0-1|1\/2-1\/2|\*)\s*$/, "");
  const fen = /^\[FEN "(.*)"\]$/m.exec(text.slice(0, break_));
  const start = fen ? readFen(fen[1]) : {board: startPosition(), side: "b"};
  const positions = [start.board],
    moves = [];
  let side = start.side,
    number = 1;
  for (const [, comment, move] of body.matchAll(/\{([^}]*)\}|(\d+(?:[-x]\d+)+)/g)) {
    if (move) {
      const squares = move.split(/[-x]/).map(Number);
      positions.push(playPath(positions[positions.length - 1], squares));
      moves.push({text: move, squares, side, number, comment: "", said: null});
      number += side === "w" ? 1 : 0;
      side = side === "b" ? "w" : "b";
    } else if (moves.length > 0) {
      const last = moves[moves.length - 1];
      last.comment = comment.replace(/\s+/g, " ");
      last.said = readComment(last.comment);
    }
  }
  return {positions, moves, side: start.side};
}

const sideName = side => (side === "b" ? "Black" : "White");

// "Black: men 1, 2, king 30. White: …", for those who cannot see the board.
function boardInWords(board) {
  const list = (name, piece) => {
    const squares = board.flatMap((here, square) => (here === piece ? [square] : []));
    return squares.length === 0
      ? []
      : [`${name}${squares.length > 1 ? "s" : ""} on ${squares.join(", ")}`];
  };
  const men = side =>
    [...list("man", side), ...list("king", side.toUpperCase())]
      .join(", ")
      .replace(/mans on/, "men on") || "no piece";
  return `Black: ${men("b")}. White: ${men("w")}.`;
}

const CROWN = "M-2.1 1.3 L-2.5 -1.3 L-1.1 -0.1 L0 -1.9 L1.1 -0.1 L2.5 -1.3 L2.1 1.3 Z";

// last: the move that led here, or null. turned: Black is below.
function drawBoard(board, last, turned) {
  const root = svg("svg", {viewBox: "0 0 80 80", role: "img", "aria-label": boardInWords(board)});
  const place = square => {
    const [row, column] = [rowOf(square), columnOf(square)];
    return turned ? [10 * (7 - column), 10 * (7 - row)] : [10 * column, 10 * row];
  };
  root.append(svg("rect", {class: "light", width: 80, height: 80}));
  for (let square = 1; square <= 32; square++) {
    const [x, y] = place(square);
    root.append(svg("rect", {class: "dark", x, y, width: 10, height: 10}));
    if (last && last.squares.includes(square)) {
      const isEnd = last.squares[last.squares.length - 1] === square;
      root.append(svg("rect", {class: isEnd ? "is" : "was", x, y, width: 10, height: 10}));
    }
    root.append(svg("text", {x: x + 0.5, y: y + 2.3}, String(square)));
    const piece = board[square];
    if (piece !== "") {
      const color = piece.toLowerCase();
      root.append(
        svg(
          "g",
          {transform: `translate(${x + 5} ${y + 5})`},
          svg("circle", {class: `man ${color}`, r: 3.65}),
          piece === color
            ? svg("circle", {class: `ring ${color}`, r: 2.5})
            : svg("path", {class: `crown ${color}`, d: CROWN}),
        ),
      );
    }
  }
  return root;
}
