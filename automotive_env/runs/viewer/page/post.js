"use strict";
/** Writes through the server that has sent the page; a page that is a file has no such script. */
store.post = async (path, data) => {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
};
