"use strict";

/* What all pages that show a car share: its display and the view through the windscreen. */

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
