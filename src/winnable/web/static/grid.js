// A puzzle on squares: cells, mirrors, clues around them, pencil marks and the way of the light. It knows no puzzle
// by name, and changes nothing: it says what its player wants, and squares.js asks the server.

import { MONSTERS, svg } from "./glyphs.js";
import { lightOf } from "./light.js";

/**
 * @typedef {import("./api.js").Scene} Scene @typedef {import("./api.js").Clue} Clue @typedef {import("./api.js").Cell} Cell
 * @typedef {import("./api.js").Grid} Grid @typedef {import("./api.js").Light} Light
 * @typedef {"place"|"may"|"not"} How what a key does: places something, pencils it in, or strikes it out
 * @typedef {{filled: Record<string, string>, struck: Record<string, string>}} Preview what a step would change
 */

const LEAST = 24; // px of a square; larger boards pan
const HANDY = 36; // not smaller than this only so that the whole board is seen
const MOST = 72;
const LONG_PRESS = 450; // ms
// Where pencil marks stand in a box of 20 by 20, and how large; of more than three in rows.
const PLACES = [[5.2, 5.4], [14.8, 5.4], [10, 14.8]];

export class SquareGrid extends HTMLElement {
  constructor() {
    super();
    /** @type {Scene|null} */
    this.scene = null;
    this.letters = false;
    /** @type {"on"|"check"|"off"} are broken clues shown at once? */
    this.errors = "on";
    /** @type {How} what a plain key does */
    this.mode = "place";
    this.x = 0; // where the keyboard is; -1 and beyond the last are clues
    this.y = 0;
    this.fills = true; // are squares filled by the player? Else keys and menus that do so are not for this game
    this.lit = "";
    /** @type {Light[]} */
    this.ways = [];
    /** @type {Set<number>} squares that cannot be right */
    this.wrong = new Set();
    /** @type {number[]} squares that are pointed out */
    this.pointed = [];
    /** @type {Preview|null} */
    this.preview = null;
    /** @type {Map<string, HTMLElement>} by place, as "x y" */
    this.places = new Map();
    /** @type {HTMLElement[]} the cells by their numbers */
    this.squares = [];
    this.drawn = ""; // which board the elements are of
    this.size = 0;
    this.pressing = 0;
    this.pressed = false; // a long press was answered: what the browser says of it later is passed over
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("contextmenu", (event) => this.#menu(event));
    this.addEventListener("pointerdown", (event) => this.#press(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave", "scroll"]) {
      this.addEventListener(kind, () => clearTimeout(this.pressing));
    }
    new ResizeObserver(() => this.scene && this.#draw()).observe(this);
  }

  /** @returns {Grid|undefined} */
  get grid() {
    return this.scene?.grid;
  }

  /** @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    const { width, height } = /** @type {Grid} */ (scene.grid);
    if (this.x > width || this.y > height || !this.#reachable(this.x, this.y)) {
      const first = Math.max(0, scene.grid?.cells.findIndex((cell) => !cell.outside) ?? 0);
      [this.x, this.y] = [first % width, Math.floor(first / width)];
    }
    this.#draw();
  }

  /** Points out squares. @param {number[]} squares */
  point(squares) {
    this.pointed = squares;
    this.#draw();
  }

  /** Shows the ways of lights; none puts them out. @param {Light[]} ways */
  showLights(ways) {
    this.ways = ways;
    this.#light();
  }

  /** The number of the square where the keyboard is; -1 on a clue. */
  get at() {
    const grid = this.grid;
    return grid && this.#inside(this.x, this.y) ? this.y * grid.width + this.x : -1;
  }

  /** The clue where the keyboard is. @returns {Clue|undefined} */
  get clue() {
    return this.#clueAt(this.x, this.y);
  }

  refocus() {
    this.places.get(`${this.x} ${this.y}`)?.focus({ preventScroll: true });
  }

  /** What a square's name is in moves. @param {number} i */
  name(i) {
    const width = this.grid?.width ?? 1;
    return `r${Math.floor(i / width) + 1}c${(i % width) + 1}`;
  }

  // --- drawing ---------------------------------------------------------------------------------------------

  /** @param {number} x @param {number} y */
  #inside(x, y) {
    const grid = /** @type {Grid} */ (this.grid);
    return x >= 0 && y >= 0 && x < grid.width && y < grid.height;
  }

  /** @param {number} x @param {number} y @returns {Clue|undefined} */
  #clueAt(x, y) {
    const grid = /** @type {Grid} */ (this.grid);
    const [aside, above] = [x < 0 || x >= grid.width, y < 0 || y >= grid.height];
    if (aside === above) return undefined;
    const side = y < 0 ? "top" : y >= grid.height ? "bottom" : x < 0 ? "left" : "right";
    return grid.clues?.find((one) => one.side === side && one.at === (above ? x : y));
  }

  /** @param {number} x @param {number} y */
  #reachable(x, y) {
    const grid = /** @type {Grid} */ (this.grid);
    return this.#inside(x, y) ? !grid.cells[y * grid.width + x].outside : Boolean(this.#clueAt(x, y));
  }

  #draw() {
    const grid = this.grid;
    if (!grid || this.hidden) return;
    const room = Math.min((this.clientWidth - 8) / (grid.width + 2.2), Math.max(HANDY, (this.clientHeight - 8) / (grid.height + 2.2)));
    this.size = Math.max(LEAST, Math.min(MOST, room));
    const board = `${grid.width} ${grid.height}`;
    if (this.drawn !== board) this.#build(grid);
    this.drawn = board;
    const table = /** @type {HTMLElement} */ (this.firstElementChild);
    const edge = `${1.1 * this.size}px`;
    table.style.gridTemplateColumns = `${edge} repeat(${grid.width}, ${this.size}px) ${edge}`;
    table.style.gridTemplateRows = `${edge} repeat(${grid.height}, ${this.size}px) ${edge}`;
    table.style.fontSize = `${0.44 * this.size}px`;
    for (let y = -1; y <= grid.height; y++) {
      for (let x = -1; x <= grid.width; x++) this.#square(x, y);
    }
    this.#light();
  }

  /** The elements of a board; what they hold is drawn when it changes. @param {Grid} grid */
  #build(grid) {
    const table = document.createElement("div");
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", `board of ${grid.width} by ${grid.height}`);
    table.className = "squares";
    this.places.clear();
    this.squares = [];
    for (let y = -1; y <= grid.height; y++) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.className = "row";
      for (let x = -1; x <= grid.width; x++) {
        const square = document.createElement("div");
        square.setAttribute("role", "gridcell");
        square.dataset.at = `${x} ${y}`;
        this.places.set(`${x} ${y}`, square);
        if (this.#inside(x, y)) this.squares[y * grid.width + x] = square;
        row.append(square);
      }
      table.append(row);
    }
    this.replaceChildren(table);
  }

  /** @param {number} x @param {number} y */
  #square(x, y) {
    const square = /** @type {HTMLElement} */ (this.places.get(`${x} ${y}`));
    if (this.#reachable(x, y)) square.tabIndex = x === this.x && y === this.y ? 0 : -1;
    else square.removeAttribute("tabindex");
    const grid = /** @type {Grid} */ (this.grid);
    const i = y * grid.width + x;
    const what = this.#inside(x, y) ? this.#previewed(i) : this.#clueAt(x, y);
    const looks = JSON.stringify([what, this.letters, this.errors, this.wrong.has(i), this.pointed.includes(i)]);
    if (square.dataset.looks === looks) return;
    square.dataset.looks = looks;
    if (this.#inside(x, y)) this.#cell(square, i, /** @type {Cell} */ (what));
    else this.#clue(square, /** @type {Clue|undefined} */ (what));
  }

  /** A cell as it stands, or as it would after the step that is shown. @param {number} i @returns {Cell & {step?: boolean}} */
  #previewed(i) {
    const cell = /** @type {Grid} */ (this.grid).cells[i];
    const [filled, struck] = [this.preview?.filled[i], this.preview?.struck[i]];
    if (cell.holds || (!filled && !struck)) return cell;
    if (filled) return { ...cell, holds: filled, step: true };
    const left = [...(cell.pencil ?? "")].filter((letter) => !struck?.includes(letter)).join("");
    return { ...cell, pencil: left, struck: [...new Set((cell.struck ?? "") + struck)].join(""), step: true };
  }

  /** @param {HTMLElement} square @param {number} i @param {Cell & {step?: boolean}} cell */
  #cell(square, i, cell) {
    const grid = /** @type {Grid} */ (this.grid);
    const flags = { given: cell.given, framed: cell.framed, outside: cell.outside, wrong: this.wrong.has(i), hinted: this.pointed.includes(i), step: cell.step };
    square.className = ["cell", ...Object.entries(flags).filter(([, on]) => on).map(([name]) => name)].join(" ");
    square.setAttribute("aria-label", `row ${Math.floor(i / grid.width) + 1}, column ${(i % grid.width) + 1}: ${this.#words(cell, this.wrong.has(i))}`);
    const box = svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
    const holds = cell.holds ?? "";
    if (holds === "/") box.append(svg("path", { d: "M3 17 17 3", class: "mirror" }));
    else if (holds === "\\") box.append(svg("path", { d: "M3 3 17 17", class: "mirror" }));
    else if (holds) box.append(this.glyph(holds));
    else this.#pencil(box, cell);
    square.replaceChildren(box);
  }

  /** @param {Cell} cell @param {boolean} wrong */
  #words(cell, wrong) {
    const names = (/** @type {string} */ letters) => [...letters].map((letter) => this.nameOf(letter)).join(" and ");
    const holds = cell.holds ?? "";
    const parts = [holds ? this.nameOf(holds) : "empty"];
    if (cell.given && holds && !"/\\".includes(holds)) parts.push("given");
    if (cell.pencil) parts.push(`pencil ${names(cell.pencil)}`);
    if (cell.struck) parts.push(`not ${names(cell.struck)}`);
    if (wrong) parts.push("cannot be right");
    return parts.join(", ");
  }

  /** @param {string} letter */
  nameOf(letter) {
    const mirrors = { "/": "mirror, rising", "\\": "mirror, falling" };
    return this.grid?.marks?.find((mark) => mark.letter === letter)?.name ?? mirrors[/** @type {"/"} */ (letter)] ?? letter;
  }

  /** What a mark looks like, in a box of 20 by 20. @param {string} letter */
  glyph(letter) {
    const drawn = MONSTERS[letter];
    if (this.letters || !drawn) {
      const text = svg("text", { x: 10, y: 15.5, "text-anchor": "middle", class: "letter" });
      text.textContent = letter.toUpperCase();
      return text;
    }
    return svg("g", {}, [svg("path", { d: drawn[0], class: `monster monster-${letter}` }), svg("path", { d: drawn[1], class: "features" })]);
  }

  /** Pencil marks have fixed places; what is not there is the same, struck. @param {SVGElement} box @param {Cell} cell */
  #pencil(box, cell) {
    const marks = this.grid?.marks ?? [];
    marks.forEach((mark, i) => {
      const [may, not] = [cell.pencil?.includes(mark.letter), cell.struck?.includes(mark.letter)];
      if (!may && !not) return;
      const [x, y] = marks.length > 3 ? [3 + (i % 4) * 4.6, 4 + Math.floor(i / 4) * 5] : PLACES[i];
      const small = svg("g", { class: not ? "pencil not" : "pencil", transform: `translate(${x - 4.2} ${y - 4.2}) scale(.42)` }, [this.glyph(mark.letter)]);
      box.append(small);
      if (not) box.append(svg("path", { d: `M${x - 4} ${y + 4} ${x + 4} ${y - 4}`, class: "struck" }));
    });
  }

  /** @param {HTMLElement} square @param {Clue|undefined} clue */
  #clue(square, clue) {
    square.className = "clue";
    square.removeAttribute("aria-label"); // of another game's clue
    square.replaceChildren();
    if (!clue) return;
    const state = this.errors === "on" ? stateOf(clue) : "open";
    square.classList.add(state);
    if (clue.done) square.classList.add("done");
    const number = document.createElement("span");
    number.textContent = clue.value === null ? "·" : String(clue.value);
    square.append(number);
    const sign = { met: "✓", broken: "!", open: "" }[state];
    if (sign) {
      const told = document.createElement("sup");
      told.textContent = sign;
      square.append(told);
    }
    const now = clue.least === clue.most ? `now ${clue.least}` : `now ${clue.least} to ${clue.most}`;
    const said = [clue.value === null ? "hidden" : `sees ${clue.value}`, now];
    if (state !== "open") said.push(state);
    if (clue.done) said.push("done");
    square.setAttribute("aria-label", `${whereIs(clue)}: ${said.join(", ")}`);
  }

  #light() {
    this.querySelector(".light")?.remove();
    const grid = this.grid;
    if (!grid || !this.ways.length) return;
    this.firstElementChild?.append(lightOf(grid, this.ways, this.size));
  }

  // --- the player ------------------------------------------------------------------------------------------

  /** @param {string} name @param {object} detail */
  #say(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {number} x @param {number} y */
  select(x, y) {
    const before = this.places.get(`${this.x} ${this.y}`);
    if (before?.hasAttribute("tabindex")) before.tabIndex = -1;
    [this.x, this.y] = [x, y];
    const square = this.places.get(`${x} ${y}`);
    if (!square) return;
    square.tabIndex = 0;
    square.focus();
    square.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** The place that an event is at, if one can go there. @param {Event} event @returns {[number, number]|null} */
  #placeOf(event) {
    const square = event.target instanceof Element ? event.target.closest("[data-at]") : null;
    if (!(square instanceof HTMLElement)) return null;
    const [x, y] = (square.dataset.at ?? "").split(" ").map(Number);
    return this.#reachable(x, y) ? [x, y] : null;
  }

  /** @param {Event} event */
  #click(event) {
    const place = this.#placeOf(event);
    if (!place || this.pressed) return;
    this.select(...place);
    if (this.clue) this.#say("light", { clue: this.clue.label });
    else this.#say("picked", { square: this.at });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.pressed = false;
    clearTimeout(this.pressing);
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    this.pressing = window.setTimeout(() => {
      this.pressed = true;
      this.#more(event, event.clientX, event.clientY);
    }, LONG_PRESS);
  }

  /** @param {MouseEvent} event */
  #menu(event) {
    if (!this.#placeOf(event)) return;
    event.preventDefault();
    clearTimeout(this.pressing);
    if (!this.pressed) this.#more(event, event.clientX, event.clientY);
    this.pressed = this.pressing > 0;
  }

  /** A clue is done, or not any more; a square has a menu. @param {Event} event @param {number} x @param {number} y */
  #more(event, x, y) {
    const place = this.#placeOf(event);
    if (!place) return;
    this.select(...place);
    if (this.clue) this.#say("done", { clue: this.clue });
    else if (this.at >= 0 && this.fills) this.#say("menu", { square: this.at, x, y });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.grid || event.ctrlKey || event.metaKey) return;
    if (!(this.#arrow(event) || (this.clue ? this.#clueKey(event) : this.#cellKey(event)))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const grid = /** @type {Grid} */ (this.grid);
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[/** @type {keyof steps} */ (event.key)];
    if (event.altKey || event.shiftKey) return false;
    if (step) {
      let [x, y] = [this.x + step[0], this.y + step[1]];
      while (this.#inside(x, y) && !this.#reachable(x, y)) [x, y] = [x + step[0], y + step[1]];
      if (this.#reachable(x, y)) this.select(x, y);
      return true;
    }
    const ends = { Home: [0, this.y], End: [grid.width - 1, this.y], PageUp: [this.x, 0], PageDown: [this.x, grid.height - 1] };
    const end = ends[/** @type {keyof ends} */ (event.key)];
    if (end && this.#reachable(end[0], end[1])) this.select(end[0], end[1]);
    return Boolean(end);
  }

  /** @param {KeyboardEvent} event */
  #clueKey(event) {
    const clue = /** @type {Clue} */ (this.clue);
    const key = event.key.toLowerCase();
    if (event.altKey || event.shiftKey) return false;
    if (key === "l" || key === "enter" || key === " ") this.#say("light", { clue: clue.label });
    else if (key === "d" || key === "delete" || key === "backspace") this.#say("done", { clue });
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  #cellKey(event) {
    if (!this.fills) return false;
    if (event.key === "Delete" || event.key === "Backspace" || event.key === "0") this.#say("erase", { square: this.at });
    else if ((event.key === "Enter" || event.key === " ") && !event.altKey) this.#say("mode", { mode: this.mode === "may" ? "place" : "may" });
    else {
      const mark = this.#markOf(event);
      if (!mark) return false;
      this.#say("put", { square: this.at, letter: mark.letter, how: event.altKey ? "not" : event.shiftKey ? "may" : this.mode });
    }
    return true;
  }

  /** The mark of a key: its letter, or its number; with Shift and Alt keys write other signs. @param {KeyboardEvent} event */
  #markOf(event) {
    const marks = this.grid?.marks ?? [];
    const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)([0-9]))$/.exec(event.code) ?? [];
    const key = event.altKey && letter ? letter.toLowerCase() : event.key.toLowerCase();
    return marks.find((mark) => mark.letter === key) ?? marks[Number(/^[1-9]$/.test(key) ? key : digit) - 1];
  }
}

/** @param {Clue} clue */
function whereIs(clue) {
  const at = clue.at + 1;
  return { top: `above column ${at}`, bottom: `below column ${at}`, left: `left of row ${at}`, right: `right of row ${at}` }[clue.side];
}

/** @param {Clue} clue @returns {"open"|"met"|"broken"} */
function stateOf(clue) {
  if (clue.value === null) return "open";
  if (clue.value < clue.least || clue.value > clue.most) return "broken";
  return clue.least === clue.most ? "met" : "open";
}

customElements.define("square-grid", SquareGrid);
