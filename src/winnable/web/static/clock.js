// The time that a game is played: while its page is looked at, the game is open and the clock is not stopped.

import { Refusal, Unreachable } from "./api.js";
import { button, element } from "./elements.js";

/** @typedef {import("./page.js").Page} Page */

const OFTEN = 10; // seconds after which the server is told
const LONGEST = 5; // seconds that count between two ticks: a machine that slept was not looked at

/** @param {Page} page */
export function install(page) {
  new Clock(page);
}

class Clock {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.id = "";
    this.revision = 0;
    this.ending = "";
    this.stopped = false;
    this.unsent = 0; // seconds
    this.underway = 0; // told, and not yet answered
    this.since = performance.now();
    this.face = button("0:00", () => this.stop(!this.stopped), "Time played: stops and goes on");
    this.face.id = "clock";
    this.face.setAttribute("aria-pressed", "false");
    element("bar").append(this.face);
    page.setting("clock", "Show the clock", (on) => {
      this.face.hidden = !on;
    }, { initial: true });
    page.keys.add("Shift+p", () => this.stop(!this.stopped), "Stop the clock, or go on");
    page.addEventListener("begun", () => {
      this.#count();
      this.#send();
    });
    page.addEventListener("shown", () => this.#shown());
    document.addEventListener("visibilitychange", () => this.#turned());
    addEventListener("pagehide", () => {
      this.#count();
      this.#send(true);
    });
    setInterval(() => this.#tick(), 1000);
  }

  get runs() {
    return this.ending === "open" && !this.stopped && document.visibilityState === "visible";
  }

  /** @param {boolean} stopped */
  stop(stopped) {
    this.#count();
    this.stopped = stopped;
    this.face.setAttribute("aria-pressed", String(stopped));
    this.page.say(stopped ? "The clock stands." : "The clock runs.");
    if (stopped) this.#send();
    this.#draw();
  }

  #shown() {
    const board = this.page.board;
    if (!board) return;
    this.#count();
    if (board.id !== this.id) this.stopped = false;
    else if (board.revision > this.revision) this.stopped = false; // who moves, plays
    this.face.setAttribute("aria-pressed", String(this.stopped));
    const ended = this.ending === "open" && board.tally.ending !== "open" && board.id === this.id;
    [this.id, this.revision, this.ending] = [board.id, board.revision, board.tally.ending];
    if (ended) this.#send();
    this.#draw();
  }

  /** The page was hidden, or is looked at again. */
  #turned() {
    if (document.visibilityState === "hidden") {
      this.#count(true);
      this.#send(true);
    } else this.since = performance.now();
    this.#draw();
  }

  #tick() {
    this.#count();
    if (this.unsent >= OFTEN) this.#send();
    this.#draw();
  }

  /** Counts what has passed since it was last counted. @param {boolean} [before] the page was visible until now */
  #count(before = false) {
    const now = performance.now();
    const passed = (now - this.since) / 1000;
    this.since = now;
    if (this.runs || (before && this.ending === "open" && !this.stopped)) this.unsent += Math.min(passed, LONGEST);
  }

  /** Tells the server; what does not arrive is told the next time. @param {boolean} [last] the page may go now */
  async #send(last = false) {
    const [id, seconds] = [this.id, this.unsent];
    if (!id || seconds < 0.05) return;
    this.unsent = 0;
    this.underway += seconds;
    try {
      const tally = await this.page.api.post(`/api/boards/${id}/clock`, { seconds: Math.min(seconds, 600) }, { last });
      if (this.page.board?.id === id) this.page.board.tally = tally;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      if (this.id === id) this.unsent += seconds;
    } finally {
      this.underway -= seconds;
    }
    this.#draw();
  }

  #draw() {
    const all = Math.floor((this.page.board?.tally.seconds ?? 0) + this.unsent + this.underway);
    this.face.textContent = `${this.stopped ? "⏸ " : ""}${clockTime(all)}`;
  }
}

/** 3:07, 1:02:03. @param {number} seconds */
export function clockTime(seconds) {
  const all = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
