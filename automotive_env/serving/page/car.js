"use strict";

/* What all pages that show a car share: its display, where a finger is on it, and the view through the windscreen. */

const FADE_MS = 500;
const $ = (id) => document.getElementById(id);
const canvas = $("canvas"), board = canvas.getContext("2d", { alpha: false });

let view = "", patches = Promise.resolve();

/** A changed part of the display: left and top as two numbers of 16 bits, then a PNG. */
function paint(data) {
  const numbers = new DataView(data), left = numbers.getUint16(0), top = numbers.getUint16(2);
  const picture = createImageBitmap(new Blob([new Uint8Array(data, 4)], { type: "image/png" }));
  patches = patches.then(async () => board.drawImage(await picture, left, top));
}

/** The view through the windscreen, faded over the one before. */
async function look(next) {
  if (next === view) return;
  view = next;
  const picture = new Image();
  picture.alt = "";
  picture.src = `windscreen.webp?${next}`;
  try { await picture.decode(); } catch { return; }
  if (next !== view) return;
  $("windscreen").append(picture);
  setTimeout(() => { while (picture.previousElementSibling) picture.previousElementSibling.remove(); }, FADE_MS);
}

const inside = (value, most) => Math.min(most - 1, Math.max(0, Math.floor(value)));

/** Where a finger is, in pixels of the display. */
function point(event) {
  const box = canvas.getBoundingClientRect();
  const across = (event.clientX - box.left) / box.width, down = (event.clientY - box.top) / box.height;
  return [inside(across * canvas.width, canvas.width), inside(down * canvas.height, canvas.height)];
}

/** A ring where a finger is. */
function ripple(event) {
  const dot = $("ripple"), box = canvas.getBoundingClientRect();
  dot.style.left = `${event.clientX - box.left}px`;
  dot.style.top = `${event.clientY - box.top}px`;
  dot.classList.remove("on");
  void dot.offsetWidth;
  dot.classList.add("on");
}

/* A pointer for the keyboard: arrows move it, Space touches, Page Up and Page Down scroll; Shift moves further and touches for long. */

const STEP = 16, LEAP = 96;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const pointer = { x: canvas.width >> 1, y: canvas.height >> 1 }, cross = document.createElement("div");
cross.className = "cross";
canvas.after(cross);

function aim() {
  cross.style.left = `${100 * pointer.x / canvas.width}%`;
  cross.style.top = `${100 * pointer.y / canvas.height}%`;
}
aim();

/** Whether a key is one of the pointer's; what it does is done. */
function steered(event, { touch, hold, scroll }) {
  const way = WAYS[event.key], by = event.shiftKey ? LEAP : STEP;
  if (way) {
    pointer.x = inside(pointer.x + way[0] * by, canvas.width);
    pointer.y = inside(pointer.y + way[1] * by, canvas.height);
    aim();
  } else if (event.key === " ") (event.shiftKey ? hold : touch)(pointer.x, pointer.y);
  else if (event.key === "PageDown" || event.key === "PageUp") scroll(pointer.x, pointer.y, event.key === "PageDown");
  else return false;
  return true;
}
