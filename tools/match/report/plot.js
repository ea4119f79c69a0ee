// Lines over a whole number: games, moves, plies.

const PLOT_HEIGHT = 200;
const PLOT_MARGIN = {top: 8, right: 12, bottom: 24, left: 48};

// About `wanted` round values from low to high.
function ticks(low, high, wanted) {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(value => value >= rough * 0.999);
  const values = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
    values.push(i * step);
  }
  return {values, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9))};
}

// What the lines, their errors and the bounds need, but not so much that a few wild points at the
// start flatten the rest.
function valueRange(plot) {
  const drawn = plot.series.flatMap(series => series.points).filter(point => isNumber(point.y));
  const values = drawn.map(point => point.y);
  const spreads = drawn
    .filter(point => isNumber(point.error))
    .flatMap(point => [point.y - point.error, point.y + point.error])
    .sort((a, b) => a - b);
  if (spreads.length > 20) {
    const cut = Math.floor(spreads.length * 0.04);
    values.splice(0, Infinity, ...spreads.slice(cut, spreads.length - cut));
  }
  values.push(...plot.bounds.map(bound => bound.y));
  if (plot.zero || values.length === 0) {
    values.push(0);
  }
  let low = Math.min(...values),
    high = Math.max(...values);
  if (plot.limit) {
    [low, high] = [Math.max(low, -plot.limit), Math.min(high, plot.limit)];
  }
  const room = (high - low) * 0.05 || 1;
  return {low: plot.zero && low === 0 ? 0 : low - room, high: high + room};
}

// plot: label, xName, series [{name, color, points [{x, y, error}]}] in rising x, bounds
// [{y, name}], zero (the axis reaches 0), text(y, point), limit (of |y|), picked(x), silent (the
// values at the pointer are not written below).
// Returns the element, with a method mark(x).
function linePlot(plot) {
  plot = {bounds: [], zero: true, text: y => fixed(y, 2), ...plot};
  const xs = [...new Set(plot.series.flatMap(series => series.points.map(point => point.x)))].sort(
    (a, b) => a - b,
  );
  const readout = el("p", {class: "readout", "aria-hidden": "true"});
  const canvas = el("div", {
    class: "canvas",
    tabindex: "0",
    role: "slider",
    "aria-label": plot.label,
    "aria-valuemin": xs[0] ?? 0,
    "aria-valuemax": xs[xs.length - 1] ?? 0,
  });
  const figure = el(
    "figure",
    {class: "plot"},
    el("h3", {}, plot.label),
    plot.series.length > 1
      ? el(
          "div",
          {class: "legend"},
          ...plot.series.map(series => el("span", {}, swatch(series.color), series.name)),
        )
      : "",
    canvas,
    plot.silent ? "" : readout,
  );
  const {low, high} = valueRange(plot);
  let at = xs.length - 1,
    scale = null,
    cursor = null;

  const valueAt = (series, x) => series.points.find(point => point.x === x);

  function describe() {
    const x = xs[at];
    const parts = plot.series
      .map(series => {
        const point = valueAt(series, x);
        if (!point || !isNumber(point.y)) {
          return null;
        }
        const error = isNumber(point.error) ? ` ± ${fixed(point.error, 1)}` : "";
        return (
          (plot.series.length > 1 ? `${series.name} ` : "") + plot.text(point.y, point) + error
        );
      })
      .filter(part => part !== null);
    return `${plot.xName} ${whole(x)}: ${parts.join(", ") || "–"}`;
  }

  function show() {
    if (xs.length > 0) {
      readout.textContent = describe();
      canvas.setAttribute("aria-valuenow", xs[at]);
      canvas.setAttribute("aria-valuetext", readout.textContent);
      if (cursor) {
        cursor.setAttribute("x1", scale.x(xs[at]));
        cursor.setAttribute("x2", scale.x(xs[at]));
      }
    }
  }

  function moveTo(index, picked) {
    at = Math.max(0, Math.min(xs.length - 1, index));
    canvas.classList.add("pointed");
    show();
    if (picked && plot.picked) {
      plot.picked(xs[at]);
    }
  }

  function nearest(event) {
    const x = event.clientX - canvas.getBoundingClientRect().left;
    let best = 0;
    xs.forEach((value, index) => {
      if (Math.abs(scale.x(value) - x) < Math.abs(scale.x(xs[best]) - x)) {
        best = index;
      }
    });
    return best;
  }

  canvas.addEventListener("pointermove", event => moveTo(nearest(event), event.buttons > 0));
  canvas.addEventListener("pointerdown", event => moveTo(nearest(event), true));
  canvas.addEventListener("keydown", event => {
    const step = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
      Home: -Infinity,
      End: Infinity,
    }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      moveTo(at + step, true);
    }
  });

  function draw() {
    const width = canvas.clientWidth;
    if (width === 0 || (scale && scale.width === width)) {
      return;
    }
    const left = PLOT_MARGIN.left,
      right = width - PLOT_MARGIN.right;
    const top = PLOT_MARGIN.top,
      bottom = PLOT_HEIGHT - PLOT_MARGIN.bottom;
    const first = xs[0] ?? 0,
      span = Math.max(1, (xs[xs.length - 1] ?? 0) - first);
    const clip = y => Math.max(top, Math.min(bottom, y));
    scale = {
      width,
      x: x => left + ((x - first) / span) * (right - left),
      y: y => clip(bottom - ((y - low) / (high - low)) * (bottom - top)),
    };
    canvas.replaceChildren(drawing(plot, xs, scale, {left, right, top, bottom, low, high}));
    cursor = canvas.firstChild.querySelector(".cursor");
    show();
  }

  whenSeen(canvas, () => {
    new ResizeObserver(draw).observe(canvas);
    draw();
  });
  figure.mark = x => {
    at = Math.max(
      0,
      xs.findLastIndex(value => value <= x),
    );
    canvas.classList.add("pointed");
    show();
  };
  return figure;
}

function path(points, scale) {
  let text = "",
    pen = "M";
  for (const point of points) {
    if (isNumber(point.y)) {
      text += `${pen}${scale.x(point.x).toFixed(1)} ${scale.y(point.y).toFixed(1)}`;
      pen = "L";
    } else {
      pen = "M";
    }
  }
  return text;
}

// The interval of the errors around a line.
function band(series, scale) {
  const known = series.points.filter(point => isNumber(point.y) && isNumber(point.error));
  const edge = (list, sign) =>
    list.map(
      point => `${scale.x(point.x).toFixed(1)} ${scale.y(point.y + sign * point.error).toFixed(1)}`,
    );
  return known.length < 2
    ? null
    : svg("path", {
        class: "band",
        style: `fill:${seriesColor(series.color)}`,
        d: `M${[...edge(known, 1), ...edge(known.reverse(), -1)].join("L")}Z`,
      });
}

function drawing(plot, xs, scale, box) {
  const root = svg("svg", {
    viewBox: `0 0 ${scale.width} ${PLOT_HEIGHT}`,
    height: PLOT_HEIGHT,
    "aria-hidden": "true",
  });
  const line = (name, y) =>
    svg("line", {class: name, x1: box.left, x2: box.right, y1: scale.y(y), y2: scale.y(y)});
  const {values, decimals} = ticks(box.low, box.high, 5);
  for (const value of values) {
    root.append(
      line(Math.abs(value) < 1e-12 ? "zero" : "grid", value),
      svg(
        "text",
        {x: box.left - 8, y: scale.y(value) + 4, "text-anchor": "end"},
        fixed(value, decimals),
      ),
    );
  }
  if (xs.length > 1) {
    for (const value of ticks(xs[0], xs[xs.length - 1], Math.max(4, scale.width / 110)).values) {
      if (value % 1 === 0) {
        root.append(
          svg(
            "text",
            {x: scale.x(value), y: PLOT_HEIGHT - 6, "text-anchor": "middle"},
            whole(value),
          ),
        );
      }
    }
  }
  for (const bound of plot.bounds) {
    root.append(
      line("bound", bound.y),
      svg("text", {x: box.left + 4, y: scale.y(bound.y) - 5}, bound.name),
    );
  }
  if (plot.series.length <= 2) {
    root.append(...plot.series.map(series => band(series, scale)).filter(node => node !== null));
  }
  root.append(
    ...plot.series.map(series =>
      svg("path", {
        class: "line",
        style: `stroke:${seriesColor(series.color)}`,
        d: path(series.points, scale),
      }),
    ),
  );
  root.append(svg("line", {class: "cursor", x1: -9, x2: -9, y1: box.top, y2: box.bottom}));
  return root;
}
