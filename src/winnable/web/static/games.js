// One's games: those that are kept, to go on with or to delete, and one's statistics.

import { Refusal, Unreachable } from "./api.js";
import { clockTime } from "./clock.js";
import { button } from "./elements.js";
import { again } from "./kept.js";
import { gameTitle, openStatistics } from "./statistics.js";

/** @typedef {import("./page.js").Page} Page */
/**
 * @typedef {{id: string, game: string, title: string, deal: string, daily: string, started: number, changed: number,
 *            seconds: number, moves: number, ending: string}} KeptGame
 * @typedef {{games: KeptGame[], all: number, warning: string}} KeptGames
 */

const REST = 150; // milliseconds after the last letter of a search

/** @param {Page} page */
export function install(page) {
  new Games(page);
}

class Games {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
    this.lists = 0; // that were asked for: only the last one is shown
    const panel = page.tab("games", "Games");
    panel.classList.add("kept-games");
    this.current = document.createElement("p");
    this.giveUp = button("Give up", () => this.#giveUp());
    this.search = document.createElement("input");
    this.search.type = "search";
    this.search.placeholder = "freecell 617, won ...";
    this.search.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.list(), REST);
    });
    const label = document.createElement("label");
    label.append("Find ", this.search);
    this.said = document.createElement("p");
    this.said.setAttribute("role", "status");
    this.rows = document.createElement("ul");
    const buttons = document.createElement("div");
    buttons.className = "row-of-buttons";
    buttons.append(this.giveUp, button("Statistics", () => openStatistics(page)));
    panel.append(this.current, buttons, label, this.said, this.rows);
    page.panel.panels.addEventListener("opened", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.name === "games") this.list();
    });
    page.addEventListener("shown", () => this.#shown());
  }

  #shown() {
    const board = this.page.board;
    if (!board) return;
    const { ending, daily, counted } = board.tally;
    const what = `${gameTitle(board)} ${board.deal}${daily ? `, the deal of ${daily}` : ""}`.trim();
    this.current.textContent = `${what}: ${ending}${counted ? "" : "; not counted in the statistics"}.`;
    this.giveUp.hidden = ending.startsWith("won");
    this.giveUp.textContent = ending === "given up" ? "Take back giving up" : "Give up";
  }

  async #giveUp() {
    const given_up = this.page.board?.tally.ending !== "given up";
    await this.page.change("give-up", { given_up }, given_up ? "Given up." : "Open again.");
    this.list();
  }

  /** The games that the search finds. */
  async list() {
    const list = ++this.lists;
    const found = await this.#ask("/api/kept", { search: this.search.value });
    if (found && list === this.lists) this.#show(found);
  }

  /** @param {string} path @param {object} body @returns {Promise<KeptGames|null>} */
  async #ask(path, body) {
    try {
      return await this.page.api.post(path, body);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      this.said.textContent = error.message;
      return null;
    }
  }

  /** @param {KeptGames} found */
  #show(found) {
    const { games, all } = found;
    const number = all > games.length ? `The last ${games.length} of ${all} games.` : all ? "" : "No games are kept yet.";
    this.said.textContent = found.warning || (this.search.value && !all ? "No game is found." : number);
    this.rows.replaceChildren(...games.map((game) => this.#row(game)));
  }

  /** @param {KeptGame} game */
  #row(game) {
    const row = document.createElement("li");
    const [name, facts, buttons] = ["b", "span", "span"].map((tag) => document.createElement(tag));
    const title = `${gameTitle(game)} ${game.deal}`.trim();
    name.textContent = title;
    const moves = `${game.moves} ${game.moves === 1 ? "move" : "moves"}`;
    facts.textContent = `${game.ending}, ${moves}, ${clockTime(game.seconds)}, ${when(game.changed)}`;
    facts.className = game.ending === "won" ? "solved" : "";
    buttons.className = "row-of-buttons";
    if (game.id === this.page.board?.id) buttons.append("on the table");
    else {
      const go = button("Go on", () => this.page.begin(again(game.id, null)).then(() => this.list()));
      go.setAttribute("aria-label", `Go on with ${title}`);
      const away = button("Delete", () => this.#delete(game));
      away.setAttribute("aria-label", `Delete ${title}`);
      buttons.append(go, away);
    }
    row.append(name, facts, buttons);
    return row;
  }

  /** @param {KeptGame} game */
  async #delete(game) {
    if (!(await this.#ask("/api/kept/delete", { game: game.id }))) return;
    await this.list();
    const back = button("Undo", async () => {
      if (await this.#ask("/api/kept/restore", { game: game.id })) await this.list();
    });
    this.said.replaceChildren(`${gameTitle(game)} ${game.deal} is deleted. `, back);
    back.focus();
  }
}

/** Since when, in words. @param {number} time seconds since 1970 */
function when(time) {
  const date = new Date(time * 1000);
  const today = date.toDateString() === new Date().toDateString();
  return today
    ? date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}
