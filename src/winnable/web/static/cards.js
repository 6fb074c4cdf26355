// The card table on the page: its settings and keys, the menu of a card, the player's arrows, and what the command
// line can be asked about the table.

import { Drawn, keyOf } from "./arrows.js";
import { placeName } from "./cursor.js";
import { element } from "./elements.js";
import { cardName } from "./glyphs.js";
import { openMenu } from "./menu.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board */
/** @typedef {import("./api.js").TableMove} TableMove */

const SIGNS = { solved: "●", unsolvable: "✕", unknown: "?" };

/** @param {Page} page */
export function install(page) {
  const { table } = page;
  looks(page);
  table.cursor.taken = (key) => page.keys.takes(key);
  table.addEventListener("menu", (event) => menu(page, /** @type {CustomEvent} */ (event).detail));
  page.addEventListener("begun", () => table.begin());
  arrows(page);
  const atTable = (/** @type {() => unknown} */ act) => () => !table.hidden && act();
  page.keys.add("d", atTable(() => table.drawCards() || page.say("There is nothing to draw or deal.")), "Draw, deal a row, turn over");
  page.keys.add("l", atTable(() => page.say(table.cursor.legal())), "Read the legal moves of this card");
  page.keys.add("p", () => position(page), "Position as text");
  element("command").addEventListener("submit", (/** @type {SubmitEvent} */ event) => command(page, event), true);
}

/** How cards are drawn. @param {Page} page */
function looks(page) {
  const again = () => page.board && page.show(page.board, false);
  page.settings.choice("theme", "Light or dark", [["system", "as the system"], ["light", "light"], ["dark", "dark"]], "system", (value) => {
    document.documentElement.classList.toggle("light", value === "light");
    document.documentElement.classList.toggle("dark", value === "dark");
  });
  const suits = page.settings.choice("suits", "Colours of the suits",
    [["two", "two"], ["four", "four"], ["safe", "four, for the colour-blind"]], "two", (value) => {
      document.documentElement.classList.toggle("four", value === "four");
      document.documentElement.classList.toggle("four-safe", value === "safe");
    });
  page.keys.add("4", () => {
    suits.selectedIndex = (suits.selectedIndex + 1) % suits.options.length;
    suits.dispatchEvent(new Event("change", { bubbles: true }));
    page.say(`Colours of the suits: ${suits.selectedOptions[0].text}`);
    again();
  }, "Two or four colours");
  page.setting("tap", "One tap plays where there is one place to go", (on) => void (page.table.oneTap = on));
}

/** The player's arrows: each position keeps its own. @param {Page} page */
function arrows(page) {
  const drawn = new Drawn();
  const { table } = page;
  const here = () => (page.board ? keyOf(page.board.scene) : "");
  const clear = page.control("Clear arrows", () => {
    if (drawn.cleared) drawn.restore();
    else drawn.clear(here());
    show();
  });
  clear.id = "arrows";
  const show = () => {
    if (drawn.cleared && drawn.cleared.key !== here()) drawn.cleared = null;
    clear.hidden = !drawn.cleared && !drawn.at(here()).length;
    clear.textContent = drawn.cleared ? "Arrows back" : "Clear arrows";
    table.draw(drawn.at(here()));
  };
  table.addEventListener("drawn", (event) => {
    const { from, to } = /** @type {CustomEvent} */ (event).detail;
    drawn.toggle(here(), from, to);
    show();
  });
  page.addEventListener("shown", show);
}

/** The moves of a card, each with what is known of it. @param {Page} page @param {{source: string, index: number, x: number, y: number}} where */
function menu(page, { source, index, x, y }) {
  const { table } = page;
  const moves = table.movesOf({ source, index });
  const card = table.pile(source)?.cards?.[index];
  const items = moves.map((move) => ({ words: words(page, move), act: () => table.play(move) }));
  const name = card ? cardName(card) : source;
  openMenu(x, y, name, items.length ? items : [{ words: `${name}: no legal move`, act: () => {} }], table);
}

/** A move as the menu has it. @param {Page} page @param {TableMove} move */
function words(page, move) {
  const { board, table } = page;
  const target = move.target ? `to ${placeName(table.pile(move.target))}`.replace("to home", "home") : move.text;
  const here = board?.tree.find((place) => place.id === board.here);
  const child = board?.tree.find((place) => here?.children?.includes(place.id) && place.moves?.[0] === move.text);
  const known = page.verdicts && child ? board?.known[child.id] : undefined;
  if (!known) return target;
  return `${SIGNS[known.verdict]} ${target}${known.length ? `, won in ${known.length}` : ""}`;
}

/** @param {Page} page */
function position(page) {
  page.openTab("text");
  element("text")?.focus();
}

/** What the command line can be asked: p 7h, c 4, m; several moves are made one after the other. @param {Page} page @param {SubmitEvent} event */
function command(page, event) {
  const line = element("move");
  const words = line.value.trim().split(/\s+/);
  const said = page.table.hidden ? "" : answer(page, words);
  if (!said && (words.length < 2 || !words.every((/** @type {string} */ word) => /^[a-z\d]{2}(v[\da-d]+)?$/i.test(word)))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  line.value = "";
  if (said) {
    page.say(said);
    element("answer").textContent = said;
  } else playAll(page, words);
}

/** @param {Page} page @param {string[]} moves */
async function playAll(page, moves) {
  for (const move of moves) if (!(await page.play(move))) return;
}

/** @param {Page} page @param {string[]} words @returns {string} empty for what is no question */
function answer(page, [what, which = ""]) {
  const { table } = page;
  const piles = table.scene?.piles ?? [];
  if (what === "m" && !which) {
    const moves = [...new Set((table.scene?.moves ?? []).map((move) => move.text))];
    return moves.length ? `${moves.length} legal moves: ${moves.join(" ")}` : "There is no legal move.";
  }
  if (what === "c" && which) {
    const pile = piles.find((one) => one.label === which.toLowerCase() || one.name === `column ${which}`);
    return pile ? read(pile) : `No column is called ${which}.`;
  }
  if (what !== "p" || !which) return "";
  const card = which.toUpperCase().replace(/^10/, "T");
  if (!/^[A2-9TJQK][CDHS]$/.test(card)) return `${which} is no card; a card is such as 7h.`;
  const found = piles.flatMap((pile) => (pile.cards ?? []).flatMap((one, i) =>
    one === card && i >= (pile.down ?? 0) ? [`${pile.name}, ${i + 1} of ${pile.cards?.length}`] : []));
  const name = cardName(card).replace(/^./, (first) => first.toUpperCase());
  return `${name}: ${found.join("; ") || "not to be seen"}.`;
}

/** A pile from its deepest card on. @param {import("./api.js").Pile} pile */
function read(pile) {
  const down = pile.down ?? 0;
  const cards = (pile.cards ?? []).slice(down).map(cardName);
  const hidden = down ? [`${down} face down`] : [];
  return `${pile.name}: ${[...hidden, ...cards].join(", ") || "empty"}.`.replace(/^./, (first) => first.toUpperCase());
}
