// The verdict bar: a sentence that is a proof, or says honestly that nothing is known yet.

import { button } from "./elements.js";

/** @typedef {import("./api.js").Told} Told @typedef {import("./api.js").Job} Job @typedef {import("./api.js").Board} Board */

const SIGN = { solved: "●", unsolvable: "✕", unknown: "?", searching: "…", off: "○" };
const STOPPED = {
  time: "the time was up", memory: "the memory was full", nodes: "the limit of positions was reached",
  cancelled: "it was stopped", incomplete: "the search leaves positions out",
};

export class VerdictBar extends HTMLElement {
  connectedCallback() {
    this.sign = document.createElement("span");
    this.sign.className = "sign";
    this.sign.setAttribute("aria-hidden", "true");
    this.words = document.createElement("span");
    this.words.className = "words";
    this.cost = document.createElement("span");
    this.cost.className = "cost";
    this.deeper = button("Go deeper", () => this.dispatchEvent(new CustomEvent("deeper")));
    this.toggle = button("on", () => this.dispatchEvent(new CustomEvent("toggled")));
    this.toggle.setAttribute("aria-pressed", "true");
    this.toggle.title = "Verdicts on or off (E)";
    this.append(this.sign, this.words, this.cost, this.deeper, this.toggle);
    this.off();
  }

  /** @param {string} state @param {string} words @param {string} cost @param {boolean} [deeper] */
  #set(state, words, cost, deeper = false) {
    this.dataset.state = state;
    if (this.sign) this.sign.textContent = SIGN[/** @type {keyof SIGN} */ (state)] ?? "…";
    if (this.words) this.words.textContent = words;
    if (this.cost) this.cost.textContent = cost;
    if (this.deeper) this.deeper.hidden = !deeper;
  }

  off() {
    this.#set("off", "Press E to ask whether this can be won", "");
    if (this.toggle) [this.toggle.textContent, this.toggle.ariaPressed] = ["off", "false"];
  }

  on() {
    if (this.toggle) [this.toggle.textContent, this.toggle.ariaPressed] = ["on", "true"];
  }

  asked() {
    this.#set("asked", " ", "");
  }

  /** @param {Job} job */
  searching(job) {
    const queue = job.state === "queued" && job.ahead ? `, number ${job.ahead} in line` : "";
    this.#set("searching", `Searching${queue}`, `${job.seconds.toFixed(1)} s`);
  }

  /** @param {string} error */
  failed(error) {
    this.#set("unknown", `Not decided: ${error}`, "", true);
  }

  /** What is known of a place, in a sentence. @param {Told} told @param {Board} board */
  show(told, board) {
    const searched = told.expanded ? `${told.expanded.toLocaleString("en")} positions searched` : "";
    if (told.verdict === "solved") {
      const length = told.length ?? 0;
      this.#set("solved", length ? `Winnable: ${length} ${length === 1 ? "move" : "moves"}` : "Won", searched);
    } else if (told.verdict === "unsolvable") {
      const when = whenLost(board);
      this.#set("unsolvable", told.why && told.why !== "no line wins" ? `${when}: ${told.why}` : when, searched);
    } else {
      const why = STOPPED[/** @type {keyof STOPPED} */ (told.stopped_by)] ?? "";
      this.#set("unknown", `Not decided: ${why}`, searched, true);
    }
  }
}

/**
 * Since when a game is lost that is lost here. A move is named only where the place before it is known to be won:
 * else the game may have been lost before.
 * @param {Board} board
 */
export function whenLost(board) {
  const places = new Map(board.tree.map((place) => [place.id, place]));
  const way = [];
  for (let place = places.get(board.here); place; place = places.get(place.parent ?? "")) way.unshift(place);
  const lost = way.findIndex((place) => board.known[place.id]?.verdict === "unsolvable");
  if (lost === 0) return "Cannot be won (proved)";
  const wonBefore = lost > 0 && board.known[way[lost - 1].id]?.verdict === "solved";
  return wonBefore ? `No longer winnable since move ${lost}` : "Cannot be won from here (proved)";
}

customElements.define("verdict-bar", VerdictBar);
