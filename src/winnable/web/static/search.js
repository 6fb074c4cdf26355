// Watching a search: the tab where one is asked for, and the view over the table that shows what it did.

import { Refusal, Unreachable } from "./api.js";
import { button } from "./elements.js";
import { SearchShow } from "./searchshow.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board */
/** @typedef {import("./searchtree.js").Trace} Trace */
/**
 * @typedef {{name: string, words: string, kind: string, default: string, choices: string[]}} SearchOption
 * @typedef {{name: string, summary: string, own: boolean, default_heuristic: string, options: SearchOption[]}} Entry
 * @typedef {{searches: Entry[], features: string[], named: Record<string, string>}} Listing
 * @typedef {{name: () => string, options: () => Record<string, string>, box: HTMLElement}} Chooser
 */

const NARROW = "(max-width: 900px) and (orientation: portrait)"; // as in main.css
const KEPT = 100; // boards at nodes
const NODES = 20_000; // positions expanded, unless more are asked for

/** @param {Page} page */
export function install(page) {
  const search = new Search(page, page.tab("search", "Search"));
  page.panel.panels.addEventListener("opened", (event) => search.opened(/** @type {CustomEvent} */ (event).detail.name));
  page.addEventListener("begun", () => search.forget());
  page.addEventListener("trying", () => search.leave());
  page.addEventListener("shown", () => search.opened(page.panel.opened));
  for (const [key, by, words] of /** @type {[string, number, string][]} */ ([[",", -1, "A watched search: one event back"], [".", 1, "A watched search: one event on"]])) {
    page.keys.add(key, () => search.visible && search.show.stepped(by), words);
  }
}

class Search {
  /** @param {Page} page @param {HTMLElement} panel */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.show = /** @type {SearchShow} */ (document.createElement("search-show"));
    this.show.hidden = true;
    this.play = /** @type {HTMLElement} */ (page.table.parentElement);
    this.play.prepend(this.show);
    this.listed = ""; // the board whose searches are offered
    this.asked = { board: "", place: "" };
    /** @type {(Trace|null)[]} */
    this.traces = [];
    /** @type {Map<string, any>} scenes by search and node */
    this.scenes = new Map();
    this.wanted = "";
    this.looking = false;
    this.status = document.createElement("p");
    this.status.className = "search-told";
    this.status.setAttribute("role", "status");
    this.board = document.createElement("div");
    this.board.className = "search-board";
    this.board.hidden = true;
    this.form = document.createElement("form");
    this.form.className = "search-form";
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
    panel.append(this.form, this.status, this.board);
    this.show.addEventListener("close", () => page.openTab("moves"));
    this.show.addEventListener("said", (event) => page.say(/** @type {CustomEvent} */ (event).detail));
    this.show.addEventListener("place", (event) => this.#look(/** @type {CustomEvent} */ (event).detail));
    const narrow = matchMedia(NARROW);
    const place = () => (narrow.matches ? this.show.boards : panel)?.append(this.board);
    narrow.addEventListener("change", place);
    place();
  }

  get visible() {
    return !this.show.hidden;
  }

  /** Another game: nothing of the last one stays. */
  forget() {
    this.traces = [];
    this.scenes.clear();
    this.show.pause();
    this.wanted = "";
    this.board.hidden = true;
    this.status.textContent = "";
  }

  /** Nothing that was searched is to be seen: it might give an answer away. */
  leave() {
    this.#stop();
    this.forget();
    this.opened("");
  }

  /** The view is there while its tab is. @param {string} name */
  opened(name) {
    const shown = name === "search" && this.traces.length > 0 && this.traces.every(Boolean);
    if (!shown) this.show.pause();
    this.show.hidden = !shown;
    this.play.classList.toggle("searching", shown);
    if (name === "search") this.#offer();
  }

  // --- asking ----------------------------------------------------------------------------------------------

  async #offer() {
    const board = this.page.board;
    if (!board || this.listed === board.id) return;
    this.listed = board.id;
    /** @type {Listing} */
    let listing;
    try {
      listing = await this.page.api.get(`/api/boards/${board.id}/searches`);
    } catch (error) {
      this.listed = ""; // asked again with the next board
      this.status.textContent = refused(error);
      return;
    }
    if (this.page.board?.id !== board.id) return;
    if (!listing.searches.length) {
      this.form.replaceChildren("A search knows every card. This game is played unseen, so there is none to watch.");
      return;
    }
    this.first = this.#chooser("Search", listing, false);
    this.second = this.#chooser("Beside it", listing, true);
    this.nodes = field("Positions", String(NODES));
    this.seconds = field("Seconds", "10");
    const row = document.createElement("div");
    row.className = "search-row";
    const limits = document.createElement("div");
    limits.className = "search-row";
    limits.append(this.nodes.line, this.seconds.line);
    this.go = document.createElement("button");
    this.go.textContent = "Watch";
    this.stop = button("Stop", () => this.#stop());
    this.stop.hidden = true;
    row.append(this.go, this.stop);
    this.form.replaceChildren(this.first.box, this.second.box, limits, row);
  }

  /** @param {string} label @param {Listing} listing @param {boolean} perhaps @returns {Chooser} */
  #chooser(label, listing, perhaps) {
    const box = document.createElement("fieldset");
    const legend = document.createElement("legend");
    const select = document.createElement("select");
    legend.textContent = label;
    select.setAttribute("aria-label", label);
    if (perhaps) select.append(new Option("nothing", ""));
    for (const { name, summary } of listing.searches) select.append(new Option(`${name.replaceAll("_", " ")}: ${summary}`, name));
    if (!perhaps) select.value = listing.searches.some(({ name }) => name === "astar") ? "astar" : listing.searches[0].name;
    const options = document.createElement("details");
    /** @type {Map<string, HTMLInputElement|HTMLSelectElement>} */
    const inputs = new Map();
    const fill = () => {
      const entry = listing.searches.find(({ name }) => name === select.value);
      const before = new Map(inputs); // what another search takes as well stays filled in
      inputs.clear();
      const summary = document.createElement("summary");
      summary.textContent = "Options";
      options.replaceChildren(summary);
      options.hidden = !entry?.options.length;
      for (const option of entry?.options ?? []) {
        const { line, input } = optionField(option, /** @type {Entry} */ (entry), listing);
        input.value = before.get(option.name)?.value ?? input.value;
        inputs.set(option.name, input);
        options.append(line);
      }
    };
    select.addEventListener("change", fill);
    fill();
    box.append(legend, select, options);
    const given = () => Object.fromEntries([...inputs].flatMap(([name, input]) => (input.value.trim() ? [[name, input.value.trim()]] : [])));
    return { box, name: () => select.value, options: given };
  }

  /** Asks for one search or two; they are shown when both are there. */
  ask() {
    const { page, first, second } = this;
    const board = page.board;
    if (!board || !first || !second) return;
    const [nodes, seconds] = [Number(this.nodes?.input.value), Number(this.seconds?.input.value)];
    if (!(nodes > 0) || !(seconds > 0)) {
      this.status.textContent = "How many positions, and how many seconds? Both are numbers over 0.";
      return;
    }
    this.#stop();
    const chosen = [first, second].filter((one) => one.name());
    this.forget();
    this.traces = chosen.map(() => null);
    this.asked = { board: board.id, place: board.here };
    this.opened(page.panel.opened);
    if (this.stop) this.stop.hidden = false;
    /** @type {string[]} */
    const told = chosen.map(() => "waits");
    chosen.forEach((one, i) => {
      const asked = { algorithm: one.name(), options: one.options(), nodes, seconds };
      page.questions.ask(board.id, "trace", asked, (job) => {
        if (job.state === "done") this.traces[i] = job.data;
        told[i] = { done: "is done", queued: "waits", cancelled: "was stopped", failed: job.error }[/** @type {"done"} */ (job.state)] ?? counted(job);
        this.status.textContent = chosen.map((search, j) => `${search.name().replaceAll("_", " ")}: ${told[j]}`).join("; ");
        if (this.traces.every(Boolean)) this.#begin();
        else if (job.state === "failed" || job.state === "cancelled") this.#stop();
      }, `trace ${i}`);
    });
  }

  #stop() {
    for (const i of [0, 1]) this.page.questions.stop(`trace ${i}`);
    if (this.stop) this.stop.hidden = true;
  }

  #begin() {
    if (this.stop) this.stop.hidden = true;
    const traces = /** @type {Trace[]} */ (this.traces);
    this.scenes.clear();
    const here = this.page.panel.opened === "search"; // else it is there when one comes back
    this.opened(this.page.panel.opened);
    this.show.show(traces, here);
    if (here && matchMedia(NARROW).matches) this.panel.closest("aside")?.classList.add("closed"); // the sheet would leave no room
    const words = traces.map((trace) => `${trace.algorithm.replaceAll("_", " ")}: ${told(trace.seen)} events`);
    this.status.textContent = words.join("; ");
    this.page.say(`${words.join("; ")}. ${this.show.status?.textContent ?? ""}`);
  }

  // --- the board at a node ---------------------------------------------------------------------------------

  /** @param {{run: number, node: number, picked?: boolean}} at */
  #look(at) {
    this.wanted = JSON.stringify(at);
    if (!this.looking) this.#lookNext();
  }

  /** One scene after the other is asked for, always that of the place that is wanted by then. */
  async #lookNext() {
    this.looking = true;
    try {
      for (let done = ""; this.wanted && done !== this.wanted; ) {
        done = this.wanted;
        const at = JSON.parse(done);
        const scene = await this.#scene(at.run, at.node);
        if (scene && this.wanted) this.#draw(scene, at);
        await new Promise((resolve) => setTimeout(resolve, 200)); // while it plays, a few boards a second will do
      }
    } finally {
      this.looking = false;
    }
  }

  /** @param {number} run @param {number} node */
  async #scene(run, node) {
    const key = `${run} ${node}`;
    const known = this.scenes.get(key);
    if (known) return known;
    const { moves } = this.show.runs[run].replay.line(node);
    try {
      const { scene } = await this.page.api.post(`/api/boards/${this.asked.board}/look`, { place: this.asked.place, moves });
      this.scenes.set(key, scene);
      if (this.scenes.size > KEPT) this.scenes.delete(/** @type {string} */ (this.scenes.keys().next().value));
      return scene;
    } catch (error) {
      this.status.textContent = refused(error);
      return null;
    }
  }

  /** @param {any} scene @param {{run: number, node: number, picked?: boolean}} at */
  #draw(scene, at) {
    const kind = scene.grid ? "square-grid" : "card-table";
    let table = /** @type {any} */ (this.board.querySelector(kind));
    this.board.hidden = false;
    if (!table) {
      table = document.createElement(kind);
      this.words = document.createElement("p");
      this.buttons = document.createElement("div");
      this.buttons.className = "search-row";
      this.board.replaceChildren(this.words, this.buttons, table);
      table.inert = true; // to look at
    }
    table.show(scene, false);
    const { moves, tried } = this.show.runs[at.run].replay.line(at.node);
    const line = moves ? moves.split(" ") : [];
    const many = line.length === 1 ? "1 move" : `${told(line.length)} moves`;
    if (this.words) this.words.textContent = line.length ? `After ${many}, the last ${line.slice(-3).join(" ")}${tried ? `; ${tried} was tried and does not fit` : ""}` : `The start${tried ? `; ${tried} was tried and does not fit` : ""}`;
    const onBoard = button("Put this line on the board", () => this.#follow(line));
    onBoard.disabled = !line.length;
    const acts = [onBoard];
    if (at.picked) acts.push(button("Go to where it came up", () => this.show.toBirth(at.run, at.node)));
    this.buttons?.replaceChildren(...acts);
  }

  /** Adds a line to the moves of the game and goes to its end. @param {string[]} line */
  async #follow(line) {
    const { page, asked } = this;
    if (page.board?.id !== asked.board || !(await page.goto(asked.place))) return;
    if (!(await page.change("line", { moves: line }))) return;
    let end = page.board.here;
    for (let i = 0; i < line.length; i++) {
      const moves = page.board.tree.filter((place) => place.parent === end && place.moves?.[0] === line[i]);
      end = (moves.find((place) => place.moves?.length === 1) ?? moves[0])?.id ?? end;
    }
    await page.goto(end);
    page.openTab("moves");
  }
}

/** @param {number} number */
function told(number) {
  return number.toLocaleString("en");
}

/** What the server refused, in words; other errors are not for it. @param {unknown} error */
function refused(error) {
  if (error instanceof Refusal || error instanceof Unreachable) return error.message;
  throw error;
}

/** @param {import("./api.js").Job} job */
function counted(job) {
  const expanded = job.data?.counts?.expand;
  return `searches, ${job.seconds.toFixed(1)} s${expanded ? `, ${told(expanded)} expanded` : ""}`;
}

/** @param {string} label @param {string} value */
function field(label, value) {
  const line = document.createElement("label");
  const input = document.createElement("input");
  input.value = value;
  input.size = 6;
  input.title = "At most";
  input.inputMode = "decimal";
  line.append(`${label} `, input);
  return { line, input };
}

/** @param {SearchOption} option @param {Entry} entry @param {Listing} listing */
function optionField(option, entry, listing) {
  const line = document.createElement("label");
  /** @type {HTMLInputElement|HTMLSelectElement} */
  let input;
  const choices = option.kind === "flag" ? ["yes", "no"] : option.choices;
  if (choices.length) {
    input = document.createElement("select");
    for (const choice of choices) input.append(new Option(choice, choice === option.default ? "" : choice));
    input.value = "";
  } else {
    input = document.createElement("input");
    input.autocomplete = "off";
    input.placeholder = option.kind === "weights" ? entry.default_heuristic : option.default || "none";
    if (option.kind === "weights") {
      const names = [...Object.keys(listing.named), ...listing.features];
      input.title = `Features with weights: ${names.join(", ")}`;
      const list = document.createElement("datalist");
      list.id = `features-${entry.name}-${Math.random().toString(36).slice(2)}`;
      list.append(...names.map((name) => new Option(name)));
      input.setAttribute("list", list.id);
      line.append(list);
    } else input.size = 8;
  }
  line.prepend(`${option.words} `, input);
  return { line, input };
}
