// The page of a study: asks the server again and again how it stands, and shows that.

import { Api, Refusal, Unreachable } from "../api.js";
import { element } from "../elements.js";
import { isTokenLink, token } from "../kept.js";
import { showParts, showSections, write } from "./parts.js";

/**
 * @typedef {"unread"|"waiting"|"begun"|"going"|"interrupted"|"done"|"gone"|"trouble"} State
 * @typedef {{state: State, said: string, command: string, title: string, units: number, done: number, failed: number,
 *            pace: string, shares: import("./parts.js").Table|null, every: number, report: string, no_report: string}} Seen
 */

const FIRST = 500; // milliseconds until a server that is gone is tried again; twice as many each time
const MOST = 10_000;
const HIDDEN = 10_000; // milliseconds between two looks where nobody sees the page but its title
const QUIET = 60_000; // milliseconds between two announcements of progress
const RARE = 3; // seconds between two looks from which on the page tells them
const AGAIN = 50; // milliseconds that the live region is empty, so that equal words are read out again

/** What the tab says of a state; where nothing, how far it is. @type {Record<State, string>} */
const SHORT = {
  unread: "Reading",
  waiting: "Waiting",
  begun: "Not begun",
  going: "",
  interrupted: "Interrupted",
  done: "Complete",
  gone: "No file",
  trouble: "Trouble",
};

class StudyPage {
  constructor() {
    this.api = new Api(token());
    this.report = "";
    this.state = "";
    this.told = { at: -Infinity, done: -1 }; // the last announcement
    this.lost = false;
    this.wake = () => {};
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    addEventListener("hashchange", () => {
      if (!isTokenLink()) return;
      this.api.token = token();
      this.wake();
    });
  }

  async run() {
    for (let wait = FIRST; ; ) {
      try {
        if (this.lost) await this.api.renew();
        const every = await this.#look();
        this.#found();
        wait = FIRST;
        await this.#sleep(document.hidden ? Math.max(HIDDEN, every) : every);
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        this.#lose(error);
        await this.#sleep(wait);
        wait = Math.min(2 * wait, MOST);
      }
    }
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  #sleep(milliseconds) {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Looks once; the milliseconds until it is worth looking again. */
  async #look() {
    const seen = /** @type {Seen} */ (await this.api.get("/api/study"));
    this.#show(seen);
    if (seen.report && seen.report !== this.report) {
      const { of, sections } = await this.api.get("/api/report");
      showParts(element("report-of"), [{ kind: "text", text: of }]);
      showSections(element("report"), sections);
      this.report = seen.report;
    }
    return 1000 * seen.every;
  }

  // --- the server ------------------------------------------------------------------------------------------

  /** @param {Error} error */
  #lose(error) {
    const words = lossWords(error);
    write(element("banner"), words);
    element("banner").hidden = false;
    if (!this.lost) this.#say(words);
    this.lost = true;
  }

  #found() {
    if (!this.lost) return;
    this.lost = false;
    element("banner").hidden = true;
    this.#say("Connected again.");
  }

  // --- the study -------------------------------------------------------------------------------------------

  /** @param {Seen} seen */
  #show(seen) {
    const { state, said, command, title, shares } = seen;
    if (title) write(element("title"), title);
    element("progress").dataset.state = state;
    write(element("said"), said);
    element("command").hidden = !command;
    write(element("command").firstElementChild, command);
    element("going").hidden = !shares;
    const bar = element("bar");
    bar.max = Math.max(1, seen.units);
    bar.value = seen.units ? seen.done : 1;
    write(element("counts"), counts(seen));
    write(element("notes"), notes(seen));
    if (shares) showParts(element("shares"), [shares]);
    const name = `${SHORT[state] || `${percent(seen)} %`} · ${title || "Study"}`;
    if (document.title !== name) document.title = name;
    this.#announce(seen);
  }

  /** What has happened at once; how far it is now and then. @param {Seen} seen */
  #announce(seen) {
    if (seen.state === "unread") return;
    const now = performance.now();
    if (seen.state !== this.state) {
      this.state = seen.state;
      this.#say([seen.said, seen.command, counts(seen)].filter(Boolean).join(" "));
    } else if (seen.state === "going" && seen.done !== this.told.done && now - this.told.at >= QUIET) {
      this.#say(counts(seen));
    } else return;
    this.told = { at: now, done: seen.done };
  }

  /** @param {string} words */
  #say(words) {
    const live = element("live");
    live.textContent = "";
    setTimeout(() => void (live.textContent = words), AGAIN);
  }
}

/** @param {Error} error */
function lossWords(error) {
  if (error instanceof Unreachable) return "The server of this page does not answer: what is shown may be old. It is tried again and again.";
  const key = error instanceof Refusal && error.status === 403;
  if (key) return "To use this page, open the whole link that the server printed: its end is the key.";
  return `The server of this page cannot tell how the study stands: ${error.message}. It is asked again and again.`;
}

/** Rounded down, so that 100 is all of it. @param {Seen} seen */
function percent({ done, units }) {
  return units ? Math.floor((100 * done) / units) : 100;
}

/** @param {Seen} seen */
function counts(seen) {
  if (!seen.shares || (seen.state === "done" && !seen.failed)) return ""; // said already
  const parts = [`${number(seen.done)} of ${number(seen.units)} units done (${percent(seen)}\u00a0%)`];
  if (seen.failed) parts.push(`${number(seen.failed)} failed`);
  if (seen.pace) parts.push(seen.pace);
  return `${parts.join(", ")}.`;
}

/** @param {Seen} seen */
function notes({ every, no_report, shares }) {
  const parts = [];
  if (shares && every > RARE) parts.push(`The file is large: it is read every ${Math.round(every)} seconds.`);
  if (no_report) parts.push(`There is no newer report: ${no_report}.`);
  return parts.join(" ");
}

/** @param {number} count */
function number(count) {
  return count.toLocaleString("en");
}

new StudyPage().run();
