"use strict";
/** What was seen: the pixels where they can be had, else the screen drawn from its elements, so that no picture is missing. */
const stage = (() => {
  const { make, draw } = dom;
  const REMEMBERED = 60, PATIENCE = 600; // pictures; milliseconds until the drawn screen stands in for one that is on its way
  const OTHERWISE = "this version would draw other pixels than the run had.";
  const ELSEWHERE = "its pixels are not in this page. To see them, run: automotive-env view RUN";
  const remembered = new Map();
  const settings = { marks: true, split: false };
  const elementsOf = (shown, step) => shown.elements[step.observation.elements];
  const sizesOf = (shown, step) => shown.sizes[step.observation.elements];
  /** Width and height of the display: the episode's own, or that of the run. */
  function screenOf(episode, shown) {
    const own = String(shown.record.params?.display ?? "").match(/^(\d{3,4})x(\d{3,4})$/);
    return own ? [Number(own[1]), Number(own[2])] : store.state.runs[episode.run].screen;
  }

  /** Whether a step has neither a picture nor a list of elements, as where an agent makes calls. */
  const blind = (episode, shown, step) => !step || episode.face === "calls" || !(elementsOf(shown, step).length || step.observation.screenshot || step.observation.marked);

  async function loaded(source) {
    const image = new Image();
    image.alt = "";
    image.src = source;
    await image.decode();
    return image;
  }

  function drawn(episode, shown, step, marks) {
    const size = screenOf(episode, shown), canvas = schematic.screen(elementsOf(shown, step), sizesOf(shown, step), size);
    if (!canvas) return { nodes: [make("p", { class: "empty" }, "No picture and no list of elements was recorded.")], size };
    return { nodes: marks ? [canvas, schematic.marks(elementsOf(shown, step), sizesOf(shown, step), size)] : [canvas], size, drawn: true };
  }

  /** Where the display lies on a picture that was scaled for a model, by the name of the picture: [left, top, width, height]. */
  function inner(name, [width, height], screen) {
    const padded = /-\d+x\d+p$/.test(name), scale = Math.min(width / screen[0], height / screen[1]);
    if (!padded) return [0, 0, width, height];
    const across = Math.round(screen[0] * scale), down = Math.round(screen[1] * scale);
    return [Math.floor((width - across) / 2), Math.floor((height - down) / 2), across, down];
  }

  /** The layers of a picture of a step, its size in pixels, and where the display lies on it. */
  async function pixels(episode, shown, step, marks) {
    const { screenshot, marked, shown: sent } = step.observation;
    const names = (marks ? [marked, sent, screenshot] : [sent, screenshot, marked]).filter(Boolean);
    for (const name of names) {
      const source = store.picture(episode, shown, name);
      const image = source && await loaded(source).catch(() => null);
      if (!image) continue;
      const size = [image.naturalWidth, image.naturalHeight];
      if (/-\d+x\d+p?$/.test(name)) return { nodes: [image], size, inner: inner(name, size, screenOf(episode, shown)) };
      const nodes = marks && name !== marked ? [image, schematic.marks(elementsOf(shown, step), sizesOf(shown, step), size)] : [image];
      return { nodes, size };
    }
    return { ...drawn(episode, shown, step, marks), missing: names.length > 0 };
  }

  function picture(episode, shown, step, marks) {
    const key = `${store.keyOf(episode)} ${step.step} ${marks}`;
    if (!remembered.has(key)) {
      remembered.set(key, pixels(episode, shown, step, marks));
      if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value);
    }
    return remembered.get(key);
  }

  /** The line of the element that the action names. */
  function targeted(shown, step) {
    const index = step.action?.index;
    return Number.isInteger(index) ? elementsOf(shown, step)[index] : undefined;
  }

  /** The points of the display that a step touched: one, or the two ends of a drag. */
  function touched(shown, step) {
    const { x, y, to_x, to_y } = step.action ?? {};
    if (Number.isInteger(x)) return Number.isInteger(to_x) ? [[x, y], [to_x, to_y]] : [[x, y]];
    const place = targeted(shown, step)?.match(/\((-?\d+),(-?\d+)\)$/);
    return place ? [[Number(place[1]), Number(place[2])]] : [];
  }

  /** A picture with what was touched, and a slider from before a step to after it. */
  function make_() {
    const before = make("div", { class: "layer before" }), after = make("div", { class: "layer" }), edge = make("i", { class: "edge" });
    const over = draw("svg", { class: "over", "aria-hidden": "true" });
    const slider = make("input", { type: "range", class: "slider", min: "0", max: "100", value: "50", "aria-label": "From before the step to after it", input: () => slide() });
    const frame = make("div", { class: "frame" }, after, before, over, edge, slider);
    const hint = make("p", { class: "hint quiet" });
    const node = make("div", { class: "stage" }, frame, hint);
    let turn = 0, now = null;

    function slide() {
      const share = settings.split && now?.next ? Number(slider.value) : 100;
      before.style.clipPath = `inset(0 ${100 - share}% 0 0)`;
      edge.style.left = `${share}%`;
    }

    function lay(layer, { nodes, size, missing, inner }) {
      layer.replaceChildren(...nodes);
      if (layer !== before) return;
      frame.style.aspectRatio = `${size[0]} / ${size[1]}`;
      node.style.setProperty("--shape", size[0] / size[1]);
      over.setAttribute("viewBox", viewBox(size, inner));
      over.setAttribute("preserveAspectRatio", inner ? "none" : "xMidYMid meet");
      hint.textContent = missing ? `Drawn from the list of elements: ${store.served() ? OTHERWISE : ELSEWHERE}` : "";
    }

    /** The part of the display's plane that a picture covers, so that what is drawn over it stands where it stood on the display. */
    function viewBox(size, inner) {
      if (!inner) return `0 0 ${size[0]} ${size[1]}`;
      const screen = screenOf(now.episode, now.shown), [left, top, width, height] = inner;
      const across = screen[0] / width, down = screen[1] / height;
      return `${-left * across} ${-top * down} ${size[0] * across} ${size[1] * down}`;
    }

    async function put(layer, { episode, shown }, step) {
      const mine = turn;
      const timer = setTimeout(() => { if (mine === turn) lay(layer, drawn(episode, shown, step, settings.marks)); }, PATIENCE);
      const found = await picture(episode, shown, step, settings.marks);
      clearTimeout(timer);
      if (mine === turn) lay(layer, found);
    }

    /** The target of an episode that has one, as a box. */
    function target() {
      const box = now.shown.record.params?.box;
      if (!Array.isArray(box) || box.length !== 4 || !box.every(Number.isInteger)) return [];
      const [left, top, right, bottom] = box;
      return [draw("rect", { x: left, y: top, width: right - left, height: bottom - top, class: "box" })];
    }

    function point() {
      const [spot, end] = now.ring ? touched(now.shown, now.step) : [];
      const line = end && { x1: spot[0], y1: spot[1], x2: end[0], y2: end[1] };
      const drawn = (style) => [line && draw("line", { ...line, class: style }), draw("circle", { cx: spot[0], cy: spot[1], r: 40, class: style }), end && draw("circle", { cx: end[0], cy: end[1], r: 14, class: style })];
      over.replaceChildren(...(now.ring ? target() : []), ...(spot ? [...drawn("touch white"), ...drawn("touch")].filter(Boolean) : []));
    }

    return {
      node,
      /** Show a step of an episode; `next` is the one after it, `ring` whether what it touched is marked. */
      async show(view) {
        now = view;
        turn += 1;
        const split = settings.split && view.next;
        frame.classList.toggle("split", Boolean(split));
        slide();
        point();
        const first = put(before, view, view.step);
        if (split) put(after, view, view.next);
        else after.replaceChildren();
        await first;
        if (view.next) picture(view.episode, view.shown, view.next, settings.marks);
      },
      /** Show where an element is, or none. */
      highlight(line, size) {
        point();
        const box = line && schematic.parsed(line, size);
        if (box) over.append(draw("rect", { x: box.left, y: box.top, width: box.width, height: box.height, class: "box" }));
      },
    };
  }

  return { make: make_, settings, blind, elementsOf, sizesOf, targeted, loaded };
})();
