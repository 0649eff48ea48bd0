"use strict";
/** Where the car was: the map of the town that the head unit draws where it can be had, else the plain track; north is up. */
const track = (() => {
  const { make, draw } = dom;
  const ACROSS = 864, DOWN = 486; // metres that a map shows
  const DEGREE = 111_320; // metres of a degree of latitude
  const RULE = 100;

  /** Latitude and longitude in degrees, or null. */
  function point(step) {
    const told = step.observation.gps.match(/^(-?\d+(?:\.\d+)?), ?(-?\d+(?:\.\d+)?)$/);
    return told && [Number(told[1]), Number(told[2])];
  }

  /** The way of the car as seen from one of its points: metres to the east and to the south. */
  function way(played, [latitude, longitude]) {
    const wide = Math.cos((latitude * Math.PI) / 180);
    return played.map(point).filter(Boolean).map(([north, east]) => [(east - longitude) * DEGREE * wide, (latitude - north) * DEGREE]);
  }

  function view(played, position) {
    const here = point(played[position]);
    if (!here) return null;
    const metres = way(played, here), path = metres.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const far = metres.reduce((most, [x, y]) => Math.max(most, (2 * Math.abs(x)) / ACROSS, (2 * Math.abs(y)) / DOWN), 0);
    return { path, far: Math.max(1, far * 1.15), moved: far > 0.02 };
  }

  /** A small map around the car at a step. */
  function map(episode, shown, position) {
    const seen = view(shown.played, position);
    if (!seen) return null;
    const box = (size) => `${(-ACROSS * size) / 2} ${(-DOWN * size) / 2} ${ACROSS * size} ${DOWN * size}`;
    const line = draw("polyline", { points: seen.path, class: "way" });
    const dot = draw("circle", { r: 14, class: "here" }), ring = draw("circle", { r: 34, class: "ring" });
    const rings = draw("g", { class: "rings" }, ...[1, 2, 3, 4].map((number) => draw("circle", { r: RULE * number * seen.far })));
    const svg = draw("svg", { viewBox: box(seen.far), role: "img", "aria-label": `The car at ${shown.played[position].observation.gps}` }, rings, line, ring, dot);
    const node = make("div", { class: "map" }, svg);
    const first = shown.played.findIndex((step) => step.observation.gps === shown.played[position].observation.gps);
    const source = store.picture(episode, shown, `${dom.dark() ? "night" : "day"}-map-${first}`);
    if (!source) return node;
    const image = new Image();
    image.alt = "";
    image.src = source;
    image.decode().then(() => {
      svg.setAttribute("viewBox", box(1));
      svg.replaceChildren(...(seen.moved ? [line] : []));
      node.prepend(image);
    }, () => {});
    return node;
  }
  return { map };
})();
