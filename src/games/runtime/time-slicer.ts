/** So long may work go on before everything else has its turn. */
const STRETCH_MS = 0.5;

/**
 * Lets long work give way: whoever is at it pauses between two steps, and goes on at once or, when the stretch is
 * over, after whatever else the server has to do. Of all who wait then one goes on at a time: if hundreds began
 * together, the server would stand still for as long as all of their stretches take.
 */
export class TimeSlicer {
  #until = 0;
  readonly #waiting: (() => void)[] = [];

  async pause(): Promise<void> {
    if (performance.now() < this.#until) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#goOn());
    });
  }

  #goOn(): void {
    this.#until = performance.now() + STRETCH_MS;
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#goOn());
  }
}
