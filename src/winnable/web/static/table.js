// A table of cards: draws a scene, and turns pointer and keys into moves. It knows no game.

import { cardFace, cardName, rankGlyph, suitGlyph, svg } from "./glyphs.js";
import { layOut, NO_LAYOUT } from "./layout.js";

/** @typedef {import("./api.js").Scene} Scene @typedef {import("./api.js").Pile} Pile */
/** @typedef {{source: string, index: number}} Lifted */

const FLIGHT = 160; // milliseconds
const DRAG = { mouse: 4, pen: 6, touch: 8 };

export class CardTable extends HTMLElement {
  constructor() {
    super();
    /** @type {Scene|null} */
    this.scene = null;
    this.largeIndex = false;
    /** @type {Map<string, HTMLElement>} by pile and place in it */
    this.cards = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.slots = new Map();
    /** @type {Lifted|null} */
    this.lifted = null;
    /** @type {{pile: string, index: number}|null} where the keyboard is */
    this.cursor = null;
    /** @type {{id: number, x: number, y: number, pile: string, index: number, lift: Lifted|null, moved: boolean,
     *          wasLifted: boolean}|null} */
    this.press = null;
    this.layout = NO_LAYOUT;
    this.felt = document.createElement("div");
    this.felt.className = "felt";
    this.resize = new ResizeObserver(() => this.scene && this.#place(false));
  }

  connectedCallback() {
    this.append(this.felt);
    this.tabIndex = 0;
    this.setAttribute("role", "application");
    this.setAttribute("aria-roledescription", "card table");
    this.setAttribute("aria-label", "card table");
    this.resize.observe(this);
    this.felt.addEventListener("pointerdown", (event) => this.#down(event));
    this.felt.addEventListener("pointermove", (event) => this.#move(event));
    this.felt.addEventListener("pointerup", (event) => this.#up(event));
    this.felt.addEventListener("pointercancel", () => this.#giveBack());
    this.felt.addEventListener("dblclick", (event) => this.#home(event));
    this.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("blur", () => this.#giveBack());
  }

  disconnectedCallback() {
    this.resize.disconnect();
  }

  /**
   * Shows a scene; cards that it shares with the last one fly to their new places.
   * @param {Scene} scene
   * @param {boolean} [fly] not for another game, whose cards may be of another size
   */
  show(scene, fly = true) {
    this.scene = scene;
    if (!fly) this.layout = NO_LAYOUT;
    this.drop();
    this.#place(fly);
    if (this.cursor && !this.#pile(this.cursor.pile)) this.cursor = null;
  }

  /** Puts down what is lifted. */
  drop() {
    this.lifted = null;
    this.press = null;
    for (const card of this.cards.values()) card.classList.remove("lifted");
    for (const slot of this.slots.values()) slot.classList.remove("target", "empty-target");
    for (const card of this.cards.values()) card.classList.remove("target");
  }

  /** Points out a move. @param {string} text */
  point(text) {
    const move = this.scene?.moves?.find((one) => one.text === text);
    for (const card of this.cards.values()) card.classList.remove("hinted");
    for (const slot of this.slots.values()) slot.classList.remove("hinted");
    this.felt.querySelector(".arrow")?.remove();
    if (!move) return;
    const pile = this.#pile(move.source);
    for (let i = move.index; i < (pile?.cards?.length ?? 0); i++) {
      this.cards.get(`${move.source}/${i}`)?.classList.add("hinted");
    }
    if (move.target) this.#arrow(move);
  }

  /** @param {import("./api.js").TableMove} move */
  #arrow(move) {
    const from = this.#spot(move.source, move.index);
    const target = this.#pile(move.target ?? "");
    const to = this.#spot(move.target ?? "", Math.max(0, (target?.cards?.length ?? 0) - 1));
    const w = this.layout.width;
    const [x1, y1, x2, y2] = [from.x + w / 2, from.y + w / 4, to.x + w / 2, to.y + w / 2];
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const [bx, by] = [x2 - 16 * Math.cos(angle), y2 - 16 * Math.sin(angle)];
    const [nx, ny] = [9 * Math.sin(angle), -9 * Math.cos(angle)];
    const arrow = svg("svg", { class: "arrow", "aria-hidden": "true", width: this.clientWidth, height: this.felt.scrollHeight });
    arrow.append(
      svg("path", { d: `M${x1} ${y1}L${bx} ${by}`, class: "shaft" }),
      svg("path", { d: `M${x2} ${y2}L${bx + nx} ${by + ny} ${bx - nx} ${by - ny}Z`, class: "head" }),
    );
    this.felt.append(arrow);
  }

  /** @param {string} name @returns {Pile|undefined} */
  #pile(name) {
    return this.scene?.piles?.find((pile) => pile.name === name);
  }

  /** @param {string} pile @param {number} index */
  #spot(pile, index) {
    const found = this.layout.places.get(pile);
    return found ? (found.at[index] ?? found) : { x: 0, y: 0 };
  }

  // --- drawing ---------------------------------------------------------------------------------------------

  /** @param {boolean} fly */
  #place(fly) {
    const scene = /** @type {Scene} */ (this.scene);
    const piles = scene.piles ?? [];
    const before = this.#whereCardsAre();
    this.layout = layOut(scene, this.clientWidth, this.clientHeight, this.largeIndex, this.layout);
    this.felt.replaceChildren();
    this.cards.clear();
    this.slots.clear();
    this.felt.style.height = `${Math.max(this.layout.bottom + 4, this.clientHeight)}px`;
    for (const pile of piles) {
      if (!pile.gap) this.#slot(pile);
      const cards = pile.cards ?? [];
      const first = (pile.fan ?? "none") === "none" ? Math.max(0, cards.length - 2) : 0;
      for (let i = first; i < cards.length; i++) this.#card(pile, i);
    }
    this.#showCursor();
    if (fly && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#fly(before);
  }

  /** @returns {Map<string, {x: number, y: number}[]>} */
  #whereCardsAre() {
    const found = new Map();
    for (const card of this.cards.values()) {
      const name = card.dataset.card ?? "";
      if (name.includes("?")) continue;
      const places = found.get(name) ?? [];
      places.push({ x: parseFloat(card.style.left), y: parseFloat(card.style.top) });
      found.set(name, places);
    }
    return found;
  }

  /** Cards whose place is new fly there; state is never waiting for them. @param {Map<string, {x: number, y: number}[]>} before */
  #fly(before) {
    for (const card of this.cards.values()) {
      const places = before.get(card.dataset.card ?? "");
      if (!places) continue;
      const to = { x: parseFloat(card.style.left), y: parseFloat(card.style.top) };
      const same = places.findIndex((place) => Math.abs(place.x - to.x) < 1 && Math.abs(place.y - to.y) < 1);
      const from = places.splice(Math.max(same, 0), 1)[0];
      if (same >= 0 || !from) continue;
      card.style.zIndex = String(1000 + Number(card.style.zIndex));
      const flight = card.animate(
        [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }],
        { duration: FLIGHT, easing: "ease-out" },
      );
      flight.onfinish = () => {
        card.style.zIndex = String(Number(card.style.zIndex) - 1000);
      };
    }
  }

  /** Ends all flights: input acts on what is, not on what is seen to move. */
  #land() {
    for (const card of this.cards.values()) for (const flight of card.getAnimations()) flight.finish();
  }

  /** @param {Pile} pile */
  #slot(pile) {
    const { width, height } = this.layout;
    const at = /** @type {{x: number, y: number}} */ (this.layout.places.get(pile.name));
    const slot = document.createElement("div");
    slot.className = `slot role-${pile.role}`;
    slot.style.left = `${at.x}px`;
    slot.style.top = `${at.y}px`;
    slot.style.width = `${width}px`;
    slot.style.height = `${height}px`;
    slot.dataset.pile = pile.name;
    if (pile.sign) {
      const box = svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" });
      if (pile.sign.length === 1 && "CDHS".includes(pile.sign)) box.append(suitGlyph(pile.sign, 28, 48, 44));
      else if (pile.sign === "recycle") box.append(svg("path", { d: "M70 50A28 28 0 1 0 78 76M70 32V52H50", class: "recycle" }));
      else box.append(rankGlyph(pile.sign, 32, 45, 50));
      slot.append(box);
    }
    this.slots.set(pile.name, slot);
    this.felt.append(slot);
  }

  /** @param {Pile} pile @param {number} index */
  #card(pile, index) {
    const { width, height, cap } = this.layout;
    const at = this.#spot(pile.name, index);
    const name = (pile.cards ?? [])[index];
    const up = index >= (pile.down ?? 0);
    const card = document.createElement("div");
    card.className = "card";
    card.style.left = `${at.x}px`;
    card.style.top = `${at.y}px`;
    card.style.width = `${width}px`;
    card.style.height = `${height}px`;
    card.style.zIndex = String(index + 1);
    card.dataset.pile = pile.name;
    card.dataset.index = String(index);
    card.dataset.card = up ? name : "??";
    card.id = `card-${pile.name}-${index}`.replaceAll(" ", "-");
    card.append(cardFace(name, up, cap * 100));
    if (this.#liftable(pile.name).includes(index)) card.classList.add("liftable");
    this.cards.set(`${pile.name}/${index}`, card);
    this.felt.append(card);
  }

  // --- moves -----------------------------------------------------------------------------------------------

  /** The places in a pile from which something may be lifted or clicked. @param {string} pile @returns {number[]} */
  #liftable(pile) {
    const found = new Set();
    for (const move of this.scene?.moves ?? []) if (move.source === pile) found.add(move.index);
    return [...found].sort((a, b) => a - b);
  }

  /** @param {Lifted} lifted */
  #movesOf(lifted) {
    return (this.scene?.moves ?? []).filter((move) => move.source === lifted.source && move.index === lifted.index);
  }

  /** @param {Lifted} lifted */
  lift(lifted) {
    this.drop();
    this.lifted = lifted;
    const pile = this.#pile(lifted.source);
    for (let i = lifted.index; i < (pile?.cards?.length ?? 0); i++) {
      this.cards.get(`${lifted.source}/${i}`)?.classList.add("lifted");
    }
    for (const move of this.#movesOf(lifted)) {
      if (!move.target) continue;
      const target = this.#pile(move.target);
      const top = this.cards.get(`${move.target}/${(target?.cards?.length ?? 0) - 1}`);
      if (top) top.classList.add("target");
      else this.slots.get(move.target)?.classList.add("target", "empty-target");
    }
    this.dispatchEvent(new CustomEvent("lifted", { detail: lifted }));
  }

  /** @param {string} text */
  #play(text) {
    this.drop();
    this.dispatchEvent(new CustomEvent("play", { detail: { move: text } }));
  }

  /** @param {Lifted} lifted @param {string} target */
  #try(lifted, target) {
    const move = this.#movesOf(lifted).find((one) => one.target === target);
    if (move) {
      this.#play(move.text);
      return true;
    }
    return false;
  }

  // --- pointer ---------------------------------------------------------------------------------------------

  /**
   * What lies there when all cards have landed, whatever is flying over it now.
   * @param {PointerEvent} event @returns {{pile: string, index: number}|null}
   */
  #under(event) {
    const box = this.felt.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const { width, height, places } = this.layout;
    const piles = [...(this.scene?.piles ?? [])].reverse();
    const lies = (/** @type {{x: number, y: number}} */ at) =>
      x >= at.x && x <= at.x + width && y >= at.y && y <= at.y + height;
    for (const pile of piles) {
      const at = places.get(pile.name)?.at ?? [];
      for (let index = at.length - 1; index >= 0; index--) if (lies(at[index])) return { pile: pile.name, index };
    }
    for (const pile of piles) {
      const at = places.get(pile.name);
      if (!at || pile.gap) continue;
      if (lies(at)) return { pile: pile.name, index: -1 };
      if (pile.fan === "down" && x >= at.x && x <= at.x + width && y >= at.y) {
        return { pile: pile.name, index: at.at.length - 1 };
      }
    }
    return null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.press) return;
    this.#land();
    const under = this.#under(event);
    if (!under) {
      this.drop();
      return;
    }
    const places = this.#liftable(under.pile);
    const nearest = places.reduce(
      (/** @type {number|null} */ best, place) =>
        best === null || Math.abs(place - under.index) < Math.abs(best - under.index) ? place : best,
      null,
    );
    const lift = nearest === null ? null : { source: under.pile, index: nearest };
    const same = this.lifted !== null && this.lifted.source === under.pile;
    this.press = {
      id: event.pointerId, x: event.clientX, y: event.clientY, pile: under.pile, index: under.index, lift,
      moved: false, wasLifted: same && lift !== null && this.lifted?.index === lift.index,
    };
    this.felt.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId || !press.lift) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    const far = DRAG[/** @type {"mouse"|"pen"|"touch"} */ (event.pointerType)] ?? 4;
    if (!press.moved && Math.hypot(dx, dy) < far) return;
    if (!press.moved) {
      const kept = press;
      this.lift(press.lift);
      this.press = kept;
      press.moved = true;
    }
    const raised = event.pointerType === "touch" ? -0.6 * this.layout.height : 0;
    for (const card of this.#dragged()) card.style.transform = `translate(${dx}px, ${dy + raised}px)`;
  }

  /** @returns {HTMLElement[]} */
  #dragged() {
    const lift = this.press?.lift;
    if (!lift) return [];
    return [...this.cards.values()].filter(
      (card) => card.dataset.pile === lift.source && Number(card.dataset.index) >= lift.index,
    );
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    if (press.moved && press.lift) this.#drop(press.lift);
    else this.#click(press);
    this.press = null;
  }

  /** Where most of the dragged cards lie. @param {Lifted} lift */
  #drop(lift) {
    const first = this.cards.get(`${lift.source}/${lift.index}`);
    const box = first?.getBoundingClientRect();
    const felt = this.felt.getBoundingClientRect();
    let best = "";
    let most = 0;
    for (const move of this.#movesOf(lift)) {
      const at = this.layout.places.get(move.target ?? "");
      if (!at || !box) continue;
      const last = at.at.at(-1) ?? at;
      const down = this.#pile(move.target ?? "")?.fan === "down";
      const [x, y] = [at.x + felt.left, at.y + felt.top];
      const [right, bottom] = [
        last.x + felt.left + this.layout.width,
        down ? felt.bottom : last.y + felt.top + this.layout.height,
      ];
      const wide = Math.min(box.right, right) - Math.max(box.left, x);
      const high = Math.min(box.bottom, bottom) - Math.max(box.top, y);
      if (wide > 0 && high > 0 && wide * high > most) [best, most] = [move.target ?? "", wide * high];
    }
    if (best && this.#try(lift, best)) return;
    this.#giveBack();
    const target = this.#pileAt(box);
    if (target && target !== lift.source) this.#refused(lift, target);
  }

  /** @param {DOMRect|undefined} box */
  #pileAt(box) {
    if (!box) return "";
    const felt = this.felt.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2 - felt.left, box.top + box.height / 4 - felt.top];
    for (const pile of this.scene?.piles ?? []) {
      const at = this.layout.places.get(pile.name);
      if (!at || x < at.x || x > at.x + this.layout.width || y < at.y) continue;
      if (pile.fan === "down" || y < at.y + this.layout.height) return pile.name;
    }
    return "";
  }

  /** @param {Lifted} lift @param {string} target */
  #refused(lift, target) {
    this.dispatchEvent(new CustomEvent("refused", { detail: { ...lift, target } }));
  }

  /** @param {{pile: string, lift: Lifted|null, wasLifted: boolean}} press */
  #click(press) {
    if (this.lifted && this.lifted.source !== press.pile) {
      if (this.#try(this.lifted, press.pile)) return;
      if (!press.lift) {
        const lifted = this.lifted;
        this.drop();
        this.#refused(lifted, press.pile);
        return;
      }
    }
    if (!press.lift || press.wasLifted) {
      this.drop();
      return;
    }
    const moves = this.#movesOf(press.lift);
    if (moves.length && moves.every((move) => !move.target)) this.#play(moves[0].text);
    else this.lift(press.lift);
  }

  /** @param {MouseEvent} event a double click: home */
  #home(event) {
    const target = event.target instanceof Element ? event.target.closest(".card") : null;
    const pile = target instanceof HTMLElement ? target.dataset.pile : undefined;
    if (pile) this.sendHome(pile);
  }

  /** Plays the move of a pile's last card to a foundation, if there is one. @param {string} pile */
  sendHome(pile) {
    const home = (this.scene?.moves ?? []).find(
      (move) => move.source === pile && this.#pile(move.target ?? "")?.role === "foundation",
    );
    if (home) this.#play(home.text);
  }

  #giveBack() {
    for (const card of this.#dragged()) card.style.transform = "";
    this.drop();
  }

  // --- keys ------------------------------------------------------------------------------------------------

  /** The piles with something to point at, by rows. @returns {Pile[][]} */
  #rows() {
    /** @type {Map<number, Pile[]>} */
    const rows = new Map();
    for (const pile of this.scene?.piles ?? []) {
      const row = rows.get(pile.y) ?? [];
      row.push(pile);
      rows.set(pile.y, row);
    }
    return [...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => row.sort((a, b) => a.x - b.x));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.scene) return;
    const rows = this.#rows();
    if (!this.cursor) this.cursor = { pile: rows.at(-1)?.[0]?.name ?? "", index: 1000 };
    const r = rows.findIndex((row) => row.some((pile) => pile.name === this.cursor?.pile));
    const row = rows[r] ?? [];
    const c = row.findIndex((pile) => pile.name === this.cursor?.pile);
    const pile = row[c];
    const last = Math.max(0, (pile?.cards?.length ?? 0) - 1);
    const index = Math.min(this.cursor.index, last);
    const go = (/** @type {string} */ name, /** @type {number} */ at) => {
      this.cursor = { pile: name, index: at };
      this.#showCursor();
      this.dispatchEvent(new CustomEvent("said", { detail: this.#label() }));
    };
    const acts = /** @type {Record<string, () => void>} */ ({
      ArrowRight: () => go(row[(c + 1) % row.length].name, 1000),
      ArrowLeft: () => go(row[(c + row.length - 1) % row.length].name, 1000),
      ArrowUp: () => {
        if (pile?.fan === "down" && index > (pile.down ?? 0)) go(pile.name, index - 1);
        else this.#toRow(rows, r - 1, pile, go);
      },
      ArrowDown: () => {
        if (index < last && pile?.fan === "down") go(pile.name, index + 1);
        else this.#toRow(rows, r + 1, pile, go);
      },
      PageUp: () => this.#toRow(rows, r - 1, pile, go),
      PageDown: () => this.#toRow(rows, r + 1, pile, go),
      Home: () => go(row[0].name, 1000),
      End: () => go(row.at(-1)?.name ?? "", 1000),
      Enter: () => (event.shiftKey && pile ? this.sendHome(pile.name) : this.#press(pile?.name ?? "", index)),
      " ": () => this.#press(pile?.name ?? "", index),
      "+": () => this.#deeper(-1),
      "-": () => this.#deeper(1),
      Escape: () => this.drop(),
    });
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {Pile[][]} rows @param {number} r @param {Pile|undefined} from @param {(name: string, at: number) => void} go */
  #toRow(rows, r, from, go) {
    const row = rows[r];
    if (!row || !from) return;
    const nearest = row.reduce((best, pile) => (Math.abs(pile.x - from.x) < Math.abs(best.x - from.x) ? pile : best));
    go(nearest.name, 1000);
  }

  /** @param {string} pile @param {number} index */
  #press(pile, index) {
    const places = this.#liftable(pile);
    if (this.lifted && this.lifted.source !== pile && this.#try(this.lifted, pile)) return;
    if (this.lifted && this.lifted.source === pile) {
      this.drop();
      return;
    }
    const place = places.includes(index) ? index : places.find((one) => one >= index) ?? places.at(-1);
    if (place === undefined) {
      if (this.lifted) this.#refused(this.lifted, pile);
      return;
    }
    this.#click({ pile, lift: { source: pile, index: place }, wasLifted: false });
  }

  /** One card more, or fewer. @param {number} step */
  #deeper(step) {
    if (!this.lifted) return;
    const places = this.#liftable(this.lifted.source);
    const at = places.indexOf(this.lifted.index) + step;
    if (places[at] !== undefined) this.lift({ source: this.lifted.source, index: places[at] });
  }

  #showCursor() {
    for (const shown of this.felt.querySelectorAll(".cursor")) shown.classList.remove("cursor");
    if (!this.cursor) return;
    const pile = this.#pile(this.cursor.pile);
    const index = Math.min(this.cursor.index, Math.max(0, (pile?.cards?.length ?? 0) - 1));
    (this.cards.get(`${this.cursor.pile}/${index}`) ?? this.slots.get(this.cursor.pile))?.classList.add("cursor");
  }

  /** What the keyboard points at, in words. */
  #label() {
    const pile = this.cursor ? this.#pile(this.cursor.pile) : undefined;
    if (!pile || !this.cursor) return "";
    const cards = pile.cards ?? [];
    if (!cards.length) return `${pile.name}: empty`;
    const index = Math.min(this.cursor.index, cards.length - 1);
    const what = index < (pile.down ?? 0) ? "face down" : cardName(cards[index]);
    const lifts = this.#liftable(pile.name).includes(index) ? `, lifts ${cards.length - index}` : "";
    return `${what}${lifts}, ${pile.name}, card ${index + 1} of ${cards.length}`;
  }
}

customElements.define("card-table", CardTable);
