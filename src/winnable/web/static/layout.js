// Where each card of a scene lies, in CSS pixels, for a table of a given size.

/** @typedef {import("./api.js").Scene} Scene @typedef {import("./api.js").Pile} Pile */
/**
 * @typedef {{width: number, height: number, gap: number, cap: number, bottom: number, needs: number,
 *            places: Map<string, {x: number, y: number, at: {x: number, y: number}[]}>,
 *            forWidth: number, forHeight: number, large: boolean, steps: number}} Layout
 *   of a card its size, the gap beside it and its index as a share of its width; how far down the last card reaches,
 *   and how much height would do; and what it was made for
 */

/** Before anything was laid out. @type {Layout} */
export const NO_LAYOUT = {
  width: 0, height: 0, gap: 0, cap: 0, bottom: 0, needs: 0, places: new Map(), forWidth: -1, forHeight: -1, large: false,
  steps: 1,
};

const RATIO = 1.4;
const LARGEST = 160;
const SMALLEST = 28;
const GROWTH = 6; // cards that a column may grow by before the table is drawn smaller

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
  const share = width < 600 ? 0.08 : 0.2;
  const same = last.forWidth === width && last.forHeight === height && last.large === large;
  const steps = Math.max(1, same ? last.steps : 1, ...piles.map((pile) => pile.x + 1 + sideways(pile)));
  const box = { width, height, large, share, steps };
  let w = Math.min(LARGEST, (width - 8) / (steps * (1 + share) - share));
  if (same) {
    w = Math.min(w, last.width);
    while (w > SMALLEST && place(piles, w, box, 0).needs > height) w *= 0.92;
  } else {
    while (w > SMALLEST && place(piles, w, box, GROWTH).needs > height) w *= 0.96;
  }
  return place(piles, Math.max(w, SMALLEST), box, 0);
}

/** How far a pile reaches to the right of its first card, in cards. @param {Pile} pile */
function sideways(pile) {
  return pile.fan === "right" ? Math.max((pile.cards?.length ?? 0) - 1, 0) * (pile.spread ?? 0.25) : 0;
}

/**
 * @param {Pile[]} piles
 * @param {number} w the width of a card
 * @param {{width: number, height: number, large: boolean, share: number, steps: number}} box
 * @param {number} growth cards by which each column may still grow
 * @returns {Layout}
 */
function place(piles, w, box, growth) {
  const h = RATIO * w;
  const gap = box.share * w;
  const cap = capOf(w, box.large) * w;
  const least = cap + 5;
  const hidden = Math.max(4, 0.1 * w);
  const left = Math.max(4, (box.width - (box.steps * (w + gap) - gap)) / 2);
  const places = new Map();
  let [bottom, needs] = [0, 0];
  for (const pile of piles) {
    const [x, y] = [left + pile.x * (w + gap), 4 + pile.y * (h + Math.max(gap, 6))];
    const count = pile.cards?.length ?? 0;
    const down = pile.fan === "down" ? Math.min(pile.down ?? 0, Math.max(count - 1, 0)) : 0;
    let strip = Math.min(0.42 * w, Math.max(least, (pile.spread ?? 0.25) * h));
    if (pile.fan === "down") {
      const open = Math.max(count + growth - 1 - down, 0);
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
  }
  const { width: forWidth, height: forHeight, large, steps } = box;
  return {
    width: w, height: h, gap, cap: cap / w, places, bottom, needs: Math.max(needs, bottom), forWidth, forHeight, large,
    steps,
  };
}
