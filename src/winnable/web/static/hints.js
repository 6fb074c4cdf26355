// What a player asks for: a hint, every legal move with its verdict, a review.

import { button, element } from "./elements.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board */

/** @param {Page} page */
export function install(page) {
  const hints = new Hints(page);
  page.control("Hint", () => hints.hint(false), "H").id = "hint";
  page.control("Legal moves", () => hints.ranked()).id = "ranked";
  page.control("Review", () => hints.review()).id = "review";
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
  }

  clear() {
    element("answer").replaceChildren();
  }

  /** @param {string} question @param {object} options @param {(data: any) => void} show */
  #question(question, options, show) {
    const board = this.page.board;
    if (!board) return;
    element("answer").textContent = "…";
    this.page.questions.ask(board.id, question, { seconds: 10, ...options }, (job) => {
      if (this.page.board?.here !== board.here) return;
      if (job.state === "done") {
        element("answer").replaceChildren();
        show(job.data);
      } else if (job.state === "failed") element("answer").textContent = job.error;
      else if (job.state === "running") element("answer").textContent = `Searching, ${job.seconds.toFixed(1)} s`;
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
    this.#question("verdicts", {}, (data) => {
      const list = document.createElement("ul");
      list.className = "ranked";
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

  review() {
    this.#question("review", { seconds: 30 }, (data) => {
      const text = document.createElement("p");
      text.textContent = data.text;
      element("answer").append(text);
      if (data.lost_by) {
        const line = pathOf(this.page.board);
        const lost = line[data.lost_after ?? 0];
        if (lost?.parent) element("answer").append(button("Try again from there", () => this.page.goto(lost.parent)));
      }
    });
  }
}

/** The places from the start to here, and on along the main line. @param {Board|null} board */
function pathOf(board) {
  const places = new Map((board?.tree ?? []).map((place) => [place.id, place]));
  /** @type {any[]} */
  const line = [];
  for (let place = places.get(board?.here ?? ""); place; place = places.get(place.parent ?? "")) line.unshift(place);
  for (let place = line.at(-1); place?.children?.length; ) {
    place = places.get(place.children[0]);
    line.push(place);
  }
  return line;
}
