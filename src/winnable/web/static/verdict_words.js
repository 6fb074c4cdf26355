// What the verdict bar says: of what is known of a place, and of a search that goes on.

/**
 * @typedef {import("./api.js").Told} Told @typedef {import("./api.js").Job} Job
 * @typedef {import("./api.js").Board} Board @typedef {import("./verdict.js").View} View
 * @typedef {{seconds: number, megabytes: number}} Limits
 */

const LONG = 5; // seconds after which a search says why it takes so long
const DEEPER = 4; // times the last limits

/** @type {View} */
export const OFF = { state: "off", words: "Press E to ask whether this can be won" };
/** @type {View} */
export const ASKED = { state: "asked", words: "" };
/** @type {View} */
export const PAUSED = { state: "paused", words: "Paused: this tab is hidden", cost: "The search begins again when you come back." };

/** @param {number} number */
const count = (number) => number.toLocaleString("en");

// A unit stays on the line of its number.

/** @param {number} seconds */
export function time(seconds) {
  if (seconds >= 600) return `${Math.round(seconds / 60)}\u00a0min`;
  return `${Number(seconds.toFixed(seconds < 1 ? 2 : seconds < 100 ? 1 : 0))}\u00a0s`;
}

/** @param {number} megabytes */
function memory(megabytes) {
  if (megabytes >= 1000) return `${Number((megabytes / 1000).toFixed(1))}\u00a0GB`;
  return `${Number(megabytes.toFixed(megabytes < 10 ? 1 : 0))}\u00a0MB`;
}

/** @param {Limits} limits */
const upTo = (limits) => `${time(limits.seconds)}, ${memory(limits.megabytes)}`;

/** @param {Told|undefined} told @returns {Limits|null} those of the longest search */
function limitsOf(told) {
  if (!told?.limit_seconds || !told.limit_megabytes) return null;
  return { seconds: told.limit_seconds, megabytes: told.limit_megabytes };
}

/**
 * What the next search may spend: more than the last one, as far as the server allows; null where that one had all.
 * @param {Told|undefined} told @param {Limits|undefined} ended those of the last search that this page saw end
 * @param {Limits} first what the first search may @param {Limits} most @returns {Limits|null}
 */
export function deeper(told, ended, first, most) {
  const before = limitsOf(told);
  const last = before && ended ? (before.seconds > ended.seconds ? before : ended) : before ?? ended;
  if (!last) return { seconds: Math.min(first.seconds, most.seconds), megabytes: Math.min(first.megabytes, most.megabytes) };
  if (last.seconds >= most.seconds && last.megabytes >= most.megabytes) return null;
  return {
    seconds: Math.min(DEEPER * last.seconds, most.seconds),
    megabytes: Math.min(DEEPER * last.megabytes, most.megabytes),
  };
}

/** @param {number} number */
export function ordinal(number) {
  const ending = number % 100 >= 11 && number % 100 <= 13 ? "th" : { 1: "st", 2: "nd", 3: "rd" }[number % 10] ?? "th";
  return `${number}${ending}`;
}

/** @param {string} text */
export const sentence = (text) => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;

/** What was searched, and what it might have spent. @param {Told} told @param {boolean} [last] the server allows no more */
function searched(told, last = false) {
  const limits = limitsOf(told);
  if (!told.expanded && !limits) return told.verdict === "unknown" ? "Nothing was searched yet." : "Follows from what is known of other positions.";
  const spent = `${count(told.expanded ?? 0)} positions searched in ${(told.seconds ?? 0) < 0.005 ? "less than 0.01\u00a0s" : time(told.seconds ?? 0)}`;
  if (!limits) return `${spent}, then stopped`;
  return `${spent} (${last ? "the server's limit:" : "limit"} ${upTo(limits)})`;
}

/** @param {Told} told */
function notDecided(told) {
  const limits = limitsOf(told);
  if (told.stopped_by === "time") return `Not decided: ${limits ? `${time(limits.seconds)} reached` : "the time is up"}`;
  if (told.stopped_by === "memory") return `Not decided: ${limits ? `${memory(limits.megabytes)} reached` : "the memory is full"}`;
  if (told.stopped_by === "cancelled") return "Not decided: stopped";
  return `Not decided: ${told.stopped_by === "incomplete" ? "the search leaves positions out" : "the limit of positions was reached"}`;
}

/**
 * What is known of the place where one is. `next` is what a deeper search may spend, null where there is none to have;
 * `tried`: a shorter win was just looked for, and not found.
 * @param {Told} told @param {Board} board @param {Limits|null} next @param {boolean} tried @returns {View}
 */
export function known(told, board, next, tried) {
  const cost = searched(told, !next && told.verdict !== "unsolvable" && !told.shortest);
  /** @type {Partial<View>} */
  const further = next ? { act: "deeper", label: "Go deeper", more: `up to ${upTo(next)}` } : {};
  if (told.verdict === "solved") {
    const length = told.length ?? 0;
    if (!length) return { state: "solved", words: told.words || "Won" };
    const words = told.words || `Winnable: ${length} ${length === 1 ? "move" : "moves"}${told.shortest ? ", the shortest" : ""}`;
    if (told.shortest || !board.shortens) return { state: "solved", words, cost };
    return { state: "solved", words, cost: tried ? `No shorter win was found. ${cost}` : cost, ...further, title: "Looks for a shorter win" };
  }
  if (told.verdict === "unsolvable") {
    const why = told.why && told.why !== "no line wins" ? `${sentence(told.why)}. ` : "";
    return { state: "unsolvable", words: told.words || whenLost(board), cost: why + cost };
  }
  return { state: "unknown", words: notDecided(told), cost, ...further, title: "Searches on, with more time and memory" };
}

/**
 * A search that goes on, or waits for its turn. Of a place that is won already it looks for a shorter win.
 * @param {Job} job @param {Told|undefined} told @param {Limits} limits @returns {View}
 */
export function searching(job, told, limits) {
  const counters = `${count(job.nodes)} positions, ${time(job.seconds)}, ${memory(job.megabytes)}`;
  /** @type {Partial<View>} */
  const stop = { act: "stop", label: "Stop", more: `limit ${upTo(limits)}`, title: "Ends the search with what it has found" };
  const place = job.ahead ? `${ordinal(job.ahead)} in line` : "About to begin";
  const slow = job.seconds >= LONG;
  if (told?.verdict === "solved") {
    const length = told.length ?? 0;
    const doing = slow ? "To find a shorter win many others are tried" : "Looking for a shorter win";
    const cost = job.state === "queued" ? `${place} to look for a shorter win` : `${doing}: ${counters}`;
    return { state: "solved", words: `Winnable: ${length} ${length === 1 ? "move" : "moves"}`, cost, ...stop, busy: true };
  }
  if (job.state === "queued") return { state: "queued", words: place, cost: job.ahead ? "Other searches come first." : "", ...stop };
  const words = slow ? "Searching: no quick win was found, so every line is tried" : "Searching";
  return { state: "searching", words, cost: counters, ...stop, busy: true };
}

/** @param {string} error @returns {View} */
export function failed(error) {
  return { state: "failed", words: "The search failed", cost: sentence(error), act: "again", label: "Again", title: "Asks once more" };
}

/**
 * Since when a game is lost that is lost here. A move is named only where the place before it is known to be won:
 * else the game may have been lost before.
 * @param {Board} board
 */
export function whenLost(board) {
  const places = new Map(board.tree.map((place) => [place.id, place]));
  const way = [];
  for (let place = places.get(board.here); place; place = places.get(place.parent ?? "")) way.unshift(place);
  const lost = way.findIndex((place) => board.known[place.id]?.verdict === "unsolvable");
  const forced = board.autoplay === "max" ? " under autoplay max" : "";
  if (lost === 0) return `Cannot be won${forced} (proved)`;
  const wonBefore = lost > 0 && board.known[way[lost - 1].id]?.verdict === "solved";
  return wonBefore ? `No longer winnable${forced} since move ${lost}` : `Cannot be won from here${forced} (proved)`;
}
