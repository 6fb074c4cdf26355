// The moves as a tree: the main line, variations where they begin, and what is known of each place. It only asks for
// what is to be done with a place, by events: goto, promote, delete, comment, checkpoint, copy. Keys may come faster than
// the server answers, so what they do is done "here", wherever that is when the moves before it are made.

import { openMenu } from "./menu.js";

/** @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Place} Place */

const SIGNS = { solved: "●", unsolvable: "✕", unknown: "?" };
const INLINE = 6; // moves of a variation without branches that stands within its line
const LONG_PRESS = 450; // milliseconds

export class MoveTree extends HTMLElement {
  constructor() {
    super();
    /** @type {Board|null} */
    this.board = null;
    this.signs = true;
    /** @type {Set<string>} places whose other moves are not shown */
    this.closed = new Set();
    /** @type {Map<string, Place>} */
    this.places = new Map();
    this.press = 0;
    /** @type {Set<string>} what a deletion would take that one points at */
    this.doomed = new Set();
  }

  connectedCallback() {
    this.tabIndex = 0;
    this.dataset.region = "moves";
    this.setAttribute("role", "listbox");
    this.setAttribute("aria-label", "moves");
    this.addEventListener("click", (event) => this.#tell("goto", placeOf(event)));
    this.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.#menu(placeOf(event) || (this.board?.here ?? ""), event.clientX, event.clientY);
    });
    this.addEventListener("pointerdown", (event) => this.#down(event));
    for (const ends of ["pointerup", "pointercancel", "pointermove", "scroll"]) {
      this.addEventListener(ends, () => clearTimeout(this.press));
    }
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Board} board */
  show(board) {
    this.board = board;
    this.places = new Map(board.tree.map((place) => [place.id, place]));
    const list = document.createElement("div");
    list.className = "line";
    list.setAttribute("role", "presentation");
    list.append(this.#start(board.tree[0]));
    this.#line(list, board.tree[0], 0);
    this.replaceChildren(list);
    const here = this.querySelector(".here");
    if (here instanceof HTMLElement) {
      this.setAttribute("aria-activedescendant", here.id);
      const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
      if (top < this.scrollTop || bottom > this.scrollTop + this.clientHeight) {
        this.scrollTop = Math.max(0, top - this.clientHeight / 2);
      }
    }
  }

  /** @param {string} id @returns {Place[]} */
  #children(id) {
    const known = /** @type {Place} */ (this.places.get(id));
    return (known.children ?? []).map((child) => /** @type {Place} */ (this.places.get(child)));
  }

  /**
   * Everything that follows a place. A short variation stands within the line, another one is indented below the
   * move that it is instead of.
   * @param {HTMLElement} into @param {Place} from @param {number} number
   */
  #line(into, from, number) {
    let place = from;
    for (;;) {
      const [first, ...others] = this.#children(place.id);
      if (!first) return;
      number += 1;
      into.append(this.#move(first, number));
      if (others.length && this.closed.has(place.id)) into.append(this.#opener(place.id, others.length));
      else for (const other of others) into.append(this.#variation(other, number));
      place = first;
    }
  }

  /** @param {Place} first @param {number} number */
  #variation(first, number) {
    const variation = document.createElement("div");
    variation.className = this.#isShort(first) ? "variation short" : "variation";
    variation.setAttribute("role", "group");
    variation.setAttribute("aria-label", `instead of move ${number}`);
    variation.append(this.#move(first, number));
    this.#line(variation, first, number);
    return variation;
  }

  /** @param {Place} first */
  #isShort(first) {
    let length = 1;
    for (let place = first; ; length++) {
      const children = this.#children(place.id);
      if (children.length > 1 || place.comment || length > INLINE) return false;
      if (!children.length) return true;
      place = children[0];
    }
  }

  /** @param {Place} root */
  #start(root) {
    const start = document.createElement("span");
    start.className = "start";
    start.textContent = "Start";
    this.#asOption(start, root);
    this.#behind(start, root);
    return start;
  }

  /** @param {HTMLElement} shown @param {Place} place */
  #asOption(shown, place) {
    const board = /** @type {Board} */ (this.board);
    const here = place.id === board.here;
    shown.id = `move-${place.id}`;
    shown.dataset.place = place.id;
    shown.setAttribute("role", "option");
    shown.setAttribute("aria-selected", String(here));
    shown.classList.toggle("here", here);
  }

  /** @param {Place} place @param {number} number */
  #move(place, number) {
    const [first, ...others] = place.moves ?? [];
    const known = this.signs ? this.board?.known[place.id] : undefined;
    const move = document.createElement("span");
    move.className = "move";
    this.#asOption(move, place);
    if (known) move.classList.add(known.verdict);
    move.classList.toggle("doomed", this.doomed.has(place.id));
    move.title = place.words ?? "";
    move.append(`${number} `);
    const text = document.createElement("b");
    text.textContent = first;
    move.append(text);
    if (others.length) move.append(` +${others.length}`);
    if (known) move.append(` ${SIGNS[known.verdict]}`);
    this.#behind(move, place);
    return move;
  }

  /** A checkpoint and a comment. @param {HTMLElement} shown @param {Place} place */
  #behind(shown, place) {
    if (place.checkpoint) {
      const mark = document.createElement("span");
      mark.className = "checkpoint";
      mark.textContent = " ★";
      mark.setAttribute("aria-label", "checkpoint");
      mark.setAttribute("role", "img");
      shown.append(mark);
    }
    if (place.comment) {
      const comment = document.createElement("i");
      comment.textContent = ` ${place.comment}`;
      shown.append(comment);
    }
  }

  /** @param {string} place @param {number} count */
  #opener(place, count) {
    const opener = document.createElement("span");
    opener.className = "opener";
    opener.dataset.open = place;
    opener.setAttribute("role", "option");
    opener.setAttribute("aria-selected", "false");
    opener.textContent = `(${count} more)`;
    opener.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#toggle(place, false);
    });
    return opener;
  }

  /** Shows the other moves of a place, or not. @param {string} place @param {boolean} closed */
  #toggle(place, closed) {
    if (closed) this.closed.add(place);
    else this.closed.delete(place);
    if (this.board) this.show(this.board);
  }

  // --- what may be done with a place -----------------------------------------------------------------------

  /** @param {string} what @param {string} place @param {object} [more] */
  #tell(what, place, more = {}) {
    if (place) this.dispatchEvent(new CustomEvent(what, { detail: { place, ...more } }));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    clearTimeout(this.press);
    const place = placeOf(event);
    if (event.pointerType === "mouse" || !place) return;
    this.press = window.setTimeout(() => this.#menu(place, event.clientX, event.clientY), LONG_PRESS);
  }

  /** @param {string} id @param {number} x @param {number} y */
  #menu(id, x, y) {
    const place = this.places.get(id);
    const board = this.board;
    if (!place || !board) return;
    const checkpoint = {
      words: place.checkpoint ? "Take the checkpoint away" : "Checkpoint",
      act: () => this.#tell("checkpoint", id, { on: !place.checkpoint }),
    };
    const comment = { words: place.comment ? "Change the comment" : "Comment", act: () => this.#tell("comment", id) };
    const copy = { words: "Copy the moves to here", act: () => this.#tell("copy", id) };
    const main = { words: "Make it the main line", act: () => this.#tell("promote", id) };
    const parent = this.places.get(place.parent ?? "");
    const count = 1 + this.#below(id).length;
    const remove = {
      words: count === 1 ? "Delete this move" : `Delete from here, ${count} moves`,
      act: () => this.#tell("delete", id),
      point: (/** @type {boolean} */ on) => this.#doom(id, on),
    };
    const items = [checkpoint, comment, copy];
    if (parent && !board.unseen) {
      if (this.#isSide(id)) items.unshift(main);
      items.push(remove);
    }
    openMenu(x, y, place.parent ? `move ${place.moves?.[0]}` : "start", items, this);
  }

  /** Is it on a variation? @param {string} id */
  #isSide(id) {
    for (let place = this.places.get(id); place?.parent; place = this.places.get(place.parent)) {
      if (this.places.get(place.parent)?.children?.[0] !== place.id) return true;
    }
    return false;
  }

  /** The places that follow one. @param {string} id @returns {string[]} */
  #below(id) {
    const found = [];
    const todo = [id];
    while (todo.length) {
      const children = this.#children(/** @type {string} */ (todo.pop())).map((child) => child.id);
      found.push(...children);
      todo.push(...children);
    }
    return found;
  }

  /** Shows what a deletion takes. @param {string} id @param {boolean} on */
  #doom(id, on) {
    this.doomed = new Set(on ? [id, ...this.#below(id)] : []);
    for (const shown of this.querySelectorAll(".move")) {
      if (shown instanceof HTMLElement) shown.classList.toggle("doomed", this.doomed.has(shown.dataset.place ?? ""));
    }
  }

  // --- keys ------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    const board = this.board;
    if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = /** @type {Place} */ (this.places.get(board.here));
    const acts = /** @type {Record<string, () => void>} */ ({
      ArrowUp: () => this.#sibling(here, -1),
      ArrowDown: () => this.#sibling(here, 1),
      Home: () => this.#tell("goto", board.tree[0].id),
      End: () => this.#tell("goto", this.#end(here).id),
      "+": () => this.#toggle(here.id, false),
      "-": () => this.#toggle(here.id, true),
      Delete: () => this.#tell("delete", "here"),
      Backspace: () => this.#tell("delete", "here"),
      c: () => this.#tell("comment", "here"),
      ContextMenu: () => this.#menuHere(here.id),
      F10: () => event.shiftKey && this.#menuHere(here.id),
      Enter: () => event.shiftKey && this.#tell("promote", "here"),
    });
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {string} id */
  #menuHere(id) {
    const box = this.querySelector(`[data-place="${id}"]`)?.getBoundingClientRect();
    this.#menu(id, box?.left ?? 0, box?.bottom ?? 0);
  }

  /** @param {Place} here @param {number} step */
  #sibling(here, step) {
    const siblings = here.parent ? (this.places.get(here.parent)?.children ?? []) : [];
    const at = siblings.indexOf(here.id) + step;
    if (siblings[at]) this.#tell("goto", siblings[at]);
  }

  /** @param {Place} from */
  #end(from) {
    let end = from;
    for (let next = this.#children(end.id)[0]; next; next = this.#children(end.id)[0]) end = next;
    return end;
  }
}

/** @param {Event} event @returns {string} */
function placeOf(event) {
  const found = event.target instanceof Element ? event.target.closest("[data-place]") : null;
  return found instanceof HTMLElement ? (found.dataset.place ?? "") : "";
}

customElements.define("move-tree", MoveTree);
