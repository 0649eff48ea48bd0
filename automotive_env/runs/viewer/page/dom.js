"use strict";
/** Elements and words. Text of agents, models and cars only ever becomes text, never markup. */
const dom = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  function filled(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") node.addEventListener(name, value);
      else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== "" && child !== false));
    return node;
  }

  /** An element; functions among the attributes listen, children are elements or plain text. */
  const make = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
  const draw = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

  const words = (name) => (name === "hvac" ? "HVAC" : String(name).replaceAll("_", " "));
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const told = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  const count = (number) => Math.round(number).toLocaleString("en");
  const brief = (number) => (number < 10_000 ? count(number) : number < 999_500 ? `${(number / 1000).toFixed(number < 99_950 ? 1 : 0)}k` : `${(number / 1e6).toFixed(1)}M`);
  const seconds = (number) => (number < 100 ? `${number.toFixed(2)} s` : number < 6000 ? `${(number / 60).toFixed(1)} min` : `${(number / 3600).toFixed(1)} h`);
  const price = (dollars) => (dollars === null || dollars === undefined ? "" : `$${dollars && dollars < 1 ? dollars.toFixed(4) : dollars.toFixed(2)}`);
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const chip = (outcome) => make("span", { class: `chip ${outcome}` }, words(outcome));
  /** A part of a page under a small heading; nothing where it has no content. */
  const part = (title, ...content) => (content.some(Boolean) ? make("section", { class: "part" }, make("h3", {}, title), ...content) : null);

  const FOCUSABLE = "a[href], button, select, input, summary, [tabindex='0']";
  const nameOf = (node) => node.ariaLabel || node.title || node.textContent;

  /** New content of a box; the keyboard's focus stays on the control of the same name, or where that one can no longer be used, beside it. */
  function refill(box, ...nodes) {
    const all = () => [...box.querySelectorAll(FOCUSABLE)];
    const had = document.activeElement, at = had.matches(":focus-visible") ? all().indexOf(had) : -1;
    box.replaceChildren(...nodes);
    if (at < 0) return;
    const now = all(), away = (node) => Math.abs(now.indexOf(node) - at);
    const alike = now.filter((node) => nameOf(node) === nameOf(had)).sort((a, b) => away(a) - away(b))[0] || now[Math.min(at, now.length - 1)];
    const usable = alike?.disabled ? [...alike.parentElement.children].find((node) => node.matches(FOCUSABLE) && !node.disabled) : alike;
    usable?.focus();
  }

  /** Whether the page is dark: as chosen, else as the system has it. */
  function dark() {
    const chosen = document.documentElement.style.colorScheme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  return { make, draw, words, capital, told, count, brief, seconds, price, percent, chip, part, refill, dark };
})();
