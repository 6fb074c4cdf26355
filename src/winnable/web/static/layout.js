// Where each card of a scene lies, in CSS pixels, for a table of a given size.

/** @typedef {import("./api.js").Scene} Scene @typedef {import("./api.js").Pile} Pile */
/**
 * @typedef {{width: number, height: number, gap: number, cap: number, bottom: number, right: number, needs: number,
 *            places: Map<string, {x: number, y: number, at: {x: number, y: number}[]}>,
 *            forWidth: number, forHeight: number, large: boolean, steps: number, beside: number}} Layout
 *   of a card its size, the gap beside it and its index as a share of its width; how far down and right the last card
 *   reaches, and how much height would do; and what it was made for
 */

/** Before anything was laid out. @type {Layout} */
export const NO_LAYOUT = {
  width: 0, height: 0, gap: 0, cap: 0, bottom: 0, right: 0, needs: 0, places: new Map(), forWidth: -1, forHeight: -1,
  large: false, steps: 1, beside: 0,
};

const RATIO = 1.4;
const LARGEST = 160;
const SMALLEST = 28;
const EASY = 60; // as small as cards get for the sake of columns that may still grow
const EASY_LOW = 40; // and on a low table, where they would have to grow smaller soon
const GROWTH = 12; // cards that a column may grow by until it is among the longest that are to be expected
const GROWTH_LARGE = 6; // and with a large index, for which cards would be small else
const LOW = 420; // a table lower than this may have its top row beside the columns
const APART = 0.25; // steps between the columns and what stands beside them

/** The height of an index, as a share of the card's width. @param {number} width @param {boolean} large */
export function capOf(width, large) {
  return large ? 0.4 : Math.max(Math.min(0.4 * width, 18), 0.2 * width) / width;
}

/**
 * The largest cards with which everything is on the table. In a game that goes on they keep their size as long as
 * they can: a table that is drawn anew after each move cannot be aimed at.
 * @param {Scene} scene
 * @param {number} width
 * @param {number} height
 * @param {boolean} large an index as large as can be
 * @param {Layout} last of the same game
 * @returns {Layout}
 */
export function layOut(scene, width, height, large = false, last = NO_LAYOUT) {
  const piles = scene.piles ?? [];
  const same = last.forWidth === width && last.forHeight === height && last.large === large;
  const ways = same ? [last.beside] : height < LOW ? [0, 2, 3, 4] : [0];
  const layouts = ways.flatMap((rows) => {
    const laid = rows ? beside(piles, rows) : piles;
    return laid ? [fit(laid, { width, height, large, share: width < 600 ? 0.08 : 0.2, beside: rows }, same ? last : NO_LAYOUT)] : [];
  });
  const outside = (/** @type {Layout} */ one) => Math.round(Math.max(0, one.right - width) + Math.max(0, one.needs - height));
  return layouts.reduce((best, one) => ((outside(best) - outside(one) || one.width - best.width) > 0 ? one : best));
}

/**
 * @param {Pile[]} piles
 * @param {{width: number, height: number, large: boolean, share: number, beside: number}} table
 * @param {Layout} last for the same table, or none
 * @returns {Layout}
 */
function fit(piles, table, last) {
  const { width, height, share } = table;
  const steps = Math.max(1, last.steps, ...piles.map((pile) => pile.x + 1 + sideways(pile)));
  const box = { ...table, steps };
  const expected = longest(piles, table.large ? GROWTH_LARGE : GROWTH);
  let w = Math.min(LARGEST, (width - 8) / (steps * (1 + share) - share));
  if (last.width) {
    w = Math.min(w, last.width);
    while (w > SMALLEST && place(piles, w, box, 0).needs > height) w *= 0.92;
  } else {
    const easy = height < LOW ? EASY_LOW : EASY;
    while (w > easy && place(piles, w, box, expected).needs > height) w *= 0.97;
    while (w > SMALLEST && place(piles, w, box, 0).needs > height) w *= 0.97;
  }
  return place(piles, Math.max(w, SMALLEST), box, 0);
}

/** The longest column that is to be expected: so many more cards than each has if all are dealt. @param {Pile[]} piles @param {number} growth */
function longest(piles, growth) {
  const columns = piles.filter((pile) => pile.fan === "down").length;
  const cards = piles.reduce((sum, pile) => sum + (pile.cards?.length ?? 0), 0);
  return columns ? Math.ceil(cards / columns) + growth : 0;
}

/**
 * The row above the columns taken apart: foundations right of the columns, the rest left of them, in so many rows;
 * null where the table is not like that.
 * @param {Pile[]} piles @param {number} rows @returns {Pile[]|null}
 */
function beside(piles, rows) {
  const columns = piles.filter((pile) => pile.fan === "down");
  const others = piles.filter((pile) => pile.fan !== "down");
  if (!columns.length || !others.length || columns.some((pile) => pile.y !== 1)) return null;
  if (others.some((pile) => pile.y !== 0 || (pile.fan ?? "none") !== "none")) return null;
  const right = others.filter((pile) => pile.role === "foundation");
  const left = others.filter((pile) => pile.role !== "foundation");
  const from = left.length ? Math.ceil(left.length / rows) + APART : 0;
  const to = from + Math.max(...columns.map((pile) => pile.x)) + 1 + APART;
  const stand = (/** @type {Pile} */ pile, /** @type {number} */ i, /** @type {number} */ count, /** @type {number} */ x) => {
    const wide = Math.ceil(count / rows);
    return { ...pile, x: x + (i % wide), y: Math.floor(i / wide) };
  };
  return piles.map((pile) => {
    if (pile.fan === "down") return { ...pile, x: from + pile.x, y: 0 };
    const side = pile.role === "foundation" ? right : left;
    return stand(pile, side.indexOf(pile), side.length, side === right ? to : 0);
  });
}

/** How far a pile reaches to the right of its first card, in cards. @param {Pile} pile */
function sideways(pile) {
  return pile.fan === "right" ? Math.max((pile.cards?.length ?? 0) - 1, 0) * (pile.spread ?? 0.25) : 0;
}

/**
 * @param {Pile[]} piles
 * @param {number} w the width of a card
 * @param {{width: number, height: number, large: boolean, share: number, steps: number, beside: number}} box
 * @param {number} expected cards that each column is to have room for, if it has fewer
 * @returns {Layout}
 */
function place(piles, w, box, expected) {
  const h = RATIO * w;
  const gap = box.share * w;
  const cap = capOf(w, box.large) * w;
  const least = cap + 5;
  const hidden = Math.max(4, 0.1 * w);
  const left = Math.max(4, (box.width - (box.steps * (w + gap) - gap)) / 2);
  const places = new Map();
  let [bottom, right, needs] = [0, 0, 0];
  for (const pile of piles) {
    const [x, y] = [left + pile.x * (w + gap), 4 + pile.y * (h + Math.max(gap, 6))];
    const count = pile.cards?.length ?? 0;
    const down = pile.fan === "down" ? Math.min(pile.down ?? 0, Math.max(count - 1, 0)) : 0;
    let strip = Math.min(0.42 * w, Math.max(least, (pile.spread ?? 0.25) * h));
    if (pile.fan === "down") {
      const open = Math.max(count, pile.role === "tableau" ? expected : 0) - 1 - down;
      needs = Math.max(needs, y + h + down * hidden + open * least);
      strip = Math.max(least, Math.min(strip, (box.height - y - h - down * hidden) / Math.max(open, 1)));
    }
    const at = [];
    let [dx, dy] = [0, 0];
    for (let i = 0; i < count; i++) {
      at.push({ x: x + dx, y: y + dy });
      if (pile.fan === "down") dy += i < down ? hidden : strip;
      if (pile.fan === "right") dx += (pile.spread ?? 0.25) * w;
    }
    places.set(pile.name, { x, y, at });
    bottom = Math.max(bottom, (at.at(-1)?.y ?? y) + h);
    right = Math.max(right, (at.at(-1)?.x ?? x) + w);
  }
  const { width: forWidth, height: forHeight, large, steps } = box;
  return {
    width: w, height: h, gap, cap: cap / w, places, bottom, right, needs: Math.max(needs, bottom), forWidth, forHeight,
    large, steps, beside: box.beside,
  };
}
