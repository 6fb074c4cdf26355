// Asks whether the game can still be won where one is, whenever one rests there, and has the bar say what is known:
// never of another place, and of a place never less than before.

import { element } from "./elements.js";
import { ASKED, OFF, PAUSED, deeper, failed, known, searching } from "./verdict_words.js";

/**
 * @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Job} Job
 * @typedef {import("./verdict_words.js").Limits} Limits
 * @typedef {{key: string, place: string, question: "verdict"|"shorter", limits: Limits, since: number, job: Job|null}} Question
 */

const REST = 120; // milliseconds that one stands at a place before it is asked about; a new move is not waited for
const QUIET = 150; // milliseconds before a search is told of: a quick answer replaces the last one directly
const PAUSE = 240; // milliseconds between two states of the counters
const TELL = 400; // milliseconds that a verdict stands before it is read out
const FIRST = { seconds: 10, megabytes: 1000 };

/** @param {Page} page */
export function install(page) {
  new Asking(page);
}

/** @type {import("./verdict.js").View} */
const TRYING = { state: "off", words: "Hidden while you try again" };

class Asking {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.bar = page.bar;
    /** @type {Limits} what the server allows; it says so soon */
    this.most = FIRST;
    /** @type {Question|null} */
    this.running = null;
    /** @type {Question|null} to be asked again when the tab is seen */
    this.paused = null;
    /** @type {Map<string, string>} what else is to be said of a place: its last search failed, or found nothing shorter */
    this.notes = new Map();
    /** @type {Map<string, Limits>} the largest limits, by place, that a search came to */
    this.ended = new Map();
    /** @type {Set<string>} places of the board that was shown last */
    this.places = new Set();
    this.timer = 0;
    this.telling = 0;
    this.told = "";
    this.counted = 0;
    page.addEventListener("shown", () => this.#shown());
    page.addEventListener("known", () => this.#shown());
    page.addEventListener("learned", () => this.#learned());
    page.addEventListener("begun", () => this.#forget());
    this.bar.addEventListener("deeper", () => this.#deeper());
    this.bar.addEventListener("again", () => this.#deeper());
    this.bar.addEventListener("stop", () => this.#stop());
    this.bar.addEventListener("toggled", () => page.toggle());
    document.addEventListener("visibilitychange", () => this.#seen());
    this.#limits();
  }

  async #limits() {
    try {
      this.most = await this.page.api.get("/api/most");
      if (this.page.board) this.#show();
    } catch {
      this.most = FIRST; // no server: then nothing is asked either
    }
  }

  /** Another game: nothing of the last one is asked or remembered. */
  #forget() {
    this.#drop();
    this.notes.clear();
    this.ended.clear();
    this.places.clear();
  }

  /** The place where one is, as it stands: with other autoplay the same place has other verdicts. */
  get #key() {
    const board = this.page.board;
    return board ? `${board.id} ${board.here} ${board.autoplay === "max"}` : "";
  }

  get #told() {
    const board = this.page.board;
    return board?.known[board.here];
  }

  /** What the next search here may spend; null where the last one had all that there is. */
  get #next() {
    return deeper(this.#told, this.ended.get(this.#key), FIRST, this.most);
  }

  /** Takes back what is asked. */
  #drop() {
    clearTimeout(this.timer);
    this.running = this.paused = null;
    this.page.questions.stop("verdict");
  }

  /** A board is shown: another place, or the same one once more. */
  #shown() {
    const board = this.page.board;
    if (!board) return;
    clearTimeout(this.timer);
    const made = this.places.size > 0 && !this.places.has(board.here);
    this.places = new Set(board.tree.map((place) => place.id));
    const asked = this.running ?? this.paused;
    if (!this.page.verdicts || asked?.key !== this.#key || (asked.question === "verdict" && this.#told?.verdict === "solved")) this.#drop();
    if (this.page.verdicts && !board.unseen && !this.#told && !this.running && !this.paused && !this.notes.has(this.#key)) {
      this.timer = setTimeout(() => this.#rested(), made ? 0 : REST);
    }
    this.#show();
  }

  /** One has rested at a place of which nothing is known. Where more moves are on their way, one has not. */
  #rested() {
    if (!this.page.pending) this.#ask("verdict", this.#next ?? FIRST);
  }

  /** @param {"verdict"|"shorter"} question @param {Limits} limits */
  #ask(question, limits) {
    const board = this.page.board;
    if (!board || board.unseen) return;
    /** @type {Question} */
    const asked = { key: this.#key, place: board.here, question, limits, since: performance.now(), job: null };
    this.#drop();
    this.notes.delete(asked.key);
    if (document.hidden) this.paused = asked;
    else {
      this.running = asked;
      this.page.questions.ask(board.id, question, limits, (job) => this.#hear(asked, job), "verdict");
    }
    this.#show();
  }

  /** @param {Question} asked @param {Job} job */
  async #hear(asked, job) {
    if (this.running !== asked) return;
    asked.job = job;
    if (job.state === "queued" || job.state === "running") {
      const now = performance.now();
      // A timer may be a millisecond early, and who waits may hear nothing more for long.
      if (job.state === "queued") return void setTimeout(() => this.#show(), Math.max(0, asked.since + QUIET + 2 - now));
      if (now - this.counted < PAUSE) return;
      this.counted = now;
      return this.#show();
    }
    const before = this.#told;
    if (job.state === "done") await this.#refresh();
    if (this.running !== asked) return;
    this.running = null;
    const after = this.#told;
    const stopped = job.state !== "done" || job.data?.limits === null;
    if (!stopped && (this.ended.get(asked.key)?.seconds ?? 0) < asked.limits.seconds) this.ended.set(asked.key, asked.limits);
    if (job.state === "failed") this.notes.set(asked.key, `failed ${job.error}`);
    else if (job.state === "cancelled" && !after) this.notes.set(asked.key, "stopped");
    else if (!stopped && asked.question === "shorter" && after?.length === before?.length) this.notes.set(asked.key, "tried");
    this.#show();
  }

  /** An answer to another question says something of the place, too. */
  async #learned() {
    await this.#refresh();
    this.#shown();
  }

  /** What is known by now, of all places. */
  async #refresh() {
    const board = this.page.board;
    if (!board) return;
    const fresh = /** @type {Board} */ (await this.page.api.get(`/api/boards/${board.id}`));
    const here = this.page.board;
    if (!here || here.id !== fresh.id || here.autoplay !== fresh.autoplay) return;
    here.known = fresh.known;
    if (this.page.verdicts) this.page.tree.show(here);
  }

  /** What the bar says of the place where one is. */
  #show() {
    const board = this.page.board;
    if (!board || (board.unseen && this.page.verdicts)) return; // chance.js says how likely a win is
    this.bar.show(board.here, this.#view(board));
    this.#tell();
  }

  /** @param {Board} board @returns {import("./verdict.js").View} */
  #view(board) {
    const told = this.#told;
    if (!this.page.verdicts) return this.page.trying ? TRYING : OFF;
    if (this.paused) return PAUSED;
    const { job, limits, since = 0 } = this.running ?? {};
    const note = this.notes.get(this.#key) ?? "";
    const waits = job?.state === "queued" && performance.now() - since >= QUIET;
    if (job && limits && (waits || (job.state === "running" && job.seconds * 1000 > QUIET))) return searching(job, told, limits);
    if (note.startsWith("failed ")) return failed(note.slice(7));
    if (told) return known(told, board, this.#next, note === "tried");
    if (note) return known({ verdict: "unknown", stopped_by: "cancelled" }, board, this.#next, false);
    return ASKED;
  }

  /** The verdict to screen readers, when it stands, and is another one than before. */
  #tell() {
    clearTimeout(this.telling);
    const live = element("verdict-live");
    if (!this.page.verdicts) [this.told, live.textContent] = ["", ""];
    else if (["solved", "unsolvable", "unknown", "failed"].includes(this.bar.dataset.state ?? "")) {
      this.telling = setTimeout(() => {
        const words = this.bar.words?.textContent ?? "";
        if (words !== this.told) [this.told, live.textContent] = [words, words];
      }, TELL);
    }
  }

  #deeper() {
    const limits = this.#next;
    if (limits) this.#ask(this.#told?.verdict === "solved" ? "shorter" : "verdict", limits);
  }

  /** Ends the search; what it has found by then comes as its answer. */
  async #stop() {
    const asked = this.running;
    if (!asked?.job) return;
    const job = await this.page.api.post(`/api/jobs/${asked.job.id}/stop`);
    if (job.state === "cancelled") this.#hear(asked, job);
  }

  /** A hidden tab searches nothing: others may need the machine. */
  #seen() {
    if (document.hidden) {
      const asked = this.running;
      if (!asked) return;
      this.#drop();
      this.paused = asked;
      return this.#show();
    }
    const asked = this.paused;
    this.paused = null;
    if (asked?.key === this.#key) this.#ask(asked.question, asked.limits);
    else this.#shown();
  }
}
