"use strict";
/** The page of one episode: its steps as a rail, the picture of one, and what is told of it. */
const episode = (() => {
  const { make, words, count, seconds, price, chip } = dom;
  const SIDE_HEIGHT = 62;
  const PACE = 1500, PATIENCE = 250; // milliseconds a step while it plays, and until one is told that it is loading
  let page = null, timer = 0, latest = null;

  const query = () => page.query;
  const last = () => latest;
  const end = () => page.shown.played.length;
  const stepLink = (number) => {
    const position = page.shown.played.findIndex((one) => one.step === number);
    return list.linkTo(page.one, query(), position < 0 ? "verdict" : String(position + 1));
  };

  function sideRow() {
    const outcome = make("span"), player = make("small", { class: "quiet" }), { goal, why, fill } = list.sentence();
    const node = make("a", { class: "side-row", tabindex: "-1", draggable: "false" }, goal, outcome, why, player);
    return { node, fill(one) {
      fill(one);
      outcome.className = `chip ${one.outcome}`;
      outcome.textContent = words(one.outcome);
      player.textContent = one.player;
      node.href = list.linkTo(one, query());
    } };
  }

  function build(root) {
    const side = rows.list({ height: SIDE_HEIGHT, row: sideRow, label: "Episodes" });
    const head = make("header", { class: "episode-head" }), rail = make("div", { class: "rail-bar" });
    const scene = stage.make(), under = make("div", { class: "under" }), glanced = make("div", { class: "glance", hidden: true }), pane = make("div", { class: "beside" });
    const body = make("div", { class: "episode-body" }, make("div", { class: "scene" }, scene.node, glanced, under), pane);
    page = { ...page, glance: glanced, overview: false, side, head, rail, scene, under, pane, body, root };
    root.className = "single";
    root.replaceChildren(make("aside", { class: "side" }, make("p", { class: "side-head quiet" }), side.node), make("article", { class: "viewer" }, head, rail, body));
  }

  async function show(root, { parts: [, run, id, step = "verdict"], query: asked }, fresh) {
    const one = store.state.byKey.get(`${run}/${id}`);
    if (!one) return nothing(root, "This page has no such episode.");
    const same = page && !fresh && page.one === one && page.query.toString() === asked.toString();
    page = { ...page, one, query: asked, step };
    latest = one;
    if (fresh || !page.root?.isConnected) build(root);
    if (!same || fresh) {
      page.list = filters.look(asked).shown;
      page.side.show(page.list);
      page.side.choose(one);
      root.querySelector(".side-head").textContent = `${count(page.list.length)} episode${page.list.length === 1 ? "" : "s"}`;
      page.shown = null;
      dom.refill(page.head, ...heading());
      const waiting = setTimeout(() => { if (page.one === one) unseen(make("p", { class: "blank" }, "Loading its steps …")); }, PATIENCE);
      const shown = await store.details(one).catch((fault) => ({ fault }));
      clearTimeout(waiting);
      if (page.one !== one) return undefined;
      if (!shown || shown.fault) return absent(shown?.fault);
      page.shown = shown;
      dom.refill(page.head, ...heading());
    }
    if (page.shown) draw();
    return undefined;
  }

  function nothing(root, text) {
    root.className = "blank-page";
    root.replaceChildren(make("p", { class: "blank" }, text));
  }

  /** Something in place of the steps. */
  function unseen(node) {
    page.rail.replaceChildren();
    page.under.replaceChildren();
    page.pane.replaceChildren(node);
    page.scene.node.hidden = true;
    page.body.className = "episode-body unseen";
  }

  function absent(fault) {
    const text = fault ? `The steps of this episode cannot be loaded: ${fault.message}.` : "This page holds the list and the statistics of a large run. To see the steps, run: automotive-env view RUN";
    unseen(make("p", { class: "notice" }, text));
  }

  function heading() {
    const { one } = page, at = page.list.indexOf(one);
    const meta = [one.task, one.player, words(one.dimension), one.place, `${one.steps} step${one.steps === 1 ? "" : "s"}`, `${count(one.tokens)} tokens`, one.price > 0 && price(one.price), seconds(one.seconds), one.trial ? `trial ${one.trial + 1}` : ""];
    return [make("div", { class: "title" }, make("a", { class: "back", href: address.link(["episodes"], query()), title: "All episodes (Esc)" }, "‹ Episodes"), make("h1", {}, one.goal), chip(one.outcome)),
      make("div", { class: "title" }, make("p", { class: "meta quiet" }, ...meta.filter(Boolean).map((text) => make("span", {}, text))), make("span", { class: "grow" }), versus(), notes.opener(page.one, () => dom.refill(page.head, ...heading())),
        at < 0 ? null : make("span", { class: "quiet" }, `${count(at + 1)} of ${count(page.list.length)}`),
        make("button", { type: "button", disabled: at <= 0, click: () => neighbour(-1), "aria-label": "Previous episode", title: "Previous episode (↑)" }, "↑"),
        make("button", { type: "button", disabled: at < 0 || at + 1 >= page.list.length, click: () => neighbour(1), "aria-label": "Next episode", title: "Next episode (↓)" }, "↓")),
      notes.box(page.one), turns(), one.why ? make("p", { class: "alert" }, dom.capital(one.why)) : null].filter(Boolean);
  }

  /** What was said in later turns, or that the car noticed something; each leads to the first step of its turn. */
  function turns() {
    const later = page.shown?.record.later || [];
    if (!later.length) return null;
    const ends = page.shown.played.flatMap((one, position) => (one.action?.action_type === "status" ? [position + 1] : []));
    return make("ol", { class: "turns", start: "2" }, ...later.map((said, i) => {
      const reached = ends[i] !== undefined && ends[i] < end();
      return make("li", {}, make("button", { type: "button", class: "plain", disabled: !reached, title: reached ? "Go to this turn" : "The episode ended before this turn", click: () => go(ends[i]) },
        said || "The car notices something."));
    }));
  }

  /** Another agent on the same instance. */
  function versus() {
    const { one } = page, key = store.instanceOf(one);
    const others = store.state.episodes.filter((other) => other !== one && store.instanceOf(other) === key && other.player !== one.player);
    if (!others.length) return null;
    const choose = make("select", { "aria-label": "Compare with", change: () => { location.hash = compare.linkTo(one, others[Number(choose.value)]); } },
      make("option", { value: "" }, "Compare with …"), ...others.map((other, i) => make("option", { value: String(i) }, `${other.player}: ${words(other.outcome)}`)));
    return choose;
  }

  function railButton(one, position) {
    const harmful = page.shown.record.harm.some((harm) => harm.step === one.step);
    const kind = harmful ? "harmful" : one.error || (one.outcome && !one.outcome.done) ? "wrong" : one.changes.length ? "changed" : "";
    return make("button", { type: "button", class: kind, "aria-current": String(position === page.position), "aria-label": `Step ${one.step}${kind ? `, ${kind}` : ""}`, click: () => go(position) }, String(one.step));
  }

  function rail() {
    const { one, shown, position } = page, { settings } = stage;
    const toggle = (name, title, key, hint) => make("button", { type: "button", "aria-pressed": String(settings[name]), title: `${hint} (${key})`, click: () => { settings[name] = !settings[name]; draw(); } }, title);
    const seen = shown.played.some((each) => !stage.blind(one, shown, each));
    return [make("button", { type: "button", disabled: position === 0, click: () => go(position - 1), "aria-label": "Previous step" }, "←"),
      make("button", { type: "button", disabled: position === end(), click: () => go(position + 1), "aria-label": "Next step" }, "→"),
      make("button", { type: "button", click: play, title: "Play the steps (P)" }, timer ? "Pause" : "Play"),
      make("div", { class: "rail" }, ...shown.played.map(railButton)),
      make("button", { type: "button", class: `ending ${one.outcome}`, "aria-current": String(position === end()), click: () => go(end()) }, one.outcome === "pass" ? "✓" : "✗", " Verdict"),
      seen ? make("button", { type: "button", "aria-pressed": String(page.overview === true), title: "All steps at a glance (O)", click: overview }, "Overview") : null,
      seen ? toggle("marks", "Marks", "M", "The numbers that the agent saw") : null,
      seen ? toggle("split", "Before | after", "B", "A slider from before the step to after it") : null].filter(Boolean);
  }

  function caption(one) {
    const { observation: seen } = one;
    const told = [["Car's clock", seen.time], ["Driving", words(seen.driving_state)], ["In front", words(seen.app)], ["GPS", seen.gps]];
    return make("dl", { class: "moment" }, ...told.filter(([, value]) => value).map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
  }

  function windscreen(one) {
    const name = one.observation.windscreen, source = name && store.picture(page.one, page.shown, name);
    if (!source) return null;
    const box = make("div", { class: "windscreen" });
    stage.loaded(source).then((image) => { image.alt = "Through the windscreen"; box.append(image); }, () => box.remove());
    return box;
  }

  /** Pictures of all steps, small; they are loaded as they come into sight. */
  function glance() {
    const { one, shown } = page;
    return shown.played.map((each, position) => {
      const { screenshot, marked, shown: sent } = each.observation, name = sent || screenshot || marked;
      const picture = name && store.picture(one, shown, name);
      return make("button", { type: "button", class: "small", click: () => { page.overview = false; go(position); draw(); } },
        picture ? make("img", { src: picture, alt: "", loading: "lazy" }) : make("span", { class: "empty" }, "No picture"),
        make("span", {}, `${each.step} · ${each.action ? words(each.action.action_type) : "nothing"}`));
    });
  }

  function overview() {
    page.overview = !page.overview;
    draw();
  }

  function draw() {
    const { one, shown, step: asked } = page, { played } = shown;
    const number = asked === "verdict" ? end() : Number.parseInt(asked, 10) - 1;
    page.position = Math.max(0, Math.min(Number.isNaN(number) ? end() : number, end()));
    const current = played[page.position], seen = current || played.at(-1);
    dom.refill(page.rail, ...rail());
    const here = page.rail.querySelector(".rail [aria-current=true]"), box = here?.parentElement;
    if (here) box.scrollLeft = here.offsetLeft - box.offsetLeft - box.clientWidth / 2;
    const blind = stage.blind(one, shown, seen);
    page.body.className = `episode-body ${blind ? "unseen" : ""}`;
    page.scene.node.hidden = blind || page.overview;
    page.glance.hidden = !page.overview;
    page.under.hidden = page.overview;
    if (page.overview) return dom.refill(page.glance, ...glance());
    if (!blind) page.scene.show({ episode: one, shown, step: seen, next: current && played[page.position + 1], ring: Boolean(current) });
    page.under.replaceChildren(...(seen ? [track.map(one, shown, played.indexOf(seen)), caption(seen), windscreen(seen)].filter(Boolean) : []));
    const view = { shown, step: current, position: page.position, scene: page.scene };
    dom.refill(page.pane, ...(current ? step.pane(view, draw) : [make("div", { class: "pane", tabindex: "0", "aria-label": "Verdict" }, ...verdict.ended(one, shown, query(), stepLink).filter(Boolean))]));
  }

  // Moving about

  function go(position) {
    if (!page.shown || position < 0 || position > end()) return pause();
    return address.go(["episode", String(page.one.run), page.one.id, position === end() ? "verdict" : String(position + 1)], query(), { replace: true });
  }
  function pause() {
    clearInterval(timer);
    const playing = timer;
    timer = 0;
    if (playing && page.shown) draw();
  }
  function play() {
    if (timer) return pause();
    timer = setInterval(() => go(page.position + 1), PACE);
    return go(page.position >= end() - 1 ? 0 : page.position);
  }
  function neighbour(by) {
    const other = page.list[page.list.indexOf(page.one) + by];
    if (other) location.hash = list.linkTo(other, query());
  }
  function toggle(name) {
    stage.settings[name] = !stage.settings[name];
    draw();
  }

  const keys = {
    ArrowLeft: () => go(page.position - 1), ArrowRight: () => go(page.position + 1), ArrowUp: () => neighbour(-1), ArrowDown: () => neighbour(1),
    k: () => neighbour(-1), j: () => neighbour(1), v: () => go(end()), m: () => toggle("marks"), b: () => toggle("split"), o: overview, p: play, n: () => page.root.querySelector(".notes-open")?.click(),
    Tab_: () => { step.next(); draw(); }, e: () => keys.Tab_(), Escape: () => address.go(["episodes"], query()),
  };
  return { show, keys, last, leave: pause };
})();
