import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { PatientCaller, Weather } from '../faults/patient-caller.ts';

const MOST_TIMES_AS_LONG = 3;
/** Shorter times count as this many milliseconds: their ratios would measure the machine and not the service. */
const LEAST_MS = 5;

export interface Times {
  kind: string;
  alone: number[];
  beside: number[];
}

export class Bystander {
  readonly #url: string;
  readonly #caller: PatientCaller;
  #state: any = null;

  private constructor(url: string) {
    this.#url = url;
    this.#caller = new PatientCaller(() => [url], new Weather());
  }

  static async arrive(url: string): Promise<Bystander> {
    const bystander = new Bystander(url);
    await bystander.#caller.register('bystander');
    await bystander.#begin();
    return bystander;
  }

  async callFor(seconds: number): Promise<{ health: number[]; moves: number[] }> {
    const times = { health: [] as number[], moves: [] as number[] };
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      times.health.push(await timed(() => fetch(`${this.#url}/healthz`).then((answer) => answer.arrayBuffer())));
      if (this.#state.status !== 'playing') await this.#begin();
      times.moves.push(await timed(() => this.#move()));
    }
    return times;
  }

  async #begin(): Promise<void> {
    const { body } = await this.#caller.change('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
    this.#state = body;
  }

  async #move(): Promise<void> {
    const { id, version, viewer, choices } = this.#state;
    const asked = { action: legalActionsOf({ choices })[0], seat: viewer, expectedVersion: version };
    const { status, body } = await this.#caller.change(`/v1/games/${id}/actions`, asked);
    if (status !== 200) throw new Error(`a move was answered with ${status} ${JSON.stringify(body)}`);
    this.#state = body.state;
  }
}

export function judged(kinds: readonly Times[], most = MOST_TIMES_AS_LONG): boolean {
  console.log('| call | alone p50 ms | p99 ms | beside p50 ms | p99 ms | most ms | p99 ratio |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  const ratios = kinds.map(({ kind, alone, beside }) => {
    const ratio = at(beside, 0.99) / Math.max(LEAST_MS, at(alone, 0.99));
    const figures = [at(alone, 0.5), at(alone, 0.99), at(beside, 0.5), at(beside, 0.99), at(beside, 1)];
    console.log(`| ${kind} | ${figures.map((ms) => ms.toFixed(1)).join(' | ')} | ${ratio.toFixed(2)} |`);
    return ratio;
  });
  return ratios.every((ratio) => ratio <= most);
}

function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await call();
  return performance.now() - from;
}
