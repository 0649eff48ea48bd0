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
