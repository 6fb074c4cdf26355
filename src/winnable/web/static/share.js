// Takes a game off the page: as a link, a file, a text in every form, a picture, a solution in every notation.

import { Refusal, Unreachable } from "./api.js";
import { button, copyText, element, make } from "./elements.js";
import { fragmentOf } from "./links.js";

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").Form} Form */

const ZOOM = 2; // of a PNG, for screens with small pixels
const WIDEST = 8000; // pixels of a PNG's side
const ENDINGS = /** @type {Record<string, string>} */ ({ json: "json", thesis: "json", paths: "json", save: "sav" });

/** @param {Page} page */
export function install(page) {
  const share = new Share(page);
  element("bar").append(button("Share", () => share.open(), "Link, file, text, picture, solution"));
  element("save").addEventListener("click", () => share.save());
  page.keys.add("Ctrl+s", () => share.save(), "Save the game as a file");
}

class Share {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.dialog = make("dialog", { className: "share", ariaLabel: "Share this game" });
    this.dialog.addEventListener("close", () => {
      page.questions.stop("share");
      this.dialog.remove();
    });
  }

  open() {
    if (!this.page.board) return;
    this.said = make("p", { className: "said" });
    this.said.setAttribute("role", "status");
    const close = button("Close", () => this.dialog.close());
    this.dialog.replaceChildren(
      make("header", {}, make("h2", { textContent: "Share this game" }), close),
      this.#part("Link", this.#link()),
      this.#part("Game with all moves", this.#line(button("Save file", () => this.save()))),
      this.#part("Position as text", this.#forms()),
      this.#part("Picture of the board", this.#picture()),
      ...(this.page.board.unseen ? [] : [this.#part("Solution from here", this.#solution())]),
      this.said,
    );
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  /** @param {string} title @param {HTMLElement} held */
  #part(title, held) {
    return make("section", {}, make("h3", { textContent: title }), held);
  }

  /** @param {(Node|string)[]} held */
  #line(...held) {
    return make("div", { className: "line" }, ...held);
  }

  #link() {
    const link = make("input", { readOnly: true, ariaLabel: "Link to this game" });
    link.addEventListener("focus", () => link.select());
    this.#game().then(async (save) => {
      const at = location.href.replace(/#.*/s, "");
      link.value = `${at}#${await fragmentOf(save)}`;
    });
    return this.#line(link, button("Copy link", () => this.#copy(link.value, link)));
  }

  #forms() {
    const held = make("div");
    this.#tried(async () => {
      const { forms } = await this.page.api.get(`/api/boards/${this.page.board?.id}/forms`);
      held.append(this.#texts(forms, "form"));
    });
    return held;
  }

  /** Texts of which one is chosen, to copy or to save. @param {Form[]} forms @param {string} what */
  #texts(forms, what) {
    const select = make("select", { ariaLabel: what });
    for (const form of forms) select.append(new Option(form.name, form.name));
    const text = make("textarea", { readOnly: true, rows: 6, spellcheck: false, ariaLabel: "Text" });
    const note = make("p", { className: "note" });
    const copy = button("Copy text", () => this.#copy(text.value, text));
    const save = button("Save text", () => this.#file(text.value, `-${select.value}.${ENDINGS[select.value] ?? "txt"}`));
    const show = () => {
      const form = forms.find((one) => one.name === select.value);
      text.value = form?.text ?? "";
      note.textContent = form?.why ?? form?.warning ?? "";
      text.hidden = copy.disabled = save.disabled = !text.value;
    };
    select.addEventListener("change", show);
    show();
    return make("div", {}, this.#line(select, copy, save), text, note);
  }

  #picture() {
    const dark = make("input", { type: "checkbox", checked: matchMedia("(prefers-color-scheme: dark)").matches });
    const svg = async () => {
      const look = { dark: dark.checked, four_colours: document.body.classList.contains("four") };
      const { text } = await this.page.api.post(`/api/boards/${this.page.board?.id}/picture`, look);
      return /** @type {string} */ (text);
    };
    return this.#line(
      button("Save SVG", () => this.#tried(async () => this.#file(await svg(), ".svg", "image/svg+xml"))),
      button("Save PNG", () => this.#tried(async () => this.#file(await png(await svg()), ".png"))),
      make("label", {}, dark, " dark"),
    );
  }

  #solution() {
    const held = make("div");
    const find = button("Find one", () => {
      find.disabled = true;
      this.page.ask("solution", { seconds: 60 }, (job) => this.#solved(job, held, find), "share");
    });
    held.append(this.#line(find));
    return held;
  }

  /** @param {import("./api.js").Job} job @param {HTMLElement} held @param {HTMLButtonElement} find */
  #solved(job, held, find) {
    const said = make("p");
    const moves = /** @type {string[]} */ (job.data?.moves ?? []);
    if (job.state === "failed") said.textContent = job.error;
    else if (job.state !== "done") said.textContent = `Searching, ${job.seconds.toFixed(1)} s`;
    else if (job.data.verdict === "unsolvable") said.textContent = "No line wins: proved.";
    else if (job.data.verdict !== "solved") said.textContent = "No win was found in this time.";
    else if (!moves.length) said.textContent = "The game is won already.";
    find.disabled = job.state === "queued" || job.state === "running";
    held.replaceChildren(this.#line(find), said);
    if (job.state !== "done" || !moves.length) return;
    this.#tried(async () => {
      const { forms } = await this.page.api.post(`/api/boards/${this.page.board?.id}/solution`, { text: moves.join(" ") });
      held.replaceChildren(this.#texts(forms, "notation"));
    });
  }

  // --- off the page ----------------------------------------------------------------------------------------

  async #game() {
    const { text } = await this.page.api.get(`/api/boards/${this.page.board?.id}/save`);
    return /** @type {string} */ (text);
  }

  save() {
    return this.#tried(async () => this.#file(await this.#game(), ".txt"));
  }

  /** @param {string|Blob} held @param {string} ending @param {string} [type] */
  #file(held, ending, type = "text/plain") {
    const board = this.page.board;
    const link = make("a", { href: URL.createObjectURL(new Blob([held], { type: held instanceof Blob ? held.type : type })) });
    link.download = `${board?.game}-${board?.deal || "game"}`.replaceAll(/[^\w.-]+/g, "-") + ending;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    this.#say(`Saved as ${link.download}.`);
  }

  /** @param {string} text @param {HTMLInputElement|HTMLTextAreaElement} shown what is chosen where nothing may be copied */
  async #copy(text, shown) {
    const copied = await copyText(text);
    if (!copied) shown.select();
    this.#say(copied ? "Copied." : "This browser copies only by hand: it is selected, press Ctrl+C.");
  }

  /** @param {() => Promise<unknown>} act */
  async #tried(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      this.#say(error.message);
      this.page.error(error.message);
    }
  }

  /** @param {string} words */
  #say(words) {
    if (this.dialog.open && this.said) this.said.textContent = words;
    else this.page.say(words);
  }
}

/** A picture in pixels. @param {string} svg @returns {Promise<Blob>} */
async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const zoom = Math.min(ZOOM, WIDEST / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = make("canvas", { width: Math.round(image.naturalWidth * zoom), height: Math.round(image.naturalHeight * zoom) });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((/** @type {(blob: Blob|null) => void} */ told) => canvas.toBlob(told, "image/png"));
    if (!blob) throw new Refusal(0, { what: "this browser cannot draw the picture" });
    return blob;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
