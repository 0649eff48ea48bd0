"use strict";
/** A screen drawn from its list of elements: boxes, words and states, where there is no picture of the pixels. */
const schematic = (() => {
  const LINE = /^(\d+) (\w+)(?: "([^"]*)")?(?: desc="([^"]*)")?(?: hint="([^"]*)")?(.*) \((-?\d+),(-?\d+)\)$/;
  const SIZE = /^(\d{1,5})x(\d{1,5})$/;
  const FONT = 'Inter, system-ui, "DejaVu Sans", sans-serif';
  const INK = "#eceef3", QUIET = "#98a1b3", GROUND = "#0c0e13", CARD = "#222734", ON = "#2f6fd6", MARK = "#ffdd33";

  /** An element's line and size as what is to be drawn, or null where they do not tell. */
  function parsed(line, size) {
    const told = line.match(LINE), box = (size || "").match(SIZE);
    if (!told || !box) return null;
    const [, index, role, text, description, hint, states, x, y] = told;
    const width = Number(box[1]), height = Number(box[2]);
    const value = states.match(/ value=(\S+) of ([^\s.]+(?:\.\d+)?)\.\.(\S+)/);
    return {
      index, role, text: text || description || hint || "", width, height,
      left: Number(x) - Math.floor(width / 2), top: Number(y) - Math.floor(height / 2),
      plain: states.includes(" not-clickable") && !states.includes(" long-clickable"),
      on: / (on|selected)\b/.test(states), disabled: states.includes(" disabled"),
      share: value ? (value[1] - value[2]) / (value[3] - value[2]) : null,
    };
  }

  function control(pen, one) {
    const { left, top, width, height } = one;
    pen.globalAlpha = one.disabled ? 0.45 : 1;
    if (!one.plain && width * height < pen.canvas.width * pen.canvas.height / 3) {
      pen.fillStyle = one.on ? ON : CARD;
      pen.beginPath();
      pen.roundRect(left + 2, top + 2, Math.max(0, width - 4), Math.max(0, height - 4), 14);
      pen.fill();
    }
    if (one.share >= 0 && one.share <= 1) {
      pen.fillStyle = ON;
      pen.fillRect(left + 2, top + height / 2 - 4, (width - 4) * one.share, 8);
    }
    if (one.text) words(pen, one);
  }

  function words(pen, { left, top, width, height, text, plain }) {
    const largest = Math.max(13, Math.min(28, height * 0.6));
    pen.save();
    pen.beginPath();
    pen.rect(left, top, width, height);
    pen.clip();
    pen.font = `${largest}px ${FONT}`;
    const size = Math.max(13, largest * Math.min(1, (width - 12) / pen.measureText(text).width));
    pen.font = `${size}px ${FONT}`;
    pen.fillStyle = plain ? QUIET : INK;
    pen.textBaseline = "middle";
    const long = plain || pen.measureText(text).width > width - 12;
    pen.textAlign = long ? "left" : "center";
    pen.fillText(text, long ? left + 6 : left + width / 2, top + height / 2);
    pen.restore();
  }

  function mark(pen, { left, top, width, height, index }) {
    pen.strokeStyle = pen.fillStyle = MARK;
    pen.lineWidth = 2;
    pen.strokeRect(left + 1, top + 1, width - 2, height - 2);
    pen.fillRect(left, top, 12 * index.length + 8, 22);
    pen.fillStyle = "#000";
    pen.font = `bold 18px ${FONT}`;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    pen.fillText(index, left + 4, top + 12);
  }

  function board([width, height]) {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    return [canvas, canvas.getContext("2d")];
  }

  const all = (lines, sizes) => lines.map((line, i) => parsed(line, sizes[i])).filter(Boolean);

  /** A canvas with the screen, [width, height] pixels large; null where the list does not say where its elements are. */
  function screen(lines, sizes, size) {
    const shown = all(lines, sizes);
    if (!shown.length) return null;
    const [canvas, pen] = board(size);
    pen.fillStyle = GROUND;
    pen.fillRect(0, 0, ...size);
    shown.forEach((one) => control(pen, one));
    return canvas;
  }

  /** A canvas with the numbers of what can be touched, to be laid over a picture of the screen. */
  function marks(lines, sizes, size) {
    const [canvas, pen] = board(size);
    all(lines, sizes).filter((one) => !one.plain).forEach((one) => mark(pen, one));
    return canvas;
  }

  return { screen, marks, parsed };
})();
