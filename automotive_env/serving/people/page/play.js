"use strict";

const LONG_PRESS_MS = 550, DOUBLE_MS = 260, SLACK = 12, ROLL_MS = 140;
const drawers = { say: "say_form", warn: "warn_form", impossible: "reason_form" };

let socket = null, state = null, busy = true, begun = 0, gone = false;

/* What we say and hear */

function send(message) {
  if (!socket || socket.readyState !== WebSocket.OPEN || busy) return;
  setBusy(true);
  hint("");
  socket.send(JSON.stringify(message));
}

function setBusy(is) {
  busy = is;
  document.body.classList.toggle("busy", is);
}

function connect() {
  const address = new URL("socket", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(address);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => { $("lost").hidden = true; };
  socket.onmessage = ({ data }) => (typeof data === "string" ? hear(JSON.parse(data)) : paint(data));
  socket.onclose = ({ code, reason }) => {
    if (state?.stage === "over") return;
    $("lost").hidden = false;
    if (code === 4429) $("lost").textContent = reason;
    else setTimeout(connect, 1500);
  };
}

function hear(message) {
  if (message.type === "hello") return greet(message);
  setBusy(false);
  if (message.type === "refused") return hint(message.message);
  update(message);
}

const hint = (text) => { $("hint").textContent = $("hint").title = text; };

const spoken = (name) => name[0].toUpperCase() + name.slice(1);

function greet({ alerts }) {
  $("warn_kind").replaceChildren(...alerts.map((kind) => Object.assign(document.createElement("option"), { value: kind, textContent: spoken(kind) })));
}

/* What is shown */

function update(next) {
  const before = state;
  state = next;
  document.body.dataset.stage = next.stage;
  for (const stage of ["consent", "wish", "waiting", "over"]) $(stage).hidden = next.stage !== stage;
  const count = `Wish ${next.number} · ${next.left ? `${next.left} more after it` : "the last one"}${next.place ? ` · ${next.place}` : ""}`;
  $("count").textContent = $("wish_count").textContent = next.practice ? "Practice · nothing is kept" : count;
  $("impossible").hidden = $("meters").hidden = next.practice;
  $("goal").textContent = $("wish_goal").textContent = next.goal;
  for (const id of ["result", "last_result"]) {
    $(id).hidden = !next.result;
    $(id).textContent = next.result;
    $(id).dataset.passed = next.result.startsWith("Fulfilled") ? "yes" : "no";
  }
  if (next.stage !== "playing") {
    begun = 0;
    close();
    document.querySelector(`#${next.stage} .next`)?.focus();
    return;
  }
  if (before?.stage !== "playing") canvas.focus({ preventScroll: true });
  begun = Date.now() - 1000 * next.seconds;
  $("steps").textContent = next.steps_left;
  hint(next.said);
  instruments(next.facts);
  entry(next.field);
  look(next.windscreen);
  resize(next.screen);
}

function resize([width, height]) {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
}

function instruments(facts) {
  const bold = (text) => Object.assign(document.createElement("b"), { textContent: text });
  const cabin = document.createElement("span"), date = document.createElement("span");
  date.textContent = (facts["local time"] || "").slice(0, 16);
  if (facts["cabin temperature"]) cabin.append("Cabin ", bold(facts["cabin temperature"]));
  $("instruments").replaceChildren(bold([facts.speed, spoken(facts.gear || " ")].filter(Boolean).join(" · ")), date, cabin);
}

function entry(field) {
  const was = $("field_form").hidden;
  $("field_form").hidden = !field;
  if (!field) return;
  $("field").placeholder = field.hint || "Text";
  if (was || document.activeElement !== $("field")) $("field").value = field.text;
  if (was) $("field").focus({ preventScroll: true });
}

setInterval(() => {
  const seconds = begun ? Math.floor((Date.now() - begun) / 1000) : 0;
  $("time").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}, 250);

/* Fingers */

let finger = null, tapped = null;

canvas.onpointerdown = (event) => {
  if (event.button || finger) return;
  canvas.setPointerCapture(event.pointerId);
  const [x, y] = point(event);
  finger = { id: event.pointerId, x, y, moved: false, long: false };
  finger.timer = setTimeout(() => {
    finger.long = true;
    ripple(event);
    send({ do: "long_press", x, y });
  }, LONG_PRESS_MS);
};

canvas.onpointermove = (event) => {
  if (!finger || finger.id !== event.pointerId || finger.long) return;
  const [x, y] = point(event);
  if (Math.hypot(x - finger.x, y - finger.y) < SLACK) return;
  finger.moved = true;
  clearTimeout(finger.timer);
};

canvas.onpointerup = (event) => {
  if (!finger || finger.id !== event.pointerId) return;
  clearTimeout(finger.timer);
  const { x, y, moved, long } = finger, [to_x, to_y] = point(event);
  finger = null;
  if (moved) send({ do: "stroke", x, y, to_x, to_y });
  else if (!long) tap(x, y, event);
};

/** A tap, or a double tap where a second one follows on the map. */
function tap(x, y, event) {
  ripple(event);
  if (tapped && Math.hypot(x - tapped.x, y - tapped.y) < 2 * SLACK) {
    clearTimeout(tapped.timer);
    tapped = null;
    send({ do: "double_tap", x, y });
    return;
  }
  if (tapped) { clearTimeout(tapped.timer); tapped.go(); }
  tapped = { x, y, go: () => { tapped = null; send({ do: "click", x, y }); } };
  tapped.timer = setTimeout(tapped.go, DOUBLE_MS);
}

canvas.onpointercancel = () => { clearTimeout(finger?.timer); finger = null; };
canvas.oncontextmenu = (event) => event.preventDefault();

let rolled = { x: 0, y: 0 }, rolling = null;
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const [x, y] = point(event);
  rolled.x += event.deltaX;
  rolled.y += event.deltaY;
  rolling ??= setTimeout(() => {
    const upright = Math.abs(rolled.y) >= Math.abs(rolled.x);
    send({ do: "scroll", x, y, direction: upright ? (rolled.y > 0 ? "down" : "up") : rolled.x > 0 ? "right" : "left" });
    rolled = { x: 0, y: 0 };
    rolling = null;
  }, ROLL_MS);
}, { passive: false });

const BY_KEY = {
  touch: (x, y) => send({ do: "click", x, y }),
  hold: (x, y) => send({ do: "long_press", x, y }),
  scroll: (x, y, down) => send({ do: "scroll", x, y, direction: down ? "down" : "up" }),
};

canvas.onkeydown = (event) => {
  const steers = !event.ctrlKey && !event.metaKey && !event.altKey && steered(event, BY_KEY);
  if (!steers && event.key !== "Escape" && event.key !== "Home") return;
  event.preventDefault();
  if (!steers) send({ do: event.key === "Home" ? "navigate_home" : "navigate_back" });
};

/* Buttons and forms */

function close() {
  for (const [button, form] of Object.entries(drawers)) {
    $(form).hidden = true;
    $(form).reset();
    $(button).setAttribute("aria-expanded", "false");
  }
}

for (const [button, form] of Object.entries(drawers)) {
  $(button).onclick = () => {
    const opens = $(form).hidden;
    close();
    $(form).hidden = !opens;
    $(button).setAttribute("aria-expanded", String(opens));
    if (opens) $(form).querySelector("input").focus();
  };
}

function sends(form, message) {
  $(form).onsubmit = (event) => {
    event.preventDefault();
    send(message());
    if (form !== "field_form") close();
  };
}

sends("say_form", () => ({ do: "answer", text: $("say_text").value }));
sends("warn_form", () => ({ do: "warn", kind: $("warn_kind").value, text: $("warn_text").value }));
sends("reason_form", () => ({ do: "infeasible", reason: $("reason").value }));
sends("field_form", () => ({ do: "text", text: $("field").value, submit: true }));
$("field").onchange = () => { if (state?.field && $("field").value !== state.field.text) send({ do: "text", text: $("field").value }); };
$("back").onclick = () => send({ do: "navigate_back" });
$("home").onclick = () => send({ do: "navigate_home" });
$("wait").onclick = () => send({ do: "wait", seconds: 5 });
$("practise").onclick = () => send({ do: "practise" });
$("done").onclick = () => send({ do: "complete" });
document.onkeydown = (event) => { if (event.key === "Escape" && event.target.closest(".drawer")) { close(); canvas.focus(); } };
for (const button of document.querySelectorAll(".next")) button.onclick = () => send({ do: "next" });

connect();
