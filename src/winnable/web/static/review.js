// The review of a game: asked in the background, drawn as a graph under the table and told in a tab: which moves lost,
// which went a long way round, what would have won. Trying again is in tryagain.js.

import { button, element } from "./elements.js";
import { ReviewGraph, points, state, told, within } from "./reviewgraph.js";
import { count, keepFocus, sentence } from "./said.js";
import { TryAgain } from "./tryagain.js";

/**
 * @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board
 * @typedef {import("./api.js").Told} Told @typedef {import("./api.js").Job} Job @typedef {import("./api.js").Place} Place
 * @typedef {import("./reviewgraph.js").Step} Step
 * @typedef {{place: string, why: string[], moves: string[]}} Blunder
 */

const SECONDS = 40; // for the whole review
const MOST_SECONDS = 640;
const MOST_GAMES = 40_000;
const GAMES = 32; // from each place, where cards are hidden

/** @param {Page} page */
export function install(page) {
  new Review(page);
}

export class Review {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {any} what is known of the review; null where there is none */
    this.data = null;
    this.job = "";
    this.autoplay = ""; // under which it was found out
    this.running = false;
    this.seconds = SECONDS;
    this.games = GAMES;
    this.drawn = "";
    /** @type {string} where the slider wants to go */
    this.wanted = "";
    this.going = false;
    this.graph = new ReviewGraph((at) => this.#go(at));
    this.trying = new TryAgain(page, this);
    this.noted = ""; // what a review was offered for
    this.tab = page.tab("review", "Review");
    this.status = document.createElement("p");
    this.buttons = document.createElement("div");
    this.list = document.createElement("div");
    this.strip = document.createElement("div");
    this.head = document.createElement("div");
    this.note = document.createElement("p");
    this.#build();
    page.control("Review", () => this.ask(), "R").id = "review";
    page.keys.add("r", () => this.ask(), "Review the game");
    page.addEventListener("begun", (event) => this.#begun(/** @type {CustomEvent} */ (event).detail.board));
    page.addEventListener("shown", () => this.#shown());
    page.addEventListener("toggled", () => this.#toggled());
  }

  #build() {
    this.status.setAttribute("role", "status");
    this.buttons.className = "buttons";
    this.tab.append(this.status, this.buttons, this.list);
    this.strip.className = "review-strip";
    this.head.className = "head-line";
    this.strip.append(this.head, this.graph.element);
    this.note.className = "review-note";
    this.note.hidden = true;
    element("controls").before(this.note);
    this.#status();
  }

  // --- asking ----------------------------------------------------------------------------------------------

  /**
   * Asks for the review of the line that one is on, and of its side lines.
   * @param {number} [seconds] for the whole review @param {number} [games] from each place, where cards are hidden
   */
  ask(seconds = SECONDS, games = GAMES) {
    const { page } = this;
    const board = page.board;
    this.note.hidden = true;
    page.openTab("review");
    if (!board || page.trying) return;
    if (!page.verdicts) return void this.#status();
    if (board.tree.length < 2) {
      this.data = null;
      this.#status("There is nothing to review: no move was made yet.");
      return;
    }
    [this.seconds, this.games] = [seconds, games];
    this.running = true;
    this.#status();
    page.questions.ask(board.id, "review", { seconds, games }, (job) => this.#answered(board.id, job), "review");
  }

  /** Ends the review; what it has found by then comes as its answer. */
  async stop() {
    try {
      const job = await this.page.api.post(`/api/jobs/${this.job}/stop`);
      if (job.state === "cancelled") this.drop();
    } catch {
      this.drop(); // no server, or it does not know the question any more
    }
  }

  /** Takes the question back. */
  drop() {
    this.page.questions.stop("review");
    this.running = false;
    this.#status();
  }

  /** @param {string} asked @param {Job} job */
  #answered(asked, job) {
    if (this.page.board?.id !== asked) return;
    this.running = job.state === "queued" || job.state === "running";
    this.job = job.id;
    if (job.state === "failed") return void this.#status(`The review broke off: ${job.error}`);
    if (job.data) {
      const first = !this.data;
      this.data = job.data;
      this.autoplay = this.page.board.autoplay;
      this.#learn(job.data.known);
      if (first && !this.page.trying && this.page.verdicts) this.page.below(this.strip);
    }
    this.#draw();
    if (job.state === "done") this.#end();
  }

  /** What a review has found out of places is known on the whole page. @param {Record<string, Told>} known */
  #learn(known) {
    const board = /** @type {Board} */ (this.page.board);
    let news = false;
    for (const [place, answer] of Object.entries(known ?? {})) {
      if (!better(answer, board.known[place])) continue;
      board.known[place] = answer;
      news = true;
    }
    if (!news || this.page.trying) return;
    this.page.tree.show(board);
    this.page.dispatchEvent(new CustomEvent("known"));
  }

  #end() {
    if (this.page.trying || !this.page.verdicts) return;
    this.page.say(this.data?.text ?? "");
  }

  // --- what is shown ---------------------------------------------------------------------------------------

  /** @param {Board} board */
  #begun(board) {
    this.page.questions.stop("review");
    if (this.strip.isConnected) this.page.below(null);
    [this.data, this.running, this.job, this.drawn] = [null, false, "", ""];
    this.trying.leave(false);
    this.list.replaceChildren();
    this.#status();
    this.noted = "";
    if (board.tree.length > 1) this.#offer(`This game has ${count(board.tree.length - 1, "move")}. `, board.id);
    else this.note.hidden = true;
  }

  /** Offers a review, once. @param {string} words @param {string} once */
  #offer(words, once) {
    if (this.noted === once) return;
    this.noted = once;
    const close = button("×", () => (this.note.hidden = true), "Close");
    close.setAttribute("aria-label", "Close this note");
    this.note.replaceChildren(words, button("Review this game", () => this.ask()), " ", close);
    this.note.hidden = false;
  }

  #shown() {
    const board = /** @type {Board} */ (this.page.board);
    const over = board.outcome !== "open" && board.tree.length > 1;
    if (over && !this.page.trying && !this.data) this.#offer("The game is over. ", `${board.id} over`);
    this.#forgetDeleted(board);
    this.trying.shown();
    if (!this.page.trying) this.#draw();
  }

  /** Of moves that were deleted, perhaps in another tab, no review holds. @param {Board} board */
  #forgetDeleted(board) {
    const here = new Set(board.tree.map((place) => place.id));
    if (!this.data?.line.some((/** @type {string} */ id) => !here.has(id))) return;
    this.page.questions.stop("review");
    [this.data, this.running] = [null, false];
    if (this.page.trying) this.trying.leave();
    if (this.strip.isConnected) this.page.below(null);
    this.#status();
  }

  #toggled() {
    if (this.page.trying) return void this.#draw();
    if (!this.page.verdicts) {
      this.drop();
      element("live").textContent = "";
      if (this.strip.isConnected) this.page.below(null);
    } else if (this.data) this.page.below(this.strip);
    this.#draw();
  }

  /** Everything again, as far as it has changed. */
  #draw() {
    this.#status();
    const { page, data } = this;
    const board = page.board;
    if (!board || !data || page.trying || !page.verdicts) {
      this.list.replaceChildren();
      this.drawn = "";
      return;
    }
    const steps = this.steps();
    if (!this.going) this.graph.show(steps, this.#at(steps));
    else this.graph.show(steps, this.graph.at);
    this.#head(steps);
    const drawn = JSON.stringify([data.blunders, data.detours, data.guesses, data.choices, data.points, this.running, board.known, board.tree.length]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.#listed(steps);
  }

  /** The places of the line with what is known of each. @returns {Step[]} */
  steps() {
    const { data } = this;
    const board = /** @type {Board} */ (this.page.board);
    const places = new Map(board.tree.map((place) => [place.id, place]));
    const found = this.autoplay === board.autoplay ? (data.known ?? {}) : {}; // a server that was started again forgot it
    return data.line.map((/** @type {string} */ id, /** @type {number} */ number) => {
      const place = places.get(id);
      const known = found[id] && better(found[id], board.known[id]) ? found[id] : board.known[id];
      const step = {
        place: id, number, text: place?.moves?.[0] ?? "", words: place?.words ?? "", mark: this.#mark(id, number),
        state: known?.verdict ?? "unknown", left: known?.verdict === "solved" ? (known.length ?? 0) : 0,
        worst: this.#isWorst(id, number), points: data.points?.[number],
      };
      return data.kind === "chances" ? { ...step, ...chanceOf(data.chances[number]) } : step;
    });
  }

  /** @param {string} id @param {number} number */
  #mark(id, number) {
    const { data } = this;
    if (data.blunders?.some((/** @type {Blunder} */ one) => one.place === id)) return "the losing move";
    const detour = data.detours?.find((/** @type {any} */ one) => one.place === id);
    if (detour) return `${count(detour.more, "move")} longer than the shortest win known`;
    const guess = data.guesses?.find((/** @type {any} */ one) => one.place === id);
    if (guess) return "a guess";
    const choice = data.choices?.find((/** @type {any} */ one) => one.step === number);
    return choice ? `${article(choice.grade)}, ${points(choice.share)} points of chance` : "";
  }

  /** @param {string} id @param {number} number */
  #isWorst(id, number) {
    const { data } = this;
    if (data.blunders?.some((/** @type {Blunder} */ one) => one.place === id)) return true;
    return Boolean(data.choices?.some((/** @type {any} */ one) => one.step === number && one.grade === "blunder"));
  }

  /** Which step one stands at: the last place of the line on the way here. @param {Step[]} steps */
  #at(steps) {
    const board = /** @type {Board} */ (this.page.board);
    if (board.unseen) return Math.min(this.graph.at || steps.length - 1, steps.length - 1);
    const places = new Map(board.tree.map((place) => [place.id, place]));
    const line = steps.map((step) => step.place);
    for (let place = places.get(board.here); place; place = places.get(place.parent ?? "")) {
      const at = line.lastIndexOf(place.id);
      if (at >= 0) return at;
    }
    return 0;
  }

  /** @param {number} at */
  async #go(at) {
    const board = this.page.board;
    const steps = this.steps();
    this.#head(steps);
    this.wanted = steps[at]?.place ?? "";
    if (!board || board.unseen || this.going) return;
    this.going = true;
    while (this.wanted) {
      const place = this.wanted;
      this.wanted = "";
      if (!(await this.page.goto(place))) break;
    }
    this.going = false;
    this.#draw();
  }

  /** The line above the graph: where the slider is, and what may be done there. @param {Step[]} steps */
  #head(steps) {
    const words = document.createElement("p");
    const step = steps[this.graph.at];
    words.textContent = step ? sentence(told(step)) : "";
    words.title = words.textContent;
    const blunders = this.blunders();
    /** @type {HTMLElement[]} */
    const acts = [];
    if (blunders.length) {
      const here = blunders.find((one) => one.place === step?.place) ?? blunders[0];
      acts.push(button("Try again", () => this.trying.start(here)), button("Line that won", () => this.play(here)));
    }
    const close = button("×", () => this.page.below(null), "Close the graph; Review shows it again");
    close.setAttribute("aria-label", "Close the graph");
    keepFocus(this.head, [words, ...acts, close]);
  }

  /** The moves that lost and are still in the tree. @returns {Blunder[]} */
  blunders() {
    const here = new Set((this.page.board?.tree ?? []).map((place) => place.id));
    return (this.data?.blunders ?? []).filter((/** @type {Blunder} */ one) => here.has(one.place));
  }

  /** Adds the line that would have won, and goes to where it begins. @param {Blunder} blunder */
  async play(blunder) {
    const { page } = this;
    const place = page.board?.tree.find((one) => one.id === blunder.place);
    if (!place?.parent || !(await page.goto(place.parent))) return;
    if (!(await page.change("line", { moves: blunder.moves }, `A win in ${count(blunder.moves.length, "move")}`))) return;
    page.openTab("moves");
    page.dispatchEvent(new CustomEvent("line", { detail: { moves: blunder.moves } }));
  }

  // --- the tab ---------------------------------------------------------------------------------------------

  /** @param {string} [words] */
  #status(words) {
    const { page, data, status, buttons } = this;
    /** @type {HTMLElement[]} */
    const acts = [];
    let text = words ?? "";
    if (page.trying) text = "Hidden while you try again.";
    else if (!page.verdicts) text = "Verdicts are off, and a review is nothing else, so it is hidden. Press E to have them on.";
    else if (this.running) {
      text = data ? `${data.text ? `${data.text} ` : ""}Still ${data.phase || "at it"}.` : "Looking the game over.";
      acts.push(button("Stop", () => this.stop()));
    } else if (!words) text = data?.text ?? "Review says which move lost the game, and what would have won.";
    if (!this.running && !page.trying && page.verdicts) {
      acts.push(button(data ? "Review again" : "Review this game", () => this.ask()));
      if (data) acts.push(button("Show the graph", () => this.#showGraph()));
      const open = data?.kind === "verdicts" && this.steps().some((step) => step.state === "unknown");
      if (open && this.seconds * 4 <= MOST_SECONDS) acts.push(button("Go deeper", () => this.ask(this.seconds * 4), `Up to ${this.seconds * 4} s in all`));
      if (data?.kind === "chances" && this.games * 4 <= MOST_GAMES) {
        acts.push(button("More games", () => this.ask(this.seconds * 4, this.games * 4), `${this.games * 4} from each place`));
      }
      if (data && !data.phase) acts.push(button("Save review", () => this.#save(), "As a page that needs no program"));
    }
    if (status.textContent !== text) status.textContent = text;
    keepFocus(buttons, acts);
  }

  #showGraph() {
    this.page.below(this.strip);
    this.page.panel.fold();
  }

  /** @param {Step[]} steps */
  #listed(steps) {
    const { data } = this;
    /** @type {HTMLElement[]} */
    const parts = [];
    const blunders = this.blunders();
    if (blunders.length) {
      parts.push(heading(blunders.length === 1 ? "The move that lost" : "The moves that lost"));
      parts.push(listOf(blunders.map((one) => this.#blunder(one, steps)), "ol"));
    }
    const named = (/** @type {any} */ one, /** @type {string} */ why) => [this.#jump(one.place), `: ${why}`];
    if (data.detours?.length) {
      const detours = data.detours.map((/** @type {any} */ one) => named(one, `${count(one.more, "move")} longer than the shortest win known`));
      parts.push(heading("Detours"), listOf(detours));
    }
    if (data.guesses?.length) {
      parts.push(heading("Guesses"), listOf(data.guesses.map((/** @type {any} */ one) => named(one, one.words))));
    }
    if (data.choices?.length) {
      const choices = data.choices.map((/** @type {any} */ one) => {
        const step = steps[one.step];
        return [`${sentence(told(step))} (${one.interval.map(points).join(" to ")}).`];
      });
      parts.push(heading("Choices that cost chance"), listOf(choices, "ol"));
      if (data.instead) parts.push(paragraph(`Instead of move ${data.worst_choice.number} the engine plays ${data.instead}`));
    }
    parts.push(this.#table(steps));
    keepFocus(this.list, parts);
  }

  /** @param {Blunder} blunder @param {Step[]} steps */
  #blunder(blunder, steps) {
    const aside = steps.some((step) => step.place === blunder.place) ? "" : " (in a side line)";
    const why = sentence(blunder.why.join("; "));
    const line = `A win in ${count(blunder.moves.length, "move")} was there.`;
    return [
      this.#jump(blunder.place), `${aside}. ${why}. ${line} `,
      button("Try again", () => this.trying.start(blunder)), " ", button("Line that won", () => this.play(blunder)),
    ];
  }

  /** A button that goes to a place, named by its move. @param {string} id */
  #jump(id) {
    const board = /** @type {Board} */ (this.page.board);
    const places = new Map(board.tree.map((place) => [place.id, place]));
    const place = places.get(id);
    let number = 0;
    for (let one = place; one?.parent; one = places.get(one.parent)) number += 1;
    const made = button(`Move ${number}, ${place?.words || (place?.moves?.[0] ?? "")}`, () => this.page.goto(id), "Go there");
    made.className = "jump";
    return made;
  }

  /** The same as the graph, in rows. @param {Step[]} steps */
  #table(steps) {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = "Every move";
    details.open = Boolean(this.list.querySelector("details[open]"));
    const table = document.createElement("table");
    const chances = this.data.kind === "chances";
    const heads = chances ? ["", "move", "chance", "choice", "luck"] : ["", "move", "verdict"];
    table.append(row("th", heads));
    for (const step of steps) {
      const words = step.number ? step.words || step.text : "start";
      const cells = chances
        ? [`${step.number}`, words, state(step), ...(step.number ? [points(step.choice ?? 0), points(step.luck ?? 0)] : ["", ""])]
        : [`${step.number}`, words, (step.mark || state(step)) + within(step)];
      const made = row("td", cells);
      made.classList.add(step.state);
      if (!this.page.board?.unseen) made.cells[1].replaceChildren(this.#plainJump(step, words));
      table.append(made);
    }
    details.append(summary, table);
    return details;
  }

  /** @param {Step} step @param {string} words */
  #plainJump(step, words) {
    const made = button(words, () => this.page.goto(step.place));
    made.className = "jump";
    return made;
  }

  async #save() {
    const board = /** @type {Board} */ (this.page.board);
    try {
      const { text } = await this.page.api.get(`/api/jobs/${this.job}/page`);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
      link.download = `review-${board.game}-${board.deal || "game"}.html`.replaceAll(/[:,=]/g, "-");
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      this.page.error(error instanceof Error ? `The review could not be saved: ${error.message}` : String(error));
    }
  }
}

/** Is an answer better than the one that is known? Of two wins the shorter, a proof in any case, else the longer search.
 * @param {Told} answer @param {Told|undefined} known */
function better(answer, known) {
  if (!known) return true;
  if (answer.verdict === "unknown") return known.verdict === "unknown" && (answer.expanded ?? 0) > (known.expanded ?? 0);
  return known.verdict === "unknown" || (answer.verdict === "solved" && (answer.length ?? 0) < (known.length ?? 0));
}

/** @param {any} chance */
function chanceOf(chance) {
  const choice = -(chance?.choice?.share ?? 0);
  return { share: chance?.share ?? 0, interval: chance?.interval ?? [0, 0], choice, luck: -(chance?.fall?.share ?? 0) - choice };
}

/** @param {string} word */
function article(word) {
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}

/** @param {string} text */
function heading(text) {
  const made = document.createElement("h2");
  made.textContent = text;
  return made;
}

/** @param {string} text */
function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

/** @param {(string|Node)[][]} items @param {"ol"|"ul"} [kind] */
function listOf(items, kind = "ul") {
  const list = document.createElement(kind);
  list.className = "found";
  for (const parts of items) {
    const item = document.createElement("li");
    item.append(...parts);
    list.append(item);
  }
  return list;
}

/** @param {"td"|"th"} kind @param {string[]} cells */
function row(kind, cells) {
  const made = document.createElement("tr");
  for (const text of cells) {
    const cell = document.createElement(kind);
    cell.textContent = text;
    made.append(cell);
  }
  return made;
}
