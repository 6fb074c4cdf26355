// The page: one game at a time. It holds the game as the server has it, makes moves one after the other, and tells
// the parts of the page what is to be shown; each part (hints.js, asking.js, ...) installs itself.

import { Api, Refusal, Unreachable } from "./api.js";
import { button, element } from "./elements.js";
import { Keys } from "./keys.js";
import { token } from "./kept.js";
import { Panel } from "./panel.js";
import { Questions } from "./questions.js";
import { Settings } from "./settings.js";
import "./grid.js";
import "./table.js";
import "./tree.js";
import "./verdict.js";

/** @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Job} Job */

const PAUSE = 50; // milliseconds that a live region stays empty before it says something

/**
 * Events: "shown" after a board was shown ({board, fly}), "begun" before the first board of another game is shown
 * ({board}), "kept" with the game as text ({text}) when this browser has it as it was shown, "toggled" when verdicts
 * were switched on or off, "learned" when the server knows more of a place by an answer, "cleared" when answers of
 * the last place must go, "ranked" when the legal moves of a game played unseen are asked for.
 */
export class Page extends EventTarget {
  /** @type {Map<string, number>} timers of live regions that were emptied */
  #pauses = new Map();

  constructor() {
    super();
    this.api = new Api(token());
    this.questions = new Questions(this.api, randomName());
    this.keys = new Keys();
    this.panel = new Panel(element("tabs"), element("panels"));
    this.settings = new Settings(this.panel.add("settings", "Settings"));
    /** @type {Board|null} */
    this.board = null;
    /** @type {import("./table.js").CardTable} */
    this.table = element("table");
    /** @type {import("./grid.js").SquareGrid} */
    this.grid = element("grid");
    /** @type {import("./tree.js").MoveTree} */
    this.tree = element("tree");
    /** @type {import("./verdict.js").VerdictBar} */
    this.bar = element("verdict");
    this.verdicts = localStorage.getItem("verdicts") !== "off";
    this.games = 0; // that were begun
    this.wishes = 0; // for a game to begin
    this.granted = 0; // the last of them that was
    this.pending = 0; // changes that are on their way
    this.step = ""; // the place of a line, shown by itself, that is the last of them
    this.trying = false; // is somebody trying a move again? Then nothing may give the answer away
    /** @type {(what: string) => boolean} may this change be made now? */
    this.guard = () => true;
    /** @type {Promise<unknown>} moves are made one after the other */
    this.queue = Promise.resolve();
    /** What to do after a failure: "again", or "told" where there is nothing more to say. @type {(error: unknown) => Promise<string>} */
    this.recover = async () => "";
    for (const shown of [this.table, this.grid]) {
      shown.addEventListener("play", (event) => this.play(/** @type {CustomEvent} */ (event).detail.move));
    }
    this.table.addEventListener("refused", (event) => this.#refuse(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener("said", (event) => this.say(/** @type {CustomEvent} */ (event).detail));
    this.tree.addEventListener("goto", (event) => this.goto(/** @type {CustomEvent} */ (event).detail.place));
    element("undo").addEventListener("click", () => this.undo());
    element("redo").addEventListener("click", () => this.redo());
    this.#keys();
  }

  #keys() {
    const back = (/** @type {() => unknown} */ act) => () => (this.board?.unseen ? this.say("This game takes nothing back.") : act());
    for (const key of ["Ctrl+z", "ArrowLeft"]) this.keys.add(key, back(() => this.undo()), "Undo");
    for (const key of ["Ctrl+y", "Ctrl+Shift+z", "ArrowRight"]) this.keys.add(key, back(() => this.redo()), "Redo");
    this.keys.add("/", () => element("move").focus(), "Type a move");
    this.keys.add("e", () => this.toggle(), "Verdicts on or off");
    this.keys.add("i", () => this.say(this.bar.words?.textContent ?? ""), "Read the verdict out");
  }

  // --- for the parts ---------------------------------------------------------------------------------------

  /** A tab of the panel; its element. @param {string} name @param {string} title */
  tab(name, title) {
    return this.panel.add(name, title);
  }

  /** @param {string} name */
  openTab(name) {
    this.panel.open(name);
  }

  /** Shows something in the strip under the table; null takes it away. @param {HTMLElement|null} shown */
  below(shown) {
    element("below").replaceChildren(...(shown ? [shown] : []));
    element("below").hidden = !shown;
  }

  /** A button in the row under the table. @param {string} text @param {() => unknown} act @param {string} [title] */
  control(text, act, title = "") {
    const made = button(text, act, title);
    element("command").before(made);
    return made;
  }

  /**
   * A check box among the settings, kept in this browser.
   * @param {string} name @param {string} label @param {(on: boolean) => void} apply @param {{initial?: boolean}} [options]
   */
  setting(name, label, apply, { initial = false } = {}) {
    return this.settings.box(name, label, initial, (on) => {
      apply(on);
      if (this.board) this.show(this.board, false);
    });
  }

  /**
   * Asks about the place where one is. `tell` hears of every state, as long as one stays there.
   * @param {string} question @param {object} options @param {(job: Job) => void} tell @param {string} [kind]
   */
  ask(question, options, tell, kind = "other") {
    const board = this.board;
    if (!board) return Promise.resolve();
    const hear = (/** @type {Job} */ job) => {
      if (this.board?.id === board.id && this.board.here === board.here) tell(job);
    };
    return this.questions.ask(board.id, question, options, hear, kind);
  }

  // --- games -----------------------------------------------------------------------------------------------

  /**
   * Begins a game; did it?
   * @param {{text: string, game: string, [more: string]: any}} asked
   * @param {boolean} [tell] @returns {Promise<boolean>}
   */
  async begin(asked, tell = true) {
    try {
      await this.load(asked);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      if (tell) this.error(error.message);
      else this.say(error.message);
      return false;
    }
  }

  /**
   * The same, for who tells by himself what is wrong: a Refusal or Unreachable is thrown. Is the game shown? Not where
   * another one was wished for later, and is there already.
   * @param {{text: string, game: string, [more: string]: any}} asked @returns {Promise<boolean>}
   */
  async load(asked) {
    const wish = ++this.wishes;
    const board = await this.api.post("/api/boards", asked);
    if (wish < this.granted) return false;
    this.granted = wish;
    [this.games, this.pending, this.step] = [this.games + 1, 0, ""];
    this.queue = Promise.resolve(); // nobody waits for the last game
    this.questions.stopAll();
    this.dispatchEvent(new CustomEvent("cleared"));
    this.dispatchEvent(new CustomEvent("begun", { detail: { board } }));
    this.show(board, false);
    this.say(`${board.title} ${board.deal}`);
    return true;
  }

  /** @param {Board} board @param {boolean} fly */
  show(board, fly) {
    this.board = board;
    const onSquares = Boolean(board.scene.grid);
    this.table.hidden = onSquares;
    this.grid.hidden = !onSquares;
    if (onSquares) this.grid.show(board.scene);
    else this.table.show(board.scene, fly);
    this.tree.signs = this.verdicts;
    if (this.trying) this.tree.replaceChildren();
    else this.tree.show(board);
    element("title").textContent = board.title;
    document.title = `${board.title} ${board.deal} - Winnable`;
    element("counts").textContent = (board.scene.counts ?? [])
      .map((count) => `${count.name} ${count.value}${count.of === undefined ? "" : ` of ${count.of}`}`)
      .join(", ");
    const here = board.tree.find((place) => place.id === board.here);
    element("undo").hidden = element("redo").hidden = board.unseen;
    element("undo").disabled = !board.may_undo;
    element("redo").disabled = !board.may_redo;
    this.dispatchEvent(new CustomEvent("shown", { detail: { board, fly } }));
  }

  toggle() {
    if (!this.guard("toggle")) return;
    this.verdicts = !this.verdicts;
    localStorage.setItem("verdicts", this.verdicts ? "on" : "off");
    if (!this.verdicts) this.clear();
    this.say(this.verdicts ? "Verdicts are on." : "Verdicts are off."); // nor does what was said last stay
    this.dispatchEvent(new CustomEvent("toggled"));
    if (this.board) this.show(this.board, false);
  }

  /** Answers of the last place must go. */
  clear() {
    this.questions.stop("other");
    this.dispatchEvent(new CustomEvent("cleared"));
  }

  // --- moves -----------------------------------------------------------------------------------------------

  /**
   * @param {string} what @param {object} [body] @param {string} [said] @param {string} [from] the place where it is
   *   done; unless given, the one that the changes before it lead to
   * @returns {Promise<boolean>} was it done?
   */
  change(what, body, said = "", from = "") {
    const { games } = this;
    const make = async (first = true) => {
      if (!this.board || games !== this.games) return false; // it was meant for a game that is put away
      if (!this.guard(what)) {
        if (what === "play") this.show(this.board, false); // the table is ahead
        return false;
      }
      if ((what === "undo" && !this.board.may_undo) || (what === "redo" && !this.board.may_redo)) {
        this.say(what === "undo" ? "This is where the game begins." : "There is nothing to make again.");
        return false;
      }
      try {
        const { id } = this.board;
        const post = (/** @type {string} */ path, /** @type {object|undefined} */ sent) =>
          this.api.post(`/api/boards/${id}/${path}`, sent, { revision: this.board?.revision });
        if (from && this.board.here !== from) {
          const back = await post("goto", { place: from });
          if (games !== this.games) return false;
          this.board = back;
        }
        const board = await post(what, body);
        if (games !== this.games) return false;
        this.clear();
        this.show(board, true);
        if (what === "play") this.say(`${board.said}${board.outcome === "won" ? " The game is won." : ""}`);
        else if (said) this.say(said);
        return true;
      } catch (error) {
        if (games !== this.games) return false;
        const found = first ? await this.recover(error) : "";
        if (found === "again" && ["play", "undo", "redo"].includes(what)) return make(false);
        if (found === "again") this.error("The server was started again; please do that once more.");
        else if (!found) this.#failed(error);
        return false;
      }
    };
    return this.inTurn(() => make());
  }

  /**
   * Does something after the changes that are on their way, and before those that come later.
   * @template T @param {() => Promise<T>} act @returns {Promise<T>}
   */
  inTurn(act) {
    const { games } = this;
    this.pending += 1;
    const done = this.queue.then(act).finally(() => {
      if (games === this.games) this.pending -= 1;
    });
    this.queue = done.catch(() => {}); // the next move is made all the same
    return done;
  }

  /** @param {unknown} error */
  #failed(error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    this.error(error instanceof Unreachable ? "This was not done: the server does not answer." : error.message);
    if (this.board) this.show(this.board, false);
  }

  /** Makes a move; was it made? @param {string} move @param {string} [autoplay] as the game has it, unless given */
  play(move, autoplay = "") {
    if (!move) return Promise.resolve(false);
    const seen = this.step ? this.board?.here : ""; // a line that goes on meanwhile does not change what was meant
    this.step = "";
    return this.change("play", { move, autoplay }, "", seen);
  }

  undo() {
    return this.change("undo", undefined, "taken back");
  }

  redo() {
    return this.change("redo", undefined, "made again");
  }

  /** @param {string} place */
  goto(place) {
    return this.change("goto", { place });
  }

  /** A step of a line that is shown by itself. @param {string} place */
  showStep(place) {
    this.step = place;
    return this.goto(place).finally(() => {
      if (this.step === place) this.step = "";
    });
  }

  /** Says why a move cannot be made, beside its pile and as an error. @param {{source: string, index: number, target: string}} what */
  async #refuse({ source, index, target }) {
    const asked = this.board?.id;
    try {
      const { text } = await this.api.post(`/api/boards/${asked}/why-not`, { source, index, target });
      if (this.board?.id !== asked) return;
      this.table.tell(target, text);
      this.error(text);
    } catch (error) {
      await this.#failed(error);
    }
  }

  // --- talk ------------------------------------------------------------------------------------------------

  /** To screen readers; an earlier error goes. @param {string} text */
  say(text) {
    this.#tell("live", text);
    this.#tell("error", "");
  }

  /** @param {string} text */
  error(text) {
    this.#tell("error", text);
  }

  /** The region is emptied first: the same text twice would not be read twice. @param {string} region @param {string} text */
  #tell(region, text) {
    element(region).textContent = "";
    clearTimeout(this.#pauses.get(region));
    this.#pauses.set(region, window.setTimeout(() => (element(region).textContent = text), PAUSE));
  }
}

/** A name that no other page has; crypto.randomUUID is there only where the server is on this machine. */
function randomName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("-");
}
