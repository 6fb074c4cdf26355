// A recorded search as a film, or two side by side on one clock: the trees as they grow, counters, a chart to go to
// any event, speed and steps, and the board at the event or at a node that is picked.

import { button } from "./elements.js";
import { SearchTree } from "./searchdraw.js";
import { layOut, merged, Replay, STATES } from "./searchtree.js";

/** @typedef {import("./searchtree.js").Trace} Trace @typedef {import("./searchtree.js").Events} Events */
/** @typedef {{trace: Trace, replay: Replay, tree: SearchTree, head: HTMLElement, counts: HTMLElement, end: HTMLElement}} Run */

/** @type {Record<string, string>} */
const DONE = {
  expand: "expanded", generate: "found", duplicate: "known already", prune: "left out", backtrack: "backtracked", goal: "a solution",
};
/** @type {Record<string, (events: Events, event: number) => number>} */
const CLOCKS = {
  expansions: (events, event) => events.counts[0][event],
  seconds: (events, event) => events.seconds[event],
};
const FASTEST = 100_000; // events a second
const TELL = 100; // milliseconds between two counters while it plays

/** @param {string} name @param {string} [cls] @param {(Node|string)[]} inside */
function made(name, cls = "", ...inside) {
  const one = document.createElement(name);
  if (cls) one.className = cls;
  one.append(...inside);
  return one;
}

/** @param {number} number */
const told = (number) => number.toLocaleString("en", { maximumFractionDigits: 2 });

/**
 * Events: "place" ({run, node}) where the board at a node is to be shown, "said" with words for screen readers,
 * "close".
 */
export class SearchShow extends HTMLElement {
  constructor() {
    super();
    /** @type {Run[]} */
    this.runs = [];
    /** @type {Int32Array[]} */
    this.order = [new Int32Array(0), new Int32Array(0)];
    this.at = 0; // events shown, of all runs
    this.speed = 100;
    this.playing = false;
    this.frame = 0;
    this.due = 0;
    this.last = 0;
    this.toldAt = 0;
    this.clock = "expansions";
    this.resize = new ResizeObserver(() => this.#chart());
  }

  connectedCallback() {
    if (this.controls) return;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", "search");
    this.dataset.region = "search";
    const legend = made("span", "search-legend");
    for (const state of STATES.slice(1)) legend.append(made("span", `key key-${state}`, state));
    legend.title = "Pruned: left out, or known already";
    const head = made("div", "search-bar", legend, button("Back to the table", () => this.#send("close")));
    this.trees = made("div", "search-runs");
    this.boards = made("div", "search-boards");
    this.canvas = document.createElement("canvas");
    this.canvas.className = "search-chart";
    this.range = document.createElement("input");
    this.range.type = "range";
    this.range.setAttribute("aria-label", "event");
    this.range.addEventListener("input", () => this.#by(() => this.seek(Number(this.range?.value))));
    this.scale = made("p", "search-scale");
    this.controls = made("div", "search-controls");
    this.status = made("p", "search-status");
    this.append(head, this.trees, made("div", "search-scrub", this.canvas, this.range, this.scale), this.controls, this.status, this.boards);
    this.#controls(this.controls);
    this.resize.observe(this.canvas);
    this.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#chart());
  }

  /** @param {HTMLElement} row */
  #controls(row) {
    const act = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ what) => {
      const one = button(text, () => this.#by(what), title);
      one.setAttribute("aria-label", title);
      row.append(one);
      return one;
    };
    act("|<", "To the start", () => this.seek(0));
    act("−1", "One event back (,)", () => this.step(-1));
    this.play = button("▶", () => this.toggle(), "Play or pause (Space)");
    this.play.setAttribute("aria-label", "Play");
    row.append(this.play);
    act("+1", "One event on (.)", () => this.step(1));
    this.nextBack = act("Backtrack", "To the next backtrack", () => this.#next((events, event, kinds) => kinds[events.kind[event]] === "backtrack"));
    this.nextBetter = act("Better", "To the next better estimate, bound or solution", () => this.#next((events, event) => events.notable[event] === 1));
    act(">|", "To the end", () => this.seek(this.length));
    const speed = document.createElement("input");
    [speed.type, speed.min, speed.max, speed.step] = ["range", "0", "5", "0.05"];
    speed.className = "search-speed";
    speed.setAttribute("aria-label", "speed");
    speed.addEventListener("input", () => this.setSpeed(10 ** Number(speed.value)));
    this.slider = speed;
    this.speedWords = made("output", "search-rate");
    row.append(made("label", "", "Speed ", speed, this.speedWords));
    this.clocks = document.createElement("select");
    for (const clock of Object.keys(CLOCKS)) this.clocks.append(new Option(`by ${clock}`, clock));
    this.clocks.setAttribute("aria-label", "the clock of both");
    this.clocks.addEventListener("change", () => this.#setClock(this.clocks?.value ?? "expansions"));
    row.append(this.clocks);
    for (const [text, title, by] of /** @type {[string, string, number][]} */ ([["−", "Zoom out (−)", 1 / 1.5], ["+", "Zoom in (+)", 1.5], ["Fit", "Fit: see it all (0)", 0]])) {
      act(text, title, () => (by ? this.runs[0].tree.zoom(by) : this.runs.forEach(({ tree }) => tree.fit())));
    }
  }

  get length() {
    return this.order[0].length;
  }

  // --- what is shown ---------------------------------------------------------------------------------------

  /** @param {Trace[]} traces @param {boolean} play by itself, where motion is welcome */
  show(traces, play) {
    this.pause();
    this.runs = traces.map((trace, i) => this.#run(trace, i));
    this.trees?.replaceChildren(...this.runs.map(({ head, counts, end, tree }) => made("div", "search-run", head, counts, end, tree)));
    for (const { tree } of this.runs) tree.others = this.runs.map((run) => run.tree).filter((other) => other !== tree);
    for (const { replay, tree } of this.runs) tree.show(replay, layOut(replay.trace.nodes.parent, replay.trace.nodes.depth));
    for (const { tree } of this.runs) tree.fit();
    if (this.clocks) this.clocks.hidden = traces.length < 2;
    this.at = 0;
    this.#setClock(this.clock);
    const has = (/** @type {(trace: Trace) => boolean} */ what) => traces.some(what);
    if (this.nextBack) this.nextBack.disabled = !has(({ counts }) => counts.backtrack > 0);
    if (this.nextBetter) this.nextBetter.disabled = !has(({ events }) => events.notable.includes(1));
    this.setSpeed(Math.min(FASTEST, Math.max(1, this.length / 12)));
    if (play && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.start();
  }

  /** @param {Trace} trace @param {number} i @returns {Run} */
  #run(trace, i) {
    const tree = /** @type {SearchTree} */ (document.createElement("search-tree"));
    const name = trace.algorithm.replaceAll("_", " ");
    tree.setAttribute("aria-label", `tree of ${name}; arrows go from node to node, plus and minus zoom`);
    tree.addEventListener("pick", (event) => this.#picked(i, /** @type {CustomEvent} */ (event).detail));
    const sample = trace.every > 1 ? made("span", "search-sample", `1 event in ${told(trace.every)}`) : "";
    if (sample) sample.title = `Of ${told(trace.seen)} events the first ${told(trace.first)} are shown, then one in ${trace.every}, and all that is notable.`;
    const heuristic = made("span", "search-heuristic", trace.heuristic);
    heuristic.title = trace.heuristic;
    const head = made("p", "search-head", made("b", "", name), heuristic, sample);
    return { trace, tree, head, counts: made("p", "search-counts"), end: made("p", "search-end"), replay: new Replay(trace) };
  }

  /** @param {string} clock */
  #setClock(clock) {
    this.clock = clock;
    const shown = this.at;
    this.order = merged(this.runs.map(({ replay }) => replay), CLOCKS[clock]);
    if (this.range) this.range.max = String(this.length);
    this.#chart();
    this.seek(Math.min(shown, this.length));
  }

  /** Shows so many events. @param {number} at */
  seek(at) {
    this.at = Math.max(0, Math.min(this.length, at));
    const counts = this.runs.map(() => 0);
    for (let i = 0; i < this.at; i++) counts[this.order[0][i]]++;
    this.runs.forEach(({ replay, tree }, run) => {
      if (replay.at !== counts[run]) tree.update(replay.seek(counts[run]));
    });
    this.#tell();
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.seek(this.at + by);
    const run = this.runs[this.#last()[0]];
    if (run && this.at) run.tree.reveal(run.replay.node);
  }

  /** A step by a key. @param {number} by */
  stepped(by) {
    this.#by(() => this.step(by));
  }

  /** @param {(events: Events, event: number, kinds: string[]) => boolean} wanted */
  #next(wanted) {
    this.pause();
    for (let i = this.at; i < this.length; i++) {
      const { trace } = this.runs[this.order[0][i]];
      if (wanted(trace.events, this.order[1][i], trace.kinds)) return this.step(i + 1 - this.at);
    }
    this.#say("There is no more of this kind.");
  }

  /** The run and the event that were shown last. */
  #last() {
    return this.at ? [this.order[0][this.at - 1], this.order[1][this.at - 1]] : [0, -1];
  }

  // --- running ---------------------------------------------------------------------------------------------

  /** @param {number} speed events a second */
  setSpeed(speed) {
    this.speed = Math.max(1, Math.min(FASTEST, speed));
    if (this.slider) this.slider.value = String(Math.log10(this.speed));
    const words = `${told(Math.round(this.speed))} a second`;
    if (this.speedWords) this.speedWords.textContent = words;
    this.slider?.setAttribute("aria-valuetext", `${words}`);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.start();
    this.#say(this.playing ? "It plays." : this.status?.textContent ?? "");
  }

  start() {
    if (this.at === this.length) this.seek(0);
    this.playing = true;
    this.due = 0;
    this.last = performance.now();
    this.#button();
    this.frame = requestAnimationFrame((now) => this.#tick(now));
  }

  pause() {
    cancelAnimationFrame(this.frame);
    const was = this.playing;
    this.playing = false;
    this.#button();
    if (was) this.#tell();
  }

  #button() {
    if (!this.play) return;
    this.play.textContent = this.playing ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", this.playing ? "Pause" : "Play");
  }

  /** @param {number} now */
  #tick(now) {
    if (!this.playing) return;
    this.due += (Math.min(50, Math.max(0, now - this.last)) * this.speed) / 1000;
    this.last = now;
    const whole = Math.floor(this.due);
    this.due -= whole;
    if (whole) this.seek(this.at + whole);
    if (this.at >= this.length) return this.pause();
    this.frame = requestAnimationFrame((later) => this.#tick(later));
  }

  /** What a person does is said. @param {() => void} act */
  #by(act) {
    act();
    this.#say(this.status?.textContent ?? "");
  }

  // --- words -----------------------------------------------------------------------------------------------

  #tell() {
    if (this.range) this.range.value = String(this.at);
    const now = performance.now();
    if (this.playing && now - this.toldAt < TELL && this.at < this.length) return;
    this.toldAt = now;
    const [run, event] = this.#last();
    const words = this.#words(run, event);
    if (this.status) this.status.textContent = words;
    this.range?.setAttribute("aria-valuetext", words);
    for (const one of this.runs) this.#count(one);
    if (this.runs.length) this.#send("place", { run, node: this.runs[run].replay.node });
  }

  /** @param {number} run @param {number} event */
  #words(run, event) {
    if (event < 0) return `Before the first of ${told(this.length)} events.`;
    const { trace } = this.runs[run];
    const { events, nodes, kinds } = trace;
    const name = this.runs.length > 1 ? `${trace.algorithm.replaceAll("_", " ")}, ` : "";
    const depth = nodes.depth[events.node[event]];
    const parts = [`${name}event ${told(events.number[event] + 1)} of ${told(trace.seen)}: ${DONE[kinds[events.kind[event]]]}`];
    parts.push(`${told(depth)} ${depth === 1 ? "move" : "moves"} deep`);
    if (events.estimate[event]) parts.push(`${told(events.estimate[event])} to come by estimate`);
    if (events.notable[event] && kinds[events.kind[event]] === "generate") parts.push("the best so far");
    const words = parts.join(", ");
    return `${words[0].toUpperCase()}${words.slice(1)}.`;
  }

  /** @param {Run} run */
  #count({ replay, trace, counts, end }) {
    const { events, kinds } = trace;
    const event = replay.at - 1;
    const parts = event < 0 ? [] : kinds.flatMap((kind, i) => {
      const number = events.counts[i][event];
      return number && kind !== "goal" ? [`${told(number)} ${DONE[kind]}`] : [];
    });
    if (event >= 0) {
      if (events.open[event]) parts.push(`${told(events.open[event])} open`);
      if (events.bound[event]) parts.push(`no win costs less than ${told(events.bound[event])}`);
      parts.push(`${events.seconds[event].toFixed(3)} s`);
    }
    counts.textContent = parts.join(", ");
    end.textContent = replay.at < replay.length ? "" : `${ending(trace)}${this.at < this.length ? " It waits." : ""}`;
  }

  /** @param {string} name @param {any} [detail] */
  #send(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {string} text */
  #say(text) {
    if (text) this.#send("said", text);
  }

  /** @param {number} run @param {{node: number, near: number}} picked */
  #picked(run, { node, near }) {
    this.pause();
    const { replay, trace } = this.runs[run];
    const depth = trace.nodes.depth[node];
    const many = near > 1 ? `One of ${told(near)} nodes here, zoom in to tell them apart: ` : "";
    const words = `${many}${STATES[replay.state[node]]}, ${depth ? `${told(depth)} moves deep, after ${trace.nodes.moves[node]}` : "the start"}.`;
    if (this.status) this.status.textContent = words[0].toUpperCase() + words.slice(1);
    this.#say(words);
    this.#send("place", { run, node, picked: true });
  }

  /** Goes to the event with which a node came up. @param {number} run @param {number} node */
  toBirth(run, node) {
    this.pause();
    const born = this.runs[run].replay.born[node];
    for (let i = 0; i < this.length; i++) {
      if (this.order[0][i] === run && this.order[1][i] === born) return this.#by(() => this.seek(i + 1));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== " " || event.target instanceof HTMLButtonElement || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    event.stopPropagation();
    this.toggle();
  }

  // --- the chart -------------------------------------------------------------------------------------------

  /** Open nodes and depth over the events, a row for each search. */
  #chart() {
    const canvas = this.canvas;
    if (!canvas?.clientWidth || !this.runs.length) return;
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    [canvas.width, canvas.height] = [width * ratio, height * ratio];
    const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ink.scale(ratio, ratio);
    const style = getComputedStyle(this);
    const row = height / this.runs.length;
    /** @type {string[]} */
    const scales = [];
    this.runs.forEach(({ trace }, run) => {
      const { open, node } = trace.events;
      const depth = node.map((one) => trace.nodes.depth[one]);
      const [mostOpen, mostDepth] = [most(open), most(depth)];
      const line = (/** @type {number[]} */ values, /** @type {number} */ top, /** @type {string} */ colour) => {
        ink.strokeStyle = style.getPropertyValue(colour);
        ink.beginPath();
        let before = -1;
        for (let i = 0, high = 0; i < this.length; i++) {
          if (this.order[0][i] !== run) continue;
          high = Math.max(high, values[this.order[1][i]]);
          const x = Math.floor((i / this.length) * width);
          if (x === before) continue; // the highest of a column of pixels
          ink.lineTo(x, row * (run + 1) - 1 - (high / Math.max(1, top)) * (row - 3));
          [before, high] = [x, 0];
        }
        ink.stroke();
      };
      if (mostOpen) line(open, mostOpen, "--search-open");
      line(depth, mostDepth, "--search-expanded");
      scales.push(`${mostOpen ? `open nodes up to ${told(mostOpen)}, ` : ""}depth up to ${told(mostDepth)}`);
    });
    if (this.scale) this.scale.textContent = scales.join("; ");
  }
}

/** @param {number[]} values */
function most(values) {
  return values.reduce((high, value) => Math.max(high, value), 0);
}

/** How a search ended, in words. @param {Trace} trace */
function ending({ result }) {
  if (result.verdict === "solved") return `Solved in ${told(result.length)} moves.`;
  if (result.verdict === "unsolvable") return "No line wins: proved.";
  /** @type {Record<string, string>} */
  const why = {
    nodes: "the limit of positions was reached", time: "the time was up", memory: "the memory was full",
    incomplete: "nothing is left to search, but it leaves lines out", cancelled: "it was stopped",
  };
  return `Not decided: ${why[result.reason] ?? result.reason}.`;
}

customElements.define("search-show", SearchShow);
