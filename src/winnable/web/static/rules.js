// A form for the rules of a game: for each option the control that fits its values.

import { make } from "./elements.js";

/** @typedef {import("./api.js").Option} Option */

const REST = 150; // milliseconds without a change, before what was typed counts
let forms = 0;

export class RuleForm {
  /**
   * @param {Option[]} options as the game has them usually @param {Record<string, string>} values as they are now
   * @param {(changed: Record<string, string>) => void} changed hears what differs from usual
   */
  constructor(options, values, changed) {
    this.options = options;
    this.values = { ...values };
    this.id = `rules-${++forms}`;
    this.element = make("div", { className: "rules" });
    this.timer = 0;
    this.told = () => changed(this.changed());
    for (const option of options) {
      const control = this.#control(option);
      const set = () => {
        this.values[option.name] = control instanceof HTMLInputElement && control.type === "checkbox" ? String(control.checked) : control.value.trim();
        control.classList.toggle("changed", this.values[option.name] !== option.value);
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.settle(), REST);
      };
      control.addEventListener("input", set);
      control.classList.toggle("changed", this.values[option.name] !== option.value);
      const name = make("span", { textContent: option.name.replaceAll("_", " ") });
      const meaning = make("small", { textContent: meaningOf(option), id: `${this.id}-${option.name}` });
      control.setAttribute("aria-describedby", meaning.id);
      control.dataset.option = option.name;
      this.element.append(make("label", {}, name, control), meaning);
    }
  }

  /** What was typed last counts now. */
  settle() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.told();
  }

  /** What differs from usual. */
  changed() {
    /** @type {Record<string, string>} */
    const found = {};
    for (const { name, value } of this.options) if (this.values[name] !== value) found[name] = this.values[name];
    return found;
  }

  /** @param {Option} option @returns {HTMLInputElement|HTMLSelectElement} */
  #control(option) {
    const value = this.values[option.name];
    if (option.kind === "flag") return make("input", { type: "checkbox", checked: value === "true" });
    if (option.kind === "number") {
      return make("input", { type: "number", min: String(option.least), max: String(option.most), value });
    }
    if (option.kind === "word" || option.kind === "number or word") {
      const select = make("select");
      const numbers = option.kind === "word" ? [] : Array.from({ length: option.most - option.least + 1 }, (_, i) => String(option.least + i));
      for (const word of [...numbers, ...option.words]) select.append(new Option(word.replaceAll("_", " "), word));
      select.value = value;
      return select;
    }
    const input = make("input", { value, placeholder: option.kind === "numbers" ? "evenly" : option.suggested[0] ?? "", autocomplete: "off" });
    if (option.suggested.length) {
      const list = make("datalist", { id: `${this.id}-${option.name}-list` });
      for (const one of option.suggested) list.append(new Option(one, one));
      this.element.append(list);
      input.setAttribute("list", list.id);
    }
    return input;
  }
}

/** What an option means, with the range of its numbers. @param {Option} option */
function meaningOf(option) {
  if (option.kind === "number") return `${option.meaning} (${option.least} to ${option.most})`;
  if (option.kind === "numbers") return `${option.meaning} (numbers with a blank between)`;
  return option.meaning;
}
