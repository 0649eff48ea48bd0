"use strict";
/** What the summary of each run holds: rates with intervals, outcomes, costs, and the tables of its suite. */
const statistics = (() => {
  const { make, draw, words, count, percent, seconds, price } = dom;
  const TITLES = { by_dimension: "Dimension", by_category: "Module", by_level: "Level", by_ending: "Right ending", by_primitive: "Tasks that need", by_modality: "Modality needed" };

  function interval(rate) {
    const at = (share) => `${(100 * share).toFixed(2)}%`;
    return draw("svg", { class: "interval", role: "img", "aria-label": `${percent(rate.rate)}, 95 % interval ${percent(rate.low)} to ${percent(rate.high)}` },
      draw("line", { class: "whole", x1: "0", x2: "100%", y1: "50%", y2: "50%" }),
      draw("line", { class: "range", x1: at(rate.low), x2: at(rate.high), y1: "50%", y2: "50%" }), draw("circle", { cx: at(rate.rate), cy: "50%", r: 5 }));
  }

  function outcomes(of) {
    const found = filters.OUTCOMES.filter((name) => of.outcomes[name]), whole = found.reduce((sum, name) => sum + of.outcomes[name], 0);
    let x = 0;
    const bar = draw("svg", { class: "stack", "aria-hidden": "true" }, ...found.map((name) => {
      const share = (100 * of.outcomes[name]) / whole, left = x;
      x += share;
      return draw("rect", { class: name, x: `${left.toFixed(2)}%`, width: `${share.toFixed(2)}%`, height: "100%" });
    }));
    return [bar, make("ul", { class: "legend" }, ...found.map((name) => make("li", { class: name }, `${count(of.outcomes[name])} ${words(name)}`)))];
  }

  /** What an episode takes on average; its interval is told when it is pointed at. */
  function costs(of) {
    const form = { steps: (mean) => [mean.toFixed(1), " steps"], tokens: (mean) => [count(mean), " tokens"], seconds: (mean) => [seconds(mean), ""], price: (mean) => [price(mean), ""] };
    const told = Object.entries(of.per_episode || {}).map(([name, { mean, low, high }]) => {
      const [told_, unit] = (form[name] || ((value) => [figure(value), ` ${words(name)}`]))(mean);
      return make("span", { title: low === null ? null : `95 %: ${figure(low)} to ${figure(high)} ${words(name)}` }, make("b", {}, told_), unit);
    });
    return told.length ? make("p", { class: "cost" }, ...told, "an episode", of.price > 0 ? make("span", {}, "; ", make("b", {}, price(of.price)), " in all") : null) : null;
  }

  function card([agent, of]) {
    const rate = of.n
      ? [make("p", { class: "rate" }, (100 * of.rate).toFixed(1), make("small", {}, "%")),
        make("p", { class: "quiet" }, `${count(of.passed)} of ${count(of.n)} items passed`, make("span", {}, `95 %: ${percent(of.low)} – ${percent(of.high)}`)), interval(of)]
      : [make("p", { class: "rate" }, "–"), make("p", { class: "quiet" }, "no scored item")];
    const pairs = of.n && of.pairs?.n ? [make("p", { class: "quiet" }, `${count(of.pairs.passed)} of ${count(of.pairs.n)} contrast pairs passed`, make("span", {}, `${percent(of.pairs.rate)}, 95 %: ${percent(of.pairs.low)} – ${percent(of.pairs.high)}`)), interval(of.pairs)] : [];
    const scores = Object.entries(of.score_means || {}).map(([name, { n, mean }]) => make("span", { title: `mean of ${count(n)} episodes` }, `${words(name)} `, make("b", {}, mean.toFixed(3))));
    return make("article", { class: "card" }, make("h2", {}, agent), ...rate, ...pairs, ...outcomes(of),
      of.harm ? make("p", { class: "harm-note" }, `harm in ${count(of.harm)} episode${of.harm === 1 ? "" : "s"} `, of.harm_rate?.n ? make("small", {}, `${percent(of.harm_rate.rate)}, 95 %: ${percent(of.harm_rate.low)} – ${percent(of.harm_rate.high)}`) : null) : null,
      scores.length ? make("p", { class: "scores" }, ...scores) : null, costs(of));
  }

  const isRates = (value) => value && typeof value === "object" && !Array.isArray(value) && Object.values(value).length > 0 && Object.values(value).every((one) => one && typeof one === "object" && "rate" in one && "low" in one);

  /** Tables of rates: every field of the summary that holds some, one row a group and one column an agent. */
  function rates(agents) {
    const fields = [...new Set(Object.values(agents).flatMap((of) => Object.keys(of).filter((name) => name.startsWith("by_") && isRates(of[name]))))];
    const body = fields.map((field) => {
      const names = [...new Set(Object.values(agents).flatMap((of) => Object.keys(of[field] || {})))];
      return make("tbody", {}, make("tr", {}, make("th", { scope: "col" }, TITLES[field] || dom.capital(words(field.slice(3)))), ...Object.keys(agents).map((agent) => make("th", { scope: "col" }, agent))),
        ...names.map((name) => make("tr", {}, make("th", { scope: "row" }, words(name)), ...Object.values(agents).map((of) => rateCell(of[field]?.[name])))));
    });
    return body.length ? make("section", { class: "breakdown", tabindex: "0", role: "region", "aria-label": "Rates" }, make("table", {}, ...body),
      make("p", { class: "quiet" }, "The dot is the success rate, the line its 95 % interval, clustered by task. A pair of episodes counts as one item and passes when both halves pass; under “Right ending” each half counts by itself. An item counts under each thing that its task needs. Items that ended because of the environment or the model count as outcomes, but in no rate.")) : null;
  }

  const rateCell = (rate) => make("td", {}, rate ? make("div", { class: "rate-cell" }, interval(rate), make("b", {}, `${(100 * rate.rate).toFixed(0)} %`), make("small", {}, `${rate.passed}/${rate.n}`)) : "–");

  const figure = (number) => number.toLocaleString("en", { minimumFractionDigits: number < 1000 ? 1 : 0, maximumFractionDigits: number < 1000 ? 1 : 0, signDisplay: "negative" });

  /** A figure with its deviation and interval behind it, a name, or a dash. */
  function cell(value, interval, deviation) {
    if (typeof value !== "number") return [value === null || value === undefined ? "–" : String(value)];
    return [figure(value), typeof deviation === "number" ? `±${figure(deviation)}` : null, interval ? make("small", {}, ` ${figure(interval[0])} to ${figure(interval[1])}`) : null];
  }

  const COLORS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999"];

  /** A table as lines: a point for each row, a line and its interval for each column of figures. */
  function lines({ columns, rows: points, intervals }) {
    const highest = 10 * Math.ceil(Math.max(10, ...points.flatMap((row, i) => row.map((value, j) => (typeof value === "number" ? intervals[i]?.[j]?.[1] ?? value : 0)))) / 10);
    const at = (i) => (960 * (i + 0.5)) / points.length + 36, up = (value) => 250 - (230 * value) / highest;
    const grid = [0, 0.5, 1].flatMap((share) => [draw("line", { class: "grid", x1: 36, x2: 1000, y1: up(share * highest), y2: up(share * highest) }),
      draw("text", { class: "tick", x: 30, y: up(share * highest) + 4, "text-anchor": "end" }, (share * highest).toFixed(0))]);
    const ticks = points.map(([name], i) => draw("text", { class: "tick", x: at(i), y: 272, "text-anchor": "middle" }, String(name)));
    const drawn = columns.slice(1).flatMap((name, j) => {
      const there = points.map((row, i) => [at(i), row[j + 1], intervals[i]?.[j + 1]]).filter(([, value]) => typeof value === "number");
      const color = COLORS[j % COLORS.length], ranges = there.filter(([, , range]) => range);
      const area = [...ranges.map(([x, , range]) => [x, range[1]]), ...ranges.map(([x, , range]) => [x, range[0]]).reverse()];
      return [draw("polygon", { points: area.map(([x, value]) => `${x.toFixed(1)},${up(value).toFixed(1)}`).join(" "), fill: color, "fill-opacity": 0.14 }),
        draw("polyline", { points: there.map(([x, value]) => `${x.toFixed(1)},${up(value).toFixed(1)}`).join(" "), fill: "none", stroke: color, "stroke-width": 2.5 })];
    });
    const legend = make("ul", { class: "legend series" }, ...columns.slice(1).map((name, j) => make("li", {}, draw("svg", { class: "swatch", viewBox: "0 0 10 10" }, draw("rect", { width: 10, height: 10, fill: COLORS[j % COLORS.length] })), ` ${name}`)));
    return [draw("svg", { class: "lines", viewBox: "0 0 1010 280", role: "img", "aria-label": "The figures of the table below as lines" }, ...grid, ...drawn, ...ticks), legend];
  }

  function table({ title, columns, rows: lines_, caption, intervals = [], deviations = [], chart }) {
    return make("section", { class: "breakdown figures", tabindex: "0", role: "region", "aria-label": title }, make("h2", {}, title), ...(chart === "lines" ? lines({ columns, rows: lines_, intervals }) : []), make("table", {}, make("tbody", {},
      make("tr", {}, ...columns.map((column) => make("th", { scope: "col" }, column))),
      ...lines_.map(([name, ...rest], i) => make("tr", {}, make("th", { scope: "row" }, ...cell(name)), ...rest.map((value, j) => make("td", {}, ...cell(value, intervals[i]?.[j + 1], deviations[i]?.[j + 1]))))))),
    caption ? make("p", { class: "quiet" }, caption) : null);
  }

  function about({ manifest }) {
    const told = { suite: manifest.suite, agents: manifest.agents.join(", "), model: manifest.model, backend: manifest.backend, seed: manifest.seed, started: manifest.started, ended: manifest.ended || "not yet",
      version: `${manifest.package}, tasks ${manifest.task_set}`, commit: manifest.git_commit, python: manifest.python, platform: manifest.platform, ...manifest.options };
    const rows_ = Object.entries(told).filter(([, value]) => !(value === null || value === "" || (Array.isArray(value) && !value.length)));
    return make("details", { class: "breakdown about" }, make("summary", {}, "How it was run"), make("dl", { class: "facts-list" }, ...rows_.map(([name, value]) => make("div", {}, make("dt", {}, words(name)), make("dd", {}, dom.told(value))))));
  }

  function ofRun(run, alone) {
    const { agents, tables } = run.summary;
    return [alone ? null : make("h1", {}, run.name), run.manifest.ended ? null : make("p", { class: "notice" }, "This run has not ended; the page shows only finished episodes."),
      Object.keys(agents).length ? make("section", { class: "cards", "aria-label": "Agents" }, ...Object.entries(agents).map(card)) : make("p", { class: "notice" }, "No episode has ended yet."),
      rates(agents), ...tables.map(table), about(run)];
  }

  /** Several runs: all rates and costs in tables that have a column for each agent of each run. */
  function together(runs) {
    const name = (agent, run, number) => [agent, `${run.name}${runs.some((other, i) => other.name === run.name && i !== number) ? ` (${number + 1})` : ""}`].join(" · ");
    const all = runs.flatMap((run, number) => Object.entries(run.summary.agents).map(([agent, of]) => [name(agent, run, number), of]));
    const head = (title) => make("tr", {}, make("th", { scope: "col" }, title), ...all.map(([column]) => make("th", { scope: "col" }, column)));
    const named = (field) => [...new Set(all.flatMap(([, of]) => Object.keys(of[field] || {})))];
    const mean = (of) => make("td", {}, ...(of ? cell(of.mean, of.low === null ? null : [of.low, of.high]) : ["–"]));
    const means = (title, field) => named(field).length ? make("tbody", {}, head(title), ...named(field).map((one) => make("tr", {}, make("th", { scope: "row" }, words(one)), ...all.map(([, of]) => mean(of[field]?.[one]))))) : null;
    return [make("h1", {}, `${runs.length} runs side by side`), make("section", { class: "breakdown whole", tabindex: "0", role: "region", "aria-label": "Runs side by side" }, make("table", {}, make("tbody", {}, head("Success"),
      make("tr", {}, make("th", { scope: "row" }, "all items"), ...all.map(([, of]) => rateCell(of.n ? of : null))),
      make("tr", {}, make("th", { scope: "row" }, "contrast pairs"), ...all.map(([, of]) => rateCell(of.pairs?.n ? of.pairs : null))),
      make("tr", {}, make("th", { scope: "row" }, "episodes with harm"), ...all.map(([, of]) => rateCell(of.harm_rate?.n ? of.harm_rate : null)))),
    means("An episode takes", "per_episode"), means("Scores of an episode", "score_means"))),
    rates(Object.fromEntries(all))];
  }

  /** The figures of a run that goes on are asked for again where more episodes have ended. */
  async function renew() {
    store.state.stale = false;
    const { runs } = await store.load("index");
    runs.forEach(({ summary }, number) => { store.state.runs[number].summary = summary; });
  }

  async function show(root) {
    root.className = "statistics";
    if (store.state.stale) await renew();
    if (address.read().parts[0] !== "statistics") return;
    const { runs } = store.state;
    root.replaceChildren(...[...(runs.length > 1 ? together(runs) : []), ...runs.flatMap((run) => ofRun(run, runs.length === 1))].filter(Boolean));
  }
  return { show, keys: {} };
})();
