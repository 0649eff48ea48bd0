"use strict";
/** Two agents on the same instances: where they differ, and two episodes side by side. */
const compare = (() => {
  const { make, words, count, brief, chip } = dom;
  const HEIGHT = 56;
  const CASES = [
    { name: "ab", title: (a, b) => `${a} passes, ${b} fails`, holds: (x, y) => x && !y }, { name: "ba", title: (a, b) => `${b} passes, ${a} fails`, holds: (x, y) => !x && y },
    { name: "both", title: () => "both pass", holds: (x, y) => x && y }, { name: "none", title: () => "both fail", holds: (x, y) => !x && !y },
  ];
  let page = null;

  const players = () => [...new Set(store.state.episodes.map((one) => one.player))].sort();

  /** Which two are compared: those of the query, else the first two. */
  function chosen(query) {
    const all = players(), a = all.includes(query.get("a")) ? query.get("a") : all[0];
    const b = all.includes(query.get("b")) ? query.get("b") : all.find((name) => name !== a);
    return { all, a, b };
  }

  /** The instances that both played, as [episode of A, episode of B]. */
  function pairs(a, b) {
    const of = (player) => new Map(store.state.episodes.filter((one) => one.player === player).map((one) => [store.instanceOf(one), one]));
    const others = of(b);
    return [...of(a)].filter(([key]) => others.has(key)).map(([key, one]) => [one, others.get(key)]);
  }

  const broken = (one) => one.outcome === "env_error" || one.outcome === "model_error";

  function linkTo(one, other, step = "") {
    const asked = new URLSearchParams({ a: one.player, b: other.player });
    return address.link(["compare", store.keyOf(one), store.keyOf(other), step].filter(Boolean), asked);
  }

  const GROUPS = [["level", "Level"], ["category", "Module"], ["dimension", "Dimension"], ["ending", "Right ending"], ["task", "Task"], ["score", "Score"]];
  const points = (share) => `${Math.abs(share) < 0.0005 ? "" : share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;
  const sure = ({ low, high }) => (low === null ? "–" : `${points(low)} to ${points(high)}`);
  const chance = (p) => (p < 0.001 ? "< 0.001" : p.toFixed(3));

  /** The comparison of two players as Python has made it; null where the page does not hold it. */
  function figures(a, b) {
    const [one, other] = [a, b].map((player) => store.state.episodes.find((episode) => episode.player === player));
    return store.load(`compare/${store.keyOf(one)}/${store.keyOf(other)}`).catch(() => null);
  }

  function headline({ all, broken_off: broken }) {
    if (!all.n) return [make("span", { class: "quiet" }, "Both have no item in common that counts.")];
    return [make("b", {}, `B − A: ${points(all.difference)} points`), make("span", {}, `95 %: ${sure(all)}`), make("span", {}, `p = ${chance(all.p)}`),
      make("span", { class: "quiet" }, `${count(all.n)} items, A ${dom.percent(all.first)}, B ${dom.percent(all.second)}${broken ? `, ${count(broken)} broken off` : ""}`)];
  }

  function differences(title, rows_) {
    const line = (of) => make("tr", { class: of.p < 0.05 ? "sure" : null }, make("th", { scope: "row" }, title === "Task" ? of.name : words(of.name)), ...[count(of.n), dom.percent(of.first), dom.percent(of.second), points(of.difference), sure(of), chance(of.p), count(of.only_first), count(of.only_second)].map((text) => make("td", {}, text)));
    return make("div", { class: "differences", tabindex: "0", role: "region", "aria-label": `Differences by ${title.toLowerCase()}` }, make("table", {}, make("thead", {}, make("tr", {}, ...[title, "Items", "A", "B", "B − A, points", "95 % interval", "p", "A alone passes", "B alone passes"].map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows_.map(line))),
      make("p", { class: "quiet" }, "Intervals are resampled by task, so that a single task has none; p is of McNemar's exact test. No correction is made for looking at many rows."));
  }

  /** The means of scores, over the episodes in which both have them. */
  function scores(rows_) {
    const figure = (value) => `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;
    const line = ({ name, n, first, second, difference, low, high }) => make("tr", {}, make("th", { scope: "row" }, words(name)), ...[count(n), figure(first), figure(second), figure(difference), low === null ? "–" : `${figure(low)} to ${figure(high)}`].map((text) => make("td", {}, text)));
    return make("div", { class: "differences", tabindex: "0", role: "region", "aria-label": "Differences of scores" }, make("table", {}, make("thead", {}, make("tr", {}, ...["Score", "Episodes", "A", "B", "B − A", "95 % interval"].map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows_.map(line))),
      make("p", { class: "quiet" }, "Means over the episodes in which both have the score; intervals are clustered by task."));
  }

  /** Fill in the figures once they are there. */
  async function told(a, b, query, head, body) {
    const found = await figures(a, b), title = new Map(GROUPS).get(query.get("by"));
    head.replaceChildren(...(found ? headline(found) : [make("span", { class: "quiet" }, "Differences with intervals are in automotive-env view and automotive-env compare.")]));
    if (title && found) body.replaceChildren(found.by[query.get("by")].length ? (title === "Score" ? scores : differences.bind(null, title))(found.by[query.get("by")]) : make("p", { class: "blank" }, "No item has one."));
  }

  function row(query) {
    const [left, right] = [make("span"), make("span")], goal = make("b"), why = make("small"), task = make("span"), place = make("span", { class: "quiet" });
    const figures = make("span", { class: "quiet" });
    const node = make("a", { class: "row", tabindex: "-1", draggable: "false" }, make("span", { class: "cell" }, left), make("span", { class: "cell" }, right),
      make("span", { class: "cell goal" }, goal, why), make("span", { class: "cell" }, task, place), make("span", { class: "cell figure" }, figures));
    return { node, fill([one, other]) {
      [[left, one], [right, other]].forEach(([box, each]) => { box.className = `chip ${each.outcome}`; box.textContent = words(each.outcome); });
      goal.textContent = one.goal;
      why.textContent = dom.capital(one.why || other.why);
      task.textContent = one.task;
      place.textContent = one.place;
      figures.textContent = `${one.steps} | ${other.steps} steps`;
      node.href = address.link(["compare", store.keyOf(one), store.keyOf(other)], query);
    } };
  }

  function select(query, name, all, value) {
    const node = make("select", { "aria-label": `Agent ${name.toUpperCase()}`, change: () => address.go(["compare"], address.changedQuery(query, { [name]: node.value })) },
      ...all.map((one) => make("option", { value: one, selected: one === value }, one)));
    return make("label", {}, make("b", { class: "letter" }, name.toUpperCase()), " ", node);
  }

  function overview(root, query) {
    const { all, a, b } = chosen(query);
    root.className = "comparison";
    if (!b) return root.replaceChildren(make("p", { class: "blank" }, "A comparison needs two agents, models, faces or runs: automotive-env view RUN RUN."));
    const whole = pairs(a, b), counting = whole.filter((pair) => !pair.some(broken));
    const wanted = CASES.find(({ name }) => name === query.get("show"));
    const shown = wanted ? counting.filter(([x, y]) => wanted.holds(x.outcome === "pass", y.outcome === "pass")) : whole;
    const tile = ({ name, title, holds }) => {
      const number = counting.filter(([x, y]) => holds(x.outcome === "pass", y.outcome === "pass")).length;
      return make("button", { type: "button", class: `tile ${name}`, "aria-pressed": String(wanted?.name === name), click: () => address.go(["compare"], address.changedQuery(query, { show: wanted?.name === name ? "" : name })) },
        make("b", {}, count(number)), make("span", {}, title("A", "B")));
    };
    const table = rows.list({ height: HEIGHT, row: () => row(query), label: "Episodes that both played" });
    page = { query, table, shown, at: -1 };
    const by = GROUPS.find(([name]) => name === query.get("by"))?.[0] || "", head = make("p", { class: "headline", role: "status" }, make("span", { class: "quiet" }, "Comparing …")), body = make("div", { class: "grouped" });
    const tab = (name, text) => make("button", { type: "button", "aria-pressed": String(by === name), click: () => address.go(["compare"], address.changedQuery(query, { by: name })) }, text);
    told(a, b, query, head, body);
    dom.refill(root, make("div", { class: "bar" }, select(query, "a", all, a), make("span", { class: "quiet" }, "against"), select(query, "b", all, b), make("span", { class: "grow" }),
      make("span", { class: "quiet" }, `${count(whole.length)} episodes played by both${whole.length > counting.length ? `, ${count(whole.length - counting.length)} broken off by model or environment` : ""}`)),
    head, make("div", { class: "tiles" }, ...CASES.map(tile)),
    make("div", { class: "bar groups", role: "group", "aria-label": "Shown below" }, tab("", "Episodes"), ...GROUPS.map(([name, text]) => tab(name, `By ${text.toLowerCase()}`))),
    ...(by ? [body] : [make("div", { class: "row head" }, ...["A", "B", "Goal", "Task", ""].map((title) => make("span", { class: "cell" }, title))), table.node]));
    if (!by) table.show(shown);
    return undefined;
  }

  // Two episodes side by side

  /** What was done, told alike for lists of elements in which other things have the same number. */
  const deed = (shown, one) => {
    if (!one) return "";
    const { index, ...rest } = one.action || { error: one.error };
    const target = stage.targeted(shown, one)?.replace(/^\d+ /, "");
    return JSON.stringify([index === undefined ? "" : target || index, rest]);
  };

  /** Position of the first step in which they did not do the same; -1 where there is none. */
  function parting([x, y]) {
    const steps = Math.max(x.played.length, y.played.length);
    for (let i = 0; i < steps; i += 1) if (deed(x, x.played[i]) !== deed(y, y.played[i])) return i;
    return -1;
  }

  function column(one, shown, position, first) {
    const current = shown.played[position], scene = stage.make();
    const ended = !current, seen = current || shown.played.at(-1);
    const column_ = make("section", { class: "column" },
      make("header", {}, make("h2", {}, one.player), chip(one.outcome), make("span", { class: "quiet" }, `${one.steps} steps, ${brief(one.tokens)} tokens`),
        make("a", { href: list.linkTo(one, new URLSearchParams(), ended ? "verdict" : String(position + 1)) }, "open")),
      stage.blind(one, shown, seen) ? make("p", { class: "empty" }, "The agent saw no screen.") : scene.node,
      make("div", { class: "column-step" }, ...(ended
        ? [make("h3", {}, "Verdict"), one.why ? make("p", { class: "alert" }, dom.capital(one.why)) : null, verdict.tree(shown.record.verdict) || make("p", { class: "quiet" }, "The episode was stopped before its verdict.")]
        : [make("h3", {}, `Step ${current.step}`, position === first ? make("span", { class: "parting" }, "first difference") : null),
          current.reasoning ? make("p", { class: "said" }, current.reasoning) : null, step.did(shown, current),
          current.outcome && !current.outcome.done ? make("p", { class: "refused" }, current.outcome.message || "It could not be done.") : null,
          ...step.changes(current.changes)]).filter(Boolean)));
    if (!stage.blind(one, shown, seen)) scene.show({ episode: one, shown, step: seen, next: null, ring: !ended });
    return column_;
  }

  async function two(root, parts, query) {
    const both = parts.slice(1, 3).map((key) => store.state.byKey.get(key));
    if (both.some((one) => !one)) return root.replaceChildren(make("p", { class: "blank" }, "This page has no such episode."));
    const shown = await Promise.all(both.map((one) => store.details(one).catch(() => null)));
    if (address.read().parts[1] !== parts[1]) return undefined;
    if (shown.some((one) => !one)) return root.replaceChildren(make("p", { class: "blank" }, "This page does not hold the steps. To see them, run: automotive-env view RUN"));
    const first = parting(shown), steps = Math.max(...shown.map((one) => one.played.length));
    const asked = Number.parseInt(parts[3], 10) - 1, position = parts[3] ? (Number.isNaN(asked) ? steps : Math.max(0, Math.min(asked, steps))) : Math.max(0, first);
    const at = (number) => address.go([...parts.slice(0, 3), number >= steps ? "verdict" : String(number + 1)], query, { replace: true });
    page = { query, position, steps, at, first, two: true };
    const button = (number) => make("button", { type: "button", class: number === first ? "first" : null, "aria-current": String(number === position), title: number === first ? "first difference" : null, click: () => at(number) }, String(number + 1));
    root.className = "comparison side-by-side";
    dom.refill(root,
      make("header", { class: "episode-head" }, make("div", { class: "title" }, make("a", { class: "back", href: address.link(["compare"], query), title: "All pairs (Esc)" }, "‹ Compare"), make("h1", {}, both[0].goal)),
        make("p", { class: "meta quiet" }, ...[both[0].task, words(both[0].dimension), both[0].place, first < 0 ? "they did the same" : `they differ from step ${first + 1} on`].map((text) => make("span", {}, text)))),
      make("div", { class: "rail-bar" }, make("button", { type: "button", disabled: position === 0, click: () => at(position - 1), "aria-label": "Previous step" }, "←"),
        make("button", { type: "button", disabled: position === steps, click: () => at(position + 1), "aria-label": "Next step" }, "→"),
        make("div", { class: "rail" }, ...Array.from({ length: steps }, (_, number) => button(number))),
        make("button", { type: "button", class: "ending", "aria-current": String(position === steps), click: () => at(steps) }, "Verdicts")),
      make("div", { class: "columns" }, ...both.map((one, i) => column(one, shown[i], position, first))));
    return undefined;
  }

  function show(root, { parts, query }) {
    page = null;
    return parts.length >= 3 ? two(root, parts, query) : overview(root, query);
  }

  function move(by) {
    if (page?.two) return;
    if (!page?.shown.length) return;
    page.at = Math.max(0, Math.min(page.shown.length - 1, page.at + by));
    page.table.choose(page.shown[page.at]);
    page.table.node.focus();
  }
  const stepBy = (by) => { if (page?.two && page.position + by >= 0 && page.position + by <= page.steps) page.at(page.position + by); };
  const keys = {
    ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1), ArrowDown: () => move(1), ArrowUp: () => move(-1), d: () => { if (page?.two && page.first >= 0) page.at(page.first); },
    m: () => { stage.settings.marks = !stage.settings.marks; address.changed(); },
    Enter: () => { if (page && !page.two && page.shown[page.at]) location.hash = address.link(["compare", ...page.shown[page.at].map(store.keyOf)], page.query); },
    Escape: () => address.go(["compare"], page?.query),
  };
  return { show, keys, linkTo };
})();
