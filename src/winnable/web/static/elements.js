// Small helpers for elements.

/** @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** @param {string} text @param {() => unknown} act @param {string} [title] */
export function button(text, act, title = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (title) made.title = title;
  made.addEventListener("click", act);
  return made;
}
