// Keeps the page and the server together: tells when the server is lost, tries again until it is back, and goes on
// with the game as it was; sees that two tabs with one game show the same; tells when games cannot be saved.

import { Refusal, Restarted, Unreachable } from "./api.js";
import { button } from "./elements.js";
import { again, here, isTokenLink, keep, token } from "./kept.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board */

const FIRST = 500; // milliseconds until it is tried again; twice as many each time
const MOST = 10_000;

/** @param {Page} page */
export function install(page) {
  new Connection(page);
}

/** Which moves lead to which number. @param {Board} board */
function numbers(board) {
  return JSON.stringify(board.tree.map(({ id, parent, moves }) => [id, parent, moves]).sort());
}

class Connection {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Promise<void>|null} while the server is lost */
    this.resuming = null;
    this.warned = "";
    this.full = false;
    this.banner = document.createElement("div");
    this.banner.id = "banner";
    this.banner.setAttribute("role", "status");
    this.banner.hidden = true;
    document.querySelector("main")?.before(this.banner);
    this.tabs = new BroadcastChannel("winnable");
    this.tabs.addEventListener("message", ({ data }) => this.#elsewhere(data));
    page.api.onlost = () => this.#lost();
    page.recover = (error) => this.#recover(error);
    page.addEventListener("shown", () => this.#shown());
    page.addEventListener("ready", (event) => {
      if (!page.api.token) event.stopImmediatePropagation();
    });
    // Whatever asks may hear that the server is lost: that is told above the table, once for all.
    addEventListener("unhandledrejection", (event) => event.reason instanceof Unreachable && event.preventDefault());
    addEventListener("pagehide", () => page.board && here(page.board));
    addEventListener("hashchange", () => {
      if (!isTokenLink()) return;
      page.api.token = token();
      this.#lost();
    });
    if (!page.api.token) this.#tell("To use this page, open the whole link that the server printed: its end is the key.", true);
  }

  /** @param {string} words @param {boolean} serious @param {HTMLElement[]} more */
  #tell(words, serious, ...more) {
    const said = document.createElement("span");
    said.textContent = words;
    this.banner.replaceChildren(said, ...more);
    this.banner.classList.toggle("serious", serious);
    this.banner.hidden = false;
  }

  #shown() {
    const board = this.page.board;
    if (!board) return;
    this.tabs.postMessage({ id: board.id, revision: board.revision });
    if (!keep(board) && !this.full) {
      this.full = true;
      this.page.error("This browser has no room for a copy of the game; the server has one.");
    }
    this.page.dispatchEvent(new CustomEvent("kept", { detail: { text: board.text } }));
    if (board.warning === this.warned || this.resuming) return;
    this.warned = board.warning;
    if (board.warning) this.#tell(board.warning, true, button("Close", () => this.#hide()));
    else this.#hide();
  }

  #hide() {
    this.banner.hidden = true;
  }

  // --- the server is lost ----------------------------------------------------------------------------------

  #lost() {
    this.resuming ??= this.#resume().finally(() => {
      this.resuming = null;
    });
  }

  /** Tries until the server is there again, and has it open the game. */
  async #resume() {
    for (let wait = FIRST; ; wait = Math.min(2 * wait, MOST)) {
      try {
        await this.page.api.renew();
        await this.#reopen();
        return;
      } catch (error) {
        if (error instanceof Refusal) return this.#refused(error);
        if (!(error instanceof Unreachable)) throw error;
      }
      await this.#wait(wait);
    }
  }

  async #reopen() {
    const board = this.page.board;
    if (!board) return location.reload();
    const fresh = await this.page.api.post("/api/boards", again(board.id, board));
    this.#hide();
    if (this.page.board?.id !== board.id) return;
    this.page.clear();
    // Another server may have numbered the places in another way: then nothing that was found of them holds.
    if (numbers(fresh) !== numbers(board)) this.page.dispatchEvent(new CustomEvent("begun", { detail: { board: fresh } }));
    this.page.show(fresh, false);
    this.page.say("Connected again.");
  }

  /** @param {Refusal} error */
  #refused(error) {
    const key = error.status === 403;
    this.#tell(key ? "The server was started again. Open the link that it printed." : `Connected again, but ${error.message}`, true);
  }

  /** @param {number} wait */
  #wait(wait) {
    return new Promise((done) => {
      const left = Math.round(wait / 1000);
      const when = left ? `in ${left} s` : "at once";
      const words = `Connection lost. Your game is safe here; trying again ${when}.`;
      this.#tell(words, true, button("Try now", () => done(undefined)));
      setTimeout(done, wait);
    });
  }

  // --- a change that failed --------------------------------------------------------------------------------

  /** @param {unknown} error @returns {Promise<string>} */
  async #recover(error) {
    const before = this.page.board;
    if (!before) return "";
    if (error instanceof Refusal && error.status === 409) {
      await this.#refresh();
      this.page.error("This game has gone on in another tab: here it is as it stands now.");
      return "told";
    }
    if (error instanceof Restarted || (error instanceof Refusal && error.status === 404)) {
      await this.resuming;
      return this.page.board?.text === before.text ? "again" : "told";
    }
    return "";
  }

  // --- two tabs --------------------------------------------------------------------------------------------

  /** @param {{id: string, revision: number}} said of a tab that shows a game */
  #elsewhere(said) {
    const seen = () => this.page.board?.id !== said.id || this.page.board.revision >= said.revision;
    if (seen()) return;
    // After the moves that are under way, which may be those.
    this.page.queue = this.page.queue.then(async () => {
      if (seen()) return;
      await this.#refresh();
      this.page.say("This game went on in another tab.");
    }).catch((error) => {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    });
  }

  async #refresh() {
    const board = this.page.board;
    const fresh = /** @type {Board} */ (await this.page.api.get(`/api/boards/${board?.id}`));
    if (this.page.board?.id !== fresh.id) return;
    this.page.clear();
    this.page.show(fresh, false);
  }
}
