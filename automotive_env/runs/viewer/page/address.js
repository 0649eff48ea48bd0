"use strict";
/** Where in the page one is: all of it stands in the address, behind the #, so that Back, reload and links work. */
const address = (() => {
  const listeners = [];

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function read() {
    const [path, ...query] = location.hash.slice(1).split("?");
    return { parts: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query.join("?")) };
  }

  /** The address of a place in the page. */
  function link(parts, query = new URLSearchParams()) {
    const asked = query.toString();
    return `#/${parts.map((part) => encodeURIComponent(part)).join("/")}${asked ? `?${asked}` : ""}`;
  }

  /** Go there; `replace` leaves no place to come back to, as for steps and letters of a search. */
  function go(parts, query, { replace = false } = {}) {
    history[replace ? "replaceState" : "pushState"](null, "", link(parts, query));
    changed();
  }

  /** The query with some values set, or left out where they are empty. */
  function changedQuery(query, values) {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(values)) {
      next.delete(name);
      for (const one of [value].flat()) if (one !== null && one !== undefined && one !== "") next.append(name, one);
    }
    return next;
  }

  const changed = () => listeners.forEach((listener) => listener(read()));
  window.addEventListener("popstate", changed);
  return { read, link, go, changedQuery, changed, listen: (listener) => listeners.push(listener) };
})();
