// Draws the tree of a search as it grows: few nodes in view as SVG with their moves, many on a canvas. Nodes never
// move; new events are drawn onto what is there, and only another view draws everything anew, in short slices.

import { svg } from "./glyphs.js";
import { HIDDEN, SOLUTION, STATES } from "./searchtree.js";

/** @typedef {import("./searchtree.js").Replay} Replay @typedef {import("./searchtree.js").Layout} Layout */
/** @typedef {{sx: number, sy: number, ox: number, oy: number}} View pixels a column and a row, and those of the start */
/** @typedef {{canvas: HTMLCanvasElement, ink: CanvasRenderingContext2D, view: View}} Sheet */

const MOST_SVG = 300; // nodes in view
const SLICE = 8; // milliseconds of drawing at a time
const MARGIN = 16;
const PATHS = [
  "", "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0", "M-3.5-3.5h7v7h-7z",
  "M-5-1.7h10v3.4h-10z", "M0-7L2-2.2 7-2 3 1.2 4.4 6.2 0 3.3-4.4 6.2-3 1.2-7-2-2-2.2z",
];

export class SearchTree extends HTMLElement {
  constructor() {
    super();
    /** @type {Replay|null} */
    this.replay = null;
    /** @type {Layout} */
    this.layout = { x: new Float64Array(1), width: 0, depth: 0 };
    /** @type {View} */
    this.view = { sx: 1, sy: 1, ox: 0, oy: 0 };
    this.picked = -1;
    /** @type {SearchTree[]} those beside it, which have the same zoom */
    this.others = [];
    /** @type {Sheet[]} the one that is shown, and the one that is drawn on next */
    this.sheets = [];
    this.job = 0;
    /** @type {Set<number>} changed while everything is drawn anew */
    this.waiting = new Set();
    /** @type {Map<number, SVGElement>|null} the nodes in view, where they are SVG */
    this.marks = null;
    /** @type {Map<number, {x: number, y: number}>} pointers that are down */
    this.pointers = new Map();
    this.dragged = false;
    this.here = document.createElement("i"); // rings round the node of the last event, and the one that is picked
    this.ring = document.createElement("i");
    this.timer = 0;
    this.fitted = true;
    /** @type {string[]} */
    this.colours = [];
    this.again = false; // is everything to be drawn once more?
    this.resize = new ResizeObserver(() => (this.fitted ? this.fit() : this.redraw()));
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.recolour = () => this.redraw();
  }

  connectedCallback() {
    if (!this.sheets.length) this.#build();
    this.resize.observe(this);
    this.scheme.addEventListener("change", this.recolour);
  }

  disconnectedCallback() {
    this.resize.disconnect();
    this.scheme.removeEventListener("change", this.recolour);
    cancelAnimationFrame(this.job);
    clearTimeout(this.timer);
  }

  #build() {
    this.tabIndex = 0;
    this.setAttribute("role", "application");
    this.setAttribute("aria-roledescription", "tree of a search");
    for (let i = 0; i < 2; i++) {
      const canvas = document.createElement("canvas");
      const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      this.sheets.push({ canvas, ink, view: this.view });
      this.append(canvas);
    }
    this.picture = svg("svg", { "aria-hidden": "true" });
    [this.here.className, this.ring.className] = ["at", "picked"];
    this.append(this.picture, this.here, this.ring);
    this.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.addEventListener("pointerdown", (event) => this.#down(event));
    this.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) this.addEventListener(name, (event) => this.#up(/** @type {PointerEvent} */ (event)));
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  /** What fit() draws then. @param {Replay} replay @param {Layout} layout */
  show(replay, layout) {
    [this.replay, this.layout, this.picked] = [replay, layout, -1];
    cancelAnimationFrame(this.job);
    this.job = 0;
  }

  /** Some nodes have changed; null: some are gone. @param {number[]|null} changed */
  update(changed) {
    if (!changed) this.redraw();
    else if (this.job) for (const node of changed) this.waiting.add(node);
    else if (this.marks) for (const node of changed) this.#mark(node);
    else {
      for (const node of changed) this.#edge(this.sheets[0], node);
      for (const node of changed) this.#dot(this.sheets[0], node);
    }
    this.#rings();
  }

  // --- the view --------------------------------------------------------------------------------------------

  /** The zoom at which everything is in view. */
  room() {
    const sx = Math.min((this.clientWidth - 2 * MARGIN) / Math.max(this.layout.width, 1), 60);
    const sy = Math.min((this.clientHeight - 2 * MARGIN) / Math.max(this.layout.depth, 1), 44);
    return [Math.max(sx, 0.001), Math.max(sy, 0.001)];
  }

  /** Everything in view. */
  fit() {
    const rooms = [this, ...this.others].map((tree) => tree.room());
    const [sx, sy] = [0, 1].map((side) => Math.min(...rooms.map((room) => room[side])));
    this.view = { sx, sy, ox: (this.clientWidth - this.layout.width * sx) / 2, oy: MARGIN };
    this.fitted = true;
    this.redraw();
  }

  /**
   * Those beside it zoom as well. @param {number} by @param {number} [x] @param {number} [y] the point that stays
   * @param {SearchTree[]} [others]
   */
  zoom(by, x = this.clientWidth / 2, y = this.clientHeight / 2, others = this.others) {
    for (const other of others) other.zoom(by, undefined, undefined, []);
    const { sx, sy, ox, oy } = this.view;
    const [tx, ty] = [Math.min(sx * by, 120) / sx, Math.min(sy * by, 60) / sy];
    this.view = { sx: sx * tx, sy: sy * ty, ox: x - (x - ox) * tx, oy: y - (y - oy) * ty };
    this.fitted = false;
    this.#moved();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.view = { ...this.view, ox: this.view.ox + dx, oy: this.view.oy + dy };
    this.fitted = false;
    this.#moved();
  }

  /** Brings a node into view. @param {number} node */
  reveal(node) {
    const [x, y] = this.#spot(node, this.view);
    const [dx, dy] = [outside(x, this.clientWidth), outside(y, this.clientHeight)];
    if (dx || dy) this.pan(dx, dy);
  }

  /** What is drawn moves along at once; it is drawn sharp when the view rests. */
  #moved() {
    const { view } = this.sheets[0];
    const [kx, ky] = [this.view.sx / view.sx, this.view.sy / view.sy];
    const moved = `translate(${this.view.ox - view.ox * kx}px, ${this.view.oy - view.oy * ky}px) scale(${kx}, ${ky})`;
    this.sheets[0].canvas.style.transform = moved;
    if (this.picture) this.picture.style.transform = moved;
    this.#rings();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.redraw(), 60);
  }

  /** @param {number} node @param {View} view @returns {[number, number]} */
  #spot(node, view) {
    const depth = this.replay?.trace.nodes.depth[node] ?? 0;
    return [view.ox + this.layout.x[node] * view.sx, view.oy + depth * view.sy];
  }

  #rings() {
    const node = this.replay?.node ?? 0;
    for (const [ring, at] of /** @type {[HTMLElement, number][]} */ ([[this.here, node], [this.ring, this.picked]])) {
      ring.hidden = at < 0 || !this.replay?.at;
      if (ring.hidden) continue;
      const [x, y] = this.#spot(at, this.view);
      ring.style.transform = `translate(${x}px, ${y}px)`;
    }
  }

  // --- drawing ---------------------------------------------------------------------------------------------

  /** Draws everything anew; what is being drawn is finished before. */
  redraw() {
    clearTimeout(this.timer);
    this.again = this.job !== 0;
    if (this.again || !this.replay || !this.clientWidth || !this.clientHeight) return;
    const style = getComputedStyle(this);
    this.colours = ["line", "open", "expanded", "backtracked", "pruned", "solution", "back"].map((name) => style.getPropertyValue(`--search-${name}`));
    const seen = this.#inView();
    if (seen.length <= MOST_SVG) this.#picture(seen);
    else this.#sheet(seen);
    this.#rings();
  }

  /** The nodes in view, or their edges, visible yet or not. */
  #inView() {
    const { parent } = /** @type {Replay} */ (this.replay).trace.nodes;
    const [width, height] = [this.clientWidth + MARGIN, this.clientHeight + MARGIN];
    /** @type {number[]} */
    const seen = [];
    for (let node = 0; node < parent.length; node++) {
      const [x, y] = this.#spot(node, this.view);
      const [px, py] = node ? this.#spot(parent[node], this.view) : [x, y];
      const beside = Math.max(x, px) < -MARGIN || Math.min(x, px) > width || y < -MARGIN || py > height;
      if (!beside) seen.push(node);
    }
    return seen;
  }

  /** @param {number[]} seen */
  #picture(seen) {
    this.marks = new Map();
    const nodes = svg("g");
    const { parent, moves } = /** @type {Replay} */ (this.replay).trace.nodes;
    const size = Math.max(0.25, Math.min(this.view.sx, this.view.sy, 12) / 12); // none reaches into another
    for (const node of [...seen].reverse()) { // parents last: the edges to their children cross no label
      const [x, y] = this.#spot(node, this.view);
      const group = svg("g", { transform: `translate(${x} ${y})`, "data-node": node });
      if (node) {
        const [px, py] = this.#spot(parent[node], this.view);
        group.append(svg("path", { class: "edge", d: `M0 0L${px - x} ${py - y}` }));
      }
      group.append(svg("path", { class: "mark", transform: `scale(${size})` }));
      const words = moves[node].split(" ");
      const label = words.length > 2 ? `${words.length} moves` : words.join(" ");
      if (this.view.sy >= 26 && label.length * 6.2 < this.view.sx) {
        const text = svg("text", { y: 17, "text-anchor": "middle" });
        text.textContent = label;
        group.append(text);
      }
      nodes.append(group);
      this.marks.set(node, group);
      this.#mark(node);
    }
    this.picture?.replaceChildren(nodes);
    if (this.picture) this.picture.style.transform = "";
    for (const { canvas } of this.sheets) canvas.hidden = true;
    this.sheets[0].view = this.view;
  }

  /** @param {number} node */
  #mark(node) {
    const group = this.marks?.get(node);
    if (!group || !this.replay) return;
    const state = this.replay.state[node];
    group.setAttribute("class", STATES[state]);
    group.querySelector(".mark")?.setAttribute("d", PATHS[state]);
  }

  /** @param {number[]} seen */
  #sheet(seen) {
    const fresh = this.sheets[1];
    fresh.view = this.view;
    const ratio = Math.min(devicePixelRatio || 1, 2);
    [fresh.canvas.width, fresh.canvas.height] = [this.clientWidth * ratio, this.clientHeight * ratio];
    fresh.ink.scale(ratio, ratio);
    fresh.canvas.style.transform = "";
    let next = 0; // first all edges, then all marks
    const slice = () => {
      const until = performance.now() + SLICE;
      while (next < 2 * seen.length && performance.now() < until) {
        for (const stop = Math.min(next + 200, 2 * seen.length); next < stop; next++) {
          if (next < seen.length) this.#edge(fresh, seen[next]);
          else this.#dot(fresh, seen[next - seen.length]);
        }
      }
      if (next < 2 * seen.length) {
        this.job = requestAnimationFrame(slice);
        return;
      }
      this.job = 0;
      this.marks = null;
      this.picture?.replaceChildren();
      this.sheets.reverse();
      this.sheets[0].canvas.hidden = false;
      this.sheets[1].canvas.hidden = true;
      const changed = [...this.waiting];
      this.waiting.clear();
      if (this.again) this.redraw();
      else if (changed.length) this.update(changed);
    };
    slice();
  }

  /** @param {Sheet} sheet @param {number} node */
  #edge({ ink, view }, node) {
    const replay = /** @type {Replay} */ (this.replay);
    if (!node || replay.state[node] === HIDDEN) return;
    const [x, y] = this.#spot(node, view);
    const [px, py] = this.#spot(replay.trace.nodes.parent[node], view);
    const won = replay.state[node] === SOLUTION;
    ink.strokeStyle = this.colours[won ? SOLUTION : 0];
    ink.globalAlpha = won ? 1 : 0.5;
    ink.lineWidth = won ? 2 : Math.min(1, Math.max(0.3, view.sx));
    ink.beginPath();
    ink.moveTo(px, py);
    ink.lineTo(x, y);
    ink.stroke();
    ink.globalAlpha = 1;
  }

  /** @param {Sheet} sheet @param {number} node */
  #dot({ ink, view }, node) {
    const state = this.replay?.state[node] ?? HIDDEN;
    if (state === HIDDEN) return;
    const [x, y] = this.#spot(node, view);
    const size = Math.min(view.sx, view.sy) * 0.4;
    const r = Math.max(state === SOLUTION ? 3 : 1, Math.min(size, 5));
    ink.fillStyle = this.colours[state];
    if (r < 2) return ink.fillRect(x - r, y - r, 2 * r, 2 * r);
    ink.save();
    ink.translate(x, y);
    ink.scale(r / 5, r / 5);
    const outline = state === 1 || state === 3;
    ink.fillStyle = this.colours[outline ? 6 : state];
    if (state !== SOLUTION) { // what it was before
      const shape = ink.fillStyle;
      ink.fillStyle = this.colours[6];
      ink.fillRect(-6, -6, 12, 12);
      ink.fillStyle = shape;
    }
    ink.fill(shapes[state]);
    ink.strokeStyle = this.colours[state];
    ink.lineWidth = state === 1 ? 2.4 : 1.2;
    if (outline) ink.stroke(shapes[state]);
    ink.restore();
  }

  // --- pointer and keys ------------------------------------------------------------------------------------

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const box = this.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.setPointerCapture(event.pointerId);
    if (!this.pointers.size) this.dragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (!this.dragged && Math.hypot(dx, dy) < 4) return;
    this.dragged = true;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    if (!other) return this.pan(dx, dy);
    const box = this.getBoundingClientRect();
    const by = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    this.zoom(by, (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const was = this.pointers.delete(event.pointerId);
    if (!was || this.dragged || event.type !== "pointerup") return;
    const box = this.getBoundingClientRect();
    const { node, near } = this.nearest(event.clientX - box.left, event.clientY - box.top);
    if (node >= 0) this.pick(node, near);
  }

  /** The node at a point, and how many lie within two pixels of it. @param {number} x @param {number} y */
  nearest(x, y) {
    let [node, best] = [-1, 14];
    const state = this.replay?.state ?? [];
    for (let one = 0; one < state.length; one++) {
      if (state[one] === HIDDEN) continue;
      const [cx, cy] = this.#spot(one, this.view);
      const away = Math.hypot(cx - x, cy - y);
      if (away < best) [node, best] = [one, away];
    }
    if (node < 0) return { node, near: 0 };
    const [nx, ny] = this.#spot(node, this.view);
    let near = 0;
    for (let one = 0; one < state.length; one++) {
      const [cx, cy] = this.#spot(one, this.view);
      if (state[one] !== HIDDEN && Math.hypot(cx - nx, cy - ny) < 2) near++;
    }
    return { node, near };
  }

  /** @param {number} node @param {number} [near] */
  pick(node, near = 1) {
    this.picked = node;
    this.#rings();
    this.dispatchEvent(new CustomEvent("pick", { detail: { node, near } }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.replay) return;
    const zooms = /** @type {Record<string, () => void>} */ ({
      "+": () => this.zoom(1.5), "=": () => this.zoom(1.5), "-": () => this.zoom(1 / 1.5), 0: () => this.fit(),
    });
    const to = this.#beside(event.key);
    if (to === undefined && !zooms[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    zooms[event.key]?.();
    if (to === undefined || to < 0) return;
    this.pick(to);
    this.reveal(to);
  }

  /** Where an arrow leads; -1: nowhere. @param {string} key @returns {number|undefined} */
  #beside(key) {
    const { state, node } = /** @type {Replay} */ (this.replay);
    const { parent } = /** @type {Replay} */ (this.replay).trace.nodes;
    const from = this.picked >= 0 ? this.picked : node;
    const kids = (/** @type {number} */ of) => parent.flatMap((above, kid) => (above === of && state[kid] !== HIDDEN ? [kid] : []));
    if (key === "ArrowUp") return parent[from];
    if (key === "ArrowDown") return kids(from)[0] ?? -1;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return undefined;
    const siblings = kids(parent[from]);
    return siblings[siblings.indexOf(from) + step] ?? -1;
  }
}

const shapes = PATHS.map((path) => new Path2D(path));

/** How far a point must move to be inside with some room. @param {number} at @param {number} size */
function outside(at, size) {
  const room = Math.min(40, size / 4);
  if (at < room) return room - at;
  return at > size - room ? size - room - at : 0;
}

customElements.define("search-tree", SearchTree);
