// The moves as a tree: the main line, variations where they begin, and what is known of each place.

/** @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Place} Place */

const SIGNS = { solved: "●", unsolvable: "✕", unknown: "?" };

export class MoveTree extends HTMLElement {
  constructor() {
    super();
    /** @type {Board|null} */
    this.board = null;
    this.signs = true;
  }

  connectedCallback() {
    this.tabIndex = 0;
    this.setAttribute("role", "listbox");
    this.setAttribute("aria-label", "moves");
    this.addEventListener("click", (event) => {
      const move = event.target instanceof Element ? event.target.closest("[data-place]") : null;
      if (move instanceof HTMLElement) this.#go(move.dataset.place ?? "");
    });
  }

  /** @param {Board} board */
  show(board) {
    this.board = board;
    /** @type {Map<string, Place>} */
    const places = new Map(board.tree.map((place) => [place.id, place]));
    const root = board.tree[0];
    const list = document.createElement("div");
    list.className = "line";
    this.#line(list, places, root, 0);
    this.replaceChildren(list);
    const here = this.querySelector(".here");
    if (here instanceof HTMLElement) {
      this.setAttribute("aria-activedescendant", here.id);
      this.scrollTop = Math.max(0, here.offsetTop - this.clientHeight / 2);
    }
  }

  /**
   * Everything that follows a place; variations are indented below the move that they are instead of.
   * @param {HTMLElement} into @param {Map<string, Place>} places @param {Place} from @param {number} number
   */
  #line(into, places, from, number) {
    let place = from;
    for (;;) {
      const children = (place.children ?? []).map((id) => /** @type {Place} */ (places.get(id)));
      if (!children.length) return;
      number += 1;
      into.append(this.#move(children[0], number));
      for (const other of children.slice(1)) {
        const variation = document.createElement("div");
        variation.className = "variation";
        variation.append(this.#move(other, number));
        this.#line(variation, places, other, number);
        into.append(variation);
      }
      place = children[0];
    }
  }

  /** @param {Place} place @param {number} number */
  #move(place, number) {
    const board = /** @type {Board} */ (this.board);
    const [first, ...others] = place.moves ?? [];
    const known = this.signs ? board.known[place.id] : undefined;
    const move = document.createElement("span");
    move.className = "move";
    move.id = `move-${place.id}`;
    move.dataset.place = place.id;
    move.setAttribute("role", "option");
    move.setAttribute("aria-selected", String(place.id === board.here));
    if (place.id === board.here) move.classList.add("here");
    if (known) move.classList.add(known.verdict);
    move.title = place.words ?? "";
    move.append(`${number} `);
    const text = document.createElement("b");
    text.textContent = first;
    move.append(text);
    if (others.length) move.append(` +${others.length}`);
    if (known) move.append(` ${SIGNS[known.verdict]}`);
    if (place.comment) {
      const comment = document.createElement("i");
      comment.textContent = ` ${place.comment}`;
      move.append(comment);
    }
    return move;
  }

  /** @param {string} place */
  #go(place) {
    this.dispatchEvent(new CustomEvent("goto", { detail: { place } }));
  }
}

customElements.define("move-tree", MoveTree);
