// What is done with the moves: variations, comments, checkpoints, deletions that can be taken back.

import { askText, button, copyText, element } from "./elements.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Place} Place */

/** @param {Page} page */
export function install(page) {
  const { tree } = page;
  const marks = document.createElement("div");
  marks.className = "checkpoints";
  const deleted = document.createElement("p");
  deleted.className = "deleted";
  deleted.setAttribute("role", "status");
  tree.before(marks, deleted);
  const on = (/** @type {string} */ what, /** @type {(place: string, detail: any) => unknown} */ act) =>
    tree.addEventListener(what, async (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      await page.queue;
      act(detail.place === "here" ? (page.board?.here ?? "") : detail.place, detail);
    });
  on("promote", (place) => page.change("promote", { place }, "this is the main line now"));
  on("delete", (place) => page.change("delete", { place }, "deleted"));
  on("checkpoint", (place, detail) => setCheckpoint(page, place, detail.on));
  on("comment", (place) => comment(page, place));
  on("copy", async (place) => {
    const done = await copyText(lineTo(/** @type {Board} */ (page.board), place).join(" "));
    page.say(done ? "copied" : "the clipboard cannot be written here");
  });
  page.control("Checkpoint", () => checkpointHere(page), "B").id = "checkpoint";
  page.keys.add("b", () => checkpointHere(page), "Checkpoint, set or taken away");
  page.keys.add("Shift+b", () => toCheckpoint(page), "Back to the last checkpoint");
  page.addEventListener("shown", () => {
    const board = /** @type {Board} */ (page.board);
    showCheckpoints(page, marks, board);
    showDeleted(page, deleted, board);
  });
}

/** @param {Page} page @param {string} place @param {boolean} on */
function setCheckpoint(page, place, on) {
  return page.change("checkpoint", { place, on }, on ? "checkpoint set" : "checkpoint taken away");
}

/** @param {Page} page */
async function checkpointHere(page) {
  await page.queue;
  const board = page.board;
  const here = board?.tree.find((place) => place.id === board.here);
  if (here) setCheckpoint(page, here.id, !here.checkpoint);
}

/** The nearest checkpoint before here. @param {Page} page */
async function toCheckpoint(page) {
  await page.queue;
  const board = page.board;
  if (!board) return;
  if (board.unseen) return void page.say("This game takes nothing back.");
  const places = new Map(board.tree.map((place) => [place.id, place]));
  let place = places.get(places.get(board.here)?.parent ?? "");
  while (place && !place.checkpoint) place = places.get(place.parent ?? "");
  if (place) page.goto(place.id);
  else page.say("There is no checkpoint before this.");
}

/** @param {Page} page @param {HTMLElement} shown @param {Board} board */
function showCheckpoints(page, shown, board) {
  const numbers = numbersOf(board);
  const marked = board.unseen || page.trying ? [] : board.tree.filter((place) => place.checkpoint);
  shown.hidden = !marked.length;
  shown.replaceChildren(
    ...marked.map((place) => {
      const number = numbers.get(place.id) ?? 0;
      const words = place.comment ? `: ${place.comment.slice(0, 24)}` : "";
      const jump = button(`★ ${number ? `move ${number}` : "start"}${words}`, () => page.goto(place.id), "Go to this checkpoint");
      jump.setAttribute("aria-current", String(place.id === board.here));
      return jump;
    }),
  );
}

/** @param {Page} page @param {HTMLElement} shown @param {Board} board */
function showDeleted(page, shown, board) {
  const count = board.deleted;
  shown.hidden = !count;
  if (!count) return void shown.replaceChildren();
  const what = count === 1 ? "A move was deleted. " : `${count} moves were deleted. `;
  shown.replaceChildren(what, button("Put back", () => page.change("restore", undefined, "put back")));
}

/** @param {Page} page @param {string} id */
async function comment(page, id) {
  const place = page.board?.tree.find((one) => one.id === id);
  if (!place) return;
  const title = place.parent ? `Comment on ${place.moves?.[0]}` : "Comment on the start";
  const text = await askText(title, place.comment ?? "");
  if (text !== null) await page.change("comment", { place: id, comment: text.trim() }, "comment kept");
  element("tree").focus();
}

/** How many moves lead to each place. @param {Board} board @returns {Map<string, number>} */
function numbersOf(board) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const place of board.tree) numbers.set(place.id, place.parent ? (numbers.get(place.parent) ?? 0) + 1 : 0);
  return numbers;
}

/** All moves that lead to a place, automatic ones included. @param {Board} board @param {string} id @returns {string[]} */
function lineTo(board, id) {
  const places = new Map(board.tree.map((place) => [place.id, place]));
  const line = [];
  for (let place = places.get(id); place; place = places.get(place.parent ?? "")) line.unshift(...(place.moves ?? []));
  return line;
}
