// The page: one game at a time, its table, what is known of it, and the questions that one may ask.

import { Api, Refusal, Unreachable } from "./api.js";
import { CardTable } from "./table.js";
import { SquareGrid } from "./grid.js";
import { MoveTree } from "./tree.js";
import { Questions } from "./questions.js";
import { button, VerdictBar } from "./verdict.js";

/** @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Job} Job */

const REST = 120; // milliseconds that one stands at a place before it is asked about

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

class Page {
  constructor() {
    const token = document.querySelector("meta[name=winnable-token]")?.getAttribute("content") ?? "";
    this.api = new Api(token);
    this.questions = new Questions(this.api, randomName());
    /** @type {Board|null} */
    this.board = null;
    /** @type {CardTable} */
    this.table = element("table");
    /** @type {SquareGrid} */
    this.grid = element("grid");
    /** @type {MoveTree} */
    this.tree = element("tree");
    /** @type {VerdictBar} */
    this.bar = element("verdict");
    this.verdicts = localStorage.getItem("verdicts") !== "off";
    this.seconds = 10;
    /** @type {Promise<unknown>} moves are made one after the other */
    this.queue = Promise.resolve();
    this.timer = 0;
    this.playing = 0;
  }

  async start() {
    this.#wire();
    this.settings();
    await this.#games();
    const fragment = decodeURIComponent(location.hash.slice(1));
    const saved = fragment || localStorage.getItem("game") || "";
    if (saved && (await this.begin({ text: saved, game: "" }, false))) return;
    await this.begin({ text: "617", game: "freecell" }, false);
  }

  #wire() {
    for (const shown of [this.table, this.grid]) {
      shown.addEventListener("play", (event) => this.play(/** @type {CustomEvent} */ (event).detail.move));
    }
    this.grid.addEventListener("light", (event) => this.#light(/** @type {CustomEvent} */ (event).detail.clue));
    this.table.addEventListener("refused", (event) => this.#refuse(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener("said", (event) => this.say(/** @type {CustomEvent} */ (event).detail));
    this.tree.addEventListener("goto", (event) => this.goto(/** @type {CustomEvent} */ (event).detail.place));
    this.bar.addEventListener("deeper", () => this.ask(this.seconds * 4));
    this.bar.addEventListener("toggled", () => this.toggle());
    element("undo").addEventListener("click", () => this.undo());
    element("redo").addEventListener("click", () => this.redo());
    element("hint").addEventListener("click", () => this.hint(false));
    element("solution").addEventListener("click", () => this.solution());
    element("ranked").addEventListener("click", () => this.ranked());
    element("review").addEventListener("click", () => this.review());
    element("save").addEventListener("click", () => this.save());
    element("new").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.begin({ text: element("deal").value.trim(), game: element("game").value });
    });
    element("previous").addEventListener("click", () => this.step(-1));
    element("next").addEventListener("click", () => this.step(1));
    element("game").addEventListener("change", () => {
      element("deal").value = "";
    });
    element("paste").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.begin({ text: element("pasted").value, game: element("pasted-game").value });
    });
    element("command").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.play(element("move").value.trim());
      element("move").value = "";
    });
    element("colours").addEventListener("change", () => this.settings(true));
    element("large").addEventListener("change", () => this.settings(true));
    element("letters").addEventListener("change", () => this.settings(true));
    element("autoplay").addEventListener("change", () => this.#change("autoplay", { autoplay: element("autoplay").value }));
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", async (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const text = file ? await file.text() : event.dataTransfer?.getData("text");
      if (text) this.begin({ text, game: "" });
    });
  }

  /** How things look; kept in this browser. @param {boolean} [changed] */
  settings(changed = false) {
    for (const name of ["colours", "large", "letters"]) {
      const box = element(name);
      if (changed) localStorage.setItem(name, String(box.checked));
      else box.checked = localStorage.getItem(name) === "true";
    }
    document.body.classList.toggle("four", element("colours").checked);
    this.table.largeIndex = element("large").checked;
    this.grid.letters = element("letters").checked;
    if (this.board) this.#show(this.board, false);
  }

  async #games() {
    const { games } = await this.api.get("/api/games");
    for (const select of [element("game"), element("pasted-game")]) {
      for (const game of games) {
        select.append(new Option(game.title, game.name));
        for (const variant of game.variants.slice(1)) {
          select.append(new Option(`${game.title}: ${variant.title}`, `${game.name}:${variant.name}`));
        }
      }
    }
  }

  // --- games -----------------------------------------------------------------------------------------------

  /** @param {{text: string, game: string}} asked @param {boolean} [tell] @returns {Promise<boolean>} */
  async begin(asked, tell = true) {
    try {
      const board = await this.api.post("/api/boards", asked);
      this.questions.stop("verdict");
      this.questions.stop("other");
      this.#clearAnswers();
      this.#show(board, false);
      element("game").value = board.game;
      element("deal").value = board.deal;
      history.replaceState(null, "", board.deal ? `#${encodeURIComponent(startText(board))}` : location.pathname);
      this.say(`${board.title} ${board.deal}`);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      if (tell) this.error(error.message);
      else this.say(error.message);
      return false;
    }
  }

  /** The deal before or after. @param {number} step */
  step(step) {
    const deal = this.board?.deal ?? "";
    const number = /^(.*:)?(\d+)$/.exec(deal);
    if (number && Number(number[2]) + step > 0) {
      this.begin({ text: `${number[1] ?? ""}${Number(number[2]) + step}`, game: this.board?.game ?? "" });
    }
  }

  /** @param {Board} board @param {boolean} fly */
  #show(board, fly) {
    this.board = board;
    const onSquares = Boolean(board.scene.grid);
    this.table.hidden = onSquares;
    this.grid.hidden = !onSquares;
    if (onSquares) this.grid.show(board.scene);
    else this.table.show(board.scene, fly);
    this.tree.signs = this.verdicts;
    this.tree.show(board);
    element("title").textContent = board.title;
    document.title = `${board.title} ${board.deal} - Winnable`;
    element("counts").textContent = (board.scene.counts ?? [])
      .map((count) => `${count.name} ${count.value}${count.of === undefined ? "" : ` of ${count.of}`}`)
      .join(", ");
    this.#marks(board);
    const places = new Map(board.tree.map((place) => [place.id, place]));
    const here = places.get(board.here);
    element("undo").hidden = element("redo").hidden = board.unseen;
    element("undo").disabled = !here?.parent;
    element("redo").disabled = !here?.children?.length;
    element("autoplay").value = board.autoplay;
    element("text").textContent = textOf(board);
    this.#verdict();
    this.#keep();
  }

  /** The marks of a puzzle, placed and in all; touching one puts it on the square. @param {Board} board */
  #marks(board) {
    const marks = board.scene.grid?.marks ?? [];
    element("marks").replaceChildren(
      ...marks.map((mark) =>
        button(`${mark.name} ${mark.placed}/${mark.total}`, () => this.grid.put(mark.letter), `Places a ${mark.name}`),
      ),
    );
  }

  async #keep() {
    if (!this.board) return;
    try {
      const { text } = await this.api.get(`/api/boards/${this.board.id}/save`);
      localStorage.setItem("game", text);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    }
  }

  /** @param {string} clue */
  async #light(clue) {
    if (!this.board) return;
    const { scene } = await this.api.get(`/api/boards/${this.board.id}/light/${clue}`);
    if (this.grid.lit !== clue) return;
    this.grid.showLight(scene.grid.lights[0]);
    element("answer").textContent = scene.captions.join(" ");
    this.say(scene.captions.join(" "));
  }

  // --- moves -----------------------------------------------------------------------------------------------

  /** @param {string} what @param {object} [body] @param {string} [said] @returns {Promise<boolean>} was it done? */
  #change(what, body, said = "") {
    const make = async () => {
      if (!this.board) return false;
      try {
        const board = await this.api.post(`/api/boards/${this.board.id}/${what}`, body);
        this.#clearAnswers();
        this.#show(board, true);
        const here = board.tree.find((/** @type {{id: string}} */ place) => place.id === board.here);
        if (what === "play") this.say(`${here?.words ?? ""}${board.outcome === "won" ? ". The game is won." : ""}`);
        else if (said) this.say(said);
        return true;
      } catch (error) {
        await this.#failed(error);
        return false;
      }
    };
    const made = this.queue.then(make);
    this.queue = made.catch(() => {}); // the next move is made all the same
    return made;
  }

  /** @param {unknown} error */
  async #failed(error) {
    if (error instanceof Unreachable) this.error("Connection lost. Your game is kept here; start the server again.");
    else if (error instanceof Refusal && error.status === 404) await this.#again();
    else if (error instanceof Refusal) this.error(error.message);
    else throw error;
    if (this.board) this.#show(this.board, false);
  }

  /** The server was started anew: it gets the game from here. */
  async #again() {
    const text = localStorage.getItem("game") ?? "";
    if (!(await this.begin({ text, game: "" }))) this.error("The server does not know this game any more.");
  }

  /** Makes a move; was it made? @param {string} move @param {string} [autoplay] as the game has it, unless given */
  play(move, autoplay = "") {
    return move ? this.#change("play", { move, autoplay }) : Promise.resolve(false);
  }

  undo() {
    return this.#change("undo", undefined, "taken back");
  }

  redo() {
    return this.#change("redo", undefined, "made again");
  }

  /** @param {string} place */
  goto(place) {
    return this.#change("goto", { place });
  }

  /** @param {{source: string, index: number, target: string}} what */
  async #refuse(what) {
    const labels = [what.source, what.target].map(
      (name) => this.board?.scene.piles?.find((pile) => pile.name === name)?.label ?? "",
    );
    if (labels.every(Boolean)) await this.play(labels.join(""));
  }

  // --- questions -------------------------------------------------------------------------------------------

  toggle() {
    this.verdicts = !this.verdicts;
    localStorage.setItem("verdicts", this.verdicts ? "on" : "off");
    if (!this.verdicts) this.#clearAnswers();
    if (this.board) this.#show(this.board, false);
  }

  /** What the bar says of the place where one is, and the question where nothing is known. */
  #verdict() {
    clearTimeout(this.timer);
    const board = this.board;
    if (!board) return;
    if (!this.verdicts) {
      this.bar.off();
      element("verdict-live").textContent = "";
      this.questions.stop("verdict");
      return;
    }
    this.bar.on();
    const told = board.known[board.here];
    if (told) this.bar.show(told, board);
    if (!told || (told.verdict === "unknown" && this.asked !== `${board.id} ${board.here}`)) {
      if (!told) this.bar.asked();
      this.seconds = 10;
      this.timer = setTimeout(() => this.ask(this.seconds), REST);
    } else this.questions.stop("verdict");
  }

  /** @param {number} seconds */
  ask(seconds) {
    const board = this.board;
    if (!board || board.unseen) return this.bar.failed("some cards are face down; ask for a hint");
    this.seconds = seconds;
    this.asked = `${board.id} ${board.here}`;
    return this.questions.ask(board.id, "verdict", { seconds }, (job) => this.#answered(board, job), "verdict");
  }

  /** @param {Board} asked @param {Job} job */
  async #answered(asked, job) {
    const board = this.board;
    if (board?.id !== asked.id || board.here !== asked.here || !this.verdicts) return;
    if (job.state === "done") {
      const fresh = /** @type {Board} */ (await this.api.get(`/api/boards/${board.id}`));
      if (this.board?.id !== fresh.id || this.board?.here !== fresh.here || !this.verdicts) return;
      this.board.known = fresh.known;
      this.tree.show(this.board);
      const told = fresh.known[fresh.here];
      if (told) {
        this.bar.show(told, fresh);
        element("verdict-live").textContent = this.bar.words?.textContent ?? "";
      }
    } else if (job.state === "failed") this.bar.failed(job.error);
    else if (job.seconds > 0.15) this.bar.searching(job);
  }

  #clearAnswers() {
    this.questions.stop("other");
    element("answer").replaceChildren();
    clearTimeout(this.playing);
  }

  /** @param {string} question @param {object} options @param {(data: any) => void} show */
  #question(question, options, show) {
    const board = this.board;
    if (!board) return;
    element("answer").textContent = "…";
    this.questions.ask(board.id, question, { seconds: 10, ...options }, (job) => {
      if (this.board?.here !== board.here) return;
      if (job.state === "done") {
        element("answer").replaceChildren();
        show(job.data);
      } else if (job.state === "failed") element("answer").textContent = job.error;
      else if (job.state === "running") element("answer").textContent = `Searching, ${job.seconds.toFixed(1)} s`;
    });
  }

  /** @param {boolean} play */
  hint(play) {
    this.#question("hint", {}, (data) => {
      element("answer").textContent = data.text;
      this.say(data.text);
      const text = data.move ?? "";
      if (play && text) this.play(text);
      else if (this.board?.scene.grid) this.#pointAtSquare(text);
      else this.table.point(text);
    });
  }

  /** @param {string} text such as r2c3=g */
  #pointAtSquare(text) {
    const place = /^r(\d+)c(\d+)/.exec(text);
    const width = this.board?.scene.grid?.width ?? 0;
    this.grid.point(place ? [(Number(place[1]) - 1) * width + Number(place[2]) - 1] : []);
  }

  solution() {
    this.#question("solution", {}, (data) => {
      const moves = /** @type {string[]} */ (data.moves);
      const answer = element("answer");
      if (!moves.length) {
        answer.textContent = data.verdict === "unsolvable" ? "No line wins: proved." : "No win was found in this time.";
        return;
      }
      const text = document.createElement("p");
      text.className = "solution";
      text.textContent = moves.join(" ");
      answer.append(
        `A win in ${moves.length} moves. `,
        button("Play it", () => this.playAll(moves)),
        button("Copy", () => navigator.clipboard.writeText(moves.join(" "))),
        text,
      );
    });
  }

  /**
   * Plays moves one after the other; any other move ends it, and so does one that is refused. A solution names
   * every card that goes home, so nothing moves by itself meanwhile.
   * @param {string[]} moves
   */
  playAll(moves) {
    const left = [...moves];
    const id = this.board?.id;
    clearTimeout(this.playing);
    const next = async () => {
      const move = left.shift() ?? "";
      if (this.board?.id !== id || !(await this.play(move, "none"))) return;
      if (left.length && this.board?.id === id) this.playing = window.setTimeout(next, 250);
    };
    next();
  }

  /** Every legal move with its verdict. */
  ranked() {
    this.#question("verdicts", {}, (data) => {
      const list = document.createElement("ul");
      list.className = "ranked";
      for (const move of data.moves) {
        const item = document.createElement("li");
        item.className = move.verdict;
        const sign = { solved: "●", unsolvable: "✕", unknown: "?" }[/** @type {"solved"} */ (move.verdict)];
        const length = move.length ? `, ${move.length} moves` : "";
        const words = button(`${sign} ${move.move}${length}: ${move.words}`, () => this.play(move.move));
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
        const line = pathOf(this.board);
        const lost = line[data.lost_after ?? 0];
        if (lost?.parent) element("answer").append(button("Try again from there", () => this.goto(lost.parent)));
      }
    });
  }

  async save() {
    if (!this.board) return;
    const { text } = await this.api.get(`/api/boards/${this.board.id}/save`);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = `${this.board.game}-${this.board.deal || "game"}.txt`.replaceAll(/[:,=]/g, "-");
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // --- talk ------------------------------------------------------------------------------------------------

  /** @param {string} text */
  say(text) {
    const live = element("live");
    live.textContent = "";
    setTimeout(() => {
      live.textContent = text;
    }, 50);
    element("error").textContent = "";
  }

  /** @param {string} text */
  error(text) {
    element("error").textContent = text;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return;
    const control = event.ctrlKey || event.metaKey;
    const acts = /** @type {Record<string, () => unknown>} */ (
      control
        ? { z: () => (event.shiftKey ? this.redo() : this.undo()), Z: () => this.redo(), y: () => this.redo() }
        : {
            ArrowLeft: () => this.undo(),
            ArrowRight: () => this.redo(),
            h: () => this.hint(event.shiftKey),
            H: () => this.hint(true),
            e: () => this.toggle(),
            s: () => this.solution(),
            i: () => this.say(this.bar.words?.textContent ?? ""),
            "/": () => element("move").focus(),
          }
    );
    const act = acts[event.key];
    if (!act || event.altKey) return;
    event.preventDefault();
    if (this.board?.unseen && ["z", "Z", "y", "ArrowLeft", "ArrowRight"].includes(event.key)) {
      this.say("This game takes nothing back.");
      return;
    }
    act();
  }
}

/** A name that no other page has; crypto.randomUUID is there only where the server is on this machine. */
function randomName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("-");
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

/** What a link holds: the start of the game. @param {Board} board */
function startText(board) {
  return `winnable game 1\ngame: ${board.game}\nstart: ${board.deal}\nmoves:\nend\n`;
}

/** The position as text: one line for each pile. @param {Board} board */
function textOf(board) {
  return (board.scene.piles ?? [])
    .map((pile) => {
      const cards = (pile.cards ?? []).map((card, i) => (i < (pile.down ?? 0) ? "#" : card));
      return `${pile.name}: ${cards.join(" ") || "empty"}`;
    })
    .join("\n");
}

new Page().start();
