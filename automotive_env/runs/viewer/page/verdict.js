"use strict";
/** How an episode ended: what was right, the tree of criteria, harm, side effects, and the rest of its contrast pair. */
const verdict = (() => {
  const { make, words, chip, part } = dom;
  const ENDINGS = {
    act: "do what was asked, then end as complete",
    refrain: "touch nothing, say that nothing needs to be done, then end as complete",
    decline: "touch nothing and end as infeasible, with the reason",
    answer: "answer, then end as complete",
  };
  const JOINTS = { all: "all of", any: "one of", not: "not" };

  /** A tree of criteria; alternatives that were not needed are not shown as failures. */
  function criterion(row, needed) {
    const joint = Object.keys(JOINTS).find((name) => row[name]);
    const wrong = needed && !row.met;
    const mark = make("span", { class: row.met ? "met" : wrong ? "unmet" : "idle", "aria-label": row.met ? "met" : "not met" }, row.met ? "✓" : wrong ? "✗" : "–");
    if (!joint) {
      return make("div", { class: "criterion" }, mark,
        make("div", {}, make("p", { class: wrong ? "wanted" : "" }, row.wanted), make("p", { class: wrong ? "found" : "quiet" }, `found ${row.found}`)));
    }
    return make("div", { class: "criterion" }, mark,
      make("div", {}, make("p", { class: "quiet" }, JOINTS[joint]),
        ...row[joint].map((inner) => criterion(inner, joint === "all" ? needed : joint === "any" && wrong))));
  }

  function tree(root) {
    if (!root || !Object.keys(root).length) return null;
    return make("div", { class: "criteria" }, ...(root.all || [root]).map((row) => criterion(row, true)));
  }

  /** Whether a verdict judges how the agent ended; scenarios end by themselves. */
  const judgesEnd = (row) => row?.name === "ending" || Object.keys(JOINTS).some((joint) => (row?.[joint] || []).some(judgesEnd));

  const harmful = ({ name, wanted, found }, ...more) => make("li", {}, make("b", {}, words(name)), ` – wanted ${wanted}, found ${found} `, ...more);

  function halves(one, query) {
    if (!one.pair) return null;
    const others = store.state.episodes.filter((other) => other.pair === one.pair && other.player === one.player && other !== one);
    return others.length ? make("div", {}, ...others.map((other) => make("a", { class: "half", href: list.linkTo(other, query) },
      make("span", {}, `${words(other.ending)}: ${other.goal}`), chip(other.outcome)))) : null;
  }

  /** What is told at the end of an episode; `stepLink` makes the address of a step. */
  function ended(one, shown, query, stepLink) {
    const { record } = shown;
    const scores = Object.entries(record.scores), criteria = tree(record.verdict);
    const byScores = !criteria && scores.length; // an earlier version recorded no criteria of scenarios
    return [
      byScores || (criteria && !judgesEnd(record.verdict)) ? null : part("What was right", make("p", {}, make("b", {}, words(one.ending)), Object.hasOwn(ENDINGS, one.ending) ? `: ${ENDINGS[one.ending]}` : "")),
      byScores ? null : part("What had to be met", criteria || make("p", { class: "quiet" }, "The episode was stopped before its verdict.")),
      part("Scores", scores.length ? make("p", {}, scores.map(([name, score]) => `${words(name)} ${Number(score.toFixed(4))}`).join(", ")) : null),
      part("Harm during the episode", record.harm.length ? make("ul", { class: "harms" }, ...record.harm.map((harm) => harmful(harm, make("a", { href: stepLink(harm.step) }, `step ${harm.step}`)))) : null),
      part("Changed without being asked", record.side_effects.length ? make("ul", { class: "paths" }, ...record.side_effects.map((path) => make("li", {}, make("code", {}, path)))) : null),
      part("The rest of its contrast pair", halves(one, query)),
    ];
  }

  return { ended, tree, harmful };
})();
