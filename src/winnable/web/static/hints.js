// What a player asks for: a hint, every legal move with its verdict.

import { button, element } from "./elements.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board */

/** @param {Page} page */
export function install(page) {
  const hints = new Hints(page);
  page.control("Hint", () => hints.hint(false), "H").id = "hint";
  page.control("Legal moves", () => hints.ranked()).id = "ranked";
  page.keys.add("h", () => hints.hint(false), "Hint");
  page.keys.add("Shift+h", () => hints.hint(true), "Play the hint");
  page.addEventListener("cleared", () => hints.clear());
  element("command").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    page.play(element("move").value.trim());
    element("move").value = "";
  });
}

class Hints {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.told = ""; // what was found so far, and is shown
  }

  clear() {
    element("answer").replaceChildren();
  }

  /** @param {string} question @param {object} options @param {(data: any, done: boolean) => void} show */
  async #question(question, options, show) {
    await this.page.queue; // it is about the place that the moves on their way lead to
    const board = this.page.board;
    if (!board) return;
    element("answer").textContent = "…";
    this.told = "";
    this.page.questions.ask(board.id, question, { seconds: 10, ...options }, (job) => {
      if (this.page.board?.here !== board.here) return;
      if (job.state === "done") {
        element("answer").replaceChildren();
        show(job.data, true);
        this.page.dispatchEvent(new CustomEvent("learned"));
      } else if (job.state === "failed") element("answer").textContent = job.error;
      else if (job.state === "running") {
        const words = document.createElement("span");
        words.textContent = `Searching, ${job.seconds.toFixed(1)} s${toGo(job.data?.left)}`;
        const told = JSON.stringify(job.data);
        if (told === this.told) return void element("answer").firstElementChild?.replaceWith(words); // what has the focus keeps it
        this.told = told;
        element("answer").replaceChildren(words);
        if (job.data) show(job.data, false);
      }
    });
  }

  /** @param {boolean} play */
  hint(play) {
    const explained = this.page.board?.capabilities.includes("explain"); // there a hint is a step of reasoning
    if (explained) return void this.page.dispatchEvent(new CustomEvent("deduce", { detail: { apply: play } }));
    this.#question("hint", {}, (data) => {
      element("answer").textContent = data.text;
      this.page.say(data.text);
      const text = data.move ?? "";
      if (play && text) this.page.play(text);
      else if (this.page.board?.scene.grid) this.#pointAtSquares(text);
      else this.page.table.point(text);
    });
  }

  /** @param {string} text a move from a square to another */
  #pointAtSquares(text) {
    const move = this.page.board?.scene.grid?.moves?.find((one) => one.text === text);
    this.page.grid.point(move ? [move.source, move.target] : []);
  }

  /** Every legal move with its verdict. */
  ranked() {
    if (this.page.board?.unseen) return void this.page.dispatchEvent(new CustomEvent("ranked")); // chance.js
    this.#question("verdicts", {}, (data, done) => {
      const list = document.createElement("ul");
      list.className = "ranked";
      list.ariaBusy = String(!done);
      for (const move of data.moves) {
        const item = document.createElement("li");
        item.className = move.verdict;
        const sign = { solved: "●", unsolvable: "✕", unknown: "?" }[/** @type {"solved"} */ (move.verdict)];
        const length = move.length ? `, ${move.length} moves` : "";
        const words = button(`${sign} ${move.move}${length}: ${move.words}`, () => this.page.play(move.move));
        item.append(words);
        if (move.why.length) item.append(` ${move.why.join("; ")}`);
        list.append(item);
      }
      element("answer").append(data.moves.length ? list : "There is no legal move.");
    });
  }
}

/** @param {number|undefined} left moves that were not looked at yet */
function toGo(left) {
  return left ? `, ${left} ${left === 1 ? "move" : "moves"} to go` : "";
}
