import { setTimeout as sleep } from 'node:timers/promises';
import type { Neighbours } from './neighbours.ts';

const TOPIC = 'metrics';
/** A process that is too busy to answer by then is left out. */
const ANSWER_MS = 1_000;

type Series = object[];
type Words = { ask: number } | { answer: number; series: Series };

/** Asks the processes beside this one for their metrics, and answers when they ask. */
export class GatheredSeries {
  readonly #neighbours: Neighbours;
  readonly #waiting = new Map<number, (series: Series) => void>();
  #asked = 0;

  constructor(neighbours: Neighbours, own: () => Promise<Series>) {
    this.#neighbours = neighbours;
    neighbours.listen(TOPIC, {
      hear: (words, from) => {
        const said = words as Words;
        if ('ask' in said) void own().then((series) => neighbours.say(TOPIC, { answer: said.ask, series }, from));
        else this.#waiting.get(said.answer)?.(said.series);
      },
    });
  }

  /** The series of each of the others that answers soon enough. */
  async gather(): Promise<Series[]> {
    const asked = ++this.#asked;
    const answers: Series[] = [];
    const most = this.#neighbours.present.size;
    const all = new Promise<void>((resolve) => {
      if (most === 0) resolve();
      this.#waiting.set(asked, (series) => {
        if (answers.push(series) === most) resolve();
      });
    });
    this.#neighbours.say(TOPIC, { ask: asked });
    await Promise.race([all, sleep(ANSWER_MS, undefined, { ref: false })]);
    this.#waiting.delete(asked);
    return answers;
  }
}
