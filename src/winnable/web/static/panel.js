// The panel beside the table: tabs, of which one is open.

const NARROW = "(max-width: 900px) and (orientation: portrait)"; // as in main.css

const GEAR = "\u2699\ufe0e"; // drawn as text, not as a picture

export class Panel {
  /** @param {HTMLElement} tabs @param {HTMLElement} panels */
  constructor(tabs, panels) {
    this.tabs = tabs;
    this.panels = panels;
    /** @type {Map<string, {tab: HTMLButtonElement, panel: HTMLElement}>} */
    this.known = new Map();
    for (const panel of panels.querySelectorAll("[data-tab]")) {
      if (panel instanceof HTMLElement) this.#take(panel, panel.dataset.tab ?? "", panel.title);
    }
    tabs.addEventListener("keydown", (event) => this.#key(event));
    this.open([...this.known.keys()][0]);
    this.fold();
  }

  /** A new tab, or the one of that name; its element. @param {string} name @param {string} title @returns {HTMLElement} */
  add(name, title) {
    const known = this.known.get(name);
    if (known) return known.panel;
    const panel = document.createElement("div");
    this.panels.append(panel);
    this.#take(panel, name, title);
    panel.hidden = true;
    return panel;
  }

  /** @param {HTMLElement} panel @param {string} name @param {string} title */
  #take(panel, name, title) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `tab-${name}`;
    tab.textContent = title;
    if (name === "settings") { // the usual sign: there is no room for every word
      tab.textContent = GEAR;
      tab.ariaLabel = tab.title = title;
    }
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `panel-${name}`);
    tab.setAttribute("aria-selected", "false");
    tab.tabIndex = -1;
    tab.addEventListener("click", () => {
      // On a small screen the panel is a sheet below the table: the open tab closes it.
      const sheet = this.panels.closest("aside");
      const closes = this.opened === name && !sheet?.classList.contains("closed");
      if (closes && matchMedia(NARROW).matches) sheet?.classList.add("closed");
      else this.open(name);
    });
    panel.id = `panel-${name}`;
    panel.className = "panel";
    panel.removeAttribute("title");
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    const settings = this.known.get("settings")?.tab ?? null; // stays the last
    this.tabs.insertBefore(tab, settings);
    this.known.set(name, { tab, panel });
  }

  /** On a small screen the panel makes room for the table. */
  fold() {
    this.panels.closest("aside")?.classList.toggle("closed", matchMedia(NARROW).matches);
  }

  /** @param {string} name */
  open(name) {
    if (!this.known.has(name)) return;
    for (const [one, { tab, panel }] of this.known) {
      const chosen = one === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      panel.hidden = !chosen;
      if (chosen) this.tabs.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - this.tabs.clientWidth / 2; // the page stays where it is
    }
    this.panels.closest("aside")?.classList.remove("closed");
    this.panels.dispatchEvent(new CustomEvent("opened", { detail: { name } }));
  }

  /** @returns {string} the name of the open tab */
  get opened() {
    return [...this.known].find(([, { panel }]) => !panel.hidden)?.[0] ?? "";
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const tabs = /** @type {HTMLElement[]} */ ([...this.tabs.children]);
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    event.preventDefault();
    event.stopPropagation();
    next.click();
    next.focus();
  }
}
