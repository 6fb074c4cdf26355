// The tree of a recorded search: where its nodes lie, and what each of them is after so many events.

/**
 * @typedef {{parent: number[], depth: number[], moves: string[], refused: number[]}} Nodes
 * @typedef {{number: number[], kind: number[], node: number[], cost: number[], estimate: number[], open: number[],
 *            bound: number[], seconds: number[], notable: number[], counts: number[][]}} Events
 * @typedef {{algorithm: string, heuristic: string, options: Record<string, string>, kinds: string[], seen: number,
 *            counts: Record<string, number>, first: number, every: number, nodes: Nodes, events: Events,
 *            result: {verdict: string, reason: string, length: number, why: string[], stats: Record<string, number>}}} Trace
 * @typedef {{x: Float64Array, width: number, depth: number}} Layout
 */

export const HIDDEN = 0;
export const EXPANDED = 2;
export const SOLUTION = 5;
export const STATES = ["hidden", "open", "expanded", "backtracked", "pruned", "solution"];
/** @type {Record<string, number>} */
const AFTER = { expand: EXPANDED, generate: 1, duplicate: 4, prune: 4, backtrack: 3, goal: SOLUTION };

/**
 * Places nodes in columns, their depth being the row, so that no two lie on each other and parents are over the
 * middle of their children: the tidy tree of van der Ploeg ("Drawing non-layered tidy trees in linear time", 2014),
 * a node reaching from its parent's row to its own. Parents come before their children.
 * @param {ArrayLike<number>} parent @param {ArrayLike<number>} depth @returns {Layout}
 */
export function layOut(parent, depth) {
  const tidy = new Tidy(parent, depth);
  const x = tidy.place();
  let [least, most, deepest] = [Infinity, -Infinity, 0];
  for (let node = 0; node < x.length; node++) {
    least = Math.min(least, x[node]);
    most = Math.max(most, x[node]);
    deepest = Math.max(deepest, depth[node]);
  }
  for (let node = 0; node < x.length; node++) x[node] -= least;
  return { x, width: most - least, depth: deepest };
}

/** @typedef {{low: number, index: number, next: Low|null}} Low the lowest row of siblings on the left, and which it is */

class Tidy {
  /** @param {ArrayLike<number>} parent @param {ArrayLike<number>} depth */
  constructor(parent, depth) {
    const n = parent.length;
    this.depth = depth;
    this.first = new Int32Array(n + 1); // the children of a node are kids[first[node]] and on
    for (let node = 1; node < n; node++) this.first[parent[node] + 1]++;
    for (let node = 0; node < n; node++) this.first[node + 1] += this.first[node];
    this.kids = new Int32Array(n);
    const next = this.first.slice();
    for (let node = 1; node < n; node++) this.kids[next[parent[node]]++] = node;
    this.prelim = new Float64Array(n); // its column within its tree, and what is added to it and to all below
    this.mod = new Float64Array(n);
    this.shift = new Float64Array(n);
    this.change = new Float64Array(n);
    this.leftThread = new Int32Array(n).fill(-1); // where a contour goes on below its lowest node
    this.rightThread = new Int32Array(n).fill(-1);
    this.leftEnd = new Int32Array(n); // the lowest node of each contour, and what is added on the way to it
    this.rightEnd = new Int32Array(n);
    this.leftMod = new Float64Array(n);
    this.rightMod = new Float64Array(n);
  }

  place() {
    const n = this.prelim.length;
    for (let node = n - 1; node >= 0; node--) this.#children(node);
    const x = new Float64Array(n);
    const sums = new Float64Array(n);
    for (let node = 0; node < n; node++) {
      const sum = sums[node] + this.mod[node];
      x[node] = this.prelim[node] + sum;
      let [shift, change] = [0, 0];
      for (let i = this.first[node]; i < this.first[node + 1]; i++) {
        const kid = this.kids[i];
        shift += this.shift[kid];
        change += shift + this.change[kid];
        this.mod[kid] += change;
        sums[kid] = sum;
      }
    }
    return x;
  }

  /** Moves the children of a node apart, each of whose trees is placed already. @param {number} node */
  #children(node) {
    const [begin, end] = [this.first[node], this.first[node + 1]];
    if (begin === end) {
      this.leftEnd[node] = this.rightEnd[node] = node;
      return;
    }
    /** @type {Low|null} */
    let lows = lower(this.depth[this.leftEnd[this.kids[begin]]], begin, null);
    for (let i = begin + 1; i < end; i++) {
      const low = this.depth[this.rightEnd[this.kids[i]]];
      this.#separate(node, i, lows);
      lows = lower(low, i, lows);
    }
    const [left, right] = [this.kids[begin], this.kids[end - 1]];
    this.prelim[node] = (this.prelim[left] + this.mod[left] + this.mod[right] + this.prelim[right]) / 2;
    [this.leftEnd[node], this.leftMod[node]] = [this.leftEnd[left], this.leftMod[left]];
    [this.rightEnd[node], this.rightMod[node]] = [this.rightEnd[right], this.rightMod[right]];
  }

  /** @param {number} node @param {number} i @param {Low|null} lows */
  #separate(node, i, lows) {
    let [left, right] = [this.kids[i - 1], this.kids[i]];
    let [leftSum, rightSum] = [this.mod[left], this.mod[right]];
    while (left >= 0 && right >= 0) {
      if (lows && lows.next && this.depth[left] > lows.low) lows = lows.next;
      const apart = leftSum + this.prelim[left] + 1 - (rightSum + this.prelim[right]);
      if (apart > 0) {
        rightSum += apart;
        this.#move(node, i, lows ? lows.index : i - 1, apart);
      }
      const [leftLow, rightLow] = [this.depth[left], this.depth[right]];
      if (leftLow <= rightLow) {
        left = this.#onRight(left);
        if (left >= 0) leftSum += this.mod[left];
      }
      if (leftLow >= rightLow) {
        right = this.#onLeft(right);
        if (right >= 0) rightSum += this.mod[right];
      }
    }
    if (left < 0 && right >= 0) this.#threadLeft(this.kids[this.first[node]], this.kids[i], right, rightSum);
    else if (left >= 0) this.#threadRight(this.kids[i], this.kids[i - 1], left, leftSum);
  }

  /** @param {number} node */
  #onLeft(node) {
    return this.first[node] === this.first[node + 1] ? this.leftThread[node] : this.kids[this.first[node]];
  }

  /** @param {number} node */
  #onRight(node) {
    return this.first[node] === this.first[node + 1] ? this.rightThread[node] : this.kids[this.first[node + 1] - 1];
  }

  /** @param {number} node @param {number} i @param {number} from @param {number} by */
  #move(node, i, from, by) {
    const kid = this.kids[i];
    this.mod[kid] += by;
    this.leftMod[kid] += by;
    this.rightMod[kid] += by;
    if (from === i - 1) return;
    const between = i - from; // siblings in between move a part of the way
    this.shift[this.kids[from + 1]] += by / between;
    this.shift[kid] -= by / between;
    this.change[kid] -= by - by / between;
  }

  /** @param {number} first @param {number} kid @param {number} to @param {number} sum */
  #threadLeft(first, kid, to, sum) {
    const end = this.leftEnd[first];
    this.leftThread[end] = to;
    const by = sum - this.mod[to] - this.leftMod[first];
    this.mod[end] += by;
    this.prelim[end] -= by;
    [this.leftEnd[first], this.leftMod[first]] = [this.leftEnd[kid], this.leftMod[kid]];
  }

  /** @param {number} kid @param {number} before @param {number} to @param {number} sum */
  #threadRight(kid, before, to, sum) {
    const end = this.rightEnd[kid];
    this.rightThread[end] = to;
    const by = sum - this.mod[to] - this.rightMod[kid];
    this.mod[end] += by;
    this.prelim[end] -= by;
    [this.rightEnd[kid], this.rightMod[kid]] = [this.rightEnd[before], this.rightMod[before]];
  }
}

/** @param {number} low @param {number} index @param {Low|null} lows @returns {Low} */
function lower(low, index, lows) {
  while (lows && low >= lows.low) lows = lows.next;
  return { low, index, next: lows };
}

/** What the nodes are after the first `at` events; it goes on and back one event at a time. */
export class Replay {
  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.at = 0;
    const { parent } = trace.nodes;
    const { node: about } = trace.events;
    this.length = about.length;
    this.state = new Uint8Array(parent.length);
    this.refused = new Set(trace.nodes.refused);
    this.born = new Int32Array(parent.length).fill(-1); // the event with which a node comes up
    for (let event = 0; event < about.length; event++) {
      for (let node = about[event]; node >= 0 && this.born[node] < 0; node = parent[node]) this.born[node] = event;
    }
    this.before = new Uint8Array(about.length); // what the node of an event was before it
    /** @type {Map<number, [number, number][]>} the same for the whole way to a solution */
    this.ways = new Map();
  }

  /** The node that the last event was about; the start before all of them. */
  get node() {
    return this.at ? this.trace.events.node[this.at - 1] : 0;
  }

  /** Goes to after so many events. Returns the nodes that changed; null where some went away. @param {number} at */
  seek(at) {
    /** @type {number[]} */
    const changed = [];
    const back = at < this.at;
    while (this.at > at) this.#back();
    while (this.at < at) this.#on(changed);
    return back ? null : changed;
  }

  /** @param {number[]} changed */
  #on(changed) {
    const event = this.at++;
    const { parent } = this.trace.nodes;
    const node = this.trace.events.node[event];
    this.before[event] = this.state[node];
    for (let up = node; up >= 0 && this.born[up] === event; up = parent[up]) {
      this.state[up] = EXPANDED; // without an event of its own: that one was left out of the sample
      changed.push(up);
    }
    const after = AFTER[this.trace.kinds[this.trace.events.kind[event]]];
    if (after === SOLUTION) {
      /** @type {[number, number][]} */
      const way = [];
      for (let up = parent[node]; up >= 0; up = parent[up]) {
        way.push([up, this.state[up]]);
        this.state[up] = SOLUTION;
        changed.push(up);
      }
      this.ways.set(event, way);
    }
    this.state[node] = after;
    changed.push(node);
  }

  #back() {
    const event = --this.at;
    const { parent } = this.trace.nodes;
    const node = this.trace.events.node[event];
    for (const [up, state] of this.ways.get(event) ?? []) this.state[up] = state;
    this.state[node] = this.before[event];
    for (let up = node; up >= 0 && this.born[up] === event; up = parent[up]) this.state[up] = HIDDEN;
  }

  /** The moves from the start to a node that can be made, and what was tried there in vain. @param {number} node */
  line(node) {
    const words = [];
    const tried = this.refused.has(node) ? this.trace.nodes.moves[node] : "";
    for (let up = tried ? this.trace.nodes.parent[node] : node; up > 0; up = this.trace.nodes.parent[up]) {
      words.unshift(this.trace.nodes.moves[up]);
    }
    return { moves: words.join(" "), tried };
  }
}

/**
 * The order in which the events of several searches are shown: each of them is at [run, event]. They run on one
 * clock, by what `clock` says of an event.
 * @param {Replay[]} runs @param {(events: Events, event: number) => number} clock @returns {Int32Array[]}
 */
export function merged(runs, clock) {
  const length = runs.reduce((sum, run) => sum + run.length, 0);
  const [which, event] = [new Int32Array(length), new Int32Array(length)];
  const next = runs.map(() => 0);
  for (let i = 0; i < length; i++) {
    let best = -1;
    let least = Infinity;
    runs.forEach((run, r) => {
      if (next[r] === run.length) return;
      const time = clock(run.trace.events, next[r]);
      if (best < 0 || time < least) [best, least] = [r, time];
    });
    which[i] = best;
    event[i] = next[best]++;
  }
  return [which, event];
}
