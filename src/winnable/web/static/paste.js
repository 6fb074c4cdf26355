// Texts that are pasted or dropped: a game of any format, or moves from here; and where none fits, why not. Pictures of
// games, too.

import { Refusal, Unreachable } from "./api.js";
import { element, make } from "./elements.js";
import { isPicture, pictureIn, readPicture } from "./picture.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Tried} Tried */

const LARGEST = 1_500_000; // bytes of a file; the server takes a little more

/** @param {Page} page */
export function install(page) {
  const paste = new Paste(page);
  element("paste").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    paste.take(element("pasted").value, element("pasted-game").value);
  });
  document.addEventListener("paste", (event) => {
    const target = event.target;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || document.querySelector("dialog[open]")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.trim()) return void paste.take(text);
    const picture = pictureIn(event.clipboardData); // what is copied from a document is often there as both
    if (picture) paste.picture(picture);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => paste.dropped(event));
}

class Paste {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.answer = make("div", { id: "tried" });
    this.answer.setAttribute("role", "status");
    const file = make("input", { type: "file", hidden: true });
    file.addEventListener("change", () => {
      if (file.files?.[0]) this.file(file.files[0]);
      file.value = "";
    });
    const open = make("button", { type: "button", textContent: "Open a file" });
    open.addEventListener("click", () => file.click());
    element("save").before(open, file);
    element("paste").after(this.answer);
  }

  /** @param {DragEvent} event */
  dropped(event) {
    event.preventDefault();
    const files = event.dataTransfer?.files ?? [];
    if (files.length > 1) return this.#wrong(`These are ${files.length} files; drop one.`, []);
    if (files.length) return this.file(files[0]);
    const text = event.dataTransfer?.getData("text") ?? "";
    return text.trim() ? this.take(text) : undefined;
  }

  /** @param {File} file */
  async file(file) {
    if (isPicture(file)) return this.picture(file);
    if (file.size > LARGEST) {
      const size = (bytes = 0) => `${(bytes / 1e6).toFixed(1)} MB`;
      return this.#wrong(`${file.name} has ${size(file.size)}; a file may have ${size(LARGEST)}.`, []);
    }
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      return this.#wrong(`${file.name} is no text in UTF-8.`, []);
    }
    return this.take(text);
  }

  /** @param {File} file */
  async picture(file) {
    this.answer.replaceChildren();
    try {
      await readPicture(this.page, file, element("pasted-game").value, this.answer);
    } catch (error) {
      // A browser that cannot decode the file, and whatever the server refuses, say it in a sentence.
      if (!(error instanceof Error)) throw error;
      this.#wrong(error instanceof DOMException ? `${file.name || "this"} is no picture.` : error.message, []);
    }
  }

  /** @param {string} text @param {string} [game] whose it is, if one says so */
  async take(text, game = "") {
    this.answer.replaceChildren();
    try {
      await this.page.load({ text, game });
      element("pasted").value = "";
    } catch (error) {
      await this.#other(text, game, error);
    }
  }

  /**
   * A text of which nobody knows whose it is may be of the game here; one that is no position, moves in it.
   * @param {string} text @param {string} game @param {unknown} error
   */
  async #other(text, game, error) {
    if (error instanceof Unreachable) return this.#wrong(error.message, []);
    if (!(error instanceof Refusal)) throw error;
    const board = this.page.board;
    try {
      if (board && !game && !error.tried.length) {
        await this.page.load({ text, game: board.game });
        return;
      }
      if (board && error.tried.length) {
        return await this.page.inTurn(() => this.#moves(board.id, text));
      }
    } catch (other) {
      if (!(other instanceof Refusal)) throw other;
      const moves = { games: board?.title ?? "", form: "moves from here", why: other.message };
      return this.#wrong(told(error), error.tried.length ? [...error.tried, moves] : []);
    }
    return this.#wrong(told(error), error.tried);
  }

  /** Makes moves from where one is then; not in another game. @param {string} id @param {string} text */
  async #moves(id, text) {
    const { page } = this;
    if (page.board?.id !== id || !page.guard("moves")) return;
    const made = await page.api.post(`/api/boards/${id}/moves`, { text }, { revision: page.board.revision });
    if (page.board?.id !== id) return;
    page.clear();
    page.show(made, false);
    page.say("The moves are made.");
  }

  /** @param {string} words @param {Tried[]} tried */
  #wrong(words, tried) {
    this.page.openTab("paste");
    this.page.error(words);
    const list = make("dl");
    let games = "";
    for (const one of tried) {
      if (one.games !== games) list.append(make("dt", { textContent: one.games }));
      games = one.games;
      list.append(make("dd", {}, make("b", { textContent: one.form }), `: ${one.why}`));
    }
    const head = tried.length ? [make("p", { textContent: `No format fits. ${tried.length} were tried:` }), list] : [];
    this.answer.replaceChildren(make("p", { className: "wrong", textContent: words }), ...head);
  }
}

/** @param {Refusal} error */
function told(error) {
  return error.where ? `${error.where}: ${error.message}` : error.message;
}
