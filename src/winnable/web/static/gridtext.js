// The position of a puzzle on squares as text: labels and clues around the squares, in columns.

/** @typedef {import("./api.js").Grid} Grid @typedef {import("./api.js").Cell} Cell @typedef {import("./api.js").Clue} Clue */

/** @param {Grid} grid */
export function textOfGrid(grid) {
  const clue = (/** @type {Clue["side"]} */ side, /** @type {number} */ at) => grid.clues?.find((one) => one.side === side && one.at === at);
  const label = (/** @type {Clue|undefined} */ one) => one?.label ?? "";
  const value = (/** @type {Clue|undefined} */ one) => (one ? `${one.value ?? "-"}${one.done ? "~" : ""}` : "");
  const beside = (/** @type {"top"|"bottom"} */ side, /** @type {(one: Clue|undefined) => string} */ tell) =>
    ["", "", ...Array.from({ length: grid.width }, (_, x) => tell(clue(side, x))), "", ""];
  const rows = Array.from({ length: grid.height }, (_, y) => [
    label(clue("left", y)), value(clue("left", y)),
    ...grid.cells.slice(y * grid.width, (y + 1) * grid.width).map(word),
    value(clue("right", y)), label(clue("right", y)),
  ]);
  const table = [beside("top", label), beside("top", value), ...rows, beside("bottom", value), beside("bottom", label)];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const lines = table.map((row) => row.map((text, column) => text.padEnd(widths[column])).join(" ").trimEnd());
  const placed = (grid.marks ?? []).map((mark) => `${mark.name} ${mark.placed} of ${mark.total}`);
  return [...lines, "", placed.join(", "), "(gz!v): pencil ghost and zombie, not vampire; 3~: done"].slice(0, hasMarks(grid) ? undefined : -1).join("\n");
}

/** @param {Cell} cell */
function word(cell) {
  if (cell.outside) return "";
  const marks = `${cell.pencil ?? ""}${cell.struck ? `!${cell.struck}` : ""}`;
  return cell.holds || (marks ? `(${marks})` : ".");
}

/** @param {Grid} grid */
function hasMarks(grid) {
  return grid.cells.some((cell) => cell.pencil || cell.struck) || Boolean(grid.clues?.some((clue) => clue.done));
}
