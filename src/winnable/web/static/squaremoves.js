// Moves from a square to another, as in peg solitaire: a click lifts what stands there and lights where it may go, a
// click there makes the move. Which moves there are is in the scene.

/** @typedef {import("./page.js").Page} Page @typedef {import("./api.js").SquareMove} SquareMove */

/** @param {Page} page */
export function install(page) {
  const moves = new SquareMoves(page);
  page.grid.addEventListener("click", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[role=gridcell]") : null;
    moves.choose(page.grid.squares.findIndex((square) => square === cell));
  });
  page.grid.addEventListener("keydown", (event) => moves.key(event), true);
  page.addEventListener("shown", () => moves.drop());
}

class SquareMoves {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.lifted = -1;
  }

  /** @returns {SquareMove[]} */
  get moves() {
    return this.page.board?.scene.grid?.moves ?? [];
  }

  drop() {
    this.lifted = -1;
    for (const square of this.page.grid.squares) square?.classList.remove("lifted", "target");
  }

  /** Arrows only go to a square; Enter or Space chooses it. @param {KeyboardEvent} event */
  key(event) {
    if (!this.moves.length) return;
    if (event.key === "Escape") return this.drop();
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(this.page.grid.at);
  }

  /** @param {number} square */
  choose(square) {
    if (square < 0 || !this.moves.length) return;
    const made = this.moves.find((move) => move.source === this.lifted && move.target === square);
    const again = square === this.lifted;
    this.drop();
    if (made) return void this.page.play(made.text);
    const targets = again ? [] : this.moves.filter((move) => move.source === square).map((move) => move.target);
    if (!targets.length) return;
    this.lifted = square;
    const { squares } = this.page.grid;
    squares[square]?.classList.add("lifted");
    for (const target of targets) squares[target]?.classList.add("target");
    this.page.say(`lifted; it may go to ${targets.length} ${targets.length === 1 ? "square" : "squares"}`);
  }
}
