// Questions to the engine: one of a kind at a time, shown only for the place that they were asked about.

import { Refusal, Unreachable } from "./api.js";

/** @typedef {import("./api.js").Api} Api @typedef {import("./api.js").Job} Job */

export class Questions {
  /** @param {Api} api @param {string} page */
  constructor(api, page) {
    this.api = api;
    this.page = page;
    /** @type {Map<string, AbortController>} by kind */
    this.open = new Map();
    /** @type {Map<string, Promise<unknown>>} the last one that was sent, by kind */
    this.sent = new Map();
    /** @type {(kind: string) => boolean} may questions of a kind be asked now? */
    this.allowed = () => true;
  }

  /** Takes a question back. @param {string} kind */
  stop(kind) {
    this.open.get(kind)?.abort();
    this.open.delete(kind);
  }

  /** Takes all questions back: another game begins. */
  stopAll() {
    for (const kind of [...this.open.keys()]) this.stop(kind);
  }

  /**
   * Asks about the place where one is. `tell` hears of every state until the answer; not of a question that was
   * replaced by a newer one.
   * @param {string} board @param {string} question @param {object} options @param {(job: Job) => void} tell
   * @param {string} [kind]
   */
  ask(board, question, options, tell, kind = "other") {
    return this.follow(`/api/boards/${board}/ask`, { question, ...options }, tell, kind);
  }

  /**
   * The same for any question that a worker answers.
   * @param {string} path @param {object} body @param {(job: Job) => void} tell @param {string} kind
   */
  async follow(path, body, tell, kind) {
    const failed = (/** @type {string} */ error) =>
      tell({ id: "", board: "", place: "", question: "", state: "failed", ahead: 0, seconds: 0, nodes: 0, megabytes: 0, data: null, error });
    if (!this.allowed(kind)) return failed("Not while you try again; Escape leaves it.");
    this.stop(kind);
    const stopped = new AbortController();
    this.open.set(kind, stopped);
    const hear = (/** @type {Job} */ job) => {
      if (!stopped.signal.aborted) tell(job);
    };
    try {
      const job = await this.#send(path, { page: `${this.page} ${kind}`, ...body }, kind, stopped.signal);
      if (!job) return; // replaced before it was sent
      hear(job);
      if (job.state === "queued" || job.state === "running") {
        if (stopped.signal.aborted) return void (await this.api.delete(`/api/jobs/${job.id}`));
        for await (const news of this.api.events(`/api/jobs/${job.id}/events`, stopped.signal)) hear(news);
      }
    } catch (error) {
      if (stopped.signal.aborted) return;
      if (!(error instanceof Refusal || error instanceof Unreachable || error instanceof TypeError)) throw error;
      failed(error.message);
    } finally {
      if (this.open.get(kind) === stopped) this.open.delete(kind);
    }
  }

  /**
   * Sends a question when the ones before it have arrived: the server takes the one that comes last for the newest.
   * @param {string} path @param {object} body @param {string} kind @param {AbortSignal} replaced @returns {Promise<Job|null>}
   */
  #send(path, body, kind, replaced) {
    const sent = (this.sent.get(kind) ?? Promise.resolve()).then(() => (replaced.aborted ? null : this.api.post(path, body)));
    this.sent.set(kind, sent.catch(() => {}));
    return sent;
  }
}
