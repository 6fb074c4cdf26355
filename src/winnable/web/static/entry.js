// How a game gets onto the page: by the bar's deal number, or by the link; and how the link follows the game.

import { element } from "./elements.js";
import { here, lastGame } from "./kept.js";
import { fragmentOf, saveOf } from "./links.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board */

const REST = 400; // milliseconds that the link waits: browsers let it change only so often

/** @param {Page} page */
export function install(page) {
  const entry = new Entry(page);
  page.addEventListener("ready", () => entry.start());
}

class Entry {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
    this.another = false; // has another game begun since the link was written?
    element("new").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      page.begin({ text: element("deal").value.trim(), game: element("game").value });
    });
    element("previous").addEventListener("click", () => this.step(-1));
    element("next").addEventListener("click", () => this.step(1));
    element("game").addEventListener("change", () => {
      element("deal").value = "";
    });
    page.addEventListener("begun", (event) => this.#begun(/** @type {CustomEvent} */ (event).detail.board));
    page.addEventListener("kept", (event) => {
      clearTimeout(this.timer);
      const { text } = /** @type {CustomEvent} */ (event).detail;
      this.timer = window.setTimeout(() => this.#link(text), REST);
    });
    window.addEventListener("hashchange", () => this.#follow());
  }

  /** The game that this tab had, or that of the link, else the one that was played last, else a first one. */
  async start() {
    await this.#games();
    const last = lastGame();
    if (last && (await this.page.begin(last, false))) return;
    const broken = location.hash.length > 1 ? await this.#open(location.hash.slice(1)) : "";
    if (broken === "" && this.page.board) return;
    const kept = lastGame(true);
    const again = kept !== null && (await this.page.begin(kept, false));
    if (!again) await this.page.begin({ text: "617", game: "freecell" }, false);
    if (broken) this.page.error(`This link holds no game: ${broken}. ${again ? "Your last game" : "A first game"} is here instead.`);
  }

  /** Begins the game of a link; why it could not, or nothing. @param {string} fragment */
  async #open(fragment) {
    try {
      const shown = await this.page.load({ text: await saveOf(fragment), game: "" });
      if (shown) this.another = false; // the history has this game already, perhaps by another spelling
      return "";
    } catch (error) {
      if (error instanceof Error) return error.message;
      throw error;
    }
  }

  /** Another link was entered, or one goes back to an earlier game. */
  async #follow() {
    if (location.hash.length < 2) return;
    clearTimeout(this.timer);
    const broken = await this.#open(location.hash.slice(1));
    if (broken) this.page.error(`This link holds no game: ${broken}. The game here stays.`);
  }

  /** The address of the game as it stands: each game is a step of the browser's history. @param {string} save */
  async #link(save) {
    const link = `#${await fragmentOf(save)}`;
    const push = this.another && location.hash.length > 1;
    this.another = false;
    if (link === location.hash) return;
    try {
      if (push) history.pushState(null, "", link);
      else history.replaceState(null, "", link);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // too many in a short time: the next one will do
    }
    if (this.page.board) here(this.page.board);
  }

  async #games() {
    const { games } = await this.page.api.get("/api/games");
    for (const select of [element("game"), element("pasted-game")]) {
      for (const game of games) {
        select.append(new Option(game.title, game.name));
        for (const variant of game.variants.slice(1)) {
          select.append(new Option(`${game.title}: ${variant.title}`, `${game.name}:${variant.name}`));
        }
      }
    }
  }

  /** The deal before or after. @param {number} step */
  step(step) {
    const deal = this.page.board?.deal ?? "";
    const number = /^(.*:)?(\d+)$/.exec(deal);
    const next = number ? BigInt(number[2]) + BigInt(step) : 0n;
    if (number && next > 0n) this.page.begin({ text: `${number[1] ?? ""}${next}`, game: this.page.board?.game ?? "" });
  }

  /** @param {Board} board */
  #begun(board) {
    const game = /** @type {HTMLSelectElement} */ (element("game"));
    if (![...game.options].some((option) => option.value === board.game)) game.append(new Option(board.game, board.game));
    game.value = board.game;
    element("deal").value = board.deal;
    this.another = true;
  }
}
