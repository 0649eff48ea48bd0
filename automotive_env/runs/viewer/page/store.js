"use strict";
/** The data of the page: in the document itself, or in scripts beside it that hand it over when they are asked for. */
const store = (() => {
  const REMEMBERED = 24;
  const waiting = new Map(), remembered = new Map();
  const held = (name) => document.getElementById(`data:${name}`);
  const alone = held("index") !== null;

  /** JSON that was compressed with gzip and written in base64. */
  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  }

  function asked(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      waiting.set(name, resolve);
      script.src = `data/${name.split("/").map(encodeURIComponent).join("/")}.js`;
      script.addEventListener("load", () => { script.remove(); reject(new Error(`${name} is empty`)); });
      script.addEventListener("error", () => { script.remove(); reject(new Error(`${name} cannot be loaded`)); });
      document.head.append(script);
    });
  }

  async function load(name) {
    if (alone) return held(name) ? unpacked(held(name).textContent) : null;
    return unpacked(await asked(name));
  }

  let fields = [], noted = [];
  const state = { runs: [], episodes: [], suffix: "", steps: true, unlisted: 0 };
  const keyOf = (episode) => `${episode.run}/${episode.id}`;
  /** What two agents were given alike. */
  const instanceOf = (episode) => `${episode.suite}/${episode.task}/${episode.instance}/${episode.trial}`;

  async function open() {
    const index = await load("index");
    fields = index.fields;
    noted = index.notes || [];
    Object.assign(state, { runs: index.runs, suffix: index.suffix, steps: index.steps !== false, home: index.home || "" });
    for (const [number, run] of index.runs.entries()) {
      const add = (row) => state.episodes.push(episodeOf(row, number));
      run.rows.forEach(add);
      for (let part = 0; part < (run.parts || 0); part += 1) (await load(`rows/${number}/${part}`)).forEach(add);
      state.unlisted += Math.max(0, (run.episodes || 0) - state.episodes.filter((episode) => episode.run === number).length);
    }
    name();
    return state;
  }

  function episodeOf(row, run) {
    const episode = Object.fromEntries([["run", run], ...fields.map((field, i) => [field, row[i]])]);
    [episode.labels, episode.note] = (noted[run] && Object.hasOwn(noted[run], episode.id) && noted[run][episode.id]) || [[], ""];
    return episode;
  }

  /** Add episodes that have ended since. */
  function add(number, rows) {
    for (const row of rows) {
      const episode = episodeOf(row, number);
      if (!state.byKey.has(keyOf(episode))) state.episodes.push(episode);
    }
    name();
  }

  /** Say who played each episode: by as much as sets the players apart. */
  function name() {
    const many = (field) => new Set(state.episodes.map((episode) => episode[field])).size > 1;
    const [models, faces, runs] = ["model", "face", "run"].map(many);
    for (const episode of state.episodes) {
      episode.runName = state.runs[episode.run].name;
      episode.player = [episode.agent, models && episode.model, faces && episode.face, runs && `${episode.runName} (${episode.run + 1})`].filter(Boolean).join(" · ");
    }
    state.byKey = new Map(state.episodes.map((episode) => [keyOf(episode), episode]));
  }

  /** An episode with the texts that it shares with others, which are loaded when the first one is needed. */
  async function loaded(name) {
    const shown = await load(name);
    if (held("pictures")) {
      state.loadingPictures ??= load("pictures");
      state.pictures = await state.loadingPictures;
    }
    if (shown?.texts.some((text) => typeof text === "number")) {
      state.shared ??= load("shared");
      const shared = await state.shared;
      shown.texts = shown.texts.map((text) => (typeof text === "number" ? shared[text] : text));
    }
    return shown;
  }

  /** Everything of an episode; null where the page does not hold it. */
  function details(episode) {
    const name = keyOf(episode);
    if (!remembered.has(name)) {
      const loading = loaded(name);
      loading.catch(() => remembered.delete(name));
      remembered.set(name, loading);
      if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value);
    }
    return remembered.get(name);
  }

  /** The address of a picture, or "" where the page knows that there is none. */
  function picture(episode, shown, name) {
    const run = state.runs[episode.run], file = /^[0-9a-f]{64}$/.test(name);
    const inside = state.pictures?.of[episode.id]?.[name];
    if (inside) return state.pictures.files[inside];
    if (shown.pictures) return shown.files[shown.pictures[name]] ?? "";
    return `${run.images}${file ? "" : `${encodeURIComponent(episode.id)}/`}${encodeURIComponent(name)}${state.suffix}`;
  }

  return { state, open, add, load, served: () => state.suffix === "", details, picture, keyOf, instanceOf, received: (name, text) => waiting.get(name)?.(text) };
})();
/** Called by the scripts that hold data. */
const received = store.received;
