// Small helpers for elements.

/** @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/**
 * An element with properties and what it holds.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Partial<HTMLElementTagNameMap[K]>} [properties] @param {(Node|string)[]} held
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, properties = {}, ...held) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...held);
  return made;
}

/** @param {string} text @param {() => unknown} act @param {string} [title] */
export function button(text, act, title = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (title) made.title = title;
  made.addEventListener("click", act);
  return made;
}

/** Puts a text on the clipboard; was it possible? Browsers have no clipboard for pages that come from another machine
 * without encryption: there a selected text is copied as by hand. @param {string} text @returns {Promise<boolean>} */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/**
 * Asks for a text in a dialog; null where it is given up.
 * @param {string} title @param {string} text @returns {Promise<string|null>}
 */
export function askText(title, text) {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    const form = document.createElement("form");
    form.method = "dialog";
    const label = document.createElement("label");
    const area = document.createElement("textarea");
    area.value = text;
    area.rows = 4;
    area.cols = 48;
    label.append(title, area);
    const keep = document.createElement("button");
    keep.value = "keep";
    keep.textContent = "Keep";
    form.append(label, keep, button("Cancel", () => dialog.close("")));
    dialog.append(form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "keep" ? area.value : null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
