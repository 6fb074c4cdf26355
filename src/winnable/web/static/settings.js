// How things look and behave; kept in this browser.

export class Settings {
  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.panel = panel;
  }

  /**
   * A check box; `apply` hears at once how it stands, and whenever it changes.
   * @param {string} name @param {string} label @param {boolean} initial @param {(on: boolean) => void} apply
   */
  box(name, label, initial, apply) {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.id = `setting-${name}`;
    box.checked = (localStorage.getItem(name) ?? String(initial)) === "true";
    box.addEventListener("change", () => {
      localStorage.setItem(name, String(box.checked));
      apply(box.checked);
    });
    this.#line(label, box);
    apply(box.checked);
    return box;
  }

  /**
   * A choice among words; `apply` hears at once which it is, and whenever it changes.
   * @param {string} name @param {string} label @param {[string, string][]} choices values and what they are called
   * @param {string} initial @param {(value: string) => void} apply
   */
  choice(name, label, choices, initial, apply) {
    const select = document.createElement("select");
    select.id = `setting-${name}`;
    for (const [value, words] of choices) select.append(new Option(words, value));
    const kept = localStorage.getItem(name) ?? initial;
    select.value = choices.some(([value]) => value === kept) ? kept : initial;
    select.addEventListener("change", () => {
      localStorage.setItem(name, select.value);
      apply(select.value);
    });
    this.#line(label, select);
    apply(select.value);
    return select;
  }

  /** @param {string} label @param {HTMLElement} input */
  #line(label, input) {
    const line = document.createElement("label");
    const words = document.createElement("span");
    words.textContent = label;
    if (input instanceof HTMLInputElement) line.append(input, " ", words);
    else line.append(words, " ", input);
    this.panel.append(line);
  }
}
