// Asking the server: JSON in and out, errors as values with a sentence, and the events of a question.

/**
 * @typedef {{id: string, parent?: string, moves?: string[], words?: string, comment?: string, checkpoint?: boolean, children?: string[]}} Place
 * @typedef {{verdict: "solved"|"unsolvable"|"unknown", length?: number, shortest?: boolean, why?: string,
 *            stopped_by?: string, expanded?: number, seconds?: number, megabytes?: number, limit_seconds?: number,
 *            limit_megabytes?: number, words?: string}} Told
 * @typedef {{policy?: string, wins?: number, games?: number, low?: number, high?: number, hidden?: number,
 *            sure?: ""|"won"|"lost"|"winnable", why?: string}} ChanceTold
 * @typedef {{name: string, role: string, x: number, y: number, cards?: string[], down?: number,
 *            fan?: "none"|"down"|"right", spread?: number, label?: string, sign?: string, gap?: boolean}} Pile
 * @typedef {{text: string, source: string, index: number, target?: string}} TableMove
 * @typedef {{name: string, value: number, of?: number}} Count
 * @typedef {{holds?: string, given?: boolean, ruled_out?: string, framed?: boolean, pencil?: string,
 *            outside?: boolean, struck?: string}} Cell
 * @typedef {{letter: string, name: string, placed: number, total: number}} Mark
 * @typedef {{label: string, side: "top"|"right"|"bottom"|"left", at: number, value: number|null, now: number,
 *            least: number, most: number, done?: boolean}} Clue
 * @typedef {{start: string, end: string, squares: number[], direct?: number, seen?: number[]}} Light
 * @typedef {{width: number, height: number, cells: Cell[], marks?: Mark[], clues?: Clue[], lights?: Light[],
 *            moves?: SquareMove[]}} Grid
 * @typedef {{text: string, source: number, target: number}} SquareMove
 * @typedef {{game: string, title: string, piles?: Pile[], grid?: Grid, moves?: TableMove[], counts?: Count[],
 *            captions?: string[]}} Scene
 * @typedef {{id: string, revision: number, game: string, title: string, deal: string, unseen: boolean, hides: boolean,
 *            autoplay: string, outcome: string, said: string, here: string, tree: Place[], legal: string[],
 *            scene: Scene, known: Record<string, Told>, deleted: number, shortens: boolean, text: string,
 *            tally: Tally, warning: string, chances: Record<string, ChanceTold>, may_undo: boolean,
 *            may_redo: boolean, capabilities: string[]}} Board
 * @typedef {{ending: "open"|"stuck"|"given up"|"won"|"won with help", seconds: number, undone: number,
 *            hints: number, shown: boolean, counted: boolean, daily: string}} Tally
 * @typedef {{id: string, board: string, place: string, question: string,
 *            state: "queued"|"running"|"done"|"failed"|"cancelled", ahead: number, seconds: number,
 *            nodes: number, megabytes: number, data: any, error: string}} Job
 * @typedef {{games: string, form: string, why: string}} Tried a format that a text was tried as
 * @typedef {{name: string, text?: string, why?: string, warning?: string}} Form
 * @typedef {{name: string, kind: "number"|"flag"|"word"|"numbers"|"number or word"|"text", meaning: string, value: string,
 *            least: number, most: number, length: number, words: string[], suggested: string[]}} Option
 * @typedef {{game: string, base: string, variant: string, title: string, summary: string, options: Option[],
 *            dialects: {name: string, whose: string, first: string, last: string}[], levels: string[],
 *            presets: {name: string, game: string, won: boolean, level: string, about: string}[], unseen: boolean,
 *            can_hide: boolean, plays_itself: boolean, made: boolean, always_winnable: boolean}} ChosenGame
 */

/** What the server refused, in a sentence. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {{what: string, expected?: string|null, mend?: string|null,
   *          where?: {line: number|null, column: number|null}|null, tried?: Tried[]}} error
   */
  constructor(status, error) {
    const parts = [error.what];
    if (error.expected) parts.push(`expected ${error.expected}`);
    if (error.mend) parts.push(error.mend);
    super(parts.join("; "));
    this.status = status;
    const { line = null, column = null } = error.where ?? {};
    /** where it stands in the text that was sent, for a text of several lines */
    this.where = line === null ? "" : `line ${line}${column === null ? "" : `, column ${column}`}`;
    this.tried = error.tried ?? [];
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

/** It was started anew: whatever was asked was not done. */
export class Restarted extends Unreachable {}

export class Api {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    /** Called when the server is lost, or does not know the page or its game any more. */
    this.onlost = () => {};
  }

  /** Reads the page anew, for the token of a server that was started again. */
  async renew() {
    const page = await (await reach("/", { cache: "no-store", redirect: "error" })).text();
    const version = /href="\/([^/"]+)\/icon\.svg"/.exec(page)?.[1];
    if (version && !import.meta.url.includes(`/${version}/`)) location.reload();
    this.token = /name="winnable-token" content="([\w-]+)"/.exec(page)?.[1] ?? this.token;
  }

  /** @param {string} path @returns {Promise<any>} */
  get(path) {
    return this.#ask("GET", path);
  }

  /**
   * With `revision` a game is changed only if it has not gone on since; with `last` the page may be about to go.
   * @param {string} path @param {object} [body] @param {{revision?: number, last?: boolean}} [options]
   * @returns {Promise<any>}
   */
  post(path, body, options) {
    return this.#ask("POST", path, body, options);
  }

  /** @param {string} path @returns {Promise<any>} */
  delete(path) {
    return this.#ask("DELETE", path);
  }

  /**
   * The states of a question until it is answered. Aborting takes the question back.
   * @param {string} path
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<Job>}
   */
  async *events(path, signal) {
    const headers = { "x-winnable-token": this.token };
    const response = await fetch(path, { signal, headers, cache: "no-store" });
    if (!response.ok || !response.body) throw await refusal(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        for (const line of event.split("\n")) {
          if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
        }
      }
    }
  }

  /**
   * @param {string} method @param {string} path @param {object} [body]
   * @param {{revision?: number, last?: boolean}} [options] @returns {Promise<any>}
   */
  async #ask(method, path, body, options = {}) {
    const { revision, last = false } = options;
    const used = this.token;
    /** @type {Record<string, string>} */
    const headers = { "x-winnable-token": used };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (revision !== undefined) headers["x-winnable-revision"] = String(revision);
    try {
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const response = await reach(path, { method, headers, keepalive: last, body: sent });
      if (response.status === 403) {
        await this.renew();
        if (this.token !== used) {
          if (!path.startsWith("/api/boards/")) return await this.#ask(method, path, body, options);
          throw new Restarted("The server was started again."); // the game must be opened there first
        }
        this.onlost(); // the new token is in another link
      }
      if (response.ok) return await read(response);
      if (response.status === 404 && path.startsWith("/api/boards/")) this.onlost();
      throw await refusal(response);
    } catch (error) {
      if (error instanceof Unreachable) this.onlost();
      throw error;
    }
  }
}

/** @param {string} path @param {RequestInit} options */
async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new Unreachable("The server does not answer.");
  }
}

/** @param {Response} response @returns {Promise<any>} */
async function read(response) {
  try {
    return await response.json();
  } catch {
    throw new Unreachable("The server broke off."); // it ended in the middle of its answer
  }
}

/** @param {Response} response */
async function refusal(response) {
  try {
    return new Refusal(response.status, (await response.json()).error);
  } catch {
    return new Refusal(response.status, { what: `the server answered ${response.status}` });
  }
}
