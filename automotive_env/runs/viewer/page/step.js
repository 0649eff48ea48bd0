"use strict";
/** One step beside its picture: what was thought and done, what changed; the model's messages; the elements; the car. */
const step = (() => {
  const { make, words, told, part } = dom;
  const TABS = ["step", "model", "elements", "car", "JSON"];
  const settings = { tab: "step" };

  /** The action as one line, with the element that it names. */
  function did(shown, one) {
    if (!one.action) return make("p", { class: "refused" }, one.error ? `Nothing: ${one.error}` : "Nothing.");
    const { action_type: kind, index, ...rest } = one.action;
    const target = stage.targeted(shown, one)?.replace(/^\d+ /, "").replace(/ \(-?\d+,-?\d+\)$/, "");
    return make("p", { class: "did" }, make("b", {}, words(kind)),
      index === undefined ? "" : make("code", {}, target ? `${index} ${target}` : String(index)),
      ...Object.entries(rest).map(([name, value]) => make("code", {}, `${words(name)}: ${told(value)}`)));
  }

  function answered(outcome) {
    if (!outcome) return null;
    const text = outcome.message || (outcome.done ? "Done." : "It could not be done.");
    return make("div", {}, make("p", { class: outcome.done ? "" : "refused" }, text), outcome.data === null ? null : make("pre", {}, typeof outcome.data === "string" ? outcome.data : JSON.stringify(outcome.data, null, 2)));
  }

  const change = ({ path, before, after, cause }) => make("div", { class: "change" },
    make("p", {}, make("code", {}, path), make("span", { class: "quiet" }, cause)),
    make("p", {}, make("del", {}, told(before)), " → ", make("ins", {}, told(after))));

  /** What the agent changed, and folded, what the road and the clock did meanwhile. */
  function changes(all) {
    const own = all.filter(({ by }) => by === "agent"), others = all.filter(({ by }) => by !== "agent");
    return [own.length ? make("div", {}, ...own.map(change)) : make("p", { class: "quiet" }, "Nothing."),
      others.length ? exchange.fold("events", `${others.length} by events`, [...new Set(others.map(({ cause }) => cause))].join(", "), ...others.map(change)) : null];
  }

  function notes(content) {
    return make("dl", { class: "notes" }, ...Object.entries(content).flatMap(([name, value]) => {
      const nested = value && typeof value === "object" && !Array.isArray(value);
      return [make("dt", {}, words(name)), make("dd", {}, nested ? notes(value) : told(value))];
    }));
  }

  function happened({ shown, step: one }) {
    const harm = shown.record.harm.filter((each) => each.step === one.step), spent = one.usage;
    return [
      part("Harm", harm.length ? make("ul", { class: "harms" }, ...harm.map((each) => verdict.harmful(each))) : null),
      part("Thought", one.reasoning && make("p", { class: "said" }, one.reasoning)),
      part("Did", did(shown, one), one.action && one.error ? make("p", { class: "refused" }, one.error) : null),
      part("The car answered", answered(one.outcome)),
      part("Changed in the car", ...changes(one.changes)),
      part("Noted", Object.keys(one.notes).length ? notes(one.notes) : null),
      spent.calls ? make("p", { class: "quiet cost" }, `${spent.calls} model call${spent.calls === 1 ? "" : "s"}, ${exchange.cost(spent)}`) : null,
    ];
  }

  /** The accessibility tree; pointing at a line shows its box on the picture. */
  function elements({ shown, step: one, scene }) {
    const target = stage.targeted(shown, one), sizes = stage.sizesOf(shown, one);
    const lines = stage.elementsOf(shown, one).map((line, i) => make("li", { class: line === target ? "target" : null,
      mouseenter: () => scene?.highlight(line, sizes[i]), mouseleave: () => scene?.highlight() }, line));
    return [make("ol", { class: "tree" }, ...lines)];
  }

  function facts(title, now, before) {
    const rows = Object.entries(now).map(([name, value]) => make("div", { class: before && told(before[name]) !== told(value) ? "new" : null }, make("dt", {}, words(name)), make("dd", {}, told(value))));
    return part(title, rows.length ? make("dl", { class: "facts-list" }, ...rows) : null);
  }

  function car({ shown, step: one, position }) {
    const seen = one.observation, before = shown.played[position - 1]?.observation;
    const outside = { "car's clock": seen.time, "driving state": seen.driving_state, "app in front": seen.app, GPS: seen.gps };
    const had = before && { "car's clock": before.time, "driving state": before.driving_state, "app in front": before.app, GPS: before.gps };
    return [facts("Seen", outside, had), facts("What the agent was told about the vehicle", seen.vehicle, before?.vehicle), facts("Networks", seen.network, before?.network)];
  }

  /** The step as the record has it, with the texts and the elements that it names by number. */
  function raw({ shown, step: one }) {
    const calls = one.calls.map((call) => ({ ...call, messages: call.messages.map((message) => ({ ...message, text: shown.texts[message.text] })),
      tools: parsed(shown, call.tools), reply_schema: parsed(shown, call.reply_schema) }));
    const whole = { ...one, observation: { ...one.observation, elements: stage.elementsOf(shown, one), sizes: stage.sizesOf(shown, one) }, calls };
    const text = JSON.stringify(whole, null, 1);
    return [make("div", { class: "raw-bar" }, make("button", { type: "button", click: ({ target }) => copied(target, text) }, "Copy")), make("pre", { class: "raw" }, text)];
  }

  const parsed = (shown, number) => (number === null || number === undefined ? null : JSON.parse(shown.texts[number]));

  async function copied(button, text) {
    const done = await navigator.clipboard.writeText(text).then(() => "Copied", () => "The browser does not allow copying");
    button.textContent = done;
  }

  const content = { JSON: raw, step: happened, model: ({ shown, step: one }) => exchange.all(shown, one), elements, car };

  /** The pane beside the picture; `again` shows it anew when another tab was chosen. */
  function pane(view, again) {
    const number = { model: view.step.calls.length, elements: stage.elementsOf(view.shown, view.step).length };
    const tabs = TABS.map((name) => make("button", { type: "button", role: "tab", "aria-selected": String(settings.tab === name), click: () => { settings.tab = name; again(); } },
      dom.capital(name), number[name] ? make("em", {}, String(number[name])) : null));
    return [make("div", { class: "pane-tabs", role: "tablist" }, ...tabs), make("div", { class: "pane", role: "tabpanel", tabindex: "0", "aria-label": dom.capital(settings.tab) }, ...content[settings.tab](view).filter(Boolean))];
  }

  function next() {
    settings.tab = TABS[(TABS.indexOf(settings.tab) + 1) % TABS.length];
  }
  return { pane, did, next, changes };
})();
