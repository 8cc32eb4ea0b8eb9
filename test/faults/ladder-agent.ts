import { setTimeout as sleep } from 'node:timers/promises';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Answer, PatientCaller } from './patient-caller.ts';

const WAIT_SECONDS = 5;

export interface SeenWait {
  ms: number;
  because: string | null;
}

export class LadderAgent {
  readonly waits: SeenWait[] = [];
  readonly games: string[] = [];
  moves = 0;
  seekId = '';
  readonly #caller: PatientCaller;

  constructor(caller: PatientCaller) {
    this.#caller = caller;
  }

  async seek(name: string, asked: object): Promise<void> {
    await this.#caller.register(name);
    const { id } = expected(await this.#caller.change('/v1/me/seeks', asked), 201, 'createSeek');
    this.seekId = id;
  }

  async play(lasts: () => boolean, thinkMs: () => number): Promise<void> {
    let from = performance.now();
    let because: string | null = null;
    for (let after = 0; lasts(); ) {
      const seek = expected(
        await this.#caller.get(`/v1/me/seeks/${this.seekId}?after=${after}&wait=${WAIT_SECONDS}`),
        200,
        'getSeek',
      );
      after = seek.version;
      if (seek.status !== 'open') return;
      const [gameId] = seek.runningGames;
      if (gameId !== undefined && gameId !== this.games.at(-1)) {
        this.waits.push({ ms: performance.now() - from, because });
        this.games.push(gameId);
        await sleep(thinkMs());
        await this.#giveUp(gameId, lasts);
        from = performance.now();
        because = null;
      } else if (gameId === undefined) {
        because = seek.waitingBecause ?? because;
      }
    }
  }

  async #giveUp(gameId: string, lasts: () => boolean): Promise<void> {
    const path = `/v1/games/${gameId}`;
    for (let after = 0; lasts(); ) {
      const state = expected(await this.#caller.get(`${path}?after=${after}&wait=${WAIT_SECONDS}`), 200, 'getGame');
      after = state.version;
      if (state.status !== 'playing') return;
      const [action] = legalActionsOf(state);
      if (action === undefined) continue;
      const acted = await this.#caller.change(`${path}/actions`, { action });
      if (acted.status === 200) this.moves++;
      await this.#caller.change(`${path}/resignation`, {});
    }
  }
}

function expected({ status, body }: Answer, right: number, operation: string): any {
  if (status !== right) throw new Error(`${operation} was answered with ${status} ${JSON.stringify(body)}`);
  return body;
}
