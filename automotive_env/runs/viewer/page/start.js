"use strict";
/** The page that lists the runs of a folder: one row a run, which follows those that go on. */
(() => {
  const { make, count, percent } = dom;
  const PAUSE = 3000, SOON = 200; // milliseconds until the list is asked for again, and where there is more to read
  const box = document.getElementById("page"), chosen = new Set(), shown = new Map();
  let runs = [];

  const search = make("input", { type: "search", id: "search", placeholder: "Filter by name, agent, model, suite, state  ( / )", "aria-label": "Filter runs", input: () => draw() });
  const number = make("span", { class: "quiet", "aria-live": "polite" });
  const open = make("button", { type: "button", class: "main", disabled: true, click: () => go() }, "Open");
  const body = make("tbody");
  const table = make("table", {}, make("caption", { class: "unseen" }, "Runs, the newest first"),
    make("thead", {}, make("tr", {}, ...["", "Run", "Agents", "Suite", "Started", "Episodes", "Success (95 % interval)", "State"].map((title) => (title ? make("th", { scope: "col" }, title) : make("td"))))), body);
  const empty = make("p", { class: "blank", hidden: true });

  const linkTo = (numbers) => `open/${numbers.join(",")}/`;
  const go = () => { if (chosen.size) location.href = linkTo([...chosen]); };
  const textOf = (run) => [run.name, ...run.agents, run.model, run.suite, run.state, run.started].join("\n").toLowerCase();

  function success({ agent, n, rate, low, high }, alone) {
    return make("li", {}, alone ? null : make("span", { class: "who" }, agent), make("b", {}, n ? percent(rate) : "–"), n ? make("small", {}, `${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)}`) : null);
  }

  function progress({ episodes, planned, fault }) {
    if (fault) return [];
    if (episodes === null) return [make("span", { class: "quiet" }, "reading …")];
    const told = make("span", {}, planned ? `${count(episodes)} of ${count(planned)}` : count(episodes));
    return planned ? [told, make("progress", { max: planned, value: Math.min(episodes, planned), "aria-label": `${episodes} of ${planned} episodes` })] : [told];
  }

  /** What a row shows; the box to choose it and its link stay, so that the keyboard's focus does. */
  function fill({ cells }, run) {
    const left = run.agents_left ? [make("li", { class: "quiet" }, `and ${run.agents_left} more`)] : [];
    cells.agents.replaceChildren(make("span", {}, run.agents.join(", ")), make("small", {}, run.model));
    cells.suite.textContent = run.suite;
    cells.started.textContent = run.started.slice(0, 16).replace("T", " ");
    cells.episodes.replaceChildren(...progress(run));
    cells.rates.replaceChildren(run.fault ? make("small", {}, run.fault) : make("ul", {}, ...run.rates.map((rate) => success(rate, run.rates.length === 1)), ...left));
    cells.state.replaceChildren(make("span", { class: `state ${run.state.replace(" ", "_")}` }, run.state));
  }

  function made(run) {
    const readable = run.state !== "unreadable";
    const box_ = make("input", { type: "checkbox", "aria-label": `Choose ${run.name}`, disabled: !readable, change: () => choose(run.run, box_.checked) });
    const name = readable ? make("a", { href: linkTo([run.run]) }, run.name) : make("span", {}, run.name);
    const cells = Object.fromEntries(["agents", "suite", "started", "episodes", "rates", "state"].map((one) => [one, make("td", { class: one })]));
    return { node: make("tr", {}, make("td", { class: "choice" }, box_), make("th", { scope: "row" }, name), ...Object.values(cells)), cells, name, readable };
  }

  function choose(run, is) {
    chosen[is ? "add" : "delete"](run);
    shown.get(run).node.classList.toggle("chosen", is);
    open.disabled = !chosen.size;
    open.textContent = chosen.size > 1 ? `Open ${count(chosen.size)} together` : "Open";
  }

  function draw() {
    const needles = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = runs.filter((run) => needles.every((needle) => textOf(run).includes(needle)));
    found.forEach((run, position) => {
      const readable = run.state !== "unreadable";
      if (shown.get(run.run)?.readable !== readable) { shown.get(run.run)?.node.remove(); shown.set(run.run, made(run)); }
      fill(shown.get(run.run), run);
      const { node } = shown.get(run.run);
      if (body.children[position] !== node) body.insertBefore(node, body.children[position] || null);
    });
    while (body.children.length > found.length) body.lastChild.remove();
    number.textContent = found.length === runs.length ? `${count(runs.length)} run${runs.length === 1 ? "" : "s"}` : `${count(found.length)} of ${count(runs.length)} runs`;
    table.hidden = !found.length;
    empty.hidden = found.length > 0;
    empty.textContent = runs.length ? "No run matches." : "There is no run in this folder yet. Play one: automotive-env run.";
  }

  async function ask() {
    let soon = false;
    try {
      const answer = await fetch("data/runs.json");
      if (!answer.ok) throw new Error(await answer.text());
      const found = await answer.json();
      runs = found.runs;
      soon = found.more;
      document.title = `${found.folder} – Automotive-ENV`;
      document.getElementById("name").textContent = found.folder;
      document.getElementById("facts").textContent = "";
      draw();
    } catch (fault) {
      document.getElementById("facts").textContent = runs.length ? "the server does not answer" : fault.message;
    }
    setTimeout(ask, soon ? SOON : PAUSE);
  }

  function move(by) {
    const links = [...body.querySelectorAll("th a")], at = links.findIndex((link) => link.closest("tr").contains(document.activeElement));
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  }

  function key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target === search) {
      if (event.key === "Escape") search.blur();
      if (event.key === "ArrowDown") { event.preventDefault(); move(1); }
      return;
    }
    const act = { "/": () => search.focus(), ArrowDown: () => move(1), ArrowUp: () => move(-1), j: () => move(1), k: () => move(-1), t: theme, o: go,
      x: () => document.activeElement.closest("tr")?.querySelector("input")?.click() }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  function theme() {
    document.documentElement.style.colorScheme = dom.dark() ? "light" : "dark";
  }

  box.className = "start";
  box.append(make("h1", { class: "unseen" }, "Runs"), make("div", { class: "bar" }, search, number, make("span", { class: "grow" }), open), make("div", { class: "runs" }, table, empty));
  document.getElementById("tabs").hidden = true;
  document.getElementById("theme").addEventListener("click", theme);
  document.addEventListener("keydown", key);
  ask();
})();
