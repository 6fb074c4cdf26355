// A puzzle on squares: cells, mirrors, clues around them, and the way of the light. It knows no puzzle by name.

import { MONSTERS, svg } from "./glyphs.js";

/** @typedef {import("./api.js").Scene} Scene @typedef {import("./api.js").Clue} Clue */

export class SquareGrid extends HTMLElement {
  constructor() {
    super();
    /** @type {Scene|null} */
    this.scene = null;
    this.letters = false;
    /** @type {HTMLElement[]} by square; null squares too */
    this.squares = [];
    this.at = 0; // where the keyboard is
    this.lit = "";
    /** @type {import("./api.js").Light|null} */
    this.way = null;
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.scene && this.#draw()).observe(this);
  }

  /** @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    if (this.at >= (scene.grid?.cells.length ?? 0)) this.at = 0;
    this.way = null;
    this.lit = "";
    this.#draw();
  }

  /** Points out squares. @param {number[]} squares */
  point(squares) {
    this.squares.forEach((square, i) => square.classList.toggle("hinted", squares.includes(i)));
  }

  #draw() {
    const grid = this.scene?.grid;
    if (!grid) return;
    const focused = this.contains(document.activeElement);
    const [n, m] = [grid.width + 2, grid.height + 2];
    const cell = Math.max(22, Math.min(64, (this.clientWidth - 8) / (grid.width + 2.2), (this.clientHeight - 8) / m));
    const table = document.createElement("div");
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", `board of ${grid.width} by ${grid.height}`);
    table.className = "squares";
    table.style.gridTemplateColumns = `repeat(${n}, ${cell}px)`;
    table.style.gridAutoRows = `${cell}px`;
    this.squares = [];
    for (let y = -1; y <= grid.height; y++) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.className = "row";
      for (let x = -1; x <= grid.width; x++) row.append(this.#square(x, y));
      table.append(row);
    }
    this.replaceChildren(table);
    this.#light();
    if (focused) this.squares[this.at]?.focus();
  }

  /** @param {number} x @param {number} y */
  #square(x, y) {
    const grid = /** @type {import("./api.js").Grid} */ (this.scene?.grid);
    const inside = x >= 0 && y >= 0 && x < grid.width && y < grid.height;
    return inside ? this.#cell(y * grid.width + x, x, y) : this.#clue(x, y);
  }

  /** @param {number} i @param {number} x @param {number} y */
  #cell(i, x, y) {
    const grid = /** @type {import("./api.js").Grid} */ (this.scene?.grid);
    const cell = grid.cells[i];
    const holds = cell.holds ?? "";
    const square = document.createElement("div");
    square.setAttribute("role", "gridcell");
    square.className = `cell${cell.given ? " given" : ""}${cell.framed ? " framed" : ""}${cell.outside ? " outside" : ""}`;
    square.tabIndex = i === this.at ? 0 : -1;
    const name = grid.marks?.find((mark) => mark.letter === holds)?.name ?? (holds ? "mirror" : "empty");
    const pencil = cell.pencil ? `, pencil ${[...cell.pencil].map((letter) => this.#name(letter)).join(" and ")}` : "";
    square.setAttribute("aria-label", `row ${y + 1}, column ${x + 1}: ${name}${pencil}`);
    const box = svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
    if (holds === "/") box.append(svg("path", { d: "M3 17 17 3", class: "mirror" }));
    else if (holds === "\\") box.append(svg("path", { d: "M3 3 17 17", class: "mirror" }));
    else if (holds) this.#monster(box, holds);
    else this.#pencil(box, cell.pencil ?? "", cell.ruled_out ?? "");
    square.append(box);
    square.addEventListener("click", () => this.#pick(i));
    this.squares[i] = square;
    return square;
  }

  /** @param {string} letter */
  #name(letter) {
    return this.scene?.grid?.marks?.find((mark) => mark.letter === letter)?.name ?? letter;
  }

  /** @param {SVGElement} box @param {string} letter */
  #monster(box, letter) {
    const drawn = MONSTERS[letter];
    if (this.letters || !drawn) {
      const text = svg("text", { x: 10, y: 15, "text-anchor": "middle", class: "letter" });
      text.textContent = letter.toUpperCase();
      box.append(text);
      return;
    }
    box.append(
      svg("path", { d: drawn[0], class: `monster monster-${letter}` }),
      svg("path", { d: drawn[1], class: "features" }),
    );
  }

  /** Pencil marks have fixed places; what is ruled out is the same, struck. @param {SVGElement} box @param {string} may @param {string} not */
  #pencil(box, may, not) {
    const marks = this.scene?.grid?.marks ?? [];
    marks.forEach((mark, i) => {
      if (!may.includes(mark.letter) && !not.includes(mark.letter)) return;
      const x = 4 + 6 * i;
      const text = svg("text", { x, y: 8, "text-anchor": "middle", class: "pencil" });
      text.textContent = mark.letter.toUpperCase();
      box.append(text);
      if (not.includes(mark.letter)) box.append(svg("path", { d: `M${x - 2.6} 8.4 ${x + 2.6} 2.6`, class: "struck" }));
    });
  }

  /** @param {number} x @param {number} y */
  #clue(x, y) {
    const grid = /** @type {import("./api.js").Grid} */ (this.scene?.grid);
    const side = y < 0 ? "top" : y >= grid.height ? "bottom" : x < 0 ? "left" : "right";
    const at = side === "top" || side === "bottom" ? x : y;
    const corner = (x < 0 || x >= grid.width) && (y < 0 || y >= grid.height);
    const clue = corner ? undefined : grid.clues?.find((one) => one.side === side && one.at === at);
    const square = document.createElement("div");
    square.setAttribute("role", "gridcell");
    square.className = "clue";
    if (!clue) return square;
    const state = stateOf(clue);
    square.classList.add(state);
    square.textContent = clue.value === null ? "" : String(clue.value);
    const sees = clue.least === clue.most ? `sees ${clue.now}` : `now ${clue.now}, at most ${clue.most}`;
    square.setAttribute("aria-label", `clue ${clue.label}: ${clue.value ?? "not told"}, ${sees}`);
    square.tabIndex = -1;
    square.addEventListener("click", () => this.#lightUp(clue.label));
    return square;
  }

  /** Asks what a clue looks along; the same clue again puts the light out. @param {string} label */
  #lightUp(label) {
    this.lit = this.lit === label ? "" : label;
    this.showLight(null);
    if (this.lit) this.dispatchEvent(new CustomEvent("light", { detail: { clue: label } }));
  }

  /** @param {import("./api.js").Light|null} light */
  showLight(light) {
    this.way = light;
    this.#light();
  }

  #light() {
    this.querySelector(".light")?.remove();
    const grid = this.scene?.grid;
    const light = this.way;
    if (!grid || !light) return;
    const table = /** @type {HTMLElement} */ (this.firstElementChild);
    const size = parseFloat(table.style.gridAutoRows);
    const centre = (/** @type {number} */ x, /** @type {number} */ y) => `${(x + 1.5) * size} ${(y + 1.5) * size}`;
    const ends = [light.start, light.end].map((label) => grid.clues?.find((clue) => clue.label === label));
    const point = (/** @type {Clue|undefined} */ clue) =>
      !clue ? "" : clue.side === "top" ? centre(clue.at, -1) : clue.side === "bottom" ? centre(clue.at, grid.height)
        : clue.side === "left" ? centre(-1, clue.at) : centre(grid.width, clue.at);
    const squares = light.squares.map((i) => centre(i % grid.width, Math.floor(i / grid.width)));
    const way = [point(ends[0]), ...squares, point(ends[1])].filter(Boolean);
    const drawn = svg("svg", { class: "light", "aria-hidden": "true", width: (grid.width + 2) * size, height: (grid.height + 2) * size });
    drawn.append(svg("path", { d: `M${way.join("L")}`, class: "casing" }), svg("path", { d: `M${way.join("L")}`, class: "beam" }));
    table.append(drawn);
  }

  /** @param {number} i */
  #pick(i) {
    this.at = i;
    this.squares.forEach((square, j) => square && (square.tabIndex = j === i ? 0 : -1));
    this.squares[i]?.focus();
    this.dispatchEvent(new CustomEvent("picked", { detail: { square: i } }));
  }

  /** Puts a mark on the square where the keyboard is. @param {string} letter */
  put(letter) {
    const grid = this.scene?.grid;
    if (!grid) return;
    const text = `r${Math.floor(this.at / grid.width) + 1}c${(this.at % grid.width) + 1}=${letter}`;
    this.dispatchEvent(new CustomEvent("play", { detail: { move: text } }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const grid = this.scene?.grid;
    if (!grid || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -grid.width, ArrowDown: grid.width }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      const to = this.at + step;
      if (to >= 0 && to < grid.cells.length && !(Math.abs(step) === 1 && Math.floor(to / grid.width) !== Math.floor(this.at / grid.width))) this.#pick(to);
      return;
    }
    const marks = grid.marks ?? [];
    const mark = marks.find((one) => one.letter === event.key.toLowerCase()) ?? marks[Number(event.key) - 1];
    if (mark) {
      event.preventDefault();
      event.stopPropagation();
      this.put(mark.letter);
    }
  }
}

/** @param {Clue} clue @returns {"open"|"met"|"broken"} */
function stateOf(clue) {
  if (clue.value === null) return "open";
  if (clue.value < clue.least || clue.value > clue.most) return "broken";
  return clue.least === clue.most ? "met" : "open";
}

customElements.define("square-grid", SquareGrid);
