"use strict";
/** The page of all episodes: facets to filter by, and a table of as many rows as there are. */
const list = (() => {
  const { make, words, count, brief, seconds, price, chip } = dom;
  const SHORT = 7;
  const HEIGHT = 56;
  const COLUMNS = [
    { name: "outcome", title: "Outcome" }, { name: "goal", title: "Goal" }, { name: "task", title: "Task" },
    { name: "player", title: "Agent" }, { name: "dimension", title: "Dimension" }, { name: "place", title: "Place" },
    { name: "harm", title: "Harm", figures: true }, { name: "steps", title: "Steps", figures: true }, { name: "tokens", title: "Tokens", figures: true },
    { name: "seconds", title: "Time", figures: true }, { name: "price", title: "Price", figures: true },
    { name: "level", title: "Level" }, { name: "trial", title: "Trial", figures: true }, { name: "face", title: "Face" }, { name: "suite", title: "Suite" },
    { name: "runName", title: "Run" }, { name: "labels", title: "Labels" },
  ];
  const EXTRA = ["level", "trial", "face", "suite", "runName", "labels"];
  const WIDTHS = { outcome: "96px", goal: "minmax(200px, 1fr)", task: "160px", player: "minmax(64px, 130px)", dimension: "130px", place: "84px", harm: "44px", steps: "52px", tokens: "56px",
    seconds: "60px", price: "62px", level: "44px", trial: "44px", face: "64px", suite: "90px", runName: "120px", labels: "110px" };
  const whole = new Set();
  let page = null, known = 0;

  const linkTo = (episode, query, step = "verdict") => address.link(["episode", String(episode.run), episode.id, step], query);

  /** The name of a task without that of its module, which stands below it. */
  const shortTask = ({ task, category }) => (task.startsWith(`${category}.`) ? task.slice(category.length + 1) : task);

  /** The two lines of a row that say what was wished and why it failed. */
  function sentence() {
    const [goal, why] = [new Text(), new Text()];
    return { goal: make("b", {}, goal), why: make("small", {}, why), fill(episode) {
      goal.data = goal.parentElement.title = episode.goal;
      why.data = why.parentElement.title = [...episode.labels.map((label) => `#${label}`), dom.capital(episode.why)].join(" ").trim();
    } };
  }

  function tableRow() {
    const cells = Object.fromEntries(["task", "category", "player", "model", "dimension", "ending", "place", "harm", "steps", "tokens", "seconds", "price", ...EXTRA].map((name) => [name, make("span", {}, new Text())]));
    const outcome = make("span", {}, new Text()), { goal, why, fill } = sentence();
    const two = (name, first, second) => make("span", { class: `cell ${name}` }, first, second);
    const small = (cell) => { cell.classList.add("quiet"); return cell; };
    const node = make("a", { class: "row", draggable: "false", tabindex: "-1" },
      make("span", { class: "cell outcome" }, outcome), two("goal", goal, why), two("task", cells.task, small(cells.category)),
      two("player", cells.player, small(cells.model)), two("dimension", cells.dimension, small(cells.ending)), make("span", { class: "cell place" }, cells.place),
      ...["harm", "steps", "tokens", "seconds", "price"].map((name) => make("span", { class: `cell figure ${name}` }, cells[name])),
      ...EXTRA.map((name) => make("span", { class: `cell ${name === "trial" ? "figure " : ""}${name}` }, cells[name])));
    return { node, fill(episode) {
      fill(episode);
      outcome.className = `chip ${episode.outcome}`;
      outcome.firstChild.data = words(episode.outcome);
      const told = { task: shortTask(episode), category: words(episode.category), player: episode.agent, model: episode.player.slice(episode.agent.length + 3),
        dimension: words(episode.dimension), ending: episode.ending, place: episode.place, harm: episode.harm.length || "",
        steps: episode.steps, tokens: brief(episode.tokens), seconds: seconds(episode.seconds), price: price(episode.price),
        level: episode.level, trial: episode.trial + 1, face: episode.face, suite: episode.suite, runName: episode.runName, labels: episode.labels.join(", ") };
      for (const [name, text] of Object.entries(told)) cells[name].firstChild.data = text;
      node.href = linkTo(episode, page.query);
    } };
  }

  /** A facet: its values with numbers of episodes, of which any may be chosen. */
  function facet(kind, i) {
    const { query } = page, chosen = new Set(query.getAll(kind.name));
    const values = page.counts[i];
    if (!chosen.size && (values.length < 2 && !(kind.always && values.length))) return null;
    const most = Math.max(1, ...values.map(([, number]) => number));
    const long = values.length > SHORT + 1 && !whole.has(kind.name);
    const shown = long ? values.filter(([value], i) => i < SHORT || chosen.has(value)) : values;
    const toggled = (value) => (chosen.has(value) ? [...chosen].filter((one) => one !== value) : [...chosen, value]);
    return make("section", { class: "facet" }, make("h3", {}, kind.title),
      ...shown.map(([value, number]) => {
        const bar = make("i");
        bar.style.width = `${(100 * number) / most}%`;
        return make("button", { type: "button", class: kind.name === "outcome" ? value : null, "aria-pressed": String(chosen.has(value)), title: String(value),
          click: () => ask({ [kind.name]: toggled(value) }) }, bar, make("span", {}, words(value)), make("em", {}, count(number)));
      }),
      values.length > SHORT + 1 ? make("button", { type: "button", class: "more", click: () => { whole[long ? "add" : "delete"](kind.name); facets(); } },
        long ? `${values.length - shown.length} more` : "fewer") : null);
  }

  function facets() {
    dom.refill(page.facets, ...filters.FACETS.map(facet).filter(Boolean));
  }

  function ask(values, replace = false) {
    address.go(["episodes"], address.changedQuery(page.query, values), { replace });
  }

  function heading({ name, title, figures }) {
    const sort = page.query.get("sort") || "";
    const way = sort === name ? "ascending" : sort === `-${name}` ? "descending" : "none";
    const next = way === "none" ? (figures ? `-${name}` : name) : way === (figures ? "descending" : "ascending") ? (figures ? name : `-${name}`) : "";
    return make("span", { class: `cell ${name} ${figures ? "figure" : ""}`, role: "columnheader", "aria-sort": way },
      make("button", { type: "button", class: "plain", click: () => ask({ sort: next }) }, title, make("i", {}, { ascending: " ↑", descending: " ↓", none: "" }[way])));
  }

  /** The columns that the query names; none where it names none, and the window decides. */
  const chosenColumns = () => COLUMNS.map(({ name }) => name).filter((name) => (page.query.get("cols") || "").split(",").includes(name));
  const seenColumns = () => COLUMNS.map(({ name }) => name).filter((name) => { const cell = page.head.querySelector(`.cell.${name}`); return cell && getComputedStyle(cell).display !== "none"; });

  function choice({ name, title }) {
    const box = make("input", { type: "checkbox", value: name, change: () => {
      const now = new Set(seenColumns());
      now[box.checked ? "add" : "delete"](name);
      ask({ cols: COLUMNS.map((column) => column.name).filter((one) => now.has(one)).join(",") }, true);
    } });
    return make("label", {}, box, ` ${title}`);
  }

  /** Show the columns that were chosen. */
  function columns() {
    const chosen = chosenColumns();
    page.root.classList.toggle("columned", chosen.length > 0);
    for (const { name } of COLUMNS) page.root.classList.toggle(`with-${name}`, chosen.includes(name));
    page.root.style.setProperty("--columns", chosen.map((name) => WIDTHS[name]).join(" "));
    const ticked = () => { const seen = chosen.length ? chosen : seenColumns(); page.menu.querySelectorAll("input").forEach((box) => { box.checked = seen.includes(box.value); }); };
    page.menu.ontoggle = ticked;
    if (page.menu.open) requestAnimationFrame(ticked);
  }

  function build(root) {
    const facetsBox = make("aside", { class: "facets", "aria-label": "Filters" });
    const search = make("input", { type: "search", id: "search", placeholder: "Search, or outcome=fail steps>10  ( / )", "aria-label": "Search, or conditions", "aria-describedby": "fault", input: () => ask({ q: search.value }, true) });
    const number = make("span", { class: "quiet", "aria-live": "polite" });
    const clear = make("button", { type: "button", click: () => address.go(["episodes"], address.changedQuery(new URLSearchParams(), { sort: page.query.get("sort"), cols: page.query.get("cols") })) }, "Clear filters");
    const filter = make("button", { type: "button", class: "narrow", click: () => root.classList.toggle("filtering") }, "Filters");
    const fault = make("p", { id: "fault", class: "alert fault", role: "status", hidden: true });
    const menu = make("details", { class: "menu" }, make("summary", {}, "Columns"), make("div", {}, ...COLUMNS.map(choice), make("button", { type: "button", click: () => ask({ cols: "" }, true) }, "As usual")));
    const table = rows.list({ height: HEIGHT, row: tableRow, label: "Episodes" });
    const head = make("div", { class: "row head", role: "row" });
    const empty = make("p", { class: "blank", hidden: true }, "No episode matches. ", make("button", { type: "button", click: () => clear.click() }, "Clear filters"));
    page = { ...page, fault, menu, root, facets: facetsBox, search, number, clear, table, head, empty, at: -1 };
    root.className = "listing";
    root.classList.toggle("priced", store.state.episodes.some((episode) => episode.price > 0));
    root.replaceChildren(facetsBox, make("section", { class: "table", "aria-label": "Episodes" },
      make("div", { class: "bar" }, search, filter, number, clear, make("span", { class: "grow" }), menu), fault, make("div", { role: "table", "aria-label": "Order of the list" }, head), empty, table.node));
  }

  function show(root, { query }, fresh) {
    const more = known !== store.state.episodes.length, moved = !page || page.query.toString() !== query.toString();
    known = store.state.episodes.length;
    page = { ...page, query };
    if (fresh) build(root);
    if (!fresh && !more && !moved) return;
    const { shown, counts, fault } = filters.look(query);
    Object.assign(page, { shown, counts, expression: fault });
    if (document.activeElement !== page.search) page.search.value = query.get("q") || "";
    page.number.textContent = page.shown.length === store.state.episodes.length ? `${count(page.shown.length)} episodes` : `${count(page.shown.length)} of ${count(store.state.episodes.length)}`;
    page.clear.hidden = ![...query.keys()].some((name) => name !== "sort" && name !== "cols");
    page.fault.textContent = page.expression;
    page.fault.hidden = !page.expression;
    columns();
    dom.refill(page.head, ...COLUMNS.map(heading));
    facets();
    page.table.show(page.shown);
    page.empty.hidden = page.shown.length > 0 || !store.state.episodes.length;
    if (!fresh && moved) page.table.node.scrollTop = 0;
    const last = page.shown.indexOf(episode.last());
    page.at = last;
    page.table.choose(page.shown[last], fresh);
  }

  function move(by) {
    if (!page.shown.length) return;
    page.at = Math.max(0, Math.min(page.shown.length - 1, page.at + by));
    page.table.choose(page.shown[page.at]);
    page.table.node.focus();
  }

  const keys = {
    ArrowDown: () => move(1), ArrowUp: () => move(-1), j: () => move(1), k: () => move(-1), PageDown: () => move(10), PageUp: () => move(-10),
    Home: () => move(-1e9), End: () => move(1e9), "/": () => page.search.focus(),
    Enter: () => { if (page.shown[page.at]) location.hash = linkTo(page.shown[page.at], page.query); },
    Escape: () => { if (!page.clear.hidden) page.clear.click(); },
  };
  return { show, keys, linkTo, sentence };
})();
