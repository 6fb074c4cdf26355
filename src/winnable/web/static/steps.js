// A puzzle explained step by step: the next deduction with its lines lit and its squares ringed, which can be applied;
// and all steps in a list, through which one goes without changing the game.

import { button, element } from "./elements.js";
import { markText } from "./squares.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {{rule: string, words: string, lights: import("./api.js").Light[], squares: number[],
 *            filled: Record<string, string>, ruled_out: Record<string, string>,
 *            chain?: {rule: string, words: string}[]}} Step
 */

/** @param {Page} page */
export function install(page) {
  new Steps(page);
}

class Steps {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Step[]} */
    this.steps = [];
    this.ending = "";
    this.at = -1; // the step that is shown
    this.place = ""; // where the steps are of
    this.applying = false;
    this.asking = false;
    this.panel = page.tab("steps", "Steps");
    this.box = document.createElement("div");
    this.box.id = "step";
    this.box.hidden = true;
    element("error").after(this.box);
    this.control = page.control("Next step", () => this.next(), "H");
    this.control.id = "next-step";
    element("redo").after(this.control);
    page.addEventListener("shown", () => this.#shown());
    page.addEventListener("cleared", () => {
      if (this.asking || !this.place) this.#say(""); // the question was taken back, or could not be answered
      this.asking = false;
    });
    page.addEventListener("deduce", (event) => this.next(Boolean(/** @type {CustomEvent} */ (event).detail?.apply)));
    this.#list();
  }

  #shown() {
    const explained = Boolean(this.page.board?.capabilities.includes("explain"));
    this.control.hidden = !explained;
    element("tab-steps").hidden = !explained;
    element("hint").hidden = explained;
    if (!explained && this.page.panel.opened === "steps") this.page.openTab("moves");
    if (!this.applying && this.place && this.place !== this.#here()) this.#forget();
    else if (this.page.grid.preview) this.page.grid.point(this.steps[this.at]?.squares ?? []);
  }

  #here() {
    return `${this.page.board?.id} ${this.page.board?.here}`;
  }

  #forget() {
    [this.steps, this.ending, this.at, this.place] = [[], "", -1, ""];
    this.#show(-1);
    this.#list();
  }

  /** The next step that tells something new; asks for all where they are not known. @param {boolean} [apply] */
  async next(apply = false) {
    await this.page.queue; // a move or a mark on its way would take the question back
    if (this.place === this.#here()) this.#onward(apply);
    else this.#ask(() => this.#onward(apply));
  }

  /** @param {() => void} then */
  async #ask(then) {
    await this.page.queue;
    this.#say("Looking for the next step");
    this.asking = true;
    this.page.ask("explain", { seconds: 30 }, (job) => {
      if (job.state === "failed") this.#say(job.error);
      else if (job.state === "running" && job.seconds > 1) this.#say(`Looking for the next step, ${job.seconds.toFixed(0)} s`);
      this.asking = job.state === "queued" || job.state === "running";
      if (job.state !== "done") return;
      this.steps = job.data.steps;
      this.ending = endingOf(job.data.ending);
      this.place = this.#here();
      this.at = -1;
      this.#list();
      then();
    });
  }

  /** @param {boolean} apply */
  #onward(apply) {
    let next = this.at + 1;
    while (next < this.steps.length && this.#known(this.steps[next])) next += 1;
    if (next >= this.steps.length) {
      this.#show(-1);
      this.#say(this.ending);
      return;
    }
    this.#show(next);
    if (apply) this.#apply();
  }

  /** Is all that a step says on the board already? @param {Step} step */
  #known(step) {
    const cells = this.page.board?.scene.grid?.cells ?? [];
    const struck = Object.entries(step.ruled_out).every(([i, letters]) => [...letters].every((letter) => {
      const cell = cells[Number(i)];
      return Boolean(cell.holds) || cell.struck?.includes(letter) || Boolean(cell.pencil && !cell.pencil.includes(letter));
    }));
    return struck && Object.entries(step.filled).every(([i, letter]) => cells[Number(i)].holds === letter);
  }

  /** A sentence without a step. @param {string} text */
  #say(text) {
    this.box.hidden = !text;
    this.box.replaceChildren(text);
    if (text) this.page.say(text);
  }

  /** Shows a step on the board as it would be after it; -1 shows the board itself. @param {number} number */
  #show(number) {
    const grid = this.page.grid;
    const step = this.steps[number];
    this.at = step ? number : this.at;
    grid.preview = step ? this.#preview(number) : null;
    grid.lit = "";
    grid.pointed = step?.squares ?? [];
    if (this.page.board?.scene.grid) grid.show(this.page.board.scene);
    grid.showLights(step?.lights ?? []);
    this.box.hidden = !step;
    if (step) element("told").textContent = "";
    for (const [i, line] of this.panel.querySelectorAll("ol > li > button").entries()) {
      line.setAttribute("aria-current", String(i === number));
      if (i === number) line.scrollIntoView({ block: "nearest" });
    }
    if (!step) return;
    const words = document.createElement("p");
    words.textContent = `${number + 1} of ${this.steps.length}, ${step.rule}: ${step.words}.`;
    this.box.replaceChildren(words, ...chainOf(step), this.#buttons(number));
    this.page.say(words.textContent);
  }

  /** What the steps as far as this one change on the board. @param {number} number */
  #preview(number) {
    /** @type {import("./grid.js").Preview} */
    const preview = { filled: {}, struck: {} };
    for (const step of this.steps.slice(0, number + 1)) {
      Object.assign(preview.filled, step.filled);
      for (const [i, letters] of Object.entries(step.ruled_out)) preview.struck[i] = (preview.struck[i] ?? "") + letters;
    }
    return preview;
  }

  /** @param {number} number */
  #buttons(number) {
    const row = document.createElement("div");
    row.className = "buttons";
    const fills = Object.keys(this.steps[number].filled).length > 0;
    const back = button("Back", () => this.#show(number - 1));
    back.disabled = number === 0;
    const on = button("On", () => this.#show(number + 1));
    on.disabled = number === this.steps.length - 1;
    row.append(button(fills ? "Apply" : "Strike out", () => this.#apply()), back, on, button("Close", () => this.#close()));
    return row;
  }

  #close() {
    this.at = -1;
    this.#show(-1);
    this.page.grid.refocus();
  }

  /** Makes what the step that is shown says: it fills squares, and strikes marks out. */
  async #apply() {
    const step = this.steps[this.at];
    const { page } = this;
    if (this.applying || !step) return;
    this.applying = true;
    try {
      for (const [i, letter] of Object.entries(step.filled)) {
        if (!page.board?.scene.grid?.cells[Number(i)].holds && !(await page.play(`${page.grid.name(Number(i))}=${letter}`))) return;
      }
      const mark = this.#strike(step);
      if (mark && !(await page.change("mark", { mark }, "struck out"))) return;
      this.place = this.#here();
    } finally {
      this.applying = false;
    }
    page.grid.preview = null;
    this.#onward(false);
  }

  /** The mark that strikes out what a step rules out. @param {Step} step */
  #strike(step) {
    const cells = this.page.board?.scene.grid?.cells ?? [];
    const parts = [];
    for (const [i, letters] of Object.entries(step.ruled_out)) {
      const cell = cells[Number(i)];
      if (cell.holds) continue;
      const may = [...(cell.pencil ?? "")].filter((letter) => !letters.includes(letter)).join("");
      parts.push(markText(this.page.grid.name(Number(i)), may, [...new Set((cell.struck ?? "") + letters)].join("")));
    }
    return parts.join(";");
  }

  /** All steps, in the tab. */
  #list() {
    const list = document.createElement("ol");
    this.steps.forEach((step, i) => {
      const item = document.createElement("li");
      item.append(button(`${step.rule}: ${step.words}`, () => this.#show(i)));
      list.append(item);
    });
    const ask = button("Explain from here", () => this.#ask(() => this.#show(0)));
    const told = document.createElement("p");
    told.textContent = this.steps.length || this.ending ? this.ending : "How this puzzle is solved from here, one deduction after the other.";
    this.panel.replaceChildren(told, ...(this.steps.length ? [list] : [ask]));
  }
}

/** The steps of a what-if. @param {Step} step */
function chainOf(step) {
  if (!step.chain?.length) return [];
  const [more, summary] = [document.createElement("details"), document.createElement("summary")];
  summary.textContent = step.chain.length === 1 ? "The step to that" : `The ${step.chain.length} steps to that`;
  const list = document.createElement("ol");
  for (const link of step.chain) {
    const item = document.createElement("li");
    item.textContent = `${link.rule}: ${link.words}`;
    list.append(item);
  }
  more.append(summary, list);
  return [more];
}

/** Where the steps end. @param {{settled: boolean, why: string[], text: string}} ending */
function endingOf(ending) {
  if (ending.settled) return "These steps solve the puzzle.";
  if (ending.why.length) return `Something is wrong here: ${ending.why.join("; ")}. Check says how many squares.`;
  const text = ending.text.split("; open:")[0];
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
