// How cards and monsters are drawn, as the player likes it; and the position as text.

import { textOfGrid } from "./gridtext.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board */

/** @param {Page} page */
export function install(page) {
  const text = document.createElement("pre");
  text.id = "text";
  text.tabIndex = 0;
  text.setAttribute("aria-label", "position as text");
  page.tab("text", "Text").append(text);
  page.setting("large", "Large index", (on) => void (page.table.largeIndex = on));
  page.setting("letters", "Letters for monsters", (on) => void (page.grid.letters = on));
  page.setting("keys", "Single letters are keys", (on) => void (page.keys.letters = on), { initial: true });
  const autoplay = document.createElement("select");
  autoplay.id = "autoplay";
  for (const [value, words] of [["none", "nothing"], ["horne", "cards, by Horne's rule"], ["safe", "cards that are safe"], ["max", "every card"]]) {
    autoplay.append(new Option(words, value));
  }
  autoplay.addEventListener("change", () => page.change("autoplay", { autoplay: autoplay.value }));
  const line = document.createElement("label");
  line.append("Goes home by itself: ", autoplay);
  page.settings.panel.append(line);
  page.addEventListener("shown", () => {
    const board = /** @type {Board} */ (page.board);
    autoplay.value = board.autoplay;
    text.textContent = textOf(board);
  });
}

/** The position as text: one line for each pile, or the squares in their rows. @param {Board} board */
function textOf(board) {
  if (board.scene.grid) return textOfGrid(board.scene.grid);
  return (board.scene.piles ?? [])
    .map((pile) => {
      const cards = (pile.cards ?? []).map((card, i) => (i < (pile.down ?? 0) ? "#" : card));
      return `${pile.name}: ${cards.join(" ") || "empty"}`;
    })
    .join("\n");
}
