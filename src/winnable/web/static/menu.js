// A menu at a place of the page, for mouse, touch and keys; one at a time.

/** @typedef {{words: string, act: () => unknown, point?: (on: boolean) => void}} Item */

/** @type {(() => void)|null} closes the open menu */
let closeOpen = null;

/**
 * @param {number} x @param {number} y where it is asked for, in CSS pixels of the window
 * @param {string} label what it is of
 * @param {Item[]} items `point` hears whether one points at the item
 * @param {HTMLElement} back gets the focus when the menu is closed
 */
export function openMenu(x, y, label, items, back) {
  closeOpen?.();
  const menu = document.createElement("div");
  menu.className = "menu";
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", label);
  const close = () => {
    if (closeOpen !== close) return;
    closeOpen = null;
    for (const item of items) item.point?.(false);
    document.removeEventListener("pointerdown", outside, true);
    menu.remove();
    back.focus();
  };
  const outside = (/** @type {Event} */ event) => {
    if (!(event.target instanceof Node && menu.contains(event.target))) close();
  };
  menu.append(...items.map((item) => entry(item, close)));
  menu.addEventListener("keydown", (event) => key(event, menu, close));
  menu.addEventListener("contextmenu", (event) => event.preventDefault());
  document.body.append(menu);
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
  document.addEventListener("pointerdown", outside, true);
  closeOpen = close;
  if (menu.firstElementChild instanceof HTMLElement) menu.firstElementChild.focus();
}

/** @param {Item} item @param {() => void} close */
function entry(item, close) {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute("role", "menuitem");
  made.textContent = item.words;
  made.addEventListener("click", () => {
    close();
    item.act();
  });
  for (const [event, on] of /** @type {[string, boolean][]} */ ([["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]])) {
    made.addEventListener(event, () => item.point?.(on));
  }
  return made;
}

/** @param {KeyboardEvent} event @param {HTMLElement} menu @param {() => void} close */
function key(event, menu, close) {
  event.stopPropagation();
  const items = /** @type {HTMLElement[]} */ ([...menu.children]);
  const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const to = {
    ArrowDown: (at + 1) % items.length, ArrowUp: (at + items.length - 1) % items.length, Home: 0, End: items.length - 1,
  }[event.key];
  if (to !== undefined) items[to].focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else return;
  event.preventDefault();
}
