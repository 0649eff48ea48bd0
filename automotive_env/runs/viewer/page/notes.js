"use strict";
/** What people note of an episode, and the labels that they give it; kept in the run folder by the server. */
const notes = (() => {
  const { make } = dom;
  let open = false, draft = null; // the form and its episode: what is typed outlives a new heading

  const told = ({ labels, note }) => [...labels.map((label) => make("span", { class: "label" }, label)), note ? make("span", { class: "noted" }, note) : null];

  async function kept(one, labels, text) {
    const note = await store.post(`notes/${store.keyOf(one).split("/").map(encodeURIComponent).join("/")}`, { labels, text });
    Object.assign(one, { labels: note.labels, note: note.text, text: undefined });
    filters.forget();
  }

  function form(one) {
    const labels = make("input", { type: "text", class: "labels", value: one.labels.join(", "), placeholder: "wrong-verdict, flaky", "aria-label": "Labels, with commas" });
    const text = make("textarea", { rows: "2", maxlength: "2000", "aria-label": "Note" }, one.note);
    const fault = make("span", { class: "refused", role: "status" });
    const close = () => { set(false); again(); document.querySelector(".notes-open")?.focus(); };
    async function save() {
      try {
        await kept(one, labels.value.split(",").map((label) => label.trim().replaceAll(/\s+/g, "-")).filter(Boolean), text.value.trim());
      } catch (error) {
        fault.textContent = dom.capital(error.message);
        return;
      }
      close();
    }
    const typed = (event) => { if (event.key === "Escape") { event.stopPropagation(); close(); } else if (event.key === "Enter" && (event.target === labels || event.ctrlKey)) { event.preventDefault(); save(); } };
    return make("div", { class: "notes-form", keydown: typed }, make("label", {}, make("span", {}, "Labels"), labels), make("label", {}, make("span", {}, "Note"), text),
      make("button", { type: "button", click: save }, "Save"), make("button", { type: "button", click: close }, "Cancel"), fault);
  }

  let again = () => {};

  function set(opened) {
    open = opened;
    draft = null;
  }

  function drafted(one) {
    if (draft?.one !== one) draft = { one, node: form(one) };
    return draft.node;
  }

  /** The button that opens the form; nothing where the page has no server that keeps notes. */
  function opener(one, renewed) {
    again = renewed;
    return store.post ? make("button", { type: "button", class: "notes-open", "aria-expanded": String(open), title: "Labels and a note (N)",
      click: () => { set(!open); renewed(); if (open) document.querySelector(".notes-form .labels").focus(); } }, one.labels.length || one.note ? "Edit note" : "Note") : null;
  }

  const box = (one) => (open && store.post ? drafted(one) : one.labels.length || one.note ? make("p", { class: "notes" }, ...told(one)) : null);
  return { opener, box };
})();
