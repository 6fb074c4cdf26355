// The parts of a report as elements, changed in place: what stays the same is not touched, so that nobody loses the
// place that they read at, what they have selected, or the focus.

import { make } from "../elements.js";

/**
 * @typedef {{kind: "table", title: string, columns: string[], rows: string[][], words: number}} Table
 * @typedef {{kind: "text", text: string}} Said
 * @typedef {{kind: "code", title: string, text: string}} Source
 * @typedef {{kind: "plot", name: string, title: string, caption: string, panels: {label: string, svg: string}[]}} Plot
 * @typedef {Table|Said|Source|Plot} Part
 * @typedef {{heading: string, parts: Part[]}} Section
 */

/** @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Has a place hold one element for each thing, in their order; those that are there already, by their keys, stay.
 * @template T
 * @param {Element} into @param {T[]} things @param {(thing: T) => string} keyOf
 * @param {(thing: T) => HTMLElement} create @param {(element: HTMLElement, thing: T) => void} fill
 */
function keep(into, things, keyOf, create, fill) {
  const before = new Map([...into.children].map((one) => [/** @type {HTMLElement} */ (one).dataset.key, one]));
  let next = into.firstElementChild;
  for (const thing of things) {
    const key = keyOf(thing);
    const known = /** @type {HTMLElement|undefined} */ (before.get(key));
    const element = known ?? create(thing);
    before.delete(key);
    element.dataset.key = key;
    if (element === next) next = next.nextElementSibling;
    else into.insertBefore(element, next);
    fill(element, thing);
  }
  for (const gone of before.values()) gone.remove();
}

/** @param {Element} into @param {Section[]} sections */
export function showSections(into, sections) {
  keep(into, sections, ({ heading }) => heading, createSection, (element, { parts }) => showParts(element.children[1], parts));
}

/** @param {Section} section */
function createSection({ heading }) {
  return make("section", {}, make("h2", { textContent: heading }), make("div"));
}

/** @param {Element} into @param {Part[]} parts */
export function showParts(into, parts) {
  keep(into, parts, keyOf, create, fill);
}

/** @param {Part} part */
function keyOf(part) {
  return `${part.kind} ${part.kind === "text" ? part.text : part.title}`;
}

/** @param {Part} part @returns {HTMLElement} */
function create(part) {
  if (part.kind === "text") return make("p");
  if (part.kind === "code") return make("details", {}, make("summary", { textContent: part.title }), make("pre", { tabIndex: 0 }));
  if (part.kind === "plot") {
    const figure = make("figure", {}, make("div", { className: "panels" }), make("figcaption"));
    return make("div", {}, make("h3", { id: part.name, textContent: part.title }), figure);
  }
  return createTable(part);
}

/** @param {HTMLElement} element @param {Part} part */
function fill(element, part) {
  if (part.kind === "text") write(element, part.text);
  else if (part.kind === "code") write(element.children[1], part.text);
  else if (part.kind === "table") fillTable(element, part);
  else {
    const [panels, caption] = element.children[1].children;
    write(caption, part.caption);
    keep(panels, part.panels, ({ label }) => label, createPanel, fillPanel);
  }
}

// --- tables ------------------------------------------------------------------------------------------------

/** The roles stand for those that a table loses where it is laid out as a list, on narrow screens. @param {Table} table */
function createTable({ title, columns, words }) {
  const row = make("tr", { role: "row" });
  columns.forEach((name, i) => row.append(make("th", { scope: "col", role: "columnheader", className: i < words ? "w" : "", textContent: name })));
  const head = make("thead", { role: "rowgroup" }, row);
  const made = make("table", { role: "table" }, make("caption", { textContent: title }), head, make("tbody", { role: "rowgroup" }));
  return make("div", { className: "wide" }, made);
}

/** @param {HTMLElement} element @param {Table} table */
function fillTable(element, { title, columns, rows, words }) {
  const old = [...element.querySelectorAll("th")].map((one) => one.textContent);
  if (old.join("\n") !== columns.join("\n")) element.replaceChildren(...createTable({ kind: "table", title, columns, rows, words }).children);
  const body = /** @type {HTMLTableSectionElement} */ (element.querySelector("tbody"));
  while (body.rows.length > rows.length) body.deleteRow(-1);
  while (body.rows.length < rows.length) {
    const row = make("tr", { role: "row" });
    columns.forEach((name, i) => {
      const cell = make("td", { role: "cell", className: i < words ? "w" : "" });
      cell.dataset.label = name;
      row.append(cell);
    });
    body.append(row);
  }
  rows.forEach((texts, i) => texts.forEach((text, j) => write(body.rows[i].cells[j], text)));
}

// --- plots -------------------------------------------------------------------------------------------------

/** What a picture shows, as text. @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/** @param {{label: string}} panel */
function createPanel({ label }) {
  return make("img", { alt: label });
}

/** The new picture takes the old one's place when it can be painted at once. @param {HTMLElement} element @param {{svg: string}} panel */
async function fillPanel(element, { svg }) {
  if (drawn.get(element) === svg) return;
  drawn.set(element, svg);
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const ready = make("img", { src: url });
  await ready.decode();
  const image = /** @type {HTMLImageElement} */ (element);
  if (drawn.get(element) !== svg) return URL.revokeObjectURL(url); // a newer one has come
  if (image.src) URL.revokeObjectURL(image.src);
  image.src = url;
}
