// Cards in flight: paint, never state. A card is where the scene has it at once; what is seen to fly only shows whence
// it came, and any input ends all of it.

export const FLIGHT = 160; // milliseconds that a card flies
export const BACK = 120; // that a card takes back from where it may not lie
const STEP = 90; // from the first card of several to the second; then quickening
const QUICKER = 0.9;
const MOST = 800; // until the last one has landed
const MOVED = 1000; // that an outline stays where nothing flies
const ABOVE = 100_000;

/** Does the player want things to stay still? */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** When each of so many cards takes off, in milliseconds. @param {number} count */
export function departures(count) {
  const steps = Array.from({ length: Math.max(count - 1, 0) }, (_, i) => STEP * QUICKER ** i);
  const whole = steps.reduce((sum, step) => sum + step, 0);
  const scale = Math.min(1, (MOST - FLIGHT) / Math.max(whole, 1));
  let at = 0;
  return [0, ...steps.map((step) => (at += step * scale))].slice(0, count);
}

export class Flights {
  constructor() {
    /** @type {Map<HTMLElement, Animation>} */
    this.running = new Map();
  }

  /**
   * Cards fly from where they were to where they are, one after the other; or are outlined, where nothing may move.
   * @param {{card: HTMLElement, dx: number, dy: number}[]} movers in the order in which they take off
   * @param {number} [duration]
   */
  fly(movers, duration = FLIGHT) {
    if (still()) {
      for (const { card } of movers) {
        card.classList.add("moved");
        setTimeout(() => card.classList.remove("moved"), MOVED);
      }
      return;
    }
    const delays = departures(movers.length);
    movers.forEach(({ card, dx, dy }, i) => {
      this.stop(card);
      const z = card.style.zIndex;
      const flight = card.animate(
        [
          { transform: `translate(${dx}px, ${dy}px)`, zIndex: String(ABOVE + Number(z)) },
          { transform: "none", zIndex: String(ABOVE + Number(z)) },
        ],
        { duration, delay: delays[i], easing: "ease-out", fill: "backwards" },
      );
      this.running.set(card, flight);
      flight.onfinish = () => {
        if (this.running.get(card) === flight) this.running.delete(card);
      };
    });
  }

  /** @param {HTMLElement} card */
  stop(card) {
    this.running.get(card)?.cancel();
    this.running.delete(card);
  }

  /** Ends all flights: input acts on what is, not on what is seen to move. */
  land() {
    for (const flight of this.running.values()) flight.cancel();
    this.running.clear();
  }
}
