"use strict";
/** Which page is shown, and what keys do. */
(async () => {
  const { make } = dom;
  const $ = (id) => document.getElementById(id);
  const PAGES = { episodes: list, episode, compare, statistics };
  const TABS = [["episodes", "Episodes"], ["compare", "Compare"], ["statistics", "Statistics"]];
  let shown = "";

  function show(at) {
    const name = Object.hasOwn(PAGES, at.parts[0]) ? at.parts[0] : "episodes";
    const fresh = name !== shown;
    if (fresh) PAGES[shown]?.leave?.();
    shown = name;
    for (const link of $("tabs").children) link.setAttribute("aria-current", String(link.dataset.page === (name === "episode" ? "episodes" : name)));
    PAGES[name].show($("page"), at, fresh);
  }

  /** Show what has ended since, where a list of episodes or their statistics are shown. */
  function renewed() {
    title();
    if (shown === "episodes" || shown === "statistics") PAGES[shown].show($("page"), address.read());
  }

  function title() {
    const { runs, episodes } = store.state, [{ name, manifest }] = runs;
    const many = `${runs.length} runs`;
    document.title = `${runs.length === 1 ? name : many} – Automotive-ENV`;
    $("name").textContent = runs.length === 1 ? name : many;
    const facts = runs.length === 1 ? [manifest.model, manifest.backend, `seed ${manifest.seed}`, manifest.started.slice(0, 10)] : [];
    const { unlisted } = store.state;
    $("facts").textContent = [...facts, unlisted ? `${dom.count(unlisted)} more episodes are in the statistics alone` : "", news.told() || (manifest.ended || runs.length > 1 ? "" : `unfinished: ${dom.count(episodes.length)} episodes so far`)].filter(Boolean).join(" · ");
  }

  function key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "Enter" && /^(A|BUTTON|SUMMARY)$/.test(event.target.tagName)) return;
    const act = PAGES[shown].keys[event.key] || { t: theme, 1: () => address.go(["episodes"]), 2: () => address.go(["compare"]), 3: () => address.go(["statistics"]) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  function theme() {
    document.documentElement.style.colorScheme = dom.dark() ? "light" : "dark";
    address.changed();
  }

  try {
    await store.open();
  } catch (fault) {
    $("page").replaceChildren(make("p", { class: "blank" }, `The run cannot be shown: ${fault.message}.`));
    return;
  }
  $("tabs").append(...TABS.map(([name, text]) => make("a", { href: address.link([name]), "data-page": name }, text)));
  $("theme").addEventListener("click", theme);
  document.addEventListener("keydown", key);
  if (store.state.home) document.querySelector(".top").prepend(make("a", { class: "home", href: store.state.home }, "‹ All runs"));
  title();
  address.listen(show);
  address.changed();
  news.follow(renewed);
})();
