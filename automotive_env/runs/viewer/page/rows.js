"use strict";
/** A list of any length of which only the rows in sight exist. */
const rows = (() => {
  const { make } = dom;
  const BEYOND = 6;

  /**
   * @param height of a row in pixels
   * @param row makes an empty row and returns {node, fill(item, index)}
   */
  function list({ height, row, label }) {
    const inner = make("div", { class: "rows", role: "list" });
    const node = make("div", { class: "scroller", tabindex: "0", "aria-label": label }, inner);
    const pool = [];
    let items = [], current = null;

    function draw() {
      const seen = Math.ceil(node.clientHeight / height) + 2 * BEYOND;
      const first = Math.max(0, Math.floor(node.scrollTop / height) - BEYOND);
      while (pool.length < Math.min(seen, items.length)) {
        const one = { ...row(), index: -1 };
        one.node.setAttribute("role", "listitem");
        pool.push(one);
        inner.append(one.node);
      }
      for (let index = first; index < first + pool.length; index += 1) {
        const one = pool[index % pool.length];
        if (one.index === index) continue;
        one.index = index;
        one.node.hidden = index >= items.length;
        if (one.node.hidden) continue;
        one.node.style.transform = `translateY(${index * height}px)`;
        one.fill(items[index], index);
        one.node.classList.toggle("current", items[index] === current);
      }
    }
    function redraw() {
      pool.splice(0).forEach((one) => one.node.remove());
      inner.style.height = `${items.length * height}px`;
      draw();
    }
    node.addEventListener("scroll", draw, { passive: true }); // once a frame, before it is painted
    new ResizeObserver(() => { if (node.clientHeight) redraw(); }).observe(node);

    return {
      node,
      show(next) {
        items = next;
        redraw();
      },
      /** Mark an item and, if wanted, bring it into sight. */
      choose(item, reveal = true) {
        current = item;
        const top = items.indexOf(item) * height;
        if (reveal && top >= 0) {
          if (top < node.scrollTop) node.scrollTop = top;
          else if (top + height > node.scrollTop + node.clientHeight) node.scrollTop = top + height - node.clientHeight;
        }
        pool.forEach((one) => one.node.classList.toggle("current", one.index >= 0 && items[one.index] === item));
        draw();
      },
    };
  }
  return { list };
})();
