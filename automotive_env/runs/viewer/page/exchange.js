"use strict";
/** What was sent to a model and what came back, whole. */
const exchange = (() => {
  const { make, words, count } = dom;
  const opened = new Set(["user"]);

  /** A part that can be folded; whether it is open is remembered under `kind`. */
  function fold(kind, title, note, ...content) {
    const node = make("details", { class: `fold ${kind}`, toggle: () => opened[node.open ? "add" : "delete"](kind) },
      make("summary", {}, make("b", {}, title), note ? make("span", { class: "quiet" }, note) : null), ...content);
    node.open = opened.has(kind);
    return node;
  }

  const tools = (calls) => calls.map((call) => make("pre", {}, make("b", {}, call.name), ` ${call.arguments}`));

  function message(shown, one) {
    const text = shown.texts[one.text], pictures = one.images.length;
    const note = [text && `${count(text.length)} characters`, pictures && `${pictures} picture${pictures > 1 ? "s" : ""}`].filter(Boolean).join(", ");
    const names = one.images.map((name) => make("code", { class: "name" }, name === null ? "not kept" : name.slice(0, 16)));
    return fold(one.role, one.role, note, text ? make("pre", {}, text) : null, ...tools(one.tool_calls), names.length ? make("p", { class: "names" }, ...names) : null);
  }

  /** The mean chance that the model gave the tokens of a reply; empty where it did not tell. */
  function sureness(logprobs) {
    if (!logprobs.length) return "";
    const mean = logprobs.reduce((sum, one) => sum + one.logprob, 0) / logprobs.length;
    return `${(100 * Math.exp(mean)).toFixed(0)} % a token`;
  }

  /** What a vote says of a reply: which group of equal ones it is in. */
  function standing(vote, i) {
    const group = vote ? vote.groups.findIndex((numbers) => numbers.includes(i)) : -1;
    return group < 0 || vote.groups.length < 2 ? "" : `group ${group + 1} of ${vote.groups.length}${vote.kinds[group] === "unreadable" ? ", which cannot be read" : ""}`;
  }

  function reply(one, choice, i, all) {
    const vote = one.notes && one.notes.vote, sample = i !== (vote ? vote.chosen : 0);
    const title = all.length > 1 ? `reply ${i + 1} of ${all.length}` : "reply";
    const note = [choice.finish === "stop" ? "" : `ended: ${choice.finish}`, sample ? "sample, not acted on" : "", standing(vote, i), sureness(choice.logprobs)].filter(Boolean).join(", ");
    return make("div", { class: `reply ${sample ? "sample" : ""}` },
      make("p", {}, make("b", {}, title), note ? make("span", { class: "quiet" }, ` ${note}`) : null),
      choice.reasoning ? make("pre", { class: "thought" }, choice.reasoning) : null,
      choice.text ? make("pre", {}, choice.text) : null, ...tools(choice.tool_calls),
      !choice.text && !choice.tool_calls.length ? make("p", { class: "quiet" }, "empty") : null);
  }

  function cost({ prompt_tokens: sent, completion_tokens: received_, cached_tokens: cached, reasoning_tokens: thought }) {
    const more = [cached && `${count(cached)} cached`, thought && `${count(thought)} reasoning`].filter(Boolean).join(", ");
    return `${count(sent)} + ${count(received_)} tokens${more ? ` (${more})` : ""}`;
  }

  function options(shown, { sampling, seed, tools: offered, reply_schema: schema }) {
    const told = Object.entries(sampling).map(([name, value]) => `${words(name)} ${dom.told(value)}`);
    if (seed !== null) told.push(`seed ${seed}`);
    const held = (kind, title, position) => position !== null && fold(kind, title, "", make("pre", {}, JSON.stringify(JSON.parse(shown.texts[position]), null, 1)));
    const extra = [held("tools", "tools", offered), held("schema", "schema of the reply", schema)].filter(Boolean);
    return [told.length ? make("p", { class: "quiet sampling" }, told.join(" · ")) : null, ...extra];
  }

  const REASONS = { agreement: "all replies do the same", only: "only this one can be read", majority: "most replies do this", experience: "a tie; the knowledge supports this one", first: "a tie; the first one was taken", model: "chosen by the model", written: "none of them: the model wrote the reply" };

  /** What was told of earlier experience, and how a reply was chosen. */
  function notes({ told, vote, written } = {}) {
    const hits = (told || []).map((hit) => make("li", {}, make("code", { class: "name" }, hit.id), ` ${words(hit.kind)}, similarity ${hit.similarity.toFixed(3)}`));
    const groups = vote && vote.groups.map((numbers, i) => make("li", {}, `${numbers.length} of ${vote.groups.flat().length}`, numbers.includes(vote.chosen) ? " (carried out)" : "", make("pre", {}, vote.does[i])));
    return [told && fold("told", "knowledge that was told", told.length ? `${told.length} entries, the best last` : "nothing is similar enough", make("ul", {}, ...hits)),
      vote && fold("vote", "vote", REASONS[vote.by] || vote.by, make("ol", {}, ...groups)),
      written && make("div", { class: "reply" }, make("p", {}, make("b", {}, "written reply"), make("span", { class: "quiet" }, " carried out")),
        written.reasoning ? make("pre", { class: "thought" }, written.reasoning) : null, written.text ? make("pre", {}, written.text) : null, ...tools(written.tool_calls))].filter(Boolean);
  }

  /** One exchange. */
  const call = (shown, one) => make("section", { class: "exchange" },
    make("h3", {}, words(one.purpose), make("span", { class: "quiet" }, cost(one.usage))),
    ...options(shown, one), ...one.messages.map((each) => message(shown, each)), ...notes(one.notes), ...one.choices.map((choice, i, all) => reply(one, choice, i, all)));

  /** All exchanges of a step. */
  function all(shown, step) {
    if (step.calls.length) return step.calls.map((one) => call(shown, one));
    return [step.reply ? make("section", { class: "exchange" }, make("pre", {}, step.reply)) : make("p", { class: "quiet" }, "No model was asked in this step.")];
  }

  return { all, cost, fold };
})();
