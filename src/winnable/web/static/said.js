// Words and buttons that change while somebody may stand on them.

/** @param {number} number @param {string} noun */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** @param {string} text */
export function sentence(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Puts other elements into a place; a button of the same words keeps the focus. @param {HTMLElement} into @param {HTMLElement[]} parts */
export function keepFocus(into, parts) {
  const focused = into.contains(document.activeElement) ? document.activeElement : null;
  into.replaceChildren(...parts);
  if (!(focused instanceof HTMLElement)) return;
  const again = [...into.querySelectorAll("button, summary")].find((one) => one.textContent === focused.textContent);
  if (again instanceof HTMLElement) again.focus();
}
