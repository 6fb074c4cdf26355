// Asks whether the game can still be won where one is, whenever one rests there, and has the bar say what is known.

import { element } from "./elements.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Job} Job */

const REST = 120; // milliseconds that one stands at a place before it is asked about

/** @param {Page} page */
export function install(page) {
  new Asking(page);
}

class Asking {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.bar = page.bar;
    this.seconds = 10;
    this.timer = 0;
    this.asked = "";
    page.addEventListener("shown", () => this.#verdict());
    page.bar.addEventListener("deeper", () => this.ask(this.seconds * 4));
    page.bar.addEventListener("toggled", () => page.toggle());
  }

  /** What the bar says of the place where one is, and the question where nothing is known. */
  #verdict() {
    clearTimeout(this.timer);
    const board = this.page.board;
    if (!board) return;
    if (!this.page.verdicts) {
      this.bar.off();
      element("verdict-live").textContent = "";
      this.page.questions.stop("verdict");
      return;
    }
    this.bar.on();
    const told = board.known[board.here];
    if (told) this.bar.show(told, board);
    if (!told || (told.verdict === "unknown" && this.asked !== `${board.id} ${board.here}`)) {
      if (!told) this.bar.asked();
      this.seconds = 10;
      this.timer = setTimeout(() => this.ask(this.seconds), REST);
    } else this.page.questions.stop("verdict");
  }

  /** @param {number} seconds */
  ask(seconds) {
    const board = this.page.board;
    if (!board || board.unseen) return this.bar.failed("some cards are face down; ask for a hint");
    this.seconds = seconds;
    this.asked = `${board.id} ${board.here}`;
    return this.page.questions.ask(board.id, "verdict", { seconds }, (job) => this.#answered(board, job), "verdict");
  }

  /** @param {Board} asked @param {Job} job */
  async #answered(asked, job) {
    const board = this.page.board;
    if (board?.id !== asked.id || board.here !== asked.here || !this.page.verdicts) return;
    if (job.state === "done") {
      const fresh = /** @type {Board} */ (await this.page.api.get(`/api/boards/${board.id}`));
      if (this.page.board?.id !== fresh.id || this.page.board?.here !== fresh.here || !this.page.verdicts) return;
      this.page.board.known = fresh.known;
      this.page.tree.show(this.page.board);
      const told = fresh.known[fresh.here];
      if (told) {
        this.bar.show(told, fresh);
        element("verdict-live").textContent = this.bar.words?.textContent ?? "";
      }
    } else if (job.state === "failed") this.bar.failed(job.error);
    else if (job.seconds > 0.15) this.bar.searching(job);
  }
}
