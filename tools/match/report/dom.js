// Elements, and figures as text. Text from outside gets into the page as text and attributes only,
// never as markup.

const byId = id => document.getElementById(id);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      node.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children);
  return node;
}

const el = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const isNumber = value => typeof value === "number" && Number.isFinite(value);

// "–" where a figure has no meaning.
const fixed = (value, decimals) =>
  isNumber(value) ? value.toFixed(decimals).replace("-", "−") : "–";

const signed = (value, decimals) =>
  isNumber(value) && value >= 0 ? `+${fixed(value, decimals)}` : fixed(value, decimals);

const withError = (value, error) =>
  isNumber(value) ? `${signed(value, 1)} ± ${fixed(error, 1)}` : "–";

const round = number => fixed(number, number % 1 === 0 ? 0 : 1);

// 1234567 with thin blanks.
const whole = number => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

// 3½, ½, 12.
const halves = points =>
  points === 0.5 ? "½" : points % 1 === 0 ? whole(points) : `${whole(Math.floor(points))}½`;

const signedHalves = points =>
  points === 0 ? "0" : (points > 0 ? "+" : "−") + halves(Math.abs(points));

const counted = (number, one, many) => `${whole(number)} ${number === 1 ? one : many}`;

function duration(seconds) {
  const total = Math.round(seconds);
  const part = number => String(number).padStart(2, "0");
  return total >= 3600
    ? `${Math.floor(total / 3600)}:${part(Math.floor(total / 60) % 60)}:${part(total % 60)} h`
    : `${Math.floor(total / 60)}:${part(total % 60)} min`;
}

const sum = list => list.reduce((total, value) => total + value, 0);

// Of results [L, D, W].
const points = results => results[2] + results[1] / 2;
const share = results => (sum(results) === 0 ? null : points(results) / sum(results));
const percent = value => (isNumber(value) ? `${fixed(100 * value, 1)} %` : "–");

const seriesColor = index => `var(--series-${index % 8})`;

const swatch = index => el("span", {class: "swatch", style: `background:${seriesColor(index)}`});

// "+3 =2 −1", without what there is none of.
const resultText = results =>
  [
    ["+", results[2]],
    ["=", results[1]],
    ["−", results[0]],
  ]
    .filter(([, count]) => count > 0)
    .map(([sign, count]) => sign + whole(count))
    .join(" ") || "–";

// Results [L, D, W] as a bar; the figures stand beside it.
function resultBar(results) {
  const parts = [
    ["win", results[2]],
    ["draw", results[1]],
    ["loss", results[0]],
  ];
  return el(
    "div",
    {class: "bar", "aria-hidden": "true"},
    ...parts
      .filter(([, count]) => count > 0)
      .map(([name, count]) => el("span", {class: name, style: `flex-grow:${count}`})),
  );
}

// heads: texts or {text, title, class}; rows: lists of cells, each text, a node, or {text, class};
// the first cell of a row is its heading. The class "spare" hides a column on a phone.
function table(caption, heads, rows, captionClass = null) {
  const cell = (tag, content, attributes) => {
    const {text = content, ...more} = content?.text === undefined ? {} : content;
    return el(tag, {...attributes, ...more}, text ?? "");
  };
  return el(
    "table",
    {},
    el("caption", {class: captionClass}, caption),
    el("thead", {}, el("tr", {}, ...heads.map(head => cell("th", head, {scope: "col"})))),
    el(
      "tbody",
      {},
      ...rows.map(row =>
        el(
          "tr",
          {class: row.group ? "group" : null},
          ...row.map((content, index) =>
            index === 0 ? cell("th", content, {scope: "row"}) : cell("td", content, {}),
          ),
        ),
      ),
    ),
  );
}

// A choice among named values; the first is the default.
function choice(label, values, changed) {
  const select = el(
    "select",
    {onchange: () => changed(values[select.selectedIndex][1])},
    ...values.map(([name]) => el("option", {}, name)),
  );
  return el("label", {}, label, select);
}

// Pages of a long list: draw(first, last) shows one.
function pager(node, size, draw) {
  let count = 0,
    first = 0;
  const show = start => {
    first = Math.max(0, Math.min(start, Math.floor((count - 1) / size) * size));
    const last = Math.min(first + size, count);
    draw(first, last);
    node.replaceChildren();
    if (count > size) {
      const turn = (label, name, to, possible) =>
        el(
          "button",
          {
            type: "button",
            "aria-label": name,
            disabled: !possible,
            onclick: () => {
              show(to);
              const [same] = [...node.querySelectorAll("button")].filter(
                button => button.ariaLabel === name && !button.disabled,
              );
              (same ?? node.querySelector("button:not(:disabled)")).focus();
            },
          },
          label,
        );
      node.append(
        turn("‹", "Page before", first - size, first > 0),
        el(
          "span",
          {"aria-live": "polite"},
          `${whole(first + 1)}–${whole(last)} of ${whole(count)}`,
        ),
        turn("›", "Next page", first + size, last < count),
      );
    }
  };
  return {
    reset(number) {
      count = number;
      show(0);
    },
    goTo(index) {
      show(Math.floor(index / size) * size);
    },
  };
}

// Calls back when the node is first looked at.
function whenSeen(node, callback) {
  const watcher = new IntersectionObserver(
    entries => {
      if (entries.some(entry => entry.isIntersecting)) {
        watcher.disconnect();
        callback();
      }
    },
    {rootMargin: "200px"},
  );
  watcher.observe(node);
}
