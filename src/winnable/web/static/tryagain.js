// Trying again from before a move that lost: the board as it was, the move that was played as a pale arrow, and nothing
// that gives the answer away. Any move that keeps the win is right; what is not decided in time is not called wrong.

import { button, element } from "./elements.js";
import { count, keepFocus, sentence } from "./said.js";

/**
 * @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Job} Job
 * @typedef {import("./review.js").Review} Review @typedef {import("./review.js").Blunder} Blunder
 * @typedef {"find"|"checking"|"right"|"wrong"|"unknown"|"shown"|"off"|"end"} State
 */

const SECONDS = 3; // after which a move is neither right nor wrong
const GRACE = 500; // milliseconds more for the answer to come
const DEAF = /^(Shift\+)?[ehsbr]$/; // keys that would give the answer away, or do what is hidden

export class TryAgain {
  /** @param {Page} page @param {Review} review */
  constructor(page, review) {
    this.page = page;
    this.review = review;
    /** @type {State|""} */
    this.state = "";
    /** @type {Blunder|null} */
    this.blunder = null;
    this.before = "";
    this.played = "";
    this.inner = false; // is a change of the board our own?
    /** @type {Set<string>} blunders for which a move was found */
    this.found = new Set();
    /** @type {Set<string>} places that were there before a move was tried */
    this.old = new Set();
    this.timer = 0;
    this.box = document.createElement("div");
    this.box.className = "try-again";
    this.words = document.createElement("p");
    this.words.setAttribute("role", "status");
    this.buttons = document.createElement("div");
    this.buttons.className = "buttons";
    this.rest = document.createElement("p"); // a line of moves, which nobody wants to hear at once
    this.rest.className = "solution";
    this.box.append(this.words, this.buttons, this.rest);
    page.guard = (what) => this.#allows(what);
    page.keys.deaf = (key) => page.trying && DEAF.test(key);
    page.questions.allowed = (kind) => !page.trying || ["try", "find", "picture"].includes(kind);
    page.keys.add("Escape", () => this.leave(), "Leave trying again");
    document.addEventListener("keydown", (event) => this.#escape(event), true); // before the table takes it
    const again = () => page.trying && page.board?.here === this.before && this.#point();
    new ResizeObserver(again).observe(page.table); // which draws anew then, without arrows
  }

  /** @param {string} what */
  #allows(what) {
    if (!this.page.trying || this.inner) return true;
    if (what === "play" && this.state !== "checking") return true;
    if (what === "play") this.page.say("Wait: your move is being checked.");
    else if (!["redo", "undo", "goto"].includes(what)) this.page.say("Not while you try again; Escape leaves it.");
    return false;
  }

  /** Escape leaves from anywhere, unless it puts down what is lifted or closes what is open. @param {KeyboardEvent} event */
  #escape(event) {
    const other = this.page.table.lifted || document.querySelector("dialog[open], .menu");
    if (event.key !== "Escape" || !this.page.trying || other) return;
    event.preventDefault();
    event.stopPropagation();
    this.leave();
  }

  /** @param {Blunder} blunder */
  async start(blunder) {
    const { page } = this;
    const board = page.board;
    const place = board?.tree.find((one) => one.id === blunder.place);
    if (!board || !place?.parent) return;
    [this.blunder, this.before, this.played] = [blunder, place.parent, place.moves?.[0] ?? ""];
    if (!page.trying) {
      this.verdicts = page.verdicts;
      this.found.clear();
      for (const kind of [...page.questions.open.keys()]) if (kind !== "review") page.questions.stop(kind);
      page.trying = true;
      page.verdicts = false;
      document.body.classList.add("trying");
      for (const live of ["live", "verdict-live", "error"]) element(live).textContent = "";
      page.dispatchEvent(new CustomEvent("trying"));
      page.clear();
      page.dispatchEvent(new CustomEvent("toggled"));
    }
    page.openTab("review");
    page.panel.fold();
    page.below(this.box);
    if (!(await this.#back())) return;
    this.#set("find", `${this.#what(place.words ?? "")} Find a move that keeps the win.`);
    this.#focus();
  }

  /** @param {string} words */
  #what(words) {
    return `You played ${this.played}${words ? `, ${words}` : ""}, and that lost.`;
  }

  #focus() {
    const { table, grid } = this.page;
    const target = table.hidden ? (grid.querySelector("[tabindex='0']") ?? grid) : table;
    if (target instanceof HTMLElement) target.focus();
  }

  /** Shows everything again. @param {boolean} [show] */
  leave(show = true) {
    const { page } = this;
    if (!page.trying) return;
    clearTimeout(this.timer);
    page.questions.stop("try");
    this.state = "";
    page.trying = false;
    page.verdicts = this.verdicts ?? true;
    document.body.classList.remove("trying", "showing");
    page.below(null);
    page.table.point("");
    if (!show) return;
    page.dispatchEvent(new CustomEvent("toggled"));
    if (page.board) page.show(page.board, false);
    page.say("Trying again is over; the review is shown again.");
  }

  /** To the place before the move that lost; is one there, and still trying? */
  async #back() {
    if (!this.page.trying) return false; // somebody left, or began another game, while a change was made
    await this.#change(() => (this.page.board?.here === this.before ? Promise.resolve(true) : this.page.goto(this.before)));
    if (!this.page.trying) return false;
    this.old = new Set((this.page.board?.tree ?? []).map((place) => place.id));
    if (this.page.board) this.page.show(this.page.board, false);
    return true;
  }

  /** @param {() => Promise<boolean>} act */
  async #change(act) {
    this.inner = true;
    try {
      return await act();
    } finally {
      this.inner = false;
    }
  }

  /** A board was shown: perhaps a move was tried. */
  shown() {
    const { page, state } = this;
    const board = page.board;
    if (!page.trying || !board) return;
    if (board.here === this.before) this.#point();
    if (this.inner || state === "checking" || state === "") return;
    const here = board.tree.find((place) => place.id === board.here);
    if (board.here === this.before) return;
    if (here?.parent === this.before && ["find", "wrong", "unknown"].includes(state)) this.#check();
    else if (state !== "off" && !(here?.parent === this.before)) {
      this.#set("off", "You have gone on from there; what you play stays among the moves.");
    }
  }

  /** The move that was played, as a pale arrow; or that which wins, where it was asked for. */
  #point() {
    const board = /** @type {Board} */ (this.page.board);
    const move = this.state === "shown" ? (this.blunder?.moves[0] ?? "") : this.played;
    const square = /^r(\d+)c(\d+)/.exec(move);
    if (!board.scene.grid) this.page.table.point(move);
    else if (square) this.page.grid.point([(Number(square[1]) - 1) * board.scene.grid.width + Number(square[2]) - 1]);
  }

  // --- judging ---------------------------------------------------------------------------------------------

  #check() {
    const board = /** @type {Board} */ (this.page.board);
    this.#set("checking", "Checking.");
    this.timer = window.setTimeout(() => {
      this.page.questions.stop("try");
      this.#undecided();
    }, SECONDS * 1000 + GRACE);
    this.page.questions.ask(board.id, "tried", { seconds: SECONDS }, (job) => this.#judged(job), "try");
  }

  /** @param {Job} job */
  #judged(job) {
    if (this.state !== "checking" || job.state === "queued" || job.state === "running") return;
    clearTimeout(this.timer);
    if (job.state !== "done" || job.data.verdict === "unknown") return void this.#undecided();
    const reasons = job.data.reasons.join("; ");
    if (job.data.verdict === "solved") this.#right(job.data.moves, reasons);
    else this.#wrong(reasons);
  }

  /** @param {string[]} moves @param {string} reasons */
  #right(moves, reasons) {
    if (this.blunder) this.found.add(this.blunder.place);
    const words = `Right: ${this.#tried()} keeps the win${reasons ? `; ${reasons}` : ""}.`;
    this.#set("right", words, moves.length ? `The rest: ${moves.join(" ")}` : "");
  }

  /** A wrong move goes from the tree, unless it was there before. @param {string} reasons */
  async #wrong(reasons) {
    const board = /** @type {Board} */ (this.page.board);
    const here = board.here;
    const words = `${this.#tried()} loses, too: ${reasons || "no line wins after it"}. Try another move.`;
    if (!this.old.has(here)) await this.#change(() => this.page.change("delete", { place: here }));
    if (await this.#back()) this.#set("wrong", words);
  }

  #undecided() {
    if (this.state !== "checking") return;
    this.#set("unknown", `Cannot tell: ${this.#tried()} was not decided in ${SECONDS} seconds. It may be right.`);
  }

  #tried() {
    const board = /** @type {Board} */ (this.page.board);
    const here = board.tree.find((place) => place.id === board.here);
    return `${here?.moves?.[0] ?? "this"}${here?.words ? `, ${here.words},` : ""}`;
  }

  // --- what may be done ------------------------------------------------------------------------------------

  async #show() {
    const moves = this.blunder?.moves ?? [];
    if (!(await this.#back())) return;
    document.body.classList.add("showing");
    this.#set("shown", `${moves[0]} begins a win in ${count(moves.length, "move")}.`, moves.join(" "));
  }

  #next() {
    const left = this.review.blunders();
    const at = left.findIndex((one) => one.place === this.blunder?.place);
    const next = left[at + 1];
    if (next) return void this.start(next);
    this.#set("end", `That was the last one. ${count(this.found.size, "time")} of ${left.length} you found a move that keeps the win.`);
  }

  async #again() {
    document.body.classList.remove("showing");
    if (!(await this.#back())) return;
    this.#set("find", "Find a move that keeps the win.");
    this.#focus();
  }

  async #line() {
    const blunder = this.blunder;
    this.leave();
    if (blunder) await this.review.play(blunder);
  }

  /** @param {State} state @param {string} words @param {string} [rest] moves */
  #set(state, words, rest = "") {
    this.state = state;
    this.rest.textContent = rest;
    if (state !== "shown") document.body.classList.remove("showing");
    if (this.page.board?.here === this.before) this.#point();
    this.box.dataset.state = state;
    this.words.textContent = sentence(words);
    const more = this.review.blunders().length > 1;
    const acts = {
      again: button("Try another", () => this.#again()),
      back: button("Back to the place", () => this.#again()),
      next: button(state === "find" || state === "wrong" ? "Skip" : "Next", () => this.#next()),
      show: button("Show it", () => this.#show(), "Gives the answer"),
      line: button("Line that won", () => this.#line(), "Leaves, and adds the line to the moves"),
      leave: button("Leave", () => this.leave(), "Escape"),
    };
    /** @type {Record<State, (keyof acts)[]>} */
    const which = {
      find: ["show", "next", "leave"], wrong: ["show", "next", "leave"], checking: ["leave"], unknown: ["again", "show", "next", "leave"],
      right: ["next", "again", "leave"], shown: ["next", "line", "leave"], off: ["back", "next", "leave"], end: ["leave"],
    };
    const chosen = which[state].filter((name) => name !== "next" || more || state === "right" || state === "shown");
    keepFocus(this.buttons, chosen.map((name) => acts[name]));
  }
}
