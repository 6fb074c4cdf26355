// The ways of light over a puzzle on squares: solid as far as a clue looks directly, dashed behind a mirror, and
// beside each thing that is seen how often it is.

import { svg } from "./glyphs.js";

/** @typedef {import("./api.js").Grid} Grid @typedef {import("./api.js").Light} Light @typedef {import("./api.js").Clue} Clue */

const EDGE = 1.1; // the width of the clues' row, in squares

/** @param {Grid} grid @param {Light[]} ways @param {number} size px of a square */
export function lightOf(grid, ways, size) {
  const box = [(grid.width + 2 * EDGE) * size, (grid.height + 2 * EDGE) * size];
  const drawn = svg("svg", { class: "light", "aria-hidden": "true", width: box[0], height: box[1] });
  ways.forEach((way, i) => {
    const points = pointsOf(grid, way, size);
    const bend = way.direct === undefined ? points.length - 1 : Math.min(way.direct + 1, points.length - 1);
    const [direct, mirrored] = [line(points.slice(0, bend + 1)), line(points.slice(bend))];
    for (const kind of ["casing", `beam beam-${i % 3}`]) {
      drawn.append(svg("path", { d: direct, class: kind }));
      if (bend < points.length - 1) drawn.append(svg("path", { d: mirrored, class: `${kind} mirrored` }));
    }
    for (const [square, times] of timesOf(way)) drawn.append(badge(grid, square, times, size));
  });
  return drawn;
}

/** @param {Grid} grid @param {Light} way @param {number} size @returns {[number, number][]} */
function pointsOf(grid, way, size) {
  const squares = way.squares.map((i) => centre(i % grid.width, Math.floor(i / grid.width), size));
  const ends = [way.start, way.end].map((label) => grid.clues?.find((clue) => clue.label === label));
  const from = ends[0] ? [beside(grid, ends[0], size)] : [];
  return [...from, ...squares, ...(ends[1] ? [beside(grid, ends[1], size)] : [])];
}

/** @param {number} x @param {number} y @param {number} size @returns {[number, number]} */
function centre(x, y, size) {
  return [(x + 0.5 + EDGE) * size, (y + 0.5 + EDGE) * size];
}

/** Where the light of a clue begins, at the board's edge: the number stays legible. @param {Grid} grid @param {Clue} clue @param {number} size @returns {[number, number]} */
function beside(grid, clue, size) {
  const places = { top: [clue.at, -0.62], bottom: [clue.at, grid.height - 0.38], left: [-0.62, clue.at], right: [grid.width - 0.38, clue.at] };
  const [x, y] = places[clue.side];
  return centre(x, y, size);
}

/** @param {[number, number][]} points */
const line = (points) => `M${points.map((point) => point.join(" ")).join("L")}`;

/** @param {Light} way @returns {Map<number, number>} */
function timesOf(way) {
  const times = new Map();
  for (const square of way.seen ?? []) times.set(square, (times.get(square) ?? 0) + 1);
  return times;
}

/** @param {Grid} grid @param {number} square @param {number} times @param {number} size */
function badge(grid, square, times, size) {
  const [x, y] = centre((square % grid.width) + 0.32, Math.floor(square / grid.width) - 0.32, size);
  const text = svg("text", { x, y: y + 0.1 * size, "text-anchor": "middle", "font-size": 0.28 * size });
  text.textContent = String(times);
  return svg("g", { class: "badge" }, [svg("circle", { cx: x, cy: y, r: 0.19 * size }), text]);
}
