"use strict";
/** Follows runs that go on: asks the server every few seconds which episodes have ended since. */
const news = (() => {
  const PAUSE = 2500, SHOWN = 10_000; // milliseconds between two questions, and for which the answer is told
  let fresh = 0, timer = 0;

  const told = () => (fresh ? `${dom.count(fresh)} new episode${fresh === 1 ? "" : "s"}` : store.served() && store.state.runs.some((run) => run.is_played) ? "going on" : "");
  const known = () => store.state.runs.map((_, number) => store.state.episodes.filter((episode) => episode.run === number).length);

  const asked = () => store.load(`news/${known().join("-")}`);

  /** Ask again and again, as long as a run goes on; `renewed` is called where something has changed. */
  function follow(renewed) {
    const { runs } = store.state;
    if (!store.served() || !runs.some((run) => run.is_played)) return;
    const again = () => setTimeout(ask, PAUSE);
    async function ask() {
      const before = store.state.episodes.length, had = told();
      let found = [];
      try {
        found = await asked();
      } catch {
        return again();
      }
      found.forEach((run, number) => {
        runs[number].is_played = run.is_played;
        if (run.rows.length) store.add(number, run.rows);
      });
      const more = store.state.episodes.length - before;
      if (more) {
        fresh += more;
        store.state.stale = true;
        clearTimeout(timer);
        timer = setTimeout(() => { fresh = 0; renewed(); }, SHOWN);
      }
      if (more || had !== told()) renewed();
      return runs.some((run) => run.is_played) ? again() : undefined;
    }
    again();
  }
  return { follow, told };
})();
