// How a game gets onto the page and off it: a deal, a text that is pasted or dropped, a link, a saved game.

import { element } from "./elements.js";
import { lastGame } from "./kept.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board */

/** @param {Page} page */
export function install(page) {
  const entry = new Entry(page);
  page.addEventListener("ready", () => entry.start());
}

class Entry {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    element("new").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      page.begin({ text: element("deal").value.trim(), game: element("game").value });
    });
    element("previous").addEventListener("click", () => this.step(-1));
    element("next").addEventListener("click", () => this.step(1));
    element("game").addEventListener("change", () => {
      element("deal").value = "";
    });
    element("paste").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      page.begin({ text: element("pasted").value, game: element("pasted-game").value });
    });
    element("save").addEventListener("click", () => this.save());
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.#dropped(event));
    page.addEventListener("begun", (event) => this.#begun(/** @type {CustomEvent} */ (event).detail.board));
  }

  /** The game that this tab had, or that of the link, else the one that was played last, else a first one. */
  async start() {
    await this.#games();
    const fragment = decodeURIComponent(location.hash.slice(1));
    const last = lastGame();
    if (last && (await this.page.begin(last, false))) return;
    if (fragment && (await this.page.begin({ text: fragment, game: "" }, false))) return;
    await this.page.begin({ text: "617", game: "freecell" }, false);
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
    if (number && Number(number[2]) + step > 0) {
      this.page.begin({ text: `${number[1] ?? ""}${Number(number[2]) + step}`, game: this.page.board?.game ?? "" });
    }
  }

  /** @param {Board} board */
  #begun(board) {
    element("game").value = board.game;
    element("deal").value = board.deal;
    history.replaceState(null, "", board.deal ? `#${encodeURIComponent(startText(board))}` : location.pathname);
  }

  /** @param {DragEvent} event */
  async #dropped(event) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : event.dataTransfer?.getData("text");
    if (text) this.page.begin({ text, game: "" });
  }

  async save() {
    const board = this.page.board;
    if (!board) return;
    const { text } = await this.page.api.get(`/api/boards/${board.id}/save`);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = `${board.game}-${board.deal || "game"}.txt`.replaceAll(/[:,=]/g, "-");
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

/** What a link holds: the start of the game. @param {Board} board */
function startText(board) {
  const cards = board.unseen ? "cards: unseen\n" : "";
  return `winnable game 1\ngame: ${board.game}\n${cards}start: ${board.deal}\nmoves:\nend\n`;
}
