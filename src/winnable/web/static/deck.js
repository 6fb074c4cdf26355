// The cards and piles of a scene as elements. A card keeps its element as long as it is seen, so that a move changes
// little, and flies from where it was.

import { Flights } from "./flights.js";
import { cardFace, rankGlyph, suitGlyph, svg } from "./glyphs.js";
import { NO_LAYOUT } from "./layout.js";

/** @typedef {import("./api.js").Scene} Scene @typedef {import("./api.js").Pile} Pile */
/** @typedef {{pile: string, index: number, face: string, x: number, y: number, z: number}} Wanted a card to be drawn */
/**
 * @typedef {{lifts: (pile: string) => number[], dragged: (pile: string, index: number) => boolean}} Hands
 *   which cards of a pile may be lifted, and which one is dragged now
 */

const PER_PILE = 200; // z-indices

export class Deck {
  /** @type {WeakMap<HTMLElement, string>} place and size that each part has */
  #laid = new WeakMap();

  /** @type {Map<HTMLElement, {x: number, y: number}>} where cards were when they were drawn last */
  #were = new Map();

  constructor() {
    this.felt = document.createElement("div");
    this.felt.className = "felt";
    this.flights = new Flights();
    this.layout = NO_LAYOUT;
    /** @type {Scene|null} */
    this.scene = null;
    /** @type {Map<string, HTMLElement>} by pile and place in it */
    this.cards = new Map();
    /** @type {Map<string, HTMLElement>} by pile */
    this.slots = new Map();
  }

  /** Another game: nothing is kept. */
  clear() {
    this.cards.clear();
    this.slots.clear();
    this.felt.replaceChildren();
  }

  /** @param {string} pile @param {number} index */
  spot(pile, index) {
    const found = this.layout.places.get(pile);
    return found ? (found.at[index] ?? found) : { x: 0, y: 0 };
  }

  /**
   * Draws every card where it belongs.
   * @param {Scene} scene @param {import("./layout.js").Layout} layout @param {Hands} hands
   * @returns {HTMLElement[]} the cards that moved
   */
  draw(scene, layout, hands) {
    this.scene = scene;
    this.layout = layout;
    const before = new Map([...this.cards].map(([key, card]) => [card, key]));
    const wanted = this.#wanted(scene);
    const found = this.#match(wanted);
    const kept = new Set(found.values());
    for (const card of before.keys()) if (!kept.has(card)) card.remove();
    const movers = [];
    for (const [want, card] of found) {
      if (before.get(card) === `${want.pile}/${want.index}`) continue;
      card.remove(); // it is put in where it belongs: who reads on meets the cards in order
      movers.push(card);
    }
    const order = this.#fill(scene, wanted, found, hands);
    let last = null;
    for (const part of order) {
      if (part.parentNode !== this.felt) this.felt.insertBefore(part, last ? last.nextSibling : this.felt.firstChild);
      last = part;
    }
    return movers;
  }

  /** @param {Scene} scene @returns {Wanted[]} */
  #wanted(scene) {
    const wanted = [];
    for (const [p, pile] of (scene.piles ?? []).entries()) {
      const cards = pile.cards ?? [];
      // Of a pile that is not spread the last two are seen; those below only while they fly there.
      const flat = (pile.fan ?? "none") === "none";
      for (let i = 0; i < cards.length; i++) {
        const face = i < (pile.down ?? 0) ? "??" : cards[i];
        if (flat && i < cards.length - 2 && !this.#comes(pile.name, face)) continue;
        wanted.push({ pile: pile.name, index: i, face, ...this.spot(pile.name, i), z: p * PER_PILE + i + 1 });
      }
    }
    return wanted;
  }

  /** Is a card of this face seen now in another pile? @param {string} pile @param {string} face */
  #comes(pile, face) {
    if (face === "??") return false;
    for (const card of this.cards.values()) if (card.dataset.card === face && card.dataset.pile !== pile) return true;
    return false;
  }

  /** Which element shows which card: the one that did so before, if there is one. @param {Wanted[]} wanted */
  #match(wanted) {
    const left = new Map(this.cards);
    /** @type {Map<Wanted, HTMLElement>} */
    const found = new Map();
    const take = (/** @type {Wanted} */ want, /** @type {string} */ key) => {
      const card = left.get(key);
      if (card) found.set(want, card);
      left.delete(key);
    };
    const keyOf = (/** @type {Wanted} */ want) => `${want.pile}/${want.index}`;
    for (const want of wanted) if (left.get(keyOf(want))?.dataset.card === want.face) take(want, keyOf(want));
    for (const want of wanted) {
      if (found.has(want) || want.face === "??") continue;
      for (const [key, card] of left) {
        if (card.dataset.card !== want.face) continue;
        take(want, key);
        break;
      }
    }
    for (const want of wanted) if (!found.has(want)) take(want, keyOf(want)); // a card was turned
    this.cards = new Map();
    const all = new Map();
    for (const want of wanted) {
      const card = found.get(want) ?? this.#newCard();
      all.set(want, card);
      this.cards.set(keyOf(want), card);
    }
    return all;
  }

  #newCard() {
    const card = document.createElement("div");
    card.className = "card";
    card.setAttribute("role", "button");
    card.setAttribute("aria-roledescription", "card");
    card.tabIndex = -1;
    return card;
  }

  /**
   * Slots and cards as they are to look, in their order.
   * @param {Scene} scene @param {Wanted[]} wanted @param {Map<Wanted, HTMLElement>} found @param {Hands} hands
   */
  #fill(scene, wanted, found, hands) {
    /** @type {HTMLElement[]} */
    const order = [];
    const names = new Set((scene.piles ?? []).map((pile) => pile.name));
    for (const [name, slot] of this.slots) {
      if (names.has(name)) continue;
      slot.remove();
      this.slots.delete(name);
    }
    let next = 0;
    for (const pile of scene.piles ?? []) {
      if (!pile.gap) order.push(this.#slot(pile));
      const lifts = hands.lifts(pile.name);
      for (; wanted[next]?.pile === pile.name; next++) {
        const card = /** @type {HTMLElement} */ (found.get(wanted[next]));
        this.#card(card, wanted[next]);
        card.classList.toggle("liftable", lifts.includes(wanted[next].index));
        if (!hands.dragged(pile.name, wanted[next].index)) card.style.transform = "";
        order.push(card);
      }
    }
    return order;
  }

  /** @param {Pile} pile */
  #slot(pile) {
    const slot = this.slots.get(pile.name) ?? document.createElement("div");
    const at = this.layout.places.get(pile.name) ?? { x: 0, y: 0 };
    this.slots.set(pile.name, slot);
    slot.className = `slot role-${pile.role}${pile.cards?.length ? " held" : ""}`;
    slot.dataset.pile = pile.name;
    slot.setAttribute("role", "button");
    slot.setAttribute("aria-roledescription", "pile");
    this.#lay(slot, at.x, at.y);
    if (slot.dataset.sign === (pile.sign ?? "")) return slot;
    slot.dataset.sign = pile.sign ?? "";
    slot.replaceChildren();
    if (!pile.sign) return slot;
    const box = svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" });
    if (pile.sign.length === 1 && "CDHS".includes(pile.sign)) box.append(suitGlyph(pile.sign, 28, 48, 44));
    else if (pile.sign === "recycle") box.append(svg("path", { d: "M70 50A28 28 0 1 0 78 76M70 32V52H50", class: "recycle" }));
    else box.append(rankGlyph(pile.sign, 32, 45, 50));
    slot.append(box);
    return slot;
  }

  /** @param {HTMLElement} card @param {Wanted} want */
  #card(card, want) {
    const look = `${want.face} ${this.layout.cap.toFixed(3)}`;
    if (card.dataset.look !== look) {
      card.dataset.look = look;
      card.replaceChildren(cardFace(want.face, want.face !== "??", this.layout.cap * 100));
    }
    if (this.#lay(card, want.x, want.y)) this.flights.stop(card);
    card.style.zIndex = String(want.z);
    card.dataset.pile = want.pile;
    card.dataset.index = String(want.index);
    card.dataset.card = want.face;
    card.id = `card-${want.pile}-${want.index}`.replaceAll(" ", "-");
  }

  /** Lays a part where it belongs; was it elsewhere, or of another size? @param {HTMLElement} part @param {number} x @param {number} y */
  #lay(part, x, y) {
    const { width, height } = this.layout;
    const place = [x, y, width, height].map((number) => `${number.toFixed(2)}px`);
    if (this.#laid.get(part) === place.join()) return false;
    this.#laid.set(part, place.join());
    [part.style.left, part.style.top, part.style.width, part.style.height] = place;
    return true;
  }

  // --- what moved ------------------------------------------------------------------------------------------

  /** Cards that are somewhere else fly there, and keep an edge until the next move. @param {HTMLElement[]} moved @param {Scene} before */
  fly(moved, before) {
    const movers = [];
    for (const card of moved) {
      const [x, y] = [parseFloat(card.style.left), parseFloat(card.style.top)];
      const from = this.#were.get(card) ?? this.#origin(card.dataset.card ?? "", before);
      if (!from) continue;
      card.classList.add("last");
      if (Math.hypot(from.x - x, from.y - y) >= 1) movers.push({ card, dx: from.x - x, dy: from.y - y });
    }
    movers.sort((a, b) => Number(a.card.dataset.index) - Number(b.card.dataset.index));
    this.flights.fly(movers);
  }

  /** Where a card lay that was not seen: deep in a pile, or in the stock. @param {string} face @param {Scene} before */
  #origin(face, before) {
    const piles = before.piles ?? [];
    const now = this.scene?.piles ?? [];
    const size = (/** @type {Pile|undefined} */ pile) => pile?.cards?.length ?? 0;
    const pile = piles.find((one) => face !== "??" && one.cards?.includes(face))
      ?? piles.find((one) => one.role === "stock" && size(one) > size(now.find((pile) => pile.name === one.name)));
    return pile && this.layout.places.get(pile.name);
  }

  /** Takes note of where cards are, whence they will fly. */
  remember() {
    this.#were.clear();
    for (const card of this.cards.values()) {
      this.#were.set(card, { x: parseFloat(card.style.left), y: parseFloat(card.style.top) });
    }
  }

  /** No card has an edge any more. */
  unmark() {
    for (const card of this.felt.querySelectorAll(".last")) card.classList.remove("last");
  }
}
