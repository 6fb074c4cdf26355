// Hands at the table: mouse, pen and fingers. Cards are dragged, or lifted by a click and laid down by another; the
// right button, or a long press, looks under cards, asks for a card's moves, and draws arrows.

/** @typedef {import("./table.js").CardTable} CardTable @typedef {import("./table.js").Lifted} Lifted */
/** @typedef {{pile: string, index: number}} Place index -1: the empty place of a pile */
/**
 * @typedef {{id: number, kind: string, x: number, y: number, at: Place, lift: Lifted|null,
 *            moved: boolean, again: boolean}} Press `again`: on what was lifted already
 * @typedef {{id: number, x: number, y: number, at: Place|null, moved: boolean}} Second of the right button
 */

const DRAG = { mouse: 4, pen: 6, touch: 8 }; // pixels from which a press is a drag
const TWICE = 350; // milliseconds within which a second click sends a card home
const LONG = 450; // that a long press takes
const RAISED = 0.6; // of a card's height: so far above the finger a dragged card is drawn

export class Pointer {
  /** @param {CardTable} table */
  constructor(table) {
    this.table = table;
    /** @type {Press|null} */
    this.press = null;
    /** @type {Second|null} */
    this.second = null;
    /** @type {HTMLElement|null} that is lifted out of its fan to be looked at */
    this.peeked = null;
    this.liftedAt = -TWICE; // when a click lifted last, in milliseconds
    this.timer = 0;
  }

  listen() {
    const felt = this.table.felt;
    felt.addEventListener("pointerdown", (event) => this.#down(event));
    felt.addEventListener("pointermove", (event) => this.#move(event));
    felt.addEventListener("pointerup", (event) => this.#up(event));
    felt.addEventListener("pointercancel", () => this.cancel());
    felt.addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("blur", () => this.cancel());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.holds()) return;
      event.stopImmediatePropagation(); // it puts down what is held, and leaves nothing else
      this.cancel();
    }, true);
  }

  /** Is something dragged? */
  holds() {
    return Boolean(this.press?.moved);
  }

  /** Is this card dragged? @param {string} pile @param {number} index */
  drags(pile, index) {
    const lift = this.press?.moved ? this.press.lift : null;
    return lift !== null && lift.source === pile && index >= lift.index;
  }

  /** Cards go back to where they lie. */
  cancel() {
    clearTimeout(this.timer);
    const press = this.press;
    this.press = null;
    if (press?.moved && press.lift) {
      this.table.giveBack(this.table.run(press.lift));
      this.table.drop();
    }
    this.second = null;
    this.#endPeek();
    for (const part of this.table.felt.querySelectorAll(".sketched")) part.classList.remove("sketched");
  }

  /** A scene was shown: what is pressed or dragged may have changed under the hand. */
  shown() {
    const { press, table } = this;
    if (!press) return;
    const lift = table.nearest(press.at.pile, press.at.index);
    if (!press.moved) press.lift = lift;
    else if (!press.lift || !table.liftable(press.lift.source).includes(press.lift.index)) this.cancel();
    else table.lift(press.lift);
  }

  // --- where -----------------------------------------------------------------------------------------------

  /**
   * What lies there when all cards have landed, whatever is flying over it now.
   * @param {{clientX: number, clientY: number}} event @returns {Place|null}
   */
  under(event) {
    const { felt, layout, scene } = this.table;
    const box = felt.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const { width, height, places } = layout;
    const piles = [...(scene?.piles ?? [])].reverse();
    const lies = (/** @type {{x: number, y: number}} */ at) => x >= at.x && x <= at.x + width && y >= at.y && y <= at.y + height;
    for (const pile of piles) {
      const at = places.get(pile.name)?.at ?? [];
      for (let index = at.length - 1; index >= 0; index--) if (lies(at[index])) return { pile: pile.name, index };
    }
    for (const pile of piles) {
      const at = places.get(pile.name);
      if (!at || pile.gap) continue;
      if (lies(at)) return { pile: pile.name, index: -1 };
      if (pile.fan === "down" && x >= at.x && x <= at.x + width && y >= at.y) return { pile: pile.name, index: at.at.length - 1 };
    }
    return null;
  }

  /** Does another card lie on this one? @param {Place} place */
  #covered(place) {
    const { cards, layout } = this.table;
    const card = cards.get(`${place.pile}/${place.index}`);
    if (!card) return false;
    const [x, y, z] = [parseFloat(card.style.left), parseFloat(card.style.top), Number(card.style.zIndex)];
    return [...cards.values()].some(
      (other) =>
        Number(other.style.zIndex) > z &&
        Math.abs(parseFloat(other.style.left) - x) < layout.width - 1 &&
        Math.abs(parseFloat(other.style.top) - y) < layout.height - 1,
    );
  }

  // --- the first button ------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  #down(event) {
    const { table } = this;
    if (event.pointerType === "mouse" && event.button === 2) return this.#secondDown(event);
    if (this.press || this.second) return this.cancel(); // a second finger
    if (event.button !== 0) return;
    const at = this.under(event);
    if (!at) {
      table.drop();
      return;
    }
    const lift = table.nearest(at.pile, at.index);
    const { lifted } = table;
    this.press = {
      id: event.pointerId, kind: event.pointerType, x: event.clientX, y: event.clientY, at, lift, moved: false,
      again: lifted !== null && lift !== null && lifted.source === lift.source && lifted.index === lift.index,
    };
    if (event.pointerType !== "mouse") this.timer = window.setTimeout(() => this.#long(), LONG);
    table.felt.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.second?.id === event.pointerId) return this.#sketch(event);
    const { press, table } = this;
    if (!press || press.id !== event.pointerId || !press.lift || this.peeked) return;
    if (press.kind === "mouse" && event.buttons !== 1) return this.cancel(); // another button, or let go elsewhere
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    const far = DRAG[/** @type {keyof DRAG} */ (press.kind)] ?? DRAG.mouse;
    if (!press.moved && Math.hypot(dx, dy) < far) return;
    if (!press.moved) {
      clearTimeout(this.timer);
      press.moved = true;
      table.lift(press.lift);
    }
    const raised = press.kind === "touch" ? -RAISED * table.layout.height : 0;
    for (const card of table.run(press.lift)) card.style.transform = `translate(${dx}px, ${dy + raised}px)`;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    clearTimeout(this.timer);
    if (this.second?.id === event.pointerId) return this.#secondUp(event);
    const { press, table } = this;
    if (!press || press.id !== event.pointerId) return;
    if (this.peeked) {
      this.press = null;
      this.#endPeek();
    } else if (press.moved && press.lift) this.#release(press.lift);
    else {
      this.press = null;
      table.whenShown(() => this.#click(press, event.timeStamp));
    }
  }

  /** Dragged cards are let go: onto the pile where most of them lies. @param {Lifted} lift */
  #release(lift) {
    const { table } = this;
    const cards = table.run(lift);
    const target = this.#mostly(lift, cards);
    if (target && table.movesOf(lift).some((move) => move.target === target)) {
      this.press = null;
      for (const card of cards) card.style.transform = "";
      table.lay(lift, target, true);
      return;
    }
    const box = cards[0]?.getBoundingClientRect();
    const over = box && this.under({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 4 });
    this.cancel();
    if (over && over.pile !== lift.source) table.refuse(lift, over.pile);
  }

  /** The legal target that the dragged cards overlap most. @param {Lifted} lift @param {HTMLElement[]} cards */
  #mostly(lift, cards) {
    const { table } = this;
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const felt = table.felt.getBoundingClientRect();
    let best = "";
    let most = 0;
    for (const { target } of table.movesOf(lift)) {
      const at = table.layout.places.get(target ?? "");
      if (!at || !target) continue;
      const last = at.at.at(-1) ?? at;
      const down = table.pile(target)?.fan === "down";
      const [left, top] = [at.x + felt.left, at.y + felt.top];
      const right = last.x + felt.left + table.layout.width;
      const bottom = down ? felt.bottom : last.y + felt.top + table.layout.height;
      const wide = Math.min(boxes[0].right, right) - Math.max(boxes[0].left, left);
      const high = Math.min(Math.max(...boxes.map((box) => box.bottom)), bottom) - Math.max(boxes[0].top, top);
      if (wide > 0 && high > 0 && wide * high > most) [best, most] = [target, wide * high];
    }
    return best;
  }

  /** @param {Press} press @param {number} now */
  #click(press, now) {
    const { table } = this;
    const { lifted } = table;
    const { at } = press;
    const lift = table.nearest(at.pile, at.index);
    if (lifted && lifted.source !== at.pile) {
      if (table.lay(lifted, at.pile)) return;
      if (!lift || !table.movesOf(lift).length) {
        table.refuse(lifted, at.pile);
        return;
      }
    }
    if (press.again) {
      const quick = now - this.liftedAt <= TWICE;
      table.drop();
      if (quick && lift) table.sendHome(lift.source) || (table.pile(lift.source)?.role === "stock" && table.drawCards());
      return;
    }
    if (lift) this.choose(lift, now);
    else table.drop();
  }

  /** A card is clicked: it is played where that needs no more, else lifted. @param {Lifted} lift @param {number} [now] */
  choose(lift, now = -TWICE) {
    const { table } = this;
    const moves = table.movesOf(lift);
    const targets = new Set(moves.map((move) => move.target ?? ""));
    const draws = moves.length > 0 && moves.every((move) => !move.target || table.pile(move.target)?.role === "waste");
    const stock = table.pile(lift.source)?.role === "stock";
    if (moves.length && ((targets.size === 1 && (targets.has("") || table.oneTap)) || (stock && draws))) table.play(moves[0]);
    else {
      table.lift(lift);
      this.liftedAt = now;
    }
  }

  // --- the second button, and a long press -----------------------------------------------------------------

  /** A finger has rested: a covered card is shown, a free one tells its moves. */
  #long() {
    const press = this.press;
    if (!press || press.moved) return;
    if (this.#covered(press.at)) this.#peek(press.at);
    else {
      this.press = null;
      this.#menu(press.at, press.x, press.y);
    }
  }

  /** @param {Place} place */
  #peek(place) {
    this.peeked = this.table.cards.get(`${place.pile}/${place.index}`) ?? null;
    this.peeked?.classList.add("peek");
  }

  #endPeek() {
    this.peeked?.classList.remove("peek");
    this.peeked = null;
  }

  /** @param {Place} place @param {number} x @param {number} y */
  #menu(place, x, y) {
    const lift = this.table.nearest(place.pile, place.index);
    if (lift) this.table.dispatchEvent(new CustomEvent("menu", { detail: { ...lift, x, y } }));
  }

  /** @param {PointerEvent} event */
  #secondDown(event) {
    if (this.press || this.second) return this.cancel();
    const at = this.under(event);
    this.second = { id: event.pointerId, x: event.clientX, y: event.clientY, at, moved: false };
    if (at && this.#covered(at)) this.#peek(at);
    this.table.felt.setPointerCapture(event.pointerId);
  }

  /** An arrow that is being drawn. @param {PointerEvent} event */
  #sketch(event) {
    const { second, table } = this;
    if (!second?.at) return;
    if (!second.moved && Math.hypot(event.clientX - second.x, event.clientY - second.y) < DRAG.mouse * 2) return;
    second.moved = true;
    this.#endPeek();
    const over = this.under(event);
    for (const slot of table.felt.querySelectorAll(".sketched")) slot.classList.remove("sketched");
    if (!over || over.pile === second.at.pile) return;
    const last = (table.pile(over.pile)?.cards?.length ?? 0) - 1;
    (table.cards.get(`${over.pile}/${last}`) ?? table.slots.get(over.pile))?.classList.add("sketched");
  }

  /** @param {PointerEvent} event */
  #secondUp(event) {
    const { second, table } = this;
    const peeked = this.peeked;
    this.second = null;
    this.#endPeek();
    for (const slot of table.felt.querySelectorAll(".sketched")) slot.classList.remove("sketched");
    if (!second?.at) return;
    const over = this.under(event);
    if (second.moved && over && over.pile !== second.at.pile) {
      table.dispatchEvent(new CustomEvent("drawn", { detail: { from: second.at.pile, to: over.pile } }));
    } else if (!second.moved && !peeked) this.#menu(second.at, event.clientX, event.clientY);
  }
}
