"use strict";
/** What the search box understands: words, and conditions such as outcome=fail agent=t3a steps>10. */
const expression = (() => {
  const TEXTS = { outcome: "outcome", agent: "agent", model: "model", run: "runName", face: "face", suite: "suite", dimension: "dimension", module: "category", level: "level",
    ending: "ending", harm: "harm", unmet: "unmet", task: "task", place: "place", label: "labels", goal: "goal", why: "why", note: "note", id: "id" };
  const NUMBERS = { steps: "steps", tokens: "tokens", seconds: "seconds", price: "price", trial: "trial", level: "level", harm: "harm" };
  const FIELDS = [...new Set([...Object.keys(TEXTS), ...Object.keys(NUMBERS)])].sort().join(", ");
  const TERM = /(-?)(?:([A-Za-z_]+)(!=|>=|<=|=|>|<|~))?("[^"]*"|[^\s"]+|)(?=\s|$)/y;

  const plain = (text) => String(text).toLowerCase().replaceAll("_", " ");
  /** What a value stands for: itself, or with * anything in its place. */
  function matcher(value) {
    if (!value.includes("*")) return (text) => text === value;
    const pattern = new RegExp(`^${value.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`);
    return (text) => pattern.test(text);
  }
  const number = (value) => (Array.isArray(value) ? value.length : value === null || value === "" ? NaN : Number(value));
  const ORDERS = { ">": (a, b) => a > b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, "<=": (a, b) => a <= b };

  function condition(field, sign, value) {
    const name = field.toLowerCase();
    if (!Object.hasOwn(TEXTS, name) && !Object.hasOwn(NUMBERS, name)) throw new Error(`There is no field “${field}”; fields are ${FIELDS}.`);
    if (!value) throw new Error(`Write a value after ${field}${sign}, such as ${Object.hasOwn(TEXTS, name) ? "outcome=fail" : "steps>10"}.`);
    if (Object.hasOwn(ORDERS, sign)) {
      if (!Object.hasOwn(NUMBERS, name)) throw new Error(`${field} has no order; use = or ~ with it.`);
      if (!/^\d+(\.\d+)?$/.test(value)) throw new Error(`${field}${sign} takes a number, such as ${field}${sign}10.`);
      const bound = Number(value);
      return (episode) => ORDERS[sign](number(episode[NUMBERS[name]]), bound);
    }
    const key = TEXTS[name] || NUMBERS[name], values = value.split(",").filter(Boolean).map(plain);
    const all = (episode) => [episode[key]].flat().map(plain);
    if (sign === "~") return (episode) => all(episode).some((text) => values.some((one) => text.includes(one)));
    const matchers = values.map(matcher), found = (episode) => all(episode).some((text) => matchers.some((matches) => matches(text)));
    return sign === "=" ? found : (episode) => !found(episode);
  }

  const textOf = (episode) => (episode.text ??= [episode.goal, episode.task, episode.place, episode.why, episode.id, episode.note, ...episode.labels].join("\n").toLowerCase());

  /** Whether an episode is asked for by a text, as {holds, fault}; with a fault every episode is. */
  function read(text) {
    const terms = [];
    let at = 0;
    try {
      while ((at += /^\s*/.exec(text.slice(at))[0].length) < text.length) {
        TERM.lastIndex = at;
        const found = TERM.exec(text);
        if (!found || !found[0]) throw new Error("A quotation mark has no other one; write \"two words\" between two.");
        at = TERM.lastIndex;
        const [, minus, field, sign, given] = found, value = given.replaceAll("\"", "");
        const needle = value.toLowerCase(), holds = field ? condition(field, sign, value) : (episode) => textOf(episode).includes(needle);
        terms.push(minus ? (episode) => !holds(episode) : holds);
      }
    } catch (error) {
      return { holds: () => true, fault: error.message };
    }
    return { holds: (episode) => terms.every((holds) => holds(episode)), fault: "" };
  }
  return { read };
})();
