// How likely a win is in a game played unseen, by a policy that sees no hidden card: in the verdict bar, which narrows
// while one rests at a place, and for each legal move.

import { button, element } from "./elements.js";
import { ASKED, PAUSED, failed, ordinal, sentence, time } from "./verdict_words.js";

/**
 * @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Job} Job
 * @typedef {import("./api.js").ChanceTold} ChanceTold @typedef {import("./verdict.js").View} View
 * @typedef {{move: string, words: string|null, wins: number, games: number, share: number, interval: [number, number],
 *            less: {share: number, interval: [number, number]}, worse: boolean}} MoveChance
 */

const REST = 120; // milliseconds that one stands at a place before it is asked about
const SECONDS = 30; // that games are played at first
const WITHIN = 0.02; // of the interval's middle: then it is narrow enough
const MOST_GAMES = 100000;
const DEEPER = 4; // times the last time
const QUIET = 0.15; // seconds before it is told that games are played
/** @type {Partial<View>} */
const STOP = { act: "stop", label: "Stop", title: "What was counted stays" };
const STOPPED = {
  time: "the time is up", memory: "the memory was full", games: "so many games were asked for", cancelled: "stopped",
};

/** @param {Page} page */
export function install(page) {
  const chance = new Chance(page);
  const moves = new Moves(page);
  page.addEventListener("shown", () => chance.shown());
  page.addEventListener("cleared", () => moves.clear());
  page.addEventListener("ranked", () => moves.ask(SECONDS));
  for (const act of ["deeper", "again"]) page.bar.addEventListener(act, () => chance.deeper());
  page.bar.addEventListener("stop", () => chance.stop());
  document.addEventListener("visibilitychange", () => chance.shown());
  const hide = page.control("Hide the cards", () => chance.hide(), "Begins this deal anew without the cards that lie hidden");
  page.addEventListener("shown", () => {
    const board = page.board;
    hide.hidden = !board?.hides || board.unseen || !board.deal;
  });
}

class Chance {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.band = band();
    this.band.hidden = true;
    page.bar.append(this.band);
    this.timer = 0;
    this.place = ""; // that is asked about, or was
    /** @type {Job|null} */
    this.job = null;
    this.running = false;
    this.seconds = SECONDS;
    this.within = WITHIN;
    this.stopped = "";
    this.most = SECONDS; // seconds that the server allows; it says so soon
    this.#limits();
  }

  async #limits() {
    try {
      this.most = (await this.page.api.get("/api/most")).seconds;
    } catch {
      this.most = SECONDS; // no server: then nothing is asked either
    }
    if (this.page.board?.unseen && this.page.verdicts) this.#show();
  }

  get #told() {
    const board = this.page.board;
    return board?.chances[board.here];
  }

  /** What is known of the place where one is, and the question where more is to be known. */
  shown() {
    clearTimeout(this.timer);
    const board = this.page.board;
    const here = Boolean(board?.unseen && this.page.verdicts);
    this.band.hidden = !here;
    const place = here ? `${board?.id} ${board?.here}` : "";
    if (this.place !== place) {
      this.#drop();
      [this.place, this.seconds, this.within, this.stopped, this.job] = [place, SECONDS, WITHIN, "", null];
      if (here) element("verdict-live").textContent = "";
    }
    if (!here) return;
    if (document.hidden) this.#drop();
    const told = this.#told;
    if (!told?.sure && !this.stopped && !this.running && !document.hidden) {
      if (told && isNarrow(told, this.within)) this.stopped = "narrow";
      else this.timer = window.setTimeout(() => this.#ask(), REST);
    }
    this.#show();
  }

  /** More games: four times as long, and half as wide where that is reached; after a fault the same once more. */
  deeper() {
    if (!this.page.board?.unseen) return;
    if (this.stopped === "narrow") this.within /= 2;
    if (this.stopped === "narrow" || this.stopped === "time") this.seconds = this.#more;
    this.#ask();
  }

  get #more() {
    return Math.min(DEEPER * this.seconds, this.most);
  }

  /** What was counted stays. */
  stop() {
    if (!this.running) return;
    this.#drop();
    this.stopped = "cancelled";
    this.#show();
  }

  /** The same deal once more, its hidden cards hidden. */
  hide() {
    const board = this.page.board;
    if (board) this.page.begin({ text: board.deal, game: board.game, unseen: true });
  }

  #drop() {
    clearTimeout(this.timer);
    this.running = false;
    this.page.questions.stop("chance");
  }

  #ask() {
    [this.stopped, this.running, this.job] = ["", true, null];
    const place = this.place;
    const options = { seconds: Math.min(this.seconds, this.most), games: MOST_GAMES, half_width: this.within };
    this.page.ask("chance", options, (job) => {
      if (this.place === place) this.#hear(job);
    }, "chance");
    this.#show();
  }

  /** @param {Job} job */
  #hear(job) {
    const board = /** @type {Board} */ (this.page.board);
    this.job = job;
    if (job.data && job.data.games >= (this.#told?.games ?? 0)) board.chances[board.here] = toldOf(job.data);
    if (!["queued", "running"].includes(job.state)) {
      this.running = false;
      this.stopped = job.state === "failed" ? "failed" : job.data?.stopped ?? "cancelled";
    }
    this.#show();
  }

  #show() {
    const board = /** @type {Board} */ (this.page.board);
    const told = this.#told;
    const counted = told?.games && !told.sure ? told : null;
    this.band.classList.toggle("empty", !counted);
    if (counted) showBand(this.band, counted.low ?? 0, counted.high ?? 1, (counted.wins ?? 0) / (counted.games ?? 1));
    const view = told?.sure ? certain(told) : this.stopped === "failed" ? failed(this.job?.error ?? "") : this.#view(counted);
    this.page.bar.show(board.here, view);
    const live = element("verdict-live");
    const stands = !this.running && ["chance", "solved", "unsolvable"].includes(view.state);
    if (stands || (counted && !live.textContent)) {
      const words = told?.sure ? `${view.words}. ${view.cost ?? ""}` : `${view.words}, ${games(counted?.games ?? 0)}`;
      if (live.textContent !== words) live.textContent = words;
    }
  }

  /** @param {ChanceTold|null} told @returns {View} */
  #view(told) {
    const { job, running } = this;
    if (!told) {
      if (document.hidden) return PAUSED;
      if (!running && this.stopped) return { state: "unknown", words: "No chance is known", cost: `No game was counted; ${this.#why()}.`, ...this.#further };
      if (job?.state === "queued" && job.ahead) return { state: "queued", words: `${sentence(ordinal(job.ahead))} in line`, cost: "Other searches come first.", ...STOP };
      if (!job || job.seconds < QUIET) return ASKED;
      return { state: "searching", words: "Playing the first games", cost: time(job.seconds), ...STOP, busy: true };
    }
    const words = `Chance ${chanceWords(told)}`;
    const by = `${games(told.games ?? 0)} by the policy ${told.policy}`;
    if (running) return { state: "chance", words, cost: job ? `${by}, ${time(Math.round(job.seconds))}` : by, ...STOP, more: `up to ${time(this.seconds)}`, busy: true };
    const why = document.hidden ? "paused" : this.#why();
    return { state: "chance", words, cost: why ? `${by}; ${why}` : by, ...(this.stopped ? this.#further : {}) };
  }

  /** @returns {Partial<View>} */
  get #further() {
    return { act: "deeper", label: "Go deeper", more: `up to ${time(this.stopped === "cancelled" ? this.seconds : this.#more)}`, title: "Plays more games" };
  }

  #why() {
    if (this.stopped === "narrow") return within(this.within);
    if (this.stopped === "time") return `${time(this.seconds)} are up`;
    return STOPPED[/** @type {keyof STOPPED} */ (this.stopped)] ?? "";
  }
}

/** What is certain, whatever lies hidden. @param {ChanceTold} told @returns {View} */
function certain(told) {
  if (told.sure === "won") return { state: "solved", words: "Won" };
  if (told.sure === "lost") return { state: "unsolvable", words: "Lost, whatever lies hidden", cost: `${sentence(told.why ?? "")}.` };
  return { state: "solved", words: "Winnable", cost: `Nothing lies hidden any more, and the policy ${told.policy} wins.` };
}

/** The chance after each legal move, the best first. */
class Moves {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.seconds = SECONDS;
    /** @type {HTMLElement|null} */
    this.list = null;
  }

  clear() {
    this.page.questions.stop("moves");
    this.list = null;
  }

  /** @param {number} seconds */
  ask(seconds) {
    this.seconds = seconds;
    const list = document.createElement("ul");
    list.className = "ranked chances";
    this.list = list;
    const head = document.createElement("p");
    head.className = "cost";
    head.textContent = "Playing the first games";
    this.page.openTab("moves");
    element("answer").replaceChildren(head, list);
    const hear = (/** @type {Job} */ job) => {
      if (this.list !== list) return;
      if (job.state === "failed") head.textContent = job.error;
      else this.#show(head, list, job);
    };
    this.page.ask("chances", { seconds, games: MOST_GAMES, half_width: WITHIN }, hear, "moves");
  }

  /** @param {HTMLElement} head @param {HTMLElement} list @param {Job} job */
  #show(head, list, job) {
    const data = job.data;
    const ended = job.state === "done";
    if (data?.sure) head.textContent = data.sure === "lost" ? `Lost, whatever lies hidden: ${data.why[0] ?? ""}` : "The game is won.";
    else if (!data?.games) {
      head.textContent = ended ? `No move was tried yet; ${this.seconds} s are up.` : `Playing the first games, ${job.seconds.toFixed(0)} s`;
    } else {
      const why = STOPPED[/** @type {keyof STOPPED} */ (data.stopped)] ?? within(WITHIN);
      const worlds = `${data.games.toLocaleString("en")} ${data.games === 1 ? "world" : "worlds"}`;
      const state = ended ? why : `${job.seconds.toFixed(0)} s`;
      head.textContent = `Each move played on in the same ${worlds} by the policy ${data.policy}; ${state}`;
      this.#rows(list, data);
    }
    if (!ended) return;
    this.page.say(sayMoves(data));
    if (!data.sure && data.stopped !== "narrow") head.append(" ", button("Go deeper", () => this.ask(this.seconds * 4)));
  }

  /** Rows keep their places under the pointer and the keyboard. @param {HTMLElement} list @param {{moves: MoveChance[], clear: boolean}} data */
  #rows(list, { moves, clear }) {
    const rows = new Map([...list.children].map((row) => [/** @type {HTMLElement} */ (row).dataset.move ?? "", row]));
    const made = moves.map((move, i) => {
      const row = rows.get(move.move) ?? this.#row(move);
      fill(row, move, i > 0 ? "" : clear ? "better than every other" : standsOut(moves) ? "the most wins so far" : "");
      return row;
    });
    if (list.matches(":hover, :focus-within") && rows.size === made.length) return;
    list.replaceChildren(...made);
  }

  /** @param {MoveChance} move */
  #row(move) {
    const row = document.createElement("li");
    row.dataset.move = move.move;
    const words = button("", () => this.page.play(move.move));
    const told = document.createElement("span");
    told.className = "told";
    row.append(words, band(), told);
    return row;
  }
}

/** @param {Element} row @param {MoveChance} move @param {string} best what is said of the first */
function fill(row, move, best) {
  const [words, shown, told] = /** @type {HTMLElement[]} */ ([...row.children]);
  const [low, high] = move.interval;
  words.textContent = `${move.move}  ${percent(move.share)} % (${span(low, high)})`;
  showBand(shown, low, high, move.share);
  const worse = `worse by ${percent(move.less.share)} points (${span(...move.less.interval)})`;
  const stands = best || (move.worse ? worse : "too close to tell");
  told.textContent = move.words ? `${move.words}; ${stands}` : stands;
  row.classList.toggle("worse", move.worse);
}

/** Was the first move won more often than any other? @param {MoveChance[]} moves */
function standsOut(moves) {
  return moves.length === 1 || moves[0].wins > moves[1].wins;
}

/** @param {any} data */
function sayMoves(data) {
  const best = data.moves[0];
  if (!best) return "";
  const clear = data.clear ? "it is better than every other move" : "others are too close to tell";
  return `${best.move} wins most often, ${percent(best.share)} percent; ${clear}`;
}

/** A line from 0 to 100 with the interval on it. */
function band() {
  const made = document.createElement("div");
  made.className = "band";
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", "nothing counted yet");
  for (const name of ["range", "point"]) {
    const part = document.createElement("div");
    part.className = name;
    made.append(part);
  }
  return made;
}

/** @param {HTMLElement} shown @param {number} low @param {number} high @param {number} share */
function showBand(shown, low, high, share) {
  const [range, point] = /** @type {HTMLElement[]} */ ([...shown.children]);
  range.style.left = `${100 * low}%`;
  range.style.width = `${100 * (high - low)}%`;
  point.style.left = `${100 * share}%`;
  shown.setAttribute("aria-label", `${percent(share)} %, between ${span(low, high)} of 100`);
}

/** @param {any} data the answer to the question chance @returns {ChanceTold} */
function toldOf(data) {
  const [low, high] = data.interval;
  const { policy, wins, games, hidden } = data;
  return { policy, wins, games, low, high, hidden, sure: data.sure ?? "", why: data.why[0] ?? "" };
}

/** @param {ChanceTold} told @param {number} within */
function isNarrow(told, within) {
  return (told.high ?? 1) - (told.low ?? 0) <= 2 * within;
}

/** @param {ChanceTold} told */
function chanceWords(told) {
  return `${percent((told.wins ?? 0) / (told.games || 1))} % (${span(told.low ?? 0, told.high ?? 1)})`;
}

/** @param {number} share */
function percent(share) {
  return Math.round(100 * share);
}

/** Whole numbers that hold the interval. @param {number} low @param {number} high */
function span(low, high) {
  return `${Math.floor(100 * low)} to ${Math.ceil(100 * high)}`;
}

/** How narrow it is. @param {number} half */
function within(half) {
  return `within ${(100 * half).toLocaleString("en")} ${half === 0.01 ? "point" : "points"}`;
}

/** @param {number} number */
function games(number) {
  return `${number.toLocaleString("en")} ${number === 1 ? "game" : "games"}`;
}
