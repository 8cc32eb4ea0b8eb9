/** Of the evidence that could be lost by one board, at most so much is put at risk. */
const MOST_AT_RISK = 0.5;

/**
 * A bet that the mean of what comes is above a number. The part that is put at risk follows from what came before alone; it is the one
 * that lets the stake grow fastest if the rest is like that, and at least the one for an edge of the margin.
 */
export class Bet {
  readonly #against: number;
  readonly #margin: number;
  #stake = 1;
  #highest = 1;
  // a few boards that nobody has seen, so that the first ones do not carry it away
  #boards = 5;
  #gains: number;
  #squares = 2.5;

  constructor(against: number, margin: number) {
    this.#against = against;
    this.#margin = margin;
    this.#gains = this.#boards * margin;
  }

  /** `difference`: −1 to 1. */
  settle(difference: number): void {
    const edge = Math.max(this.#margin, this.#gains / this.#boards);
    const risk = Math.min(MOST_AT_RISK, (edge * this.#boards) / this.#squares);
    const gain = difference - this.#against;
    this.#stake *= 1 + risk * gain;
    this.#highest = Math.max(this.#highest, this.#stake);
    this.#boards++;
    this.#gains += gain;
    this.#squares += gain * gain;
  }

  reached(multiple: number): boolean {
    return this.#highest >= multiple;
  }
}
