// A table of cards: shows a scene, and says what hands may do there. It knows no game. Cards are drawn by deck.js,
// pointer and keys are in pointer.js and cursor.js.

import { arrow } from "./arrows.js";
import { Cursor } from "./cursor.js";
import { Deck } from "./deck.js";
import { BACK, still } from "./flights.js";
import { svg } from "./glyphs.js";
import { layOut, NO_LAYOUT } from "./layout.js";
import { Pointer } from "./pointer.js";

/** @typedef {import("./api.js").Scene} Scene @typedef {import("./api.js").Pile} Pile */
/** @typedef {import("./api.js").TableMove} TableMove */
/** @typedef {{source: string, index: number}} Lifted a card of a pile, with all that lies on it */

const SAID = 6000; // milliseconds that a sentence stands beside a pile

/**
 * Events: "play" ({move}), "refused" ({source, index, target}), "said" (a text for screen readers), "menu" ({source,
 * index, x, y}) where a card's moves are asked for, "drawn" ({from, to}) for an arrow of the player's.
 */
export class CardTable extends HTMLElement {
  constructor() {
    super();
    /** @type {Scene|null} */
    this.scene = null;
    this.largeIndex = false;
    this.oneTap = false; // a tap plays where there is just one place to go
    /** @type {Lifted|null} */
    this.lifted = null;
    /** is what is seen ahead of the scene, since a move is on its way to the server? */
    this.ahead = false;
    /** @type {[string, string][]} the player's arrows here, from pile to pile */
    this.drawn = [];
    /** @type {TableMove|undefined} that is pointed out */
    this.hinted = undefined;
    this.layout = NO_LAYOUT;
    this.deck = new Deck();
    this.felt = this.deck.felt;
    this.flights = this.deck.flights;
    this.pointer = new Pointer(this);
    this.cursor = new Cursor(this);
    this.bubble = document.createElement("p");
    this.bubble.className = "bubble";
    this.bubble.setAttribute("aria-hidden", "true"); // the same is in the region for errors
    this.silence = 0;
    /** @type {(() => void)[]} what was asked for while a move was on its way */
    this.waiting = [];
    this.resize = new ResizeObserver(() => {
      if (!this.scene) return;
      this.#draw();
      this.deck.remember();
    });
  }

  connectedCallback() {
    this.append(this.felt);
    this.tabIndex = -1; // the one stop is a card
    this.setAttribute("role", "application");
    this.setAttribute("aria-roledescription", "card table");
    this.setAttribute("aria-label", "card table");
    this.resize.observe(this);
    this.pointer.listen();
    this.cursor.listen();
    for (const input of ["keydown", "pointerdown"]) document.addEventListener(input, () => this.flights.land(), true);
  }

  disconnectedCallback() {
    this.resize.disconnect();
  }

  /** Another game begins: its cards may be of another size, and none flies to it. */
  begin() {
    this.pointer.cancel();
    this.drop();
    this.layout = NO_LAYOUT;
    this.scene = null;
    this.ahead = false;
    this.waiting = [];
    this.cursor.at = null;
    this.deck.clear();
  }

  /**
   * Shows a scene; cards that it shares with the last one fly to their new places.
   * @param {Scene} scene @param {boolean} [fly]
   */
  show(scene, fly = true) {
    const same = this.scene !== null && !this.ahead && JSON.stringify(this.scene.piles) === JSON.stringify(scene.piles);
    const [before, ahead] = [this.scene, this.ahead];
    this.scene = scene;
    this.ahead = false;
    if (!same) {
      if (!this.pointer.holds()) this.drop();
      this.hinted = undefined;
      this.#hush();
    }
    const movers = this.#draw();
    if (before && !same && (fly || ahead)) {
      if (!ahead || !fly) this.deck.unmark();
      if (fly) this.deck.fly(movers, before);
    }
    this.deck.remember();
    if (this.lifted) this.#light(this.lifted);
    this.pointer.shown();
    for (const act of this.waiting.splice(0)) act();
  }

  /** Acts on what the server says, if a move is on its way to it; else at once. @param {() => void} act */
  whenShown(act) {
    if (this.ahead) this.waiting.push(act);
    else act();
  }

  /** Puts down what is lifted. */
  drop() {
    this.lifted = null;
    for (const shown of this.felt.querySelectorAll(".lifted, .target, .empty-target")) {
      shown.classList.remove("lifted", "target", "empty-target");
      shown.removeAttribute("aria-pressed");
    }
  }

  /** Points out a move. @param {string} text */
  point(text) {
    this.hinted = this.scene?.moves?.find((one) => one.text === text);
    this.#arrows();
  }

  /** The elements of cards, by pile and place in it. */
  get cards() {
    return this.deck.cards;
  }

  /** Those of piles. */
  get slots() {
    return this.deck.slots;
  }

  // --- what is where ---------------------------------------------------------------------------------------

  /** @param {string} name @returns {Pile|undefined} */
  pile(name) {
    return this.scene?.piles?.find((pile) => pile.name === name);
  }

  /** @param {string} pile @param {number} index */
  spot(pile, index) {
    const found = this.layout.places.get(pile);
    return found ? (found.at[index] ?? found) : { x: 0, y: 0 };
  }

  /** The cards of a pile from a place on, as they are drawn. @param {Lifted} lifted @returns {HTMLElement[]} */
  run({ source, index }) {
    const count = this.pile(source)?.cards?.length ?? 0;
    const found = [];
    for (let i = index; i < count; i++) {
      const card = this.cards.get(`${source}/${i}`);
      if (card) found.push(card);
    }
    return found;
  }

  // --- drawing ---------------------------------------------------------------------------------------------

  /** Every card where it belongs; elements are kept as long as their card is seen. @returns {HTMLElement[]} that moved */
  #draw() {
    const scene = /** @type {Scene} */ (this.scene);
    const focused = this.contains(document.activeElement) && document.activeElement !== this;
    this.layout = layOut(scene, this.clientWidth, this.clientHeight, this.largeIndex, this.layout);
    this.felt.style.height = `${Math.max(this.layout.bottom + 4, this.clientHeight)}px`;
    this.felt.style.width = `${Math.max(this.layout.right + 4, this.clientWidth)}px`;
    const movers = this.deck.draw(scene, this.layout, {
      lifts: (pile) => this.liftable(pile),
      dragged: (pile, index) => this.pointer.drags(pile, index),
    });
    this.#arrows();
    this.cursor.show(focused);
    return movers;
  }

  /**
   * Shows a move as hands make it while it is on its way to the server, whose scene is then laid over it.
   * @param {TableMove} move @param {boolean} byHand were the cards dragged there, so that they need not fly?
   */
  #goAhead(move, byHand) {
    const scene = this.scene;
    if (!scene || !move.target) return;
    const carried = this.pile(move.source)?.cards?.slice(move.index) ?? [];
    const piles = (scene.piles ?? []).map((pile) => {
      const cards = pile.cards ?? [];
      if (pile.name === move.source) return { ...pile, cards: cards.slice(0, move.index), down: Math.min(pile.down ?? 0, move.index) };
      return pile.name === move.target ? { ...pile, cards: [...cards, ...carried] } : pile;
    });
    this.scene = { ...scene, piles, moves: [] };
    this.ahead = true;
    this.deck.unmark();
    const movers = this.#draw();
    if (byHand) for (const card of movers) card.classList.add("last");
    else this.deck.fly(movers, scene);
    this.deck.remember();
  }

  // --- pointing out ----------------------------------------------------------------------------------------

  /** The hint, and the player's arrows. */
  #arrows() {
    for (const part of this.felt.querySelectorAll(".hinted")) part.classList.remove("hinted");
    this.felt.querySelector(".arrow")?.remove();
    const parts = [];
    const move = this.hinted;
    if (move) {
      const cards = this.run(move);
      for (const card of cards.length ? cards : [this.slots.get(move.source)]) card?.classList.add("hinted");
      if (move.target) parts.push(...this.arrow(move.source, move.index, move.target, "hint"));
    }
    for (const [from, to] of this.drawn) {
      if (this.pile(from) && this.pile(to)) parts.push(...this.arrow(from, 1000, to, "own"));
    }
    if (!parts.length) return;
    const box = svg("svg", { class: "arrow", "aria-hidden": "true" });
    box.append(...parts);
    this.felt.append(box);
  }

  /** @param {string} source @param {number} index @param {string} target @param {string} kind */
  arrow(source, index, target, kind) {
    const last = (/** @type {string} */ name) => Math.max(0, (this.pile(name)?.cards?.length ?? 0) - 1);
    const from = this.spot(source, Math.min(index, last(source)));
    const to = this.spot(target, last(target));
    const { width, height } = this.layout;
    const free = index >= last(source); // there the index stays legible
    return arrow({ x: from.x + width / 2, y: from.y + (free ? height / 2 : width / 4) }, { x: to.x + width / 2, y: to.y + height * 0.4 }, kind);
  }

  /** The player's arrows of this position. @param {[string, string][]} pairs */
  draw(pairs) {
    this.drawn = pairs;
    this.#arrows();
  }

  /** A sentence beside a pile, until the next move or a while. @param {string} pile @param {string} text */
  tell(pile, text) {
    const spot = this.spot(pile, (this.pile(pile)?.cards?.length ?? 1) - 1);
    this.bubble.textContent = text;
    this.felt.append(this.bubble);
    const left = Math.min(spot.x, this.clientWidth - this.bubble.offsetWidth - 8);
    const below = spot.y + this.layout.height + 6;
    const room = this.scrollTop + this.clientHeight - this.bubble.offsetHeight - 4;
    this.bubble.style.left = `${Math.max(4, left)}px`;
    this.bubble.style.top = `${Math.min(below, room)}px`;
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.#hush(), SAID);
  }

  #hush() {
    clearTimeout(this.silence);
    this.bubble.remove();
  }

  // --- moves -----------------------------------------------------------------------------------------------

  /** The places in a pile from which something may be lifted or clicked. @param {string} pile @returns {number[]} */
  liftable(pile) {
    const found = new Set();
    for (const move of this.scene?.moves ?? []) if (move.source === pile) found.add(move.index);
    return [...found].sort((a, b) => a - b);
  }

  /** What is lifted at a place of a pile: the nearest that has a move, else the last card, to be told why it has none.
   * @param {string} pile @param {number} index @returns {Lifted|null} */
  nearest(pile, index) {
    const places = this.liftable(pile);
    const best = places.reduce((one, place) => (Math.abs(place - index) < Math.abs(one - index) ? place : one), places[0] ?? -1);
    if (best >= 0) return { source: pile, index: best };
    const found = this.pile(pile);
    const last = (found?.cards?.length ?? 0) - 1;
    return !this.ahead && last >= (found?.down ?? 0) && last >= 0 ? { source: pile, index: last } : null;
  }

  /** @param {Lifted} lifted */
  movesOf(lifted) {
    return (this.scene?.moves ?? []).filter((move) => move.source === lifted.source && move.index === lifted.index);
  }

  /** @param {Lifted} lifted */
  lift(lifted) {
    this.drop();
    this.#hush();
    this.lifted = lifted;
    this.#light(lifted);
    this.dispatchEvent(new CustomEvent("lifted", { detail: lifted }));
  }

  /** @param {Lifted} lifted */
  #light(lifted) {
    for (const card of this.run(lifted)) {
      card.classList.add("lifted");
      card.setAttribute("aria-pressed", "true");
    }
    for (const move of this.movesOf(lifted)) {
      if (!move.target) continue;
      const top = this.cards.get(`${move.target}/${(this.pile(move.target)?.cards?.length ?? 0) - 1}`);
      if (top) top.classList.add("target");
      else this.slots.get(move.target)?.classList.add("target", "empty-target");
    }
  }

  /** @param {TableMove} move @param {boolean} [byHand] */
  play(move, byHand = false) {
    this.drop();
    this.#goAhead(move, byHand);
    this.dispatchEvent(new CustomEvent("play", { detail: { move: move.text } }));
  }

  /** Lays what is lifted onto a pile; is that a move? @param {Lifted} lifted @param {string} target @param {boolean} [byHand] */
  lay(lifted, target, byHand = false) {
    const move = this.movesOf(lifted).find((one) => one.target === target);
    if (move) this.play(move, byHand);
    return Boolean(move);
  }

  /** Asks why a move cannot be made. @param {Lifted} lifted @param {string} target */
  refuse(lifted, target) {
    this.drop();
    this.dispatchEvent(new CustomEvent("refused", { detail: { ...lifted, target } }));
  }

  /** Plays the move of a pile's last card to a foundation, if there is one. @param {string} pile */
  sendHome(pile) {
    const homes = (this.scene?.moves ?? []).filter(
      (move) => move.source === pile && this.pile(move.target ?? "")?.role === "foundation",
    );
    const home = homes.reduce((/** @type {TableMove|undefined} */ best, move) => (best && best.index > move.index ? best : move), undefined);
    if (home) this.play(home);
    return Boolean(home);
  }

  /** Draws, deals a row or turns the stock over; false where that cannot be. */
  drawCards() {
    const moves = (this.scene?.moves ?? []).filter((move) => this.pile(move.source)?.role === "stock");
    const move = moves.find((one) => !one.target || this.pile(one.target)?.role === "waste");
    if (move) this.play(move);
    return Boolean(move);
  }

  /** Dragged cards go back to where they lie. @param {HTMLElement[]} cards */
  giveBack(cards) {
    const from = cards.map((card) => card.style.transform);
    for (const card of cards) card.style.transform = "";
    if (still()) return;
    cards.forEach((card, i) => {
      const flight = card.animate([{ transform: from[i] }, { transform: "none" }], { duration: BACK, easing: "ease-out" });
      this.flights.running.set(card, flight);
    });
  }

  /** @param {string} text */
  say(text) {
    this.dispatchEvent(new CustomEvent("said", { detail: text }));
  }
}

customElements.define("card-table", CardTable);
