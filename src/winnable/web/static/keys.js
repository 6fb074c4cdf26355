// The keys that work everywhere outside of inputs, each with what it does; F6 goes round the regions, ? lists them.

/** @typedef {{act: (event: KeyboardEvent) => unknown, words: string, when: () => boolean}} Key */

export class Keys {
  constructor() {
    /** @type {Map<string, Key>} */
    this.known = new Map();
    /** @type {(key: string) => boolean} keys that are not heard now */
    this.deaf = () => false;
    this.letters = true; // single letters may be switched off: some speak or tremble into them
    document.addEventListener("keydown", (event) => this.#press(event));
    this.#keepFocus();
    this.add("F6", (event) => this.#region(event.shiftKey ? -1 : 1), "Go to the next region");
    this.known.set("Shift+F6", /** @type {Key} */ (this.known.get("F6")));
    this.add("?", () => this.sheet(), "List the keys");
  }

  /**
   * @param {string} key as event.key, letters small; "Ctrl+", "Alt+" and "Shift+" before it, in this order
   * @param {(event: KeyboardEvent) => unknown} act @param {string} words
   * @param {() => boolean} [when] does it mean anything now?
   */
  add(key, act, words, when = () => true) {
    this.known.set(key, { act, words, when });
  }

  /** Does a key mean something now? @param {string} key */
  takes(key) {
    return this.known.get(key)?.when() ?? false;
  }

  /** A control that is clicked or touched leaves the keyboard where it was: keys go on doing what they did. */
  #keepFocus() {
    /** @type {Element|null} */
    let before = null;
    const giveBack = (/** @type {Event} */ event) => {
      const control = event.target instanceof Element ? event.target.closest("button, select, input[type=checkbox]") : null;
      if (!before || !control || document.activeElement !== control) return;
      if (before instanceof HTMLElement && before.isConnected && before.closest("[data-region]")) before.focus({ preventScroll: true });
      else if (control instanceof HTMLElement) control.blur();
    };
    document.addEventListener("pointerdown", () => (before = document.activeElement), true);
    document.addEventListener("keydown", () => (before = null), true);
    document.addEventListener("change", giveBack);
    document.addEventListener("click", (event) => event.target instanceof HTMLSelectElement || giveBack(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target;
    const typing = target instanceof HTMLInputElement ? !["checkbox", "radio", "button"].includes(target.type)
      : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
    if (typing && event.key !== "F6") return;
    const key = this.#name(event);
    if (this.deaf(key)) return;
    if (!this.letters && /^(Shift\+)?.$/u.test(key)) return;
    const found = this.known.get(key);
    if (!found?.when()) return;
    event.preventDefault();
    found.act(event);
  }

  /** @param {KeyboardEvent} event */
  #name(event) {
    const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
    const letter = /^\p{L}$/u.test(event.key);
    const shift = event.shiftKey && (letter || event.key.length > 1) ? "Shift+" : "";
    return `${control}${event.altKey ? "Alt+" : ""}${shift}${letter ? event.key.toLowerCase() : event.key}`;
  }

  /** @param {number} step */
  #region(step) {
    const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-region]")]);
    const regions = all.filter((region) => region.offsetParent !== null);
    const at = regions.findLastIndex((region) => region.contains(document.activeElement)); // the innermost
    const next = regions[(at + step + regions.length) % regions.length];
    const within = next?.querySelectorAll("[tabindex='0'], button:not(:disabled), input, select, textarea, summary") ?? [];
    const stops = /** @type {HTMLElement[]} */ (next?.matches("[tabindex]") ? [next] : [...within]);
    stops.find((stop) => stop.offsetParent !== null)?.focus();
  }

  /** A sheet with the keys. */
  sheet() {
    const dialog = document.createElement("dialog");
    dialog.className = "sheet";
    dialog.setAttribute("aria-label", "Keys");
    const list = document.createElement("dl");
    /** @type {Map<string, string[]>} */
    const byWords = new Map();
    for (const [key, { words }] of this.known) byWords.set(words, [...(byWords.get(words) ?? []), told(key)]);
    for (const [words, keys] of byWords) {
      const [term, meaning] = [document.createElement("dt"), document.createElement("dd")];
      [term.textContent, meaning.textContent] = [keys.join(" or "), words];
      list.append(term, meaning);
    }
    const close = document.createElement("button");
    close.textContent = "Close";
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    dialog.append(list, close);
    document.body.append(dialog);
    dialog.showModal();
  }
}

/** @param {string} key */
function told(key) {
  return key.replace("ArrowLeft", "←").replace("ArrowRight", "→").replace(/(^|\+)(\p{L})$/u, (_, plus, letter) => plus + letter.toUpperCase());
}
