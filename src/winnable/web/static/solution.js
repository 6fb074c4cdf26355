// A solution on the table: it is added to the moves as a line, and shown step by step in either direction.

import { button, copyText, element } from "./elements.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board */

const SLOWEST = 2000; // milliseconds a move
const FASTEST = 60;

/** @param {Page} page */
export function install(page) {
  const player = new Player(page);
  const control = page.control("Solution", () => player.ask(), "S");
  control.id = "solution";
  page.addEventListener("shown", () => {
    control.hidden = Boolean(page.board?.unseen); // a solution knows every card
  });
  page.keys.add("s", () => player.ask(), "Solution");
}

class Player {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
    this.asked = false;
    /** @type {string[]} the moves of the line, and the places that they lead to, the start first */
    this.moves = [];
    /** @type {string[]} */
    this.line = [];
    this.box = document.createElement("div");
    this.box.className = "player";
    this.box.hidden = true;
    element("answer").before(this.box);
    for (const shown of [page.table, page.grid]) shown.addEventListener("pointerdown", () => this.pause()); // a hand on the board
    page.addEventListener("begun", () => this.leave());
    page.addEventListener("trying", () => this.leave());
    page.addEventListener("line", (event) => this.begin(/** @type {CustomEvent} */ (event).detail.moves));
    page.addEventListener("shown", () => this.#shown());
  }

  /** Asks for a win from here, and adds it to the moves. */
  ask() {
    const page = this.page;
    this.leave();
    element("answer").textContent = "Looking for a win";
    page.openTab("moves");
    return page.ask("solution", { seconds: 30 }, (job) => {
      if (job.state === "done") this.#answered(job.data);
      else if (job.state === "failed") element("answer").textContent = job.error;
      else if (job.state === "running") element("answer").textContent = `Looking for a win, ${job.seconds.toFixed(0)} s`;
    });
  }

  /** @param {{verdict: string, moves: string[], why: string[]}} data */
  async #answered(data) {
    const why = data.why?.length ? `: ${data.why.join("; ")}` : ": proved";
    if (!data.moves.length) {
      const none = data.verdict === "unsolvable" ? `No line wins${why}.` : "No win was found in this time.";
      element("answer").textContent = data.verdict === "solved" ? "The game is won." : none;
      this.page.say(element("answer").textContent);
      return;
    }
    if (await this.page.change("line", { moves: data.moves }, `A win in ${data.moves.length} moves`)) this.begin(data.moves);
  }

  /** Takes up a line that is in the tree already, from here. @param {string[]} moves */
  begin(moves) {
    const board = /** @type {Board} */ (this.page.board);
    const places = new Map(board.tree.map((place) => [place.id, place]));
    this.moves = moves;
    this.line = [board.here];
    for (const move of moves) {
      const children = places.get(this.line.at(-1) ?? "")?.children ?? [];
      const next = children.find((id) => places.get(id)?.moves?.length === 1 && places.get(id)?.moves?.[0] === move);
      if (!next) break;
      this.line.push(next);
    }
    this.#draw();
    this.#shown();
  }

  /** Nothing to play any more. */
  leave() {
    this.pause();
    this.line = [];
    this.box.replaceChildren();
    this.box.hidden = true;
  }

  #draw() {
    const to = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {() => unknown} */ act) => {
      const made = button(sign, act, words);
      made.setAttribute("aria-label", words);
      return made;
    };
    this.first = to("First", "|◀", () => this.#to(0));
    this.back = to("A move back", "◀", () => this.#to(this.at - 1));
    this.run = to("Play", "▶", () => (this.timer ? this.pause() : this.start()));
    this.on = to("A move on", "▶|", () => this.#to(this.at + 1));
    this.last = to("Last", "▶▶|", () => this.#to(this.line.length - 1));
    this.run.id = "solution-run";
    const speed = document.createElement("input");
    Object.assign(speed, { type: "range", min: "0", max: "100", value: localStorage.getItem("speed") ?? "60" });
    speed.setAttribute("aria-label", "speed");
    speed.addEventListener("input", () => localStorage.setItem("speed", speed.value));
    this.speed = speed;
    const row = document.createElement("div");
    row.className = "buttons";
    row.append(this.first, this.back, this.run, this.on, this.last, speed);
    this.words = document.createElement("p");
    this.text = document.createElement("p");
    this.text.className = "solution";
    this.moves.forEach((move, i) => {
      const step = document.createElement("span");
      step.textContent = `${move} `;
      step.addEventListener("click", () => this.#to(i + 1));
      /** @type {HTMLElement} */ (this.text).append(step);
    });
    const copy = button("Copy", async () => {
      const done = await copyText(this.moves.join(" "));
      this.page.say(done ? "copied" : "the clipboard cannot be written here");
    });
    const close = button("Close", () => this.leave(), "The line stays among the moves");
    const head = document.createElement("div");
    head.className = "head-line";
    head.append(this.words, copy, close);
    this.box.replaceChildren(head, row, this.text);
    this.box.hidden = false;
  }

  /** How many of the moves are made; -1 where one stands beside the line. */
  get at() {
    return this.line.indexOf(this.page.board?.here ?? "");
  }

  #shown() {
    if (!this.line.length || !this.words || !this.text) return;
    const at = this.at;
    if (at < 0) this.pause();
    const count = this.line.length - 1;
    this.words.textContent = at < 0 ? `A win in ${count} moves; you stand beside it.` : `A win in ${count} moves, ${at} made`;
    [...this.text.children].forEach((step, i) => step.classList.toggle("made", i < at));
    for (const one of [this.first, this.back]) if (one) one.disabled = at === 0;
    for (const one of [this.on, this.last, this.run]) if (one) one.disabled = at === count;
    const next = this.text.children[Math.max(at, 0)];
    if (next instanceof HTMLElement && at >= 0) this.text.scrollTop = next.offsetTop - this.text.clientHeight / 2;
  }

  /** @param {number} at @returns {Promise<boolean>} */
  #to(at) {
    const place = this.line[Math.max(0, Math.min(at, this.line.length - 1))];
    if (place === undefined) return Promise.resolve(false);
    return this.timer ? this.page.showStep(place) : this.page.goto(place);
  }

  /** Plays on from here, at the speed that is set, until the end or until something else is done. */
  start() {
    const step = async () => {
      if (this.page.pending) { // the player's own move, perhaps: it is for him to say where to go on
        this.timer = window.setTimeout(step, FASTEST);
        return;
      }
      const at = this.at;
      if (!(await this.#to(at < 0 ? 0 : at + 1)) || !this.timer) return this.pause();
      if (this.at >= this.line.length - 1) return this.pause();
      this.timer = window.setTimeout(step, this.#pace());
    };
    this.timer = window.setTimeout(step, 0);
    this.#sign();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.#sign();
  }

  #sign() {
    if (!this.run) return;
    this.run.textContent = this.timer ? "❚❚" : "▶";
    this.run.title = this.timer ? "Pause" : "Play";
    this.run.setAttribute("aria-label", this.run.title);
  }

  /** Milliseconds from a move to the next. */
  #pace() {
    return SLOWEST * (FASTEST / SLOWEST) ** (Number(this.speed?.value ?? 60) / 100);
  }
}
