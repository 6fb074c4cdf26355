// Arrows over the table: the hint's, and those that a player draws from pile to pile, which are kept with the position.

import { svg } from "./glyphs.js";

const MOST = 300; // positions whose arrows are kept in this browser; the oldest go first
const STORE = "arrows";

/** @typedef {{x: number, y: number}} Spot @typedef {[string, string]} Pair from one pile to another */

/**
 * @param {Spot} from @param {Spot} to @param {string} kind a class
 * @returns {SVGElement[]}
 */
export function arrow(from, to, kind) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const [bx, by] = [to.x - 16 * Math.cos(angle), to.y - 16 * Math.sin(angle)];
  const [nx, ny] = [9 * Math.sin(angle), -9 * Math.cos(angle)];
  return [
    svg("path", { d: `M${from.x} ${from.y}L${bx} ${by}`, class: `shaft ${kind}` }),
    svg("path", { d: `M${to.x} ${to.y}L${bx + nx} ${by + ny} ${bx - nx} ${by - ny}Z`, class: `head ${kind}` }),
  ];
}

/** The arrows that a player has drawn, by position. */
export class Drawn {
  constructor() {
    /** @type {Map<string, Pair[]>} the one used last at the end */
    this.known = new Map(this.#read());
    /** @type {{key: string, pairs: Pair[]}|null} what was cleared last */
    this.cleared = null;
  }

  /** @returns {[string, Pair[]][]} */
  #read() {
    try {
      const read = JSON.parse(localStorage.getItem(STORE) ?? "[]");
      return Array.isArray(read) ? read : [];
    } catch {
      return []; // written by something else
    }
  }

  /** @param {string} key @returns {Pair[]} */
  at(key) {
    return this.known.get(key) ?? [];
  }

  /** Draws an arrow, or takes the same one away. @param {string} key @param {string} from @param {string} to */
  toggle(key, from, to) {
    const pairs = this.at(key);
    const others = pairs.filter((pair) => pair[0] !== from || pair[1] !== to);
    this.#set(key, others.length === pairs.length ? [...pairs, [from, to]] : others);
    this.cleared = null;
  }

  /** @param {string} key */
  clear(key) {
    this.cleared = { key, pairs: this.at(key) };
    this.#set(key, []);
  }

  /** Brings back what was cleared last. */
  restore() {
    if (this.cleared) this.#set(this.cleared.key, this.cleared.pairs);
    this.cleared = null;
  }

  /** @param {string} key @param {Pair[]} pairs */
  #set(key, pairs) {
    this.known.delete(key);
    if (pairs.length) this.known.set(key, pairs);
    for (const oldest of [...this.known.keys()].slice(0, -MOST)) this.known.delete(oldest);
    localStorage.setItem(STORE, JSON.stringify([...this.known]));
  }
}

/** A short name of a position by what is seen of it. @param {import("./api.js").Scene} scene */
export function keyOf(scene) {
  const text = `${scene.game} ${(scene.piles ?? []).map((pile) => (pile.cards ?? []).join("")).join("|")}`;
  let [a, b] = [5381, 52711];
  for (let i = 0; i < text.length; i++) {
    a = (Math.imul(a, 33) ^ text.charCodeAt(i)) >>> 0;
    b = (Math.imul(b, 31) + text.charCodeAt(i)) >>> 0;
  }
  return a.toString(36) + b.toString(36);
}
