// Playing a puzzle on squares: what keys, mouse and touch want is asked of the server; pencil marks, clues that are
// done, the light of a clue, and what is wrong.

import { Refusal, Unreachable } from "./api.js";
import { button, element } from "./elements.js";
import { svg } from "./glyphs.js";
import { openMenu } from "./menu.js";

/**
 * @typedef {import("./page.js").Page} Page @typedef {import("./grid.js").How} How @typedef {import("./api.js").Cell} Cell
 * @typedef {{may: string, not: string}} Marks the letters pencilled in, and those struck out
 */

/** @param {Page} page */
export function install(page) {
  new Squares(page);
}

class Squares {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.grid = page.grid;
    /** @type {Map<number, Marks>} of squares, on their way to the server */
    this.pending = new Map();
    this.told = document.createElement("p"); // what the light or a check says, beside the board
    this.told.id = "told";
    element("error").after(this.told);
    this.check = page.control("Check", () => this.#check(), "Are there mistakes? Nothing else is told");
    this.check.id = "check";
    element("redo").after(this.check);
    this.controls = [
      page.control("Fill marks", () => this.#mark("fill", "marks filled in"), "Pencils everything into every open square"),
      page.control("Clear marks", () => this.#mark("clear", "marks cleared"), "Takes all pencil marks away"),
    ];
    page.settings.choice("errors", "Mistakes in puzzles", [["on", "shown at once"], ["check", "when I ask"], ["off", "never"]], "on", (value) => {
      this.grid.errors = /** @type {"on"|"check"|"off"} */ (value);
      if (page.board) page.show(page.board, false);
    });
    page.addEventListener("shown", () => this.#shown());
    page.addEventListener("begun", () => {
      this.pending.clear();
      this.#light("");
    });
    page.addEventListener("cleared", () => {
      this.told.textContent = "";
      this.grid.wrong.clear();
      this.grid.pointed = [];
    });
    this.#wants();
    this.#keys();
  }

  #wants() {
    /** @type {[string, (detail: any) => unknown][]} */
    const wants = [
      ["put", ({ square, letter, how }) => this.put(square, letter, how)],
      ["erase", ({ square }) => this.erase(square)],
      ["mode", ({ mode }) => this.#mode(mode)],
      ["light", ({ clue }) => this.#light(this.grid.lit === clue ? "" : clue)],
      ["done", ({ clue }) => this.#mark(`${clue.label}=${clue.done ? "open" : "done"}`, clue.done ? "clue not done" : "clue done")],
      ["menu", ({ square, x, y }) => this.#menu(square, x, y)],
    ];
    for (const [name, act] of wants) {
      this.grid.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    }
  }

  #keys() {
    const { keys } = this.page;
    keys.add("a", () => element("setting-letters").click(), "Puzzles: letters or pictures", () => Boolean(this.page.board?.scene.grid));
    const of = (/** @type {string} */ key, /** @type {string} */ words) => keys.add(key, () => {}, `Puzzles: ${words}`);
    of("1 2 3", "place what has this number, or its letter");
    of("Shift+1 2 3", "pencil it in");
    of("Alt+1 2 3", "strike it out");
    of("Enter on a square", "pencil on or off");
    of("Delete", "empty the square; on a clue: done or not");
    of("L on a clue", "its light");
  }

  // --- what is shown ---------------------------------------------------------------------------------------

  #shown() {
    const { board } = this.page;
    const grid = board?.scene.grid;
    for (const control of this.controls) control.hidden = !board?.capabilities.includes("marks");
    this.check.hidden = !board?.capabilities.includes("mistakes") || this.grid.errors === "off";
    this.grid.fills = Boolean(board && isFilled(board));
    if (!grid?.marks?.length || !this.grid.fills) {
      element("marks").replaceChildren();
      return;
    }
    const focused = /** @type {HTMLElement|null} */ (document.activeElement?.closest("#marks button"))?.dataset.key;
    element("marks").replaceChildren(...(grid.marks ?? []).map((mark) => this.#key(mark)), ...this.#modes());
    if (focused) element("marks").querySelector(`[data-key="${focused}"]`)?.focus();
    this.#showPending();
    if (this.grid.lit) this.#light(this.grid.lit);
  }

  /** A key beside the board: after a click the keyboard goes back to the board. @param {() => unknown} act @param {string} [title] */
  #button(act, title = "") {
    const made = button("", () => act(), title);
    made.addEventListener("click", (event) => event.detail && this.grid.refocus());
    return made;
  }

  /** @param {import("./api.js").Mark} mark */
  #key(mark) {
    const over = mark.placed > mark.total && this.grid.errors === "on";
    const key = this.#button(() => this.#tap(mark.letter));
    key.dataset.key = mark.letter;
    key.className = over ? "key over" : mark.placed === mark.total ? "key full" : "key";
    const verb = { place: "", may: "pencil ", not: "not " }[this.grid.mode];
    key.setAttribute("aria-label", `${verb}${mark.name}: ${mark.placed} of ${mark.total} placed${over ? ", too many" : ""}`);
    key.title = `${mark.name} (${mark.letter.toUpperCase()})`;
    const count = document.createElement("span");
    count.textContent = `${mark.placed}/${mark.total}${over ? "!" : ""}`;
    key.append(svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, [this.grid.glyph(mark.letter)]), count);
    return key;
  }

  #modes() {
    const mode = (/** @type {How} */ how, /** @type {string} */ sign, /** @type {string} */ words) => {
      const made = this.#button(() => this.#mode(this.grid.mode === how ? "place" : how), words);
      made.className = "key";
      made.dataset.key = how;
      made.setAttribute("aria-pressed", String(this.grid.mode === how));
      made.setAttribute("aria-label", words);
      const [icon, under] = [document.createElement("b"), document.createElement("span")];
      [icon.textContent, under.textContent] = [sign, how === "may" ? "pencil" : "not"];
      icon.setAttribute("aria-hidden", "true");
      made.append(icon, under);
      return made;
    };
    const erase = this.#button(() => this.#onSquare((square) => this.erase(square)), "Empties the square (Delete)");
    erase.className = "key";
    erase.dataset.key = "erase";
    erase.setAttribute("aria-label", "empty the square");
    const [icon, under] = [document.createElement("b"), document.createElement("span")];
    [icon.textContent, under.textContent] = ["⌫", "empty"];
    icon.setAttribute("aria-hidden", "true");
    erase.append(icon, under);
    return [mode("may", "✎", "Pencil marks (Enter)"), mode("not", "⊘", "Strike out"), erase];
  }

  /** @param {How} mode */
  #mode(mode) {
    this.grid.mode = mode;
    this.page.say({ place: "placing", may: "pencil marks", not: "striking out" }[mode]);
    this.#shown();
  }

  // --- squares ---------------------------------------------------------------------------------------------

  /** A key on the page: for the square that is chosen. @param {string} letter */
  #tap(letter) {
    this.#onSquare((square) => this.put(square, letter, this.grid.mode));
  }

  /** @param {(square: number) => unknown} act */
  #onSquare(act) {
    if (this.grid.at < 0) return this.page.error("Choose a square first.");
    return act(this.grid.at);
  }

  /** The cell of a square that its player may fill. @param {number} square @returns {Cell|null} */
  #cell(square) {
    const cell = this.page.board?.scene.grid?.cells[square];
    if (!cell || cell.given) {
      this.page.error(cell?.holds && "/\\".includes(cell.holds) ? "This square is a mirror." : "This square is given.");
      return null;
    }
    return cell;
  }

  /** Places something, or marks it; both once more take it away. @param {number} square @param {string} letter @param {How} how */
  async put(square, letter, how) {
    const cell = this.#cell(square);
    if (!cell) return;
    if (how !== "place") {
      if (cell.holds) this.page.error("This square is filled: empty it first.");
      else this.#toggle(square, cell, letter, how);
    } else if (cell.holds !== letter && (!cell.holds || (await this.erase(square)))) {
      await this.page.play(`${this.grid.name(square)}=${letter}`);
    }
  }

  /** @param {number} square @param {Cell} cell @param {string} letter @param {How} how */
  #toggle(square, cell, letter, how) {
    const marks = { ...(this.pending.get(square) ?? { may: cell.pencil ?? "", not: cell.struck ?? "" }) };
    const [to, from] = how === "may" ? /** @type {const} */ (["may", "not"]) : /** @type {const} */ (["not", "may"]);
    const had = marks[to].includes(letter);
    const all = (this.page.board?.scene.grid?.marks ?? []).map((mark) => mark.letter); // in this order, as the server has it
    marks[to] = had ? marks[to].replace(letter, "") : all.filter((one) => marks[to].includes(one) || one === letter).join("");
    marks[from] = marks[from].replace(letter, "");
    return this.#set(square, marks, `${how === "may" ? "pencil" : "not"} ${this.grid.nameOf(letter)}${had ? " taken away" : ""}`);
  }

  /**
   * The square has its new marks at once, whatever is still on its way, so that the next key begins with them.
   * @param {number} square @param {Marks} marks @param {string} said
   */
  async #set(square, marks, said) {
    this.pending.set(square, marks);
    this.#showPending();
    const made = await this.#mark(markText(this.grid.name(square), marks.may, marks.not), said);
    if (this.pending.get(square) === marks) this.pending.delete(square);
    if (!made && this.page.board) await this.page.goto(this.page.board.here); // what the server has
    return made;
  }

  #showPending() {
    const cells = this.page.board?.scene.grid?.cells;
    if (!this.pending.size || !cells || !this.page.board) return;
    for (const [square, marks] of this.pending) [cells[square].pencil, cells[square].struck] = [marks.may, marks.not];
    this.grid.show(this.page.board.scene);
  }

  /** @param {string} mark @param {string} said */
  #mark(mark, said) {
    return this.page.change("mark", { mark }, said);
  }

  /** Empties a square: the entry that filled it is left out of the moves; an empty one loses its marks. @param {number} square */
  async erase(square) {
    const cell = this.#cell(square);
    if (!cell) return false;
    if (!cell.holds) return cell.pencil || cell.struck ? this.#set(square, { may: "", not: "" }, "marks taken away") : true;
    const entry = this.#entryOf(square);
    if (!entry) {
      this.page.error("This square was filled before the game began: it stays.");
      return false;
    }
    return this.page.change("leave-out", { place: entry }, "emptied");
  }

  /** The place of the move that filled a square, on the way to here. @param {number} square */
  #entryOf(square) {
    const board = this.page.board;
    const places = new Map((board?.tree ?? []).map((place) => [place.id, place]));
    const begin = `${this.grid.name(square)}=`;
    for (let place = places.get(board?.here ?? ""); place; place = places.get(place.parent ?? "")) {
      if (place.moves?.[0]?.startsWith(begin)) return place.id;
    }
    return "";
  }

  /** @param {number} square @param {number} x @param {number} y */
  #menu(square, x, y) {
    const cell = this.#cell(square);
    if (!cell) return;
    const marks = this.page.board?.scene.grid?.marks ?? [];
    const item = (/** @type {string} */ words, /** @type {string} */ letter, /** @type {How} */ how) => ({ words, act: () => this.put(square, letter, how) });
    const items = cell.holds ? [] : marks.flatMap((mark) => [
      item(`${cell.pencil?.includes(mark.letter) ? "✓ " : ""}Pencil ${mark.name}`, mark.letter, "may"),
      item(`${cell.struck?.includes(mark.letter) ? "✓ " : ""}Not ${mark.name}`, mark.letter, "not"),
    ]);
    openMenu(x, y, "marks", [...items, { words: "Empty", act: () => this.erase(square) }], this.grid.squares[square] ?? this.grid);
  }

  // --- light and mistakes ----------------------------------------------------------------------------------

  /** Lights the way of a clue; without one puts it out. @param {string} clue */
  async #light(clue) {
    const fresh = clue && this.grid.lit !== clue;
    this.grid.lit = clue;
    if (!clue) {
      this.grid.showLights([]);
      this.told.textContent = "";
      return;
    }
    const scene = await this.#scene(clue);
    if (!scene || this.grid.lit !== clue) return;
    this.grid.showLights(scene.grid.lights);
    this.told.textContent = scene.captions.join(" ");
    if (fresh) this.page.say(this.told.textContent ?? "");
  }

  /** The board with the light of a clue. @param {string} clue */
  async #scene(clue) {
    try {
      return (await this.page.api.get(`/api/boards/${this.page.board?.id}/light/${clue}`)).scene;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      this.page.error(error.message);
      return null;
    }
  }

  async #check() {
    await this.page.queue; // what is on its way would take the question back
    this.told.textContent = "Comparing with the solution";
    return this.page.ask("check", { seconds: 20 }, (job) => {
      if (job.state === "failed") this.told.textContent = job.error;
      if (job.state !== "done") return;
      this.told.textContent = job.data.text;
      this.page.say(job.data.text);
      this.grid.wrong = new Set([...job.data.squares, ...job.data.together.flat(), ...job.data.marked]);
      if (this.page.board) this.grid.show(this.page.board.scene);
    });
  }
}

/** Does its player fill squares, or move what stands there? @param {import("./api.js").Board} board */
function isFilled(board) {
  return board.capabilities.includes("marks") || board.legal.some((move) => /^r[0-9]+c[0-9]+=/.test(move));
}

/** A square's marks as moves write them. @param {string} name @param {string} may @param {string} not */
export function markText(name, may, not) {
  return `${name}?${may}${not ? `!${not}` : ""}`;
}
