// The keyboard at the table: one stop, from which arrows go to piles and cards, each with a label for screen readers;
// cards are lifted and laid, and a move's letters may be typed.

import { cardName } from "./glyphs.js";

/** @typedef {import("./table.js").CardTable} CardTable @typedef {import("./api.js").Pile} Pile */
/** @typedef {import("./table.js").Lifted} Lifted */

const END = 1000; // the last card of a pile, however long it is
const PAUSE = 700; // milliseconds until a move is made that could be the beginning of a longer one
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth"];
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"];

/** @param {number} index */
const ordinal = (index) => ORDINALS[index] ?? `number ${index + 1}`;
/** @param {number} count */
const number = (count) => NUMBERS[count] ?? String(count);

/** A pile by the name one says: "home" for every foundation. @param {Pile|undefined} pile */
export const placeName = (pile) => (pile?.role === "foundation" ? "home" : (pile?.name ?? ""));

export class Cursor {
  /** @param {CardTable} table */
  constructor(table) {
    this.table = table;
    /** @type {{pile: string, index: number}|null} */
    this.at = null;
    this.typed = ""; // the beginning of a move
    this.timer = 0;
    /** @type {(key: string) => boolean} keys of the page, which do not begin a move */
    this.taken = () => false;
    this.badge = document.createElement("p");
    this.badge.className = "typed";
    this.badge.setAttribute("aria-hidden", "true");
  }

  listen() {
    const { table } = this;
    table.addEventListener("keydown", (event) => this.#key(event));
    table.addEventListener("focus", () => this.#element()?.focus({ preventScroll: true }));
    table.addEventListener("focusin", (event) => this.#follow(event.target));
    table.addEventListener("focusout", () => this.#type(""));
  }

  // --- where it is -----------------------------------------------------------------------------------------

  /** The piles by rows. @returns {Pile[][]} */
  #rows() {
    /** @type {Map<number, Pile[]>} */
    const rows = new Map();
    for (const pile of this.table.scene?.piles ?? []) {
      if (pile.gap && !pile.cards?.length) continue;
      rows.set(pile.y, [...(rows.get(pile.y) ?? []), pile]);
    }
    return [...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => row.sort((a, b) => a.x - b.x));
  }

  /** The pile where it is, and which card of it; to begin with that is the first pile of the last row. */
  #here() {
    const found = this.at && this.table.pile(this.at.pile);
    const pile = found && !(found.gap && !found.cards?.length) ? found : this.#rows().at(-1)?.[0];
    if (!pile) return null;
    const flat = (pile.fan ?? "none") === "none";
    const last = Math.max(0, (pile.cards?.length ?? 0) - 1);
    return { pile, index: flat ? last : Math.min(pile.name === this.at?.pile ? this.at.index : END, last), last };
  }

  #element() {
    const here = this.#here();
    if (!here) return undefined;
    const { cards, slots } = this.table;
    return cards.get(`${here.pile.name}/${here.index}`) ?? slots.get(here.pile.name);
  }

  /** Labels all, and makes one the stop. @param {boolean} focused does it have the focus? */
  show(focused) {
    const { table } = this;
    const stop = this.#element();
    for (const pile of table.scene?.piles ?? []) {
      const lifts = table.liftable(pile.name);
      const count = pile.cards?.length ?? 0;
      for (let i = 0; i < count; i++) {
        const card = table.cards.get(`${pile.name}/${i}`);
        if (card) this.#label(card, this.#words(pile, i, lifts.includes(i)), card === stop);
      }
      const slot = table.slots.get(pile.name);
      if (slot) this.#label(slot, `${pile.name}, ${count ? number(count) : "empty"}`, slot === stop);
      if (slot && count) slot.setAttribute("aria-hidden", "true"); // its cards say it
      else slot?.removeAttribute("aria-hidden");
    }
    if (focused && stop && document.activeElement !== stop) stop.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} part @param {string} words @param {boolean} stop */
  #label(part, words, stop) {
    if (part.ariaLabel !== words) part.ariaLabel = words;
    part.tabIndex = stop ? 0 : -1;
  }

  /** @param {Pile} pile @param {number} index @param {boolean} lifts */
  #words(pile, index, lifts) {
    const cards = pile.cards ?? [];
    if (index < (pile.down ?? 0)) return "face down";
    const carries = lifts ? `, lifts ${cards.length - index}` : "";
    const place = cards.length > 1 ? `, ${ordinal(index)} of ${number(cards.length)}` : "";
    return `${cardName(cards[index])}${carries}, ${pile.name}${place}`;
  }

  /** A click, or a screen reader, has put the focus on a card. @param {EventTarget|null} target */
  #follow(target) {
    if (!(target instanceof HTMLElement) || !target.dataset.pile) return;
    const pile = this.table.pile(target.dataset.pile);
    const index = Number(target.dataset.index ?? END);
    this.at = { pile: target.dataset.pile, index: index === (pile?.cards?.length ?? 0) - 1 ? END : index };
    this.show(false);
  }

  /** Goes to a card. @param {string} pile @param {number} [index] */
  go(pile, index = END) {
    this.at = { pile, index };
    this.show(true);
    this.#element()?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // --- keys ------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.table.scene) return;
    const done = this.#letter(event.key) || this.#act(event);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event was it a key of ours? */
  #act(event) {
    const { table } = this;
    const here = this.#here();
    if (!here) return false;
    const { pile, index, last } = here;
    const rows = this.#rows();
    const r = rows.findIndex((row) => row.includes(pile));
    const row = rows[r];
    const c = row.indexOf(pile);
    const fans = pile.fan === "down";
    const acts = /** @type {Record<string, () => unknown>} */ ({
      ArrowRight: () => this.go(row[(c + 1) % row.length].name),
      ArrowLeft: () => this.go(row[(c + row.length - 1) % row.length].name),
      ArrowUp: () => (fans && index > (pile.down ?? 0) ? this.go(pile.name, index - 1) : this.#toRow(rows[r - 1], pile)),
      ArrowDown: () => (fans && index < last ? this.go(pile.name, index + 1) : this.#toRow(rows[r + 1], pile)),
      PageUp: () => this.#toRow(rows[r - 1], pile),
      PageDown: () => this.#toRow(rows[r + 1], pile),
      Home: () => this.go(row[0].name),
      End: () => this.go(row[row.length - 1].name),
      Enter: () => table.whenShown(() => (event.shiftKey ? this.#home(pile) : this.#press(pile, index))),
      " ": () => table.whenShown(() => this.#press(pile, index)),
      "+": () => this.#deeper(pile, -1),
      "=": () => this.#deeper(pile, -1),
      "-": () => this.#deeper(pile, 1),
      ContextMenu: () => this.#menu(pile, index),
      Escape: () => {
        if (table.lifted) table.say("put down");
        table.drop();
      },
    });
    if (event.key === "F10" && event.shiftKey) this.#menu(pile, index);
    else if (!Object.hasOwn(acts, event.key)) return false;
    else acts[event.key]();
    return true;
  }

  /** @param {Pile[]|undefined} row @param {Pile} from */
  #toRow(row, from) {
    if (!row) return;
    const middle = from.x;
    this.go(row.reduce((best, pile) => (Math.abs(pile.x - middle) < Math.abs(best.x - middle) ? pile : best)).name);
  }

  /** Lifts, or lays what is lifted. @param {Pile} pile @param {number} index */
  #press(pile, index) {
    const { table } = this;
    const { lifted } = table;
    if (lifted && lifted.source === pile.name) {
      table.drop();
      table.say("put down");
      return;
    }
    if (lifted && table.lay(lifted, pile.name)) return;
    const nearest = table.nearest(pile.name, index);
    if (lifted && (!nearest || !table.movesOf(nearest).length)) table.refuse(lifted, pile.name);
    else if (nearest) {
      table.pointer.choose(nearest);
      this.#sayLifted();
    } else table.say(`${pile.name}, empty`);
  }

  /** @param {Pile} pile */
  #home(pile) {
    if (!this.table.sendHome(pile.name)) this.table.say("This card cannot go home.");
  }

  /** One card more, or fewer; without any that is lifted the shortest run. @param {Pile} pile @param {number} step */
  #deeper(pile, step) {
    const { table } = this;
    const source = table.lifted?.source ?? pile.name;
    const places = table.liftable(source);
    const at = table.lifted ? places.indexOf(table.lifted.index) + step : places.length - 1;
    if (places[at] === undefined) return;
    table.lift({ source, index: places[at] });
    this.go(source, places[at]);
    this.#sayLifted();
  }

  #sayLifted() {
    const { lifted } = this.table;
    if (!lifted) return;
    const pile = this.table.pile(lifted.source);
    const count = (pile?.cards?.length ?? 0) - lifted.index;
    const more = count > 1 ? ` and ${number(count - 1)} more` : "";
    this.table.say(`Lifted ${cardName(pile?.cards?.[lifted.index] ?? "??")}${more}. ${this.targets(lifted)}`);
  }

  /** Where a card may go, in a sentence. @param {Lifted} lifted */
  targets(lifted) {
    const moves = this.table.movesOf(lifted);
    const names = [...new Set(moves.map((move) => placeName(this.table.pile(move.target ?? "")) || "by a click"))];
    return names.length ? `May go to: ${names.join(", ")}.` : "It has no legal move.";
  }

  /** The legal moves of the card where it is, in a sentence. */
  legal() {
    const here = this.#here();
    if (!here) return "";
    const { pile, index } = here;
    const lifted = { source: pile.name, index };
    const moves = this.table.movesOf(lifted).length ? lifted : this.table.nearest(pile.name, index);
    if (!moves) return `${pile.name}: nothing to move.`;
    return `${cardName(pile.cards?.[moves.index] ?? "??")}. ${this.targets(moves)}`.replace(/^./, (first) => first.toUpperCase());
  }

  /** @param {Pile} pile @param {number} index */
  #menu(pile, index) {
    const lift = this.table.nearest(pile.name, index);
    const box = this.#element()?.getBoundingClientRect();
    if (!lift || !box) return;
    this.table.dispatchEvent(new CustomEvent("menu", { detail: { ...lift, x: box.left + box.width / 2, y: box.top + box.height / 3 } }));
  }

  // --- moves that are typed --------------------------------------------------------------------------------

  /** Takes a letter of a move. @param {string} key was it one? */
  #letter(key) {
    if (this.typed && key === "Escape") return this.#type("");
    if (this.typed && key === "Backspace") return this.#type(this.typed.slice(0, -1));
    if (this.typed && key === "Enter") return this.#make(this.typed);
    if (!/^[\p{L}\d+]$/u.test(key)) return false;
    const { lifted } = this.table;
    const label = lifted ? (this.table.pile(lifted.source)?.label ?? "") : "";
    const text = ((this.typed || label) + key).toLowerCase();
    if (!this.typed && !label && !this.#begins(key.toLowerCase())) return false;
    if (!this.typed && label && !this.#known(key.toLowerCase())) return false;
    const legal = this.#starting(text);
    if (legal.includes(text) && legal.length === 1) return this.#make(text);
    this.#type(text);
    if (legal.includes(text)) this.timer = window.setTimeout(() => this.#make(text), PAUSE);
    else if (!legal.length && text.length > 1) return this.#refuse(text);
    return true;
  }

  /** @param {string} text @returns {string[]} legal moves that begin so */
  #starting(text) {
    const all = new Set((this.table.scene?.moves ?? []).map((move) => move.text.toLowerCase()));
    return [...all].filter((move) => move.startsWith(text));
  }

  /** May a letter begin a move? Digits may, and others that are no key of the page. @param {string} key */
  #begins(key) {
    const named = (this.table.scene?.piles ?? []).some((pile) => pile.label === key && pile.cards?.length);
    return (named || this.#starting(key).length > 0) && (/\d/.test(key) || !this.taken(key));
  }

  /** Does a letter name where something may go? @param {string} key */
  #known(key) {
    return key === "h" || (this.table.scene?.piles ?? []).some((pile) => pile.label === key);
  }

  /** @param {string} text */
  #type(text) {
    clearTimeout(this.timer);
    if (text === this.typed) return true;
    this.typed = text;
    this.badge.textContent = text;
    if (text) this.table.append(this.badge);
    else this.badge.remove();
    if (text) this.table.say([...text].join(" "));
    return true;
  }

  /** @param {string} text */
  #make(text) {
    const lifted = this.table.lifted;
    this.#type("");
    const moves = (this.table.scene?.moves ?? []).filter((move) => move.text.toLowerCase() === text);
    const move = moves.find((one) => one.source === lifted?.source && one.index === lifted.index) ?? moves[0];
    if (move) this.table.play(move);
    else this.#refuse(text);
    return true;
  }

  /** Two letters that are no move: why not? @param {string} text */
  #refuse(text) {
    this.#type("");
    const piles = this.table.scene?.piles ?? [];
    const source = piles.find((pile) => pile.label === text[0]);
    const target = piles.find((pile) => pile.label === text[1] || (text[1] === "h" && pile.role === "foundation"));
    const count = source?.cards?.length ?? 0;
    if (source && target && count) this.table.refuse({ source: source.name, index: this.table.nearest(source.name, END)?.index ?? count - 1 }, target.name);
    else this.table.say(source && !count ? `${source.name} is empty.` : `${text} is no move.`);
    return true;
  }
}
