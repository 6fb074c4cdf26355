// Ranks, suits and monsters as paths of our own: fonts differ in width, and phones turn suits into pictures.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string|number>} [attributes]
 * @param {Node[]} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

// Strokes in a box of 10 by 14, drawn with a round pen 2 wide; the box of 10 is that of Q.
/** @type {Record<string, string>} */
const RANKS = {
  A: "M1 13 5 1 9 13M2.7 9H7.3",
  2: "M1.4 4.2C1.4 2.2 3 1 5 1S8.6 2.2 8.6 4.1C8.6 6.4 6.6 7.6 4.6 9.2 2.6 10.8 1.4 12 1.3 13H8.8",
  3: "M1.5 3.6C1.8 2 3.2 1 5 1 7 1 8.4 2.2 8.4 3.8 8.4 5.6 7 6.6 4.6 6.6M5 6.6C7.4 6.6 8.8 7.8 8.8 9.7 8.8 11.7 7.2 13 5 13 3 13 1.5 12 1.2 10.4",
  4: "M7 13V1L1 9.6H9.2",
  5: "M8.2 1H2.4L1.9 6.6C2.6 5.9 3.7 5.5 4.9 5.5 7.2 5.5 8.8 7 8.8 9.2 8.8 11.5 7.1 13 4.9 13 3 13 1.6 12 1.2 10.4",
  6: "M8 2.2C7.3 1.4 6.4 1 5.3 1 2.8 1 1.2 3.6 1.2 7.6M5 6C7.2 6 8.8 7.4 8.8 9.5S7.2 13 5 13 1.2 11.6 1.2 9.5 2.8 6 5 6",
  7: "M1.2 1H8.8L4 13",
  8: "M5 6.6C3 6.6 1.8 5.4 1.8 3.8S3 1 5 1 8.2 2.2 8.2 3.8 7 6.6 5 6.6ZM5 6.6C7.2 6.6 8.8 7.8 8.8 9.8S7.2 13 5 13 1.2 11.8 1.2 9.8 2.8 6.6 5 6.6Z",
  9: "M2 11.8C2.7 12.6 3.6 13 4.7 13 7.2 13 8.8 10.4 8.8 6.4M5 8C2.8 8 1.2 6.6 1.2 4.5S2.8 1 5 1 8.8 2.4 8.8 4.5 7.2 8 5 8",
  T: "M.9 2.8 2.4 1.2V13M6.9 1C5.3 1 4.6 2.4 4.6 4.4V9.6C4.6 11.6 5.3 13 6.9 13S9.2 11.6 9.2 9.6V4.4C9.2 2.4 8.5 1 6.9 1Z",
  J: "M7.4 1V9.8C7.4 11.8 6.2 13 4.4 13 2.7 13 1.6 11.9 1.5 10.2",
  Q: "M5 1C2.6 1 1 3.2 1 7S2.6 13 5 13 9 10.8 9 7 7.4 1 5 1ZM6 10 9.2 13",
  K: "M1.6 1V13M8.8 1 1.8 8.2M4 6 9 13",
  "?": "M1.6 3.8C1.8 2 3.2 1 5 1S8.4 2.2 8.4 4C8.4 6.4 5 6.6 5 9.4M5 12.7V13",
};

// Filled shapes in a box of 10 by 10.
/** @type {Record<string, string>} */
const SUITS = {
  S: "M5 .3C6.2 2.6 9.7 4.2 9.7 6.8 9.7 8.3 8.6 9 7.5 9 6.7 9 6 8.6 5.6 8 5.7 8.9 6.1 9.5 6.8 9.9H3.2C3.9 9.5 4.3 8.9 4.4 8 4 8.6 3.3 9 2.5 9 1.4 9 .3 8.3 .3 6.8 .3 4.2 3.8 2.6 5 .3Z",
  H: "M5 9.8C4 7.6 .2 5.8 .2 3 .2 1.4 1.4 .3 2.8 .3 3.8 .3 4.6 .9 5 1.8 5.4 .9 6.2 .3 7.2 .3 8.6 .3 9.8 1.4 9.8 3 9.8 5.8 6 7.6 5 9.8Z",
  D: "M5 .1C6 2 7.4 3.7 8.9 5 7.4 6.3 6 8 5 9.9 4 8 2.6 6.3 1.1 5 2.6 3.7 4 2 5 .1Z",
  C: "M5 .2A2.2 2.2 0 0 1 6.7 3.9 2.3 2.3 0 1 1 5.6 7.2C5.7 8.4 6.1 9.4 6.9 9.9H3.1C3.9 9.4 4.3 8.4 4.4 7.2A2.3 2.3 0 1 1 3.3 3.9 2.2 2.2 0 0 1 5 .2Z",
};

// Monsters in a box of 20 by 20: the hem, the ears and the flat head tell them apart without colour.
/** @type {Record<string, [string, string]>} name of its colour, outline and features */
export const MONSTERS = {
  g: ["M3 18V9C3 4.6 6 2 10 2S17 4.6 17 9V18L14.7 16.2 12.3 18 10 16.2 7.7 18 5.3 16.2Z", "M7 8.4V9.6M13 8.4V9.6M8.2 13Q10 14.4 11.8 13"],
  v: ["M3 2 6.6 4.6Q10 3 13.4 4.6L17 2Q18 12 14.4 16 12.4 18 10 18T5.6 16Q2 12 3 2Z", "M6.8 8.6 8.6 9.6M13.2 8.6 11.4 9.6M6.8 12.6H13.2M8 12.6 8.8 15 9.6 12.6M10.4 12.6 11.2 15 12 12.6"],
  z: ["M4 3H16V14L13.6 18H6.4L4 14Z", "M6.4 7.4 8.6 9.4M8.6 7.4 6.4 9.4M11.4 7.4 13.6 9.4M13.6 7.4 11.4 9.4M6.6 13.4H13.4M8.4 12.4V14.4M11.6 12.4V14.4"],
};

/** @param {string} rank @param {number} x @param {number} y @param {number} height of the strokes' box */
export function rankGlyph(rank, x, y, height) {
  const scale = height / 14;
  return svg("path", {
    d: RANKS[rank] ?? RANKS["?"],
    class: "rank",
    transform: `translate(${x} ${y}) scale(${scale})`,
  });
}

/** @param {string} suit @param {number} x @param {number} y @param {number} size */
export function suitGlyph(suit, x, y, size) {
  return svg("path", { d: SUITS[suit] ?? "", class: "suit", transform: `translate(${x} ${y}) scale(${size / 10})` });
}

export const RANK_NAMES = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten",
  J: "jack", Q: "queen", K: "king",
};
export const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/** @param {string} card such as 7H, or ?? */
export function cardName(card) {
  if (card.includes("?")) return "unknown card";
  const rank = /** @type {keyof typeof RANK_NAMES} */ (card[0]);
  const suit = /** @type {keyof typeof SUIT_NAMES} */ (card[1]);
  return `${RANK_NAMES[rank]} of ${SUIT_NAMES[suit]}`;
}

/**
 * The face of a card, or its back, in a box of 100 by 140.
 * @param {string} card
 * @param {boolean} faceUp
 * @param {number} cap the height of the index, of 100
 */
export function cardFace(card, faceUp, cap) {
  const box = svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", class: "face" });
  box.append(svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 8, class: faceUp ? "paper" : "back" }));
  if (!faceUp) {
    box.append(svg("path", { d: "M16 22 50 70 16 118M84 22 50 70 84 118M50 22 84 70 50 118 16 70Z", class: "weave" }));
    return box;
  }
  const [rank, suit] = card;
  box.classList.add(`suit-${suit}`);
  box.append(rankGlyph(rank, 7, 7, cap), suitGlyph(suit, 12 + (cap * 10) / 14, 7, cap));
  const big = 52;
  box.append(suitGlyph(suit, (100 - big) / 2, 132 - big - 4, big));
  return box;
}
