(async () => {
  const data = await unpacked(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const state = { episode: null, step: 0, marks: true, shown: [], timer: 0 };

  /** An element; children are elements or plain text, never markup. */
  function make(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") node.addEventListener(name, value);
      else if (value !== null && value !== false) node.setAttribute(name, value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return node;
  }
  /** JSON that was compressed with gzip and written in base64. */
  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  }
  const words = (name) => name.replaceAll("_", " ");
  const shown = (value) => (typeof value === "string" ? value : JSON.stringify(value));

  // The list of episodes

  const FILTERS = ["agent", "outcome", "dimension", "face"];

  /** Who played, and on which face where it was not the screen. */
  const playerOf = (episode) => (episode.face === "screen" ? episode.agent : `${episode.agent} · ${episode.face}`);

  function filtered() {
    const needle = $("search").value.trim().toLowerCase();
    const chosen = FILTERS.map((key) => [key, $(key).value]);
    return data.episodes.filter((episode) =>
      chosen.every(([key, value]) => !value || episode[key] === value) &&
      (!needle || [episode.goal, episode.task, episode.place, episode.why].join("\n").toLowerCase().includes(needle)));
  }

  function list() {
    state.shown = filtered();
    $("count").textContent = `${state.shown.length} of ${data.episodes.length}`;
    $("list").replaceChildren(...state.shown.map((episode) =>
      make("li", { "data-id": episode.id, "aria-current": episode === state.episode },
        make("button", { type: "button", click: () => open(episode) },
          make("span", {}, episode.goal),
          make("span", { class: `chip ${episode.outcome}` }, words(episode.outcome)),
          make("span", { class: "quiet" }, episode.task),
          make("span", { class: "quiet" }, playerOf(episode)),
          make("span", { class: "reason quiet" }, capital(episode.why))))));
  }

  function options(key) {
    const values = [...new Set(data.episodes.map((episode) => episode[key]))].sort();
    $(key).append(...values.map((value) => make("option", { value }, words(value))));
    $(key).hidden = key === "face" && values.length < 2;
    $(key).addEventListener("change", list);
  }

  /** The position after the last step is the verdict. */
  const verdictOf = (episode) => episode.played.length;

  function open(episode, step = verdictOf(episode)) {
    pause();
    state.episode = episode;
    state.step = Math.max(0, Math.min(step, verdictOf(episode)));
    for (const item of $("list").children) {
      const current = item.dataset.id === episode.id;
      item.setAttribute("aria-current", current);
      if (current) scroll(item);
    }
    view();
  }

  /** Bring an item of the list into view without moving the page. */
  function scroll(item) {
    const box = $("list");
    if (item.offsetTop - box.offsetTop < box.scrollTop) box.scrollTop = item.offsetTop - box.offsetTop;
    const below = item.offsetTop - box.offsetTop + item.offsetHeight - box.clientHeight;
    if (below > box.scrollTop) box.scrollTop = below;
  }

  // One episode

  function view() {
    const { episode } = state;
    const step = episode.played[state.step];
    const last = episode.played.at(-1);
    const body = step
      ? make("div", { class: "step" }, scene(step), story(step))
      : make("div", { class: "step end" }, verdict(episode), last ? scene(last, "Last seen: ") : make("p", { class: "blank" }, "The steps of this episode were not kept."));
    $("viewer").replaceChildren(header(episode), body);
    $("viewer").querySelector(".rail [aria-current=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    history.replaceState(null, "", `#${episode.id}/${step ? state.step + 1 : "verdict"}`);
  }

  function header(episode) {
    const seconds = `${episode.seconds.toFixed(2)} s`;
    const meta = [episode.task, playerOf(episode), words(episode.dimension), episode.place, `${episode.steps} steps`,
      `${episode.tokens.toLocaleString("en")} tokens`, seconds, `seed ${episode.seed}`];
    return make("header", {},
      make("div", { class: "heading" }, make("h2", {}, episode.goal), make("span", { class: `chip ${episode.outcome}` }, words(episode.outcome))),
      make("p", { class: "meta quiet" }, ...meta.filter(Boolean).map((text) => make("span", {}, text))),
      episode.why ? make("p", { class: "alert" }, capital(episode.why)) : null,
      controls(episode));
  }

  function controls(episode) {
    const rail = make("div", { class: "rail" }, ...episode.played.map((step, position) =>
      make("button", {
        type: "button", "aria-current": position === state.step, "aria-label": `Step ${step.step}`,
        class: harmOf(episode, step.step).length ? "harmful" : step.error || (step.outcome && !step.outcome.done) ? "wrong" : step.changes.length ? "changed" : "",
        click: () => go(position),
      }, String(step.step))));
    const ending = make("button", { type: "button", class: "ending", "aria-current": state.step === verdictOf(episode), click: () => go(verdictOf(episode)) },
      make("span", { class: episode.outcome }, episode.success ? "✓" : "✗"), " Verdict");
    return make("div", { class: "controls" },
      make("button", { type: "button", click: () => go(state.step - 1), disabled: state.step === 0 ? "" : null, "aria-label": "Step before" }, "←"),
      make("button", { type: "button", click: () => go(state.step + 1), disabled: state.step === verdictOf(episode) ? "" : null, "aria-label": "Next step" }, "→"),
      make("button", { type: "button", click: play }, state.timer ? "Pause" : "Play"),
      rail,
      ending,
      make("button", { type: "button", click: marks, "aria-pressed": state.marks }, state.marks ? "Marks on" : "Marks off"),
      make("span", { class: "keys quiet" }, make("kbd", {}, "←"), " ", make("kbd", {}, "→"), " step  ", make("kbd", {}, "↑"), " ", make("kbd", {}, "↓"), " episode  ", make("kbd", {}, "M"), " marks"));
  }

  // The verdict

  const ENDINGS = {
    act: "do what is wished, then end as complete",
    refrain: "touch nothing, say that nothing needs to be done, then end as complete",
    decline: "touch nothing and end as infeasible, with the reason",
    answer: "answer, then end as complete",
  };
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const harmOf = (episode, step) => episode.harm.filter((harm) => step === undefined || harm.step === step);

  function verdict(episode) {
    const { verdict: root } = episode;
    const tree = Object.keys(root).length ? make("div", {}, ...(root.all || [root]).map((row) => criterion(row, true))) : null;
    const byScores = !tree && Object.keys(episode.scores).length; // scenarios have no criteria: each turn is scored by what it changed
    const halves = data.episodes.filter((other) => episode.pair && other.pair === episode.pair && other.agent === episode.agent && other.face === episode.face && other !== episode);
    return make("div", { class: "verdict" },
      part("What was right", byScores ? null : make("p", {}, make("b", {}, words(episode.ending)), ENDINGS[episode.ending] ? `: ${ENDINGS[episode.ending]}` : "")),
      part("What had to be met", byScores ? null : tree || make("p", { class: "quiet" }, "The episode was broken off before its verdict.")),
      part("Scores", Object.keys(episode.scores).length ? make("p", {}, Object.entries(episode.scores).map(([name, score]) => `${words(name)} ${score}`).join(", ")) : null),
      part("Harm on the way", episode.harm.length ? make("ul", { class: "harms" }, ...episode.harm.map((harm) => harmful(episode, harm))) : null),
      part("Changed without being asked to", episode.side_effects.length ? make("ul", { class: "paths" }, ...episode.side_effects.map((path) => make("li", {}, make("code", {}, path)))) : null),
      part("The rest of its contrast pair", halves.length ? make("div", {}, ...halves.map((other) =>
        make("button", { type: "button", class: "half", click: () => open(other) },
          make("span", {}, `${words(other.ending)}: ${other.goal}`), make("span", { class: `chip ${other.outcome}` }, words(other.outcome))))) : null));
  }

  /** A tree of criteria; alternatives that were not needed are not shown as failures. */
  function criterion(row, needed) {
    const joint = ["all", "any", "not"].find((name) => row[name]);
    const wrong = needed && !row.met;
    const mark = make("span", { class: row.met ? "met" : wrong ? "unmet" : "idle", "aria-label": row.met ? "met" : "not met" }, row.met ? "✓" : wrong ? "✗" : "–");
    if (!joint) {
      return make("div", { class: "row" }, mark,
        make("div", {}, make("p", { class: wrong ? "wanted" : "" }, row.wanted), make("p", { class: "quiet" }, `found ${row.found}`)));
    }
    const titles = { all: "all of", any: "one of", not: "not" };
    return make("div", { class: "row" }, mark,
      make("div", {}, make("p", { class: "joint" }, titles[joint]),
        ...row[joint].map((part) => criterion(part, joint === "all" ? needed : joint === "any" && wrong))));
  }

  function harmful(episode, harm) {
    const position = episode.played.findIndex((step) => step.step === harm.step);
    return make("li", {},
      make("b", {}, words(harm.name)), ` – wanted ${harm.wanted}, found ${harm.found} `,
      position < 0 ? make("span", { class: "quiet" }, `step ${harm.step}`) : make("button", { type: "button", click: () => go(position) }, `step ${harm.step}`));
  }

  function scene(step, before = "") {
    const seen = step.observation;
    const blind = state.episode.face === "calls";
    const caption = [before + (blind ? "" : `${seen.app} in front`), seen.driving_state, seen.time, seen.gps];
    const elements = elementsOf(step);
    const target = targeted(step);
    const lines = elements.flatMap((line) => [line === target ? make("mark", {}, line) : line, "\n"]);
    return make("div", { class: "scene" },
      blind ? make("p", { class: "empty" }, "The agent saw no screen: it made calls.") : screen(step, target),
      ...windscreen(step),
      make("p", { class: "caption quiet" }, ...caption.filter(Boolean).map((text) => make("span", {}, text))),
      blind ? null : details(`Elements on the screen: ${elements.length}`, lines));
  }

  const elementsOf = (step) => data.elements[step.observation.elements];

  /** Where a picture is: named by its content, or by its moment and then in a folder of its episode. */
  const source = (name) => `${data.folder}images/${/^[0-9a-f]{64}$/.test(name) ? "" : `${encodeURIComponent(state.episode.id)}/`}${name}.webp`;

  function windscreen(step) {
    const name = step.observation.windscreen;
    if (!name) return [];
    const image = make("img", { class: "windscreen", src: source(name), alt: `Windscreen at step ${step.step}` });
    image.addEventListener("error", () => image.replaceWith(make("p", { class: "hint quiet" }, "The view through the windscreen is not drawn yet.")));
    return [image];
  }

  function screen(step, target) {
    const { marked, screenshot } = step.observation;
    const name = (state.marks && marked) || screenshot || marked;
    const box = make("div", { class: "screen" });
    const point = touched(step, target);
    const ring = (width, height) => {
      if (!point) return;
      const mark = make("span", { class: "touch" });
      mark.style.left = `${(100 * point[0]) / width}%`;
      mark.style.top = `${(100 * point[1]) / height}%`;
      box.append(mark);
    };
    const drawn = () => {
      const canvas = schematic(elementsOf(step), data.sizes[step.observation.elements], data.screen, state.marks);
      box.replaceChildren(canvas || make("p", { class: "empty" }, "No picture was recorded."));
      if (canvas) ring(...data.screen);
      if (name) box.after(make("p", { class: "hint quiet" }, "Drawn from the list of elements. For the pixels: ", make("code", {}, "automotive-env render"), " with the folder of the run."));
    };
    if (!name) {
      drawn();
      return box;
    }
    const image = make("img", { src: source(name), alt: `Screen at step ${step.step}` });
    image.addEventListener("load", () => ring(image.naturalWidth, image.naturalHeight));
    image.addEventListener("error", drawn);
    box.append(image);
    return box;
  }

  /** The line of the element that the action names. */
  function targeted(step) {
    const index = step.action?.index;
    return Number.isInteger(index) ? elementsOf(step)[index] : undefined;
  }

  function touched(step, target) {
    if (step.action && Number.isInteger(step.action.x)) return [step.action.x, step.action.y];
    const place = target?.match(/\((-?\d+),(-?\d+)\)$/);
    return place ? [Number(place[1]), Number(place[2])] : null;
  }

  function story(step) {
    const usage = step.usage;
    const cost = `${usage.calls} model calls, ${usage.prompt_tokens.toLocaleString("en")} + ${usage.completion_tokens.toLocaleString("en")} tokens`;
    const harm = harmOf(state.episode, step.step);
    return make("div", { class: "story" },
      part("Harm", harm.length ? make("ul", { class: "harms" }, ...harm.map((one) => make("li", {}, make("b", {}, words(one.name)), ` – wanted ${one.wanted}, found ${one.found}`))) : null),
      part("What the agent thought", step.reasoning && make("p", { class: "said" }, step.reasoning)),
      part("What it did", did(step)),
      part("What the car answered", answered(step.outcome)),
      part("What changed in the car", step.changes.length ? make("div", {}, ...step.changes.map(change)) : make("p", { class: "quiet" }, "Nothing.")),
      part("What else it noted", Object.keys(step.notes).length ? notes(step.notes) : null),
      ...(step.replies.length ? step.replies.flatMap(replied) : step.reply ? [details("The model's reply", [step.reply])] : []),
      usage.calls ? make("p", { class: "quiet" }, cost) : null);
  }

  /** All replies to a request; agents act on the first. */
  function replied(call) {
    return call.choices.map((choice, i) => {
      const sample = call.choices.length > 1 ? `, sample ${i + 1} of ${call.choices.length}` : "";
      const finish = choice.finish === "stop" ? "" : `\n[ended: ${choice.finish}]`;
      const tools = choice.tool_calls.map((tool) => `\n${tool.name} ${tool.arguments}`).join("");
      const thought = choice.reasoning ? `[thought] ${choice.reasoning}\n\n` : "";
      return details(`The model's reply to ${words(call.purpose)}${sample}`, [`${thought}${choice.text}${tools}${finish}`]);
    });
  }

  const part = (title, content) => (content ? make("section", {}, make("h3", {}, title), content) : null);

  function details(title, content) {
    const pre = make("pre", {}, ...content);
    const node = make("details", { toggle: () => { opened[title.split(":")[0]] = node.open; } }, make("summary", {}, title), pre);
    node.open = Boolean(opened[title.split(":")[0]]);
    return node;
  }
  const opened = {};

  function did(step) {
    if (!step.action) return make("p", { class: "refused" }, step.error ? `Nothing: ${step.error}` : "Nothing.");
    const { action_type, index, ...rest } = step.action;
    const target = targeted(step)?.replace(/^\d+ /, "").replace(/ \(-?\d+,-?\d+\)$/, "");
    const named = target ? `${index} ${target}` : index;
    return make("p", { class: "did" }, words(action_type),
      named === undefined ? "" : make("code", {}, String(named)),
      ...Object.entries(rest).map(([name, value]) => make("code", {}, `${words(name)}: ${shown(value)}`)));
  }

  function answered(outcome) {
    if (!outcome) return null;
    const text = outcome.message || (outcome.done ? "Done." : "It could not be done.");
    return make("div", {}, make("p", { class: outcome.done ? "" : "refused" }, text),
      outcome.data === null ? null : make("pre", {}, JSON.stringify(outcome.data, null, 2)));
  }

  function change({ path, before, after, cause }) {
    return make("div", { class: "change" },
      make("code", {}, path),
      make("div", {}, make("del", {}, shown(before)), "→", make("ins", {}, shown(after)), make("span", { class: "quiet" }, cause)));
  }

  function notes(content) {
    const entries = Object.entries(content).flatMap(([name, value]) => {
      const nested = value && typeof value === "object" && !Array.isArray(value);
      return [make("dt", {}, words(name)), make("dd", {}, nested ? notes(value) : shown(value))];
    });
    return make("dl", { class: "notes" }, ...entries);
  }

  // Moving about

  function go(step) {
    if (step < 0 || step > verdictOf(state.episode)) return pause();
    state.step = step;
    view();
    return undefined;
  }
  function pause() {
    clearInterval(state.timer);
    const playing = state.timer;
    state.timer = 0;
    if (playing && state.episode) view();
  }
  function play() {
    if (state.timer) return pause();
    const last = state.step >= verdictOf(state.episode) - 1;
    state.timer = setInterval(() => go(state.step + 1), 1600);
    return go(last ? 0 : state.step);
  }
  function marks() {
    state.marks = !state.marks;
    view();
  }
  function neighbour(offset) {
    const position = state.shown.indexOf(state.episode) + offset;
    if (state.shown[position]) open(state.shown[position]);
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !state.episode || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
    const keys = {
      ArrowLeft: () => go(state.step - 1), ArrowRight: () => go(state.step + 1),
      ArrowUp: () => neighbour(-1), ArrowDown: () => neighbour(1), m: marks, p: play,
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  $("theme").addEventListener("click", () => {
    const dark = getComputedStyle(document.body).colorScheme === "dark" ||
      (!document.documentElement.style.colorScheme && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.style.colorScheme = dark ? "light" : "dark";
  });

  if (data.episodes.length) {
    FILTERS.forEach(options);
    $("search").addEventListener("input", list);
    list();
    const [id, step] = location.hash.slice(1).split("/");
    const wanted = data.episodes.find((episode) => episode.id === id);
    const position = Number.parseInt(step, 10) - 1;
    open(wanted || data.episodes[0], wanted && position >= 0 ? position : undefined);
    if (wanted) $("episodes").scrollIntoView();
  }
})();
