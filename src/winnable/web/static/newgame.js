// The dialog that begins a game: which game, by which rules, which deal; deals that are looked for, and presets.

import { Refusal, Unreachable } from "./api.js";
import { button, element, make } from "./elements.js";
import { RuleForm } from "./rules.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").ChosenGame} ChosenGame @typedef {import("./api.js").Job} Job */
/** @typedef {{name: string, title: string, group: string, summary: string, variants: {name: string, title: string, summary: string}[]}} Entry */

const RANDOM = 1_000_000; // deals by chance are of these numbers
const PLAYS = [["none", "nothing"], ["horne", "cards, by Horne's rule"], ["safe", "cards that are safe"], ["max", "every card"]];

/** @param {Page} page */
export function install(page) {
  const dialog = new NewGame(page);
  element("bar").prepend(button("New game", () => dialog.open(), "Games, rules, deals (N)"));
  page.keys.add("n", () => dialog.open(), "New game");
}

class NewGame {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {ChosenGame|null} the game as its rules were set last, where they make one */
    this.game = null;
    /** @type {Entry[]} */
    this.entries = [];
    this.dialog = make("dialog", { className: "newgame", ariaLabel: "New game" });
    this.asking = 0; // how many games were chosen: only the last one counts
    /** @type {RuleForm|null} */
    this.form = null;
    this.changing = Promise.resolve(); // until the server has answered what was changed last
    this.list = make("div", { className: "games" });
    this.filter = make("input", { type: "search", placeholder: "Find a game", ariaLabel: "Find a game" });
    this.filter.addEventListener("input", () => this.#filter());
    this.about = make("div", { className: "about" });
    this.said = make("p", { className: "said" });
    this.said.setAttribute("role", "status");
    this.stop = button("Cancel", () => {
      page.questions.stop("find");
      this.#told("Cancelled.");
      this.stop.hidden = true;
    });
    this.spelled = make("code");
    this.dialog.append(
      make("header", {}, make("h2", { textContent: "New game" }), button("Close", () => this.dialog.close())),
      make("div", { className: "sides" }, make("div", { className: "side" }, this.filter, this.list), this.about),
      make("footer", {}, make("span", {}, "Played as ", this.spelled), this.said, this.stop),
    );
    this.dialog.addEventListener("close", () => {
      page.questions.stop("find");
      this.dialog.remove();
    });
    document.addEventListener("submit", (event) => {
      if (event.target instanceof Element && this.dialog.contains(event.target)) event.preventDefault();
    });
  }

  async open() {
    document.body.append(this.dialog);
    this.about.replaceChildren();
    this.dialog.showModal();
    try {
      if (!this.entries.length) {
        this.entries = (await this.page.api.get("/api/games")).games;
        this.#games();
      }
      await this.choose(this.page.board?.game ?? this.entries[0].name);
    } catch (error) {
      this.#failed(error);
    }
    this.filter.focus();
  }

  // --- which game ------------------------------------------------------------------------------------------

  /** The games, those of a family together. */
  #games() {
    /** @type {Map<string, HTMLElement>} */
    const groups = new Map();
    for (const entry of this.entries) {
      const box = make("input", { type: "radio", name: "game", value: entry.name });
      box.addEventListener("change", () => this.choose(entry.name).catch((error) => this.#failed(error)));
      const words = make("span", {}, make("b", { textContent: entry.title }), make("small", { textContent: entry.summary }));
      const line = make("label", {}, box, words);
      const variants = entry.variants.map((variant) => `${variant.name} ${variant.title} ${variant.summary}`);
      line.dataset.words = [entry.name, entry.title, entry.group, entry.summary, ...variants].join(" ").toLowerCase();
      const group = groups.get(entry.group) ?? make("fieldset", {}, make("legend", { textContent: entry.group }));
      groups.set(entry.group, group);
      group.append(line);
    }
    this.none = make("p", { textContent: "No game has these words.", hidden: true });
    this.list.replaceChildren(...groups.values(), this.none);
  }

  #filter() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const group of this.list.querySelectorAll("fieldset")) {
      let shown = 0;
      for (const line of group.querySelectorAll("label")) {
        line.hidden = !words.every((word) => line.dataset.words?.includes(word));
        shown += Number(!line.hidden);
      }
      group.hidden = !shown;
      found += shown;
    }
    if (this.none) this.none.hidden = found > 0;
  }

  /** Shows what may be chosen of a game. @param {string} name as it is spelled, options and all */
  async choose(name) {
    const asked = ++this.asking;
    const game = await this.#asked(name);
    const variant = game.variant ? `${game.base}:${game.variant}` : game.base;
    const plain = game.game === variant ? game : await this.#asked(variant);
    if (asked !== this.asking) return; // another one was chosen meanwhile
    for (const box of this.list.querySelectorAll("input")) box.checked = box.value === game.base;
    this.list.querySelector("input:checked")?.closest("label")?.scrollIntoView({ block: "nearest" });
    this.game = game;
    this.#show(plain);
  }

  /** @param {string} name @returns {Promise<ChosenGame>} */
  #asked(name) {
    return this.page.api.get(`/api/games/${encodeURIComponent(name)}`);
  }

  // --- of one game -----------------------------------------------------------------------------------------

  /** @param {ChosenGame} plain the game without options of the player's */
  #show(plain) {
    const game = /** @type {ChosenGame} */ (this.game);
    this.page.questions.stop("find");
    this.stop.hidden = true;
    this.#told("");
    this.spelled.textContent = game.game;
    this.title = make("h3", { textContent: game.title });
    this.about.replaceChildren(
      this.title,
      make("p", { textContent: game.summary }),
      ...this.#variants(game),
      this.#deal(game),
      this.#looks(game),
      ...this.#sought(game),
      ...this.#rules(plain),
      ...this.#presets(game),
    );
  }

  /** @param {ChosenGame} game */
  #variants(game) {
    const { variants = [] } = this.entries.find((entry) => entry.name === game.base) ?? {};
    if (!variants.length) return [];
    const select = make("select");
    variants.forEach((one, i) => select.append(new Option(`${one.title}: ${one.summary}`, i ? `${game.base}:${one.name}` : game.base)));
    select.value = game.variant ? `${game.base}:${game.variant}` : game.base;
    if (!select.value) select.selectedIndex = 0;
    select.addEventListener("change", () => this.choose(select.value).catch((error) => this.#failed(error)));
    return [make("label", {}, "Variant ", select)];
  }

  /** The deal by its number. @param {ChosenGame} game */
  #deal(game) {
    const dialect = make("select", { ariaLabel: "Kind of number" });
    for (const one of game.dialects) dialect.append(new Option(one.whose, one.name));
    const number = make("input", { inputMode: "numeric", size: 12, placeholder: "any", autocomplete: "off" });
    number.setAttribute("aria-label", "Deal number");
    const range = make("small");
    const told = () => {
      const { first = "", last = "" } = game.dialects.find((one) => one.name === dialect.value) ?? {};
      range.textContent = `${Number(first).toLocaleString("en")} to ${BigInt(last || 0).toLocaleString("en")}`;
    };
    dialect.addEventListener("change", told);
    told();
    const dealt = (text = "") => {
      const deal = text || String(1 + Math.floor(Math.random() * RANDOM));
      this.#dealt(deal.includes(":") ? deal : `${dialect.value}:${deal}`);
    };
    const form = make("form", { className: "line" }, make("label", {}, "Deal ", number), dialect, make("button", { textContent: "Deal" }));
    form.append(button("Random deal", () => dealt()), range);
    form.addEventListener("submit", () => dealt(number.value.trim()));
    this.dialect = dialect;
    return form;
  }

  /** A puzzle may take its time: a worker makes it. @param {string} deal */
  #dealt(deal) {
    if (this.game?.made) this.#find({ question: "puzzle", deal }, (job) => `Making the puzzle${job.data?.looked ? `: ${job.data.looked.toLocaleString("en")} looked at` : ""}`);
    else this.#begin({ text: deal });
  }

  /** How it is to be played. @param {ChosenGame} game */
  #looks(game) {
    this.open_cards = make("input", { type: "checkbox" });
    this.autoplay = make("select");
    for (const [value, words] of PLAYS) this.autoplay.append(new Option(words, value));
    this.autoplay.value = localStorage.getItem("autoplay") ?? "none";
    const line = make("p", { className: "line" });
    const words = game.unseen ? "all cards known, and moves may be taken back" : "all cards count as known";
    if (game.can_hide && game.unseen) line.append(make("label", {}, this.open_cards, words));
    if (game.plays_itself) line.append(make("label", {}, "Goes home by itself: ", this.autoplay));
    line.hidden = !line.childNodes.length;
    return line;
  }

  /** Deals that are looked for. @param {ChosenGame} game */
  #sought(game) {
    const line = make("p", { className: "line" });
    line.append(button("Deal of the day", () => this.#find({ question: "daily", date: today() }, (job) => `Looking for the deal of the day${tried(job)}`)));
    if (!game.always_winnable) {
      const level = make("select", { ariaLabel: "How hard" });
      for (const name of ["", ...game.levels]) level.append(new Option(name || "of any level", name));
      const sought = { question: "winnable", dialect: "" };
      const look = button("Winnable deal", () => {
        const what = level.value ? `a winnable deal that is ${level.value}` : "a winnable deal";
        this.#find({ ...sought, level: level.value, dialect: this.dialect?.value }, (job) => `Looking for ${what}${tried(job)}`);
      });
      line.append(look, ...(game.levels.length ? [level] : []));
    }
    const note = game.can_hide ? [make("p", { className: "note", textContent: "Winnable means: with all cards known." })] : [];
    return [line, ...note];
  }

  /** @param {ChosenGame} plain */
  #rules(plain) {
    this.form = null;
    if (!plain.options.length) return [];
    const game = /** @type {ChosenGame} */ (this.game);
    const values = Object.fromEntries(game.options.map((option) => [option.name, option.value]));
    const asked = this.asking;
    const form = new RuleForm(plain.options, values, (changed) => {
      if (asked === this.asking) this.changing = this.#changed(plain, changed);
    });
    this.form = form;
    const sheet = make("details", { open: game.game !== plain.game });
    const undo = button("As usual", () => this.choose(plain.game).catch((error) => this.#failed(error)));
    sheet.append(make("summary", { textContent: plain.made ? "What the puzzle is like" : "Rules" }), form.element, undo);
    return [sheet];
  }

  /** The rules were changed: is that a game? @param {ChosenGame} plain @param {Record<string, string>} changed */
  async #changed(plain, changed) {
    const options = Object.entries(changed).map(([name, value]) => `${name}=${value}`);
    const [base, variant] = plain.game.split(":");
    const name = options.length ? `${base}:${[...(variant ? [variant] : []), ...options].join(",")}` : plain.game;
    this.spelled.textContent = name;
    try {
      const game = await this.#asked(name);
      if (this.spelled.textContent !== name) return; // changed again meanwhile
      this.game = game;
      if (this.title) this.title.textContent = game.title;
      this.#told("");
    } catch (error) {
      if (this.spelled.textContent !== name) return;
      this.game = null;
      this.#failed(error);
    }
    for (const one of this.about.querySelectorAll(".line button")) {
      if (one instanceof HTMLButtonElement) one.disabled = !this.game;
    }
  }

  /** Named games whose answer is known. @param {ChosenGame} game */
  #presets(game) {
    if (!game.presets.length) return [];
    const list = make("ul", { className: "presets" });
    for (const preset of game.presets) {
      const start = button(preset.name, () => this.#begin({ text: "", preset: preset.name }, preset.game));
      const told = [preset.won ? "can be won" : "cannot be won: proved", preset.about].filter(Boolean).join("; ");
      const other = preset.game === game.base ? "" : `${preset.game}: `;
      list.append(make("li", {}, start, ` ${other}${told}`));
    }
    const known = game.can_hide ? "Known answers, with all cards known" : "Known answers";
    return [make("h4", { textContent: known }), list];
  }

  // --- beginning -------------------------------------------------------------------------------------------

  /** The game by the rules as they stand in the form, once it is known that they make one; empty where they don't. */
  async #chosen() {
    this.form?.settle();
    await this.changing;
    return this.game?.game ?? "";
  }

  /** @param {{text: string, preset?: string}} what @param {string} [name] of another game than the chosen one */
  async #begin(what, name) {
    const game = name ?? (await this.#chosen());
    if (!game) return;
    const autoplay = this.autoplay?.value ?? "none";
    localStorage.setItem("autoplay", autoplay);
    try {
      await this.page.load({ game, open_cards: this.open_cards?.checked ?? false, autoplay, ...what });
      this.dialog.close();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Has a deal looked for, and begins it. @param {object} what @param {(job: Job) => string} words */
  async #find(what, words) {
    const game = await this.#chosen();
    if (!game || !this.dialog.open) return;
    const tell = (/** @type {Job} */ job) => {
      const running = job.state === "queued" || job.state === "running";
      this.stop.hidden = !running;
      if (running) this.#told(`${words(job)}, ${job.seconds.toFixed(1)} s`);
      else if (job.state === "failed") this.#told(job.error, true);
      else if (job.state === "done") this.#begin({ text: job.data.text ?? job.data.deal }, game);
    };
    this.#told(`${words(/** @type {any} */ ({}))} …`);
    this.page.questions.follow("/api/find", { game, ...what }, tell, "find");
  }

  /** @param {string} words @param {boolean} [wrong] */
  #told(words, wrong = false) {
    [this.said.textContent, this.said.className] = [words, wrong ? "said wrong" : "said"];
    if (wrong) this.stop.hidden = true;
  }

  /** @param {unknown} error */
  #failed(error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    this.#told(error.message, true);
  }
}

/** The date on the player's wall. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** @param {Job} job */
function tried(job) {
  const looked = job.data?.tried ?? 0;
  return looked ? `: tried ${looked.toLocaleString("en")} ${looked === 1 ? "deal" : "deals"}` : "";
}
