// What belongs to puzzles on squares: the marks that one may place, and the light of a clue.

import { button, element } from "./elements.js";

/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page */
export function install(page) {
  page.addEventListener("shown", () => {
    const marks = page.board?.scene.grid?.marks ?? [];
    element("marks").replaceChildren(
      ...marks.map((mark) =>
        button(`${mark.name} ${mark.placed}/${mark.total}`, () => page.grid.put(mark.letter), `Places a ${mark.name}`),
      ),
    );
  });
  page.grid.addEventListener("light", async (event) => {
    const clue = /** @type {CustomEvent} */ (event).detail.clue;
    const { scene } = await page.api.get(`/api/boards/${page.board?.id}/light/${clue}`);
    if (page.grid.lit !== clue) return;
    page.grid.showLight(scene.grid.lights[0]);
    element("answer").textContent = scene.captions.join(" ");
    page.say(scene.captions.join(" "));
  });
}
