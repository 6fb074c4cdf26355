// The graph of a review: what was known after each move, as a slider. Open games: a line above where the game was won
// and below where it was lost, hatched where that is not known, and under it the moves to the win. Games played unseen:
// the chance of a win in its band, and under it what the choice of each move did to it, and luck.

/**
 * A place on the line. `mark` says what the move was, if it is worth a word; `worst` that it lost the game or is the kind
 * of choice that does.
 * @typedef {{place: string, number: number, text: string, words: string, state: "solved"|"unsolvable"|"unknown", left: number,
 *            mark: string, worst: boolean, points?: number|null, share?: number, interval?: [number, number], choice?: number, luck?: number}} Step
 */

const SVG = "http://www.w3.org/2000/svg";
const LEFT = 44; // for the names beside
const RIGHT = 8;
const MOST_SWING = 0.5; // of the chance, by which a bar is as long as it gets

export class ReviewGraph {
  /** @param {(at: number) => void} go */
  constructor(go) {
    this.go = go;
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this.element = document.createElement("div");
    this.element.className = "review-graph";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "slider");
    this.element.setAttribute("aria-label", "Review: the moves of the game");
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointerdown", (event) => this.#down(event));
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.#to(this.#under(event));
    });
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** @param {Step[]} steps @param {number} at */
  show(steps, at) {
    this.steps = steps;
    this.at = Math.max(0, Math.min(at, steps.length - 1));
    this.#draw();
  }

  /** @param {number} at where one is now */
  move(at) {
    if (at === this.at) return;
    this.at = at;
    this.#tell();
    this.element.querySelector(".cursor-line")?.setAttribute("x", String(this.#x(at)));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.#to(this.#under(event));
  }

  /** @param {PointerEvent} event */
  #under(event) {
    const x = event.clientX - this.element.getBoundingClientRect().left;
    return Math.floor((x - LEFT) / this.#wide);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.steps.length - 1;
    const to = {
      ArrowLeft: this.at - 1, ArrowDown: this.at - 1, ArrowRight: this.at + 1, ArrowUp: this.at + 1,
      PageDown: this.at - 10, PageUp: this.at + 10, Home: 0, End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#to(to);
  }

  /** @param {number} at */
  #to(at) {
    const within = Math.max(0, Math.min(at, this.steps.length - 1));
    if (within === this.at) return;
    this.move(within);
    this.go(within);
  }

  #tell() {
    const { element, steps } = this;
    element.setAttribute("aria-valuemin", "0");
    element.setAttribute("aria-valuemax", String(Math.max(0, steps.length - 1)));
    element.setAttribute("aria-valuenow", String(this.at));
    if (steps[this.at]) element.setAttribute("aria-valuetext", told(steps[this.at]));
  }

  // --- drawing ---------------------------------------------------------------------------------------------

  get #wide() {
    return (this.element.clientWidth - LEFT - RIGHT) / Math.max(this.steps.length, 1);
  }

  /** @param {number} i */
  #x(i) {
    return LEFT + i * this.#wide;
  }

  #draw() {
    this.#tell();
    const [width, height] = [this.element.clientWidth, this.element.clientHeight];
    if (!width || !height || !this.steps.length) return;
    const svg = made("svg", { width, height, "aria-hidden": "true" });
    svg.append(made("rect", { class: "cursor-line", x: this.#x(this.at), y: 0, width: Math.max(this.#wide, 3), height }));
    if (this.steps[0].share === undefined) this.#verdicts(svg, height);
    else this.#chances(svg, height);
    this.element.replaceChildren(svg);
  }

  /** @param {SVGElement} svg @param {number} height */
  #verdicts(svg, height) {
    const [won, lost, foot] = [10, 34, height - 4];
    const most = Math.max(...this.steps.map((step) => step.left));
    svg.append(name("won", won), name("lost", lost));
    if (most) svg.append(name(`${most}`, 56), name("moves", (56 + foot) / 2), name("0", foot - 4));
    svg.append(hatch());
    const wide = this.#wide;
    let path = "";
    let broken = true;
    this.steps.forEach((step, i) => {
      const x = this.#x(i);
      if (step.state === "unknown") {
        svg.append(made("rect", { class: "open", x, y: won - 6, width: wide, height: lost - won + 12, fill: "url(#review-hatch)" }));
      } else {
        path += `${broken ? "M" : "L"}${x} ${step.state === "solved" ? won : lost}H${x + wide}`;
      }
      broken = step.state === "unknown";
      if (step.left) {
        const high = ((foot - 52) * step.left) / most;
        svg.append(made("rect", { class: "left", x, y: foot - high, width: Math.max(wide - 1, 1), height: high }));
      }
    });
    svg.append(made("path", { class: "verdict-line", d: path }));
    this.#marks(svg, (step) => (step.worst ? lost : foot - ((foot - 52) * step.left) / (most || 1)));
  }

  /** @param {SVGElement} svg @param {number} height */
  #chances(svg, height) {
    const [top, bottom, middle] = [8, Math.round(height * 0.58), Math.round(height * 0.8)];
    const y = (/** @type {number} */ share) => bottom - (bottom - top) * share;
    const xs = this.steps.map((_, i) => this.#x(i) + this.#wide / 2);
    const [low, high] = [0, 1].map((end) => this.steps.map((step, i) => `${xs[i]},${y(step.interval?.[end] ?? 0)}`));
    svg.append(
      name("100 %", top + 4), name("0 %", bottom), name("choice", middle - 7, "choice"), name("luck", middle + 9, "luck"),
      made("polygon", { class: "band", points: [...high, ...low.reverse()].join(" ") }),
      made("polyline", { class: "chance-line", points: this.steps.map((step, i) => `${xs[i]},${y(step.share ?? 0)}`).join(" ") }),
      made("path", { class: "zero", d: `M${LEFT} ${middle}H${this.element.clientWidth - RIGHT}` }),
    );
    const scale = (height - middle - 2) / MOST_SWING;
    this.steps.forEach((step, i) => {
      const bars = /** @type {[number, string, number][]} */ ([[step.choice ?? 0, "choice", 0], [step.luck ?? 0, "luck", this.#wide / 2]]);
      for (const [change, kind, dx] of bars) {
        const high = Math.min(Math.abs(change), MOST_SWING) * scale;
        const up = change > 0 ? middle - high : middle;
        svg.append(made("rect", { class: kind, x: this.#x(i) + dx, y: up, width: Math.max(this.#wide / 2 - 0.5, 1), height: high }));
      }
    });
    this.#marks(svg, (step) => y(step.share ?? 0));
  }

  /** A sign at each move that is worth a word. @param {SVGElement} svg @param {(step: Step) => number} y */
  #marks(svg, y) {
    this.steps.forEach((step, i) => {
      if (!step.mark) return;
      const [x, high] = [this.#x(i) + this.#wide / 2, y(step)];
      const d = step.worst ? `M${x - 6} ${high - 6}l12 12m0 -12l-12 12` : `M${x} ${high - 7}l5 9h-10z`;
      svg.append(made("path", { class: step.worst ? "worst" : "mark", d }));
    });
  }
}

/** A step in words. @param {Step} step */
export function told(step) {
  const where = step.number ? `move ${step.number}, ${step.words || step.text}` : "start";
  return `${where}: ${step.mark || state(step)}${within(step)}`;
}

/** How many points can still be reached. @param {Step} step */
export function within(step) {
  return typeof step.points === "number" ? `, ${step.points} points within reach` : "";
}

/** @param {Step} step */
export function state(step) {
  if (step.share !== undefined) {
    const [low, high] = step.interval ?? [0, 0];
    return `${percent(step.share)} % (${percent(low)} to ${percent(high)})`;
  }
  if (step.state === "unsolvable") return "lost";
  if (step.state === "unknown") return "not decided";
  return step.left ? `winnable, ${step.left} ${step.left === 1 ? "move" : "moves"} to the win` : "won";
}

/** @param {number} share */
function percent(share) {
  return Math.round(100 * share);
}

/** @param {number} share */
export function points(share) {
  return (100 * share).toFixed(1);
}

/** @param {string} kind @param {Record<string, string|number>} attributes */
function made(kind, attributes) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, kind));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** A word beside the graph. @param {string} text @param {number} y @param {string} [kind] */
function name(text, y, kind = "") {
  const word = made("text", { class: `name ${kind}`, x: LEFT - 6, y: y + 4, "text-anchor": "end" });
  word.textContent = text;
  return word;
}

function hatch() {
  const pattern = made("pattern", { id: "review-hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse" });
  pattern.append(made("path", { class: "hatch", d: "M-1 1l2 -2M0 6l6 -6M5 7l2 -2" }));
  return pattern;
}
