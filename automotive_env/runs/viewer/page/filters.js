"use strict";
/** Which episodes are shown, and in which order, as the address says. */
const filters = (() => {
  const OUTCOMES = ["pass", "fail", "step_limit", "agent_error", "env_error", "model_error"];
  const FACETS = [
    { name: "outcome", title: "Outcome", order: OUTCOMES }, { name: "agent", title: "Agent" }, { name: "model", title: "Model" },
    { name: "labels", title: "Label" }, { name: "runName", title: "Run" }, { name: "face", title: "Face" }, { name: "suite", title: "Suite" },
    { name: "dimension", title: "Dimension" }, { name: "category", title: "Module" }, { name: "level", title: "Level" }, { name: "ending", title: "Right ending" },
    { name: "harm", title: "Harm", always: true }, { name: "unmet", title: "Failed criterion", always: true },
    { name: "task", title: "Task" }, { name: "place", title: "Place" },
  ];
  let columns = {}, known = 0;

  /** The values of every episode in a facet, in the order of the episodes. */
  function column(name) {
    if (known !== store.state.episodes.length) [columns, known] = [{}, store.state.episodes.length];
    return (columns[name] ??= valuesOf(name));
  }
  const valuesOf = (name) => store.state.episodes.map((episode) => [episode[name]].flat().filter((value) => value !== ""));

  /**
   * The episodes that a query asks for, and for each facet how many there are of each value, were that facet not asked for.
   * All of it in one pass: an episode that misses one facet only is counted in that facet, one that misses two nowhere.
   */
  function looked(query) {
    const { holds, fault } = expression.read(query.get("q") || "");
    const facets = FACETS.map(({ name }) => ({ values: column(name), asked: query.has(name) && new Set(query.getAll(name)), counts: new Map(query.getAll(name).map((value) => [value, 0])) }));
    const asking = facets.filter(({ asked }) => asked), shown = [];
    store.state.episodes.forEach((episode, i) => {
      if (!holds(episode)) return;
      const missed = asking.filter(({ values, asked }) => !values[i].some((value) => asked.has(value)));
      if (missed.length > 1) return;
      if (!missed.length) shown.push(episode);
      for (const { values, counts } of missed.length ? missed : facets) for (const value of values[i]) counts.set(value, (counts.get(value) || 0) + 1);
    });
    return { shown, fault, counts: facets.map(({ counts }, i) => ranked(counts, FACETS[i])) };
  }

  /** Values with their numbers: in the order of the facet, else the most frequent first. */
  function ranked(counts, { order }) {
    const place = (value) => (order ? order.indexOf(value) : 0);
    return [...counts].sort(([a, m], [b, n]) => place(a) - place(b) || n - m || (a < b ? -1 : 1));
  }

  const sortValue = {
    outcome: (episode) => OUTCOMES.indexOf(episode.outcome),
    harm: (episode) => episode.harm.length,
    why: (episode) => episode.why || "\uffff",
    price: (episode) => episode.price ?? -1,
  };

  /** In the order of the query's `sort`: a column, with a minus before it for the highest first. */
  function sorted(episodes, query) {
    const sort = query.get("sort") || "";
    const column = sort.replace(/^-/, ""), way = sort.startsWith("-") ? -1 : 1;
    if (!episodes.length || !Object.hasOwn(episodes[0], column)) return episodes;
    const value = sortValue[column] || ((episode) => episode[column]);
    const keyed = episodes.map((episode, i) => [value(episode), i, episode]);
    keyed.sort(([a, i], [b, j]) => (a < b ? -way : a > b ? way : i - j));
    return keyed.map(([, , episode]) => episode);
  }

  /** The episodes that a query asks for, in its order, and the counts of each facet. */
  function look(query) {
    const { shown, fault, counts } = looked(query);
    return { shown: sorted(shown, query), fault, counts };
  }
  /** Count again, since an episode has other labels. */
  const forget = () => { known = 0; };
  return { forget, FACETS, OUTCOMES, look };
})();
