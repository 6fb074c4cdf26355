// One's own games in numbers, beside what the engine knows of each game.

import { Refusal, Unreachable } from "./api.js";
import { clockTime } from "./clock.js";
import { button } from "./elements.js";

/** @typedef {import("./page.js").Page} Page */
/**
 * @typedef {{game: string, title: string, played: number, won: number, helped: number, lost: number, open: number,
 *            interval: [number, number], streak: number, longest_streak: number, best_seconds: number|null,
 *            mean_seconds: number|null, fewest_moves: number|null, mean_moves: number|null,
 *            engine: {share: number, deals: number, how: string}[]}} OfGame
 * @typedef {{games: OfGame[], daily: {won: number, streak: number, longest_streak: number}, warning: string,
 *            reset: number|null}} Statistics
 */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Page} page */
export function openStatistics(page) {
  const dialog = document.createElement("dialog");
  dialog.className = "statistics";
  dialog.setAttribute("aria-label", "Statistics");
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  new View(page, dialog).ask("/api/statistics");
  dialog.showModal();
}

class View {
  /** @param {Page} page @param {HTMLDialogElement} dialog */
  constructor(page, dialog) {
    this.page = page;
    this.dialog = dialog;
    this.said = document.createElement("p");
    this.said.setAttribute("role", "status");
    this.list = document.createElement("div");
    const buttons = document.createElement("div");
    buttons.className = "row-of-buttons";
    buttons.append(
      button("Games as CSV", () => this.#download("games")),
      button("Statistics as CSV", () => this.#download("statistics")),
      button("Reset all", () => this.#reset("", "All statistics")),
    );
    const head = element("h2", "Your games");
    head.append(button("Close", () => dialog.close()));
    dialog.append(head, this.said, this.list, element("p", HELP, "small"), buttons);
  }

  /** @param {string} path @param {object} [body] @returns {Promise<Statistics|null>} */
  async ask(path, body) {
    try {
      const found = /** @type {Statistics} */ (await this.page.api.post(path, body));
      this.#show(found);
      return found;
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    this.said.textContent = error.message;
  }

  /** @param {Statistics} found */
  #show(found) {
    this.said.textContent = found.warning || (found.games.length ? "" : "No game was played yet: a game counts after its first move.");
    const { daily } = found;
    const days = daily.won
      ? [element("p", `Daily deals: ${daily.won} won, ${streak(daily.streak, daily.longest_streak, "day")}.`)]
      : [];
    this.list.replaceChildren(...days, ...found.games.map((game) => this.#game(game)));
  }

  /** @param {OfGame} game */
  #game(game) {
    const section = document.createElement("section");
    const head = element("h3", gameTitle(game));
    const share = `${percent(game.won / game.played)} won (95 %: ${percent(game.interval[0])} to ${percent(game.interval[1])})`;
    const engine = game.engine.map((rate) => {
      const deals = rate.deals ? ` of ${rate.deals.toLocaleString("en")} deals` : "";
      return `${percent(rate.share)}${deals} ${rate.how}`;
    });
    const facts = /** @type {[string, string][]} */ ([
      ["Played", `${game.played}: ${counts(game)}`],
      ["Win rate", share],
      ["Engine", engine.join("; ") || "not measured"],
      ["Streak", streak(game.streak, game.longest_streak, "win")],
    ]);
    if (game.best_seconds !== null && game.mean_seconds !== null && game.mean_moves !== null) {
      facts.push(["Time of wins", `best ${clockTime(game.best_seconds)}, mean ${clockTime(game.mean_seconds)}`]);
      facts.push(["Moves of wins", `fewest ${game.fewest_moves}, mean ${game.mean_moves.toFixed(1)}`]);
    }
    const list = document.createElement("dl");
    for (const [term, meaning] of facts) list.append(element("dt", term), element("dd", meaning));
    const reset = button("Reset", () => this.#reset(game.game, gameTitle(game)));
    reset.setAttribute("aria-label", `Reset ${gameTitle(game)}`);
    head.append(reset);
    section.append(head, rateBar(game), list);
    return section;
  }

  /** @param {string} game @param {string} words */
  async #reset(game, words) {
    const found = await this.ask("/api/statistics/reset", { game });
    if (!found) return;
    const back = button("Undo", () => this.ask("/api/statistics/unreset", { reset: found.reset }));
    this.said.replaceChildren(`${words}: begun anew. `, back);
    back.focus();
  }

  /** @param {"games"|"statistics"} table */
  async #download(table) {
    try {
      const { text } = await this.page.api.post("/api/statistics/table", { table });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
      link.download = `winnable-${table}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      this.#failed(error);
    }
  }
}

const HELP =
  "A game counts after its first move, if it was begun here from a deal. It is won with help if a solution, a review " +
  "or an explanation was shown before, or if hints were asked for at as many places as the win has moves; such wins " +
  "and open games are played, but not won. A streak goes by the order in which games were begun. In the bars the dot " +
  "is your share, the band its interval, and the line the engine's share.";

/** The share that one won, its interval, and the engine's share, between 0 and 100 %. @param {OfGame} game */
function rateBar(game) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 200 14");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("class", "rate");
  svg.setAttribute("aria-hidden", "true"); // the same stands below in words
  /** @param {string} kind @param {number} x @param {number} y @param {number} width @param {number} height */
  const bar = (kind, x, y, width, height) => {
    const made = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ class: kind, x, y, width, height, rx: 2 })) made.setAttribute(name, String(value));
    svg.append(made);
  };
  const [low, high] = game.interval;
  bar("whole", 0, 5, 200, 4);
  bar("interval", 200 * low, 4, 200 * (high - low), 6);
  bar("own", Math.min(196, Math.max(0, (200 * game.won) / game.played - 2)), 2, 4, 10);
  if (game.engine.length) bar("engine", Math.min(198, 200 * game.engine[0].share - 1), 0, 2, 14);
  return svg;
}

/** A game's title, with the rules that were set: FreeCell (cells=3). @param {{title: string, game: string}} game */
export function gameTitle(game) {
  const options = game.game.split(":")[1];
  return options ? `${game.title} (${options.replaceAll(",", ", ")})` : game.title;
}

/** @param {OfGame} game */
function counts(game) {
  const all = /** @type {[number, string][]} */ ([
    [game.won, "won"], [game.helped, "won with help"], [game.lost, "lost"], [game.open, "open"],
  ]);
  return all.filter(([number]) => number).map(([number, words]) => `${number} ${words}`).join(", ");
}

/** @param {number} now @param {number} longest @param {string} unit */
function streak(now, longest, unit) {
  if (!longest) return "none yet";
  const units = (/** @type {number} */ number) => `${number} ${unit}${number === 1 ? "" : "s"}`;
  return `${units(now)} in a row now, ${longest} at most`;
}

/** @param {number} share */
function percent(share) {
  const digits = share > 0.999 && share < 1 ? 4 : 1;
  return `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : digits)} %`;
}

/** @param {string} tag @param {string} text @param {string} [kind] */
function element(tag, text, kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = kind;
  return made;
}
