"use strict";

const LONG_PRESS_MS = 550, SLACK = 12, DRAG_MS = 40;
const SAME = (value) => value;
const SLIDERS = {
  speed: { name: "speed", read: SAME, write: SAME },
  outside: { name: "outside_temperature", read: SAME, write: SAME },
  fuel: { name: "fuel_level", read: SAME, write: SAME },
  sight: { name: "visibility", read: (at) => Number((10 ** (1 + at / 30.3)).toPrecision(2)), write: (metres) => 30.3 * (Math.log10(Math.max(10, metres)) - 1) },
};
const SVG = "http://www.w3.org/2000/svg";

let socket = null, elements = [], windows = [], state = null, hot = -1;

/* What we say and hear */

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  const address = new URL("socket", location.href);
  address.protocol = "ws:";
  socket = new WebSocket(address);
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }) => (typeof data === "string" ? hear(JSON.parse(data)) : paint(data));
  socket.onclose = ({ code, reason }) => {
    live(false, code === 4429 ? reason : code === 4403 || code === 1006 && !state ? "not allowed" : "connection lost");
    if (code !== 4429) setTimeout(connect, 1500);
  };
}

function live(yes, text) {
  $("status").dataset.live = $("display").dataset.live = yes ? "yes" : "no";
  $("status").textContent = text;
}

function hear(message) {
  const known = { hello: greet, state: update, done: () => hint(""), refused: (m) => hint(m.message), error: (m) => hint(m.message), picked };
  known[message.type]?.(message);
}

function hint(text) { $("hint").textContent = text; }

/* The panel */

const made = (tag, name, text) => {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return node;
};

const spoken = (name) => {
  const words = name.split(".").pop().replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
};

function options(select, names, say = spoken) {
  select.replaceChildren(...names.map((name) => Object.assign(made("option", "", say(name)), { value: name })));
}

function chips(id, names, press) {
  $(id).replaceChildren(...names.map((name) => {
    const chip = made("button", "", spoken(name));
    chip.type = "button";
    chip.dataset.value = name;
    chip.onclick = () => press(name, chip);
    return chip;
  }));
}

const road = (name, value) => send({ do: "road", name, value });

function greet(hello) {
  options($("place"), hello.places, (name) => name);
  options($("app"), hello.apps);
  options($("alert"), hello.alerts, (kind) => `${spoken(kind)} alert`);
  chips("gear", hello.gears, (gear) => road("gear", gear));
  for (const chip of $("gear").children) {
    chip.ariaLabel = chip.title = chip.textContent;
    chip.textContent = chip.textContent[0];
  }
  chips("road_type", hello.road_types, (kind) => road("road_type", kind));
  chips("light", hello.light, (light) => road("light", light));
  chips("weather", hello.weather, (weather) => road("weather", weather));
  chips("phenomena", hello.phenomena, (name, chip) => road(name, chip.getAttribute("aria-pressed") !== "true"));
  $("log").replaceChildren();
}

const pressed = (id, is) => {
  for (const chip of $(id).children) chip.setAttribute("aria-pressed", is(chip.dataset.value));
};

function update(next) {
  state = next;
  live(true, `${spoken(next.app)} · ${next.driving} · ${next.facts["local time"].slice(11, 16)}`);
  for (const name of ["gear", "road_type", "light", "weather"]) pressed(name, (value) => value === next.road[name]);
  pressed("phenomena", (name) => next.road[name]);
  if (document.activeElement !== $("place")) $("place").value = next.place;
  if (document.activeElement !== $("app")) $("app").value = next.app;
  for (const [id, { name, write }] of Object.entries(SLIDERS)) if (!$(id).matches(":active")) $(id).value = write(next.road[name]);
  look(next.windscreen);
  const metres = next.road.visibility;
  $("sight_value").textContent = metres < 1000 ? `${metres} m` : `${Number((metres / 1000).toPrecision(2))} km`;
  $("speed_value").firstElementChild.textContent = Math.round(next.road.speed);
  $("outside_value").textContent = `${Math.round(next.road.outside_temperature)} °C`;
  $("fuel_name").textContent = next.powertrain === "electric" ? "Charge" : "Fuel";
  $("fuel").ariaLabel = `${$("fuel_name").textContent} left in percent`;
  $("fuel_value").textContent = `${Math.round(next.road.fuel_level)} %`;
  if (next.begun) $("log").replaceChildren();
  next.changes.forEach(log);
  $("changes").querySelector(".empty").hidden = $("log").childElementCount > 0;
  $("changes_count").textContent = $("log").childElementCount;
  if (next.elements) { [elements, windows] = [next.elements, next.windows]; list(); }
}

const shown = (value) => (value === null ? "none" : JSON.stringify(value)).slice(0, 160);

function log(event) {
  const item = made("li", `event new${event.quiet ? " quiet" : ""}`);
  item.dataset.key = event.key;
  const cause = made("p", "cause");
  cause.append(made("b", `by-${event.kind}`, event.kind), made("span", "", event.name));
  item.append(cause);
  for (const change of event.changes.slice(0, 8)) {
    const line = made("p", "change");
    line.append(made("span", "path", change.path), made("span", "from", shown(change.before)), made("span", "", "→"), made("span", "to", shown(change.after)));
    item.append(line);
  }
  if (event.changes.length > 8) item.append(made("p", "more", `and ${event.changes.length - 8} more`));
  for (const call of event.calls) item.append(made("p", "call", call));
  if (event.also.length) item.append(made("p", "more", `and changes ${event.also.join(", ")}`));
  if (!event.calls.length && !event.quiet && event.kind === "touch") item.append(made("p", "more", "No API call does the same in this state."));
  $("log").querySelector(`[data-key="${event.key}"]`)?.remove();
  $("log").prepend(item);
  while ($("log").childElementCount > 200) $("log").lastElementChild.remove();
}

function list() {
  $("elements_count").textContent = elements.length;
  const focused = document.activeElement?.dataset?.index;
  $("tree").replaceChildren(...elements.map(row));
  if (focused !== undefined) $("tree").querySelector(`[data-index="${focused}"]`)?.focus({ preventScroll: true });
  marks();
}

function row(element) {
  const item = made("li"), button = made("button", `row${element.touch ? "" : " still"}`), what = made("span", "what");
  button.type = "button";
  button.title = element.line;
  button.dataset.index = element.index;
  what.append(made("span", "label", element.label || element.role), made("span", "id", `${element.role}${element.id ? ` #${element.id}` : ""}`));
  button.append(made("span", "index", element.index), what);
  if (element.checked !== null) button.append(made("span", `is${element.checked ? "" : " off"}`, element.checked ? "on" : "off"));
  else if (element.selected) button.append(made("span", "is", "selected"));
  const [left, top, right, bottom] = element.box;
  button.onclick = () => $("pick").checked ? send({ do: "pick", index: element.index }) : element.touch && send({ do: "tap", x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) });
  button.onmouseenter = button.onfocus = () => heat(element.index, false);
  button.onmouseleave = button.onblur = () => heat(-1, false);
  item.append(button);
  return item;
}

function heat(index, scroll) {
  if (index === hot) return;
  hot = index;
  for (const each of $("tree").querySelectorAll(".hot")) each.classList.remove("hot");
  const found = $("tree").querySelector(`[data-index="${index}"]`);
  if (found) {
    found.classList.add("hot");
    if (scroll) reveal(found);
  }
  marks();
}

function reveal(item) {
  const box = item.getBoundingClientRect(), frame = $("elements").getBoundingClientRect();
  if (box.top < frame.top) $("elements").scrollTop -= frame.top - box.top;
  else if (box.bottom > frame.bottom) $("elements").scrollTop += box.bottom - frame.bottom;
}

function marks() {
  const all = $("show").checked;
  const drawn = elements.filter((e) => e.index === hot || all && e.touch).sort((a, b) => (a.index === hot) - (b.index === hot));
  $("marks").replaceChildren(...windows.map(shown_below), ...drawn.map((e) => mark(e, all)));
}

/** What can be seen of a window: the display without the windows above it. */
function shown_below({ first }) {
  const clip = svg("clipPath", { id: `below_${first}` });
  const above = windows.filter((window) => window.first > first).map(({ box: [left, top, right, bottom] }) => `M${left} ${top}H${right}V${bottom}H${left}Z`);
  clip.append(svg("path", { d: `M0 0H${canvas.width}V${canvas.height}H0Z${above.join("")}`, "clip-rule": "evenodd" }));
  return clip;
}

function svg(tag, values) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(values)) node.setAttribute(name, value);
  return node;
}

function mark({ index, box: [left, top, right, bottom] }, numbered) {
  const within = windows.findLast(({ first }) => first <= index)?.first;
  const group = svg("g", { class: index === hot ? "mark hot" : "mark", "clip-path": `url(#below_${within})` }), wide = index > 9 ? 34 : 26;
  const text = svg("text", { x: left + 3 + wide / 2, y: top + 15 });
  text.textContent = index;
  group.append(svg("rect", { x: left + 2, y: top + 2, width: right - left - 4, height: bottom - top - 4, rx: 8 }));
  if (numbered) group.append(svg("rect", { class: "tag", x: left + 3, y: top + 3, width: wide, height: 24, rx: 6 }), text);
  return group;
}

/* The picker */

const topmost = (x, y) => elements.findLast(({ box: [left, top, right, bottom] }) => left <= x && x < right && top <= y && y < bottom);

function pick(x, y) {
  const found = at(x, y) ?? topmost(x, y);
  if (found) { heat(found.index, false); send({ do: "pick", index: found.index }); }
}

function picked(found) {
  hint("");
  const part = (title, lines, name) => (lines.length ? [made("h3", "", title), ...lines.map((line) => made("p", name, line))] : []);
  $("picked").replaceChildren(
    made("p", "picked_label", found.label || found.role),
    ...part("Element", [`${found.role}${found.id ? ` #${found.id}` : ""} in ${found.app}`], "mono"),
    ...part("In a task's solution", [found.line], "call line"),
    ...part("Calls that do the same", found.calls, "call"),
    ...part("Sets", found.sets, "mono"),
    ...part("Cannot be touched now", [found.refused].filter(Boolean), "mono"),
    ...(found.sets.length || found.refused ? [] : [made("p", "quiet", "A touch here changes no property of the car.")]),
  );
  const from_list = $("elements").contains(document.activeElement);
  choose("picked");
  if (from_list) $("tab_picked").focus();
}

/* Fingers */

let finger = null;

const at = (x, y) => elements.findLast(({ touch, slides, box: [left, top, right, bottom] }) =>
  (touch || slides) && left <= x && x < right && top <= y && y < bottom);

canvas.onpointerdown = (event) => {
  if (event.button) return;
  const [x, y] = point(event);
  if ($("pick").checked) return pick(x, y);
  canvas.setPointerCapture(event.pointerId);
  finger = { id: event.pointerId, x, y, lastY: y, moved: false, long: false, sent: 0, slides: at(x, y)?.slides };
  finger.timer = setTimeout(() => {
    finger.long = true;
    ripple(event);
    send({ do: "long_press", x, y });
  }, LONG_PRESS_MS);
};

canvas.onpointermove = (event) => {
  const [x, y] = point(event);
  if (!finger || finger.id !== event.pointerId) {
    if (!finger && event.pointerType === "mouse" && $("hover").checked) heat(at(x, y)?.index ?? -1, true);
    return;
  }
  if (finger.long || !finger.moved && Math.hypot(x - finger.x, y - finger.y) < SLACK) return;
  clearTimeout(finger.timer);
  finger.moved = finger.moved || "begins";
  const now = performance.now();
  if (now - finger.sent >= DRAG_MS) draw(x, y, now);
};

function draw(x, y, now) {
  if (finger.slides) send({ do: "drag", x: finger.x, y: finger.y, to_x: x, to_y: y, more: finger.moved === "goes on" });
  else if (y !== finger.lastY) send({ do: "scroll", x: finger.x, y: finger.y, by: finger.lastY - y });
  Object.assign(finger, { lastY: y, sent: now, moved: "goes on" });
}

canvas.onpointerup = (event) => {
  if (!finger || finger.id !== event.pointerId) return;
  clearTimeout(finger.timer);
  const [x, y] = point(event);
  if (finger.moved) draw(x, y, 0);
  else if (!finger.long) {
    ripple(event);
    send({ do: "tap", x: finger.x, y: finger.y });
  }
  finger = null;
};

canvas.onpointercancel = () => { clearTimeout(finger?.timer); finger = null; };
canvas.onpointerleave = () => { if (!finger) heat(-1, false); };
canvas.oncontextmenu = (event) => event.preventDefault();

let rolled = 0, rolling = null;
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const [x, y] = point(event);
  rolled += event.deltaY * (event.deltaMode ? 32 : 1);
  rolling ??= setTimeout(() => {
    send({ do: "scroll", x, y, by: Math.round(Math.max(-2000, Math.min(2000, rolled))) });
    rolled = 0;
    rolling = null;
  }, DRAG_MS);
}, { passive: false });

/* Keys */

const BY_KEY = {
  touch: (x, y) => $("pick").checked ? pick(x, y) : send({ do: "tap", x, y }),
  hold: (x, y) => send({ do: "long_press", x, y }),
  scroll: (x, y, down) => send({ do: "scroll", x, y, by: down ? 300 : -300 }),
};
const KEYS = { Enter: "enter", Backspace: "backspace", Escape: "back", Home: "home" };

canvas.onkeydown = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (KEYS[event.key]) send({ do: "key", key: KEYS[event.key] });
  else if (event.key.length === 1 && state?.typing) send({ do: "text", text: event.key });
  else if (!steered(event, BY_KEY)) return;
  event.preventDefault();
};
canvas.onpaste = (event) => {
  const text = event.clipboardData.getData("text").slice(0, 500);
  if (text && state?.typing) send({ do: "text", text });
};

/* The rest of the page */

$("back").onclick = () => send({ do: "key", key: "back" });
$("home").onclick = () => send({ do: "key", key: "home" });
$("restart").onclick = () => send({ do: "restart" });
$("ring").onclick = () => send({ do: "ring" });
$("wait").onclick = () => send({ do: "wait", seconds: 60 });
$("raise").onclick = () => send({ do: "alert", kind: $("alert").value });
$("place").onchange = () => { send({ do: "place", place: $("place").value }); $("place").blur(); };
$("app").onchange = () => { send({ do: "open", app: $("app").value }); $("app").blur(); };
for (const [id, { name, read }] of Object.entries(SLIDERS)) {
  let more = false;
  $(id).oninput = () => { send({ do: "road", name, value: read(Number($(id).value)), more }); more = true; };
  $(id).onchange = () => { more = false; };
}
$("show").onchange = marks;
$("hover").onchange = () => heat(-1, false);
$("theme").onclick = () => {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
};
const TABS = ["changes", "elements", "picked"];
function choose(name) {
  for (const each of TABS) {
    $(each).hidden = each !== name;
    $(`tab_${each}`).setAttribute("aria-selected", each === name);
  }
}
for (const name of TABS) $(`tab_${name}`).onclick = () => choose(name);
document.querySelector(".tabs").onkeydown = (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  const at = TABS.findIndex((name) => !$(name).hidden), next = TABS[(at + by + TABS.length) % TABS.length];
  choose(next);
  $(`tab_${next}`).focus();
};

connect();
