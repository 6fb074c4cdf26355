// What this browser keeps: each game by its id, as the server last told it, and which one a tab was at. So nothing is
// lost where the server keeps nothing, or broke off before it could.

/** @typedef {import("./api.js").Board} Board @typedef {import("./api.js").Tally} Tally */
/** @typedef {{text: string, revision: number, tally: Tally, changed: number}} Kept */

const MOST = 30;
const PREFIX = "game ";
const TOKEN = /^#token=([\w-]+)$/;

/**
 * The token of this server: in the page where that is for this machine alone, else in the link that the server
 * printed; then it is kept for this tab, and taken out of the address.
 */
export function token() {
  const here = document.querySelector("meta[name=winnable-token]")?.getAttribute("content");
  if (here) return here;
  const given = TOKEN.exec(location.hash)?.[1];
  if (!given) return sessionStorage.getItem("token") ?? "";
  sessionStorage.setItem("token", given);
  history.replaceState(null, "", location.pathname);
  return given;
}

/** Is the address the link that the server printed? */
export function isTokenLink() {
  return TOKEN.test(location.hash);
}

/** Keeps a game, and that this tab is at it; false if this browser has no room. @param {Board} board */
export function keep(board) {
  const kept = { text: board.text, revision: board.revision, tally: board.tally, changed: Date.now() };
  here(board);
  const others = games().filter(([key]) => key !== PREFIX + board.id);
  for (const [key] of others.slice(MOST - 1)) localStorage.removeItem(key);
  for (let last = MOST; ; last = Math.floor(last / 2)) {
    try {
      localStorage.setItem(PREFIX + board.id, JSON.stringify(kept));
      localStorage.setItem("last game", board.id);
      localStorage.removeItem("game"); // of an earlier version
      return true;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      if (!last) return false;
      for (const [key] of others.slice(Math.floor(last / 2))) localStorage.removeItem(key);
    }
  }
}

/** This tab is at this game, under this address. @param {Board} board */
export function here(board) {
  sessionStorage.setItem("game", JSON.stringify({ id: board.id, hash: location.hash }));
}

/** The games that are kept, the last changed first. @returns {[string, Kept][]} */
function games() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const found = keys.map((key) => /** @type {[string, Kept]} */ ([key, read(localStorage.getItem(key))]));
  return found.sort(([, one], [, other]) => (other?.changed ?? 0) - (one?.changed ?? 0));
}

/** @param {string|null} text @returns {any} what was kept; null for what another program left there */
function read(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/**
 * What opens a game again that was open in a page before.
 * @param {string} id @param {{text: string, revision: number, tally: Tally}|null} kept
 */
export function again(id, kept) {
  if (!kept) return { text: "", game: "", again: { board: id } };
  return { text: kept.text, game: "", again: { board: id, revision: kept.revision, ...kept.tally } };
}

/**
 * The game that this tab was at, unless it was sent to another; else, without a link, the last one of any tab.
 * @param {boolean} [anyway] in spite of the link, which holds no game
 */
export function lastGame(anyway = false) {
  const tab = read(sessionStorage.getItem("game"));
  const sent = !anyway && location.hash && tab?.hash !== location.hash;
  const id = sent ? null : (tab?.id ?? localStorage.getItem("last game"));
  return id ? again(id, read(localStorage.getItem(PREFIX + id))) : null;
}
