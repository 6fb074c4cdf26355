// The verdict bar: a sentence that is a proof, or says honestly that nothing is known yet; what it cost, and one
// button for what may be done about it. Its boxes keep their size, whatever stands in them.

import { button } from "./elements.js";

/**
 * What the bar shows of a place. `act` is the event that its button sends, if there is one.
 * @typedef {{state: "off"|"asked"|"searching"|"queued"|"paused"|"failed"|"chance"|"solved"|"unsolvable"|"unknown",
 *            words: string, cost?: string, act?: ""|"deeper"|"stop"|"again", label?: string, more?: string,
 *            title?: string, busy?: boolean}} View
 */

/** @type {Record<View["state"], string>} */
const SIGN = {
  off: "○", asked: "", searching: "…", queued: "…", paused: "‖", failed: "!", chance: "◐",
  solved: "●", unsolvable: "✕", unknown: "?",
};
const STEADY = 400; // milliseconds before a button whose meaning has just changed takes a click

export class VerdictBar extends HTMLElement {
  changed = 0; // when the button got the meaning that it has

  connectedCallback() {
    this.sign = span("sign");
    this.sign.setAttribute("aria-hidden", "true");
    this.words = span("words");
    this.cost = span("cost");
    this.act = button("", () => this.#click());
    this.act.className = "act";
    this.label = span("label");
    this.more = span("more");
    this.act.append(this.label, " ", this.more);
    this.toggle = button("on", () => this.dispatchEvent(new CustomEvent("toggled")));
    this.toggle.className = "toggle";
    this.toggle.title = "Verdicts on or off (E)";
    this.append(this.sign, this.words, this.toggle, this.cost, this.act);
    this.show("", { state: "off", words: "" });
  }

  /** @param {string} place whose verdict it is @param {View} view */
  show(place, view) {
    this.dataset.place = place;
    this.dataset.state = view.state;
    this.classList.toggle("busy", Boolean(view.busy));
    if (!this.sign || !this.words || !this.cost || !this.act || !this.label || !this.more || !this.toggle) return;
    write(this.sign, SIGN[view.state]);
    write(this.words, view.words);
    write(this.cost, view.cost ?? "");
    const act = view.act ?? "";
    if (this.act.dataset.act !== act) this.changed = performance.now();
    this.act.dataset.act = act;
    this.act.classList.toggle("none", !act);
    this.act.title = view.title ?? "";
    write(this.label, view.label ?? "");
    write(this.more, view.more ?? "");
    const on = view.state !== "off";
    write(this.toggle, on ? "on" : "off");
    this.toggle.setAttribute("aria-pressed", String(on));
  }

  #click() {
    const act = this.act?.dataset.act;
    if (act && performance.now() - this.changed > STEADY) this.dispatchEvent(new CustomEvent(act));
  }
}

/** @param {string} name */
function span(name) {
  const made = document.createElement("span");
  made.className = name;
  return made;
}

/** Leaves alone what says so already. @param {HTMLElement} where @param {string} text */
function write(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

customElements.define("verdict-bar", VerdictBar);
