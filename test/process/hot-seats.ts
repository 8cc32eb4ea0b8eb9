import { randomUUID } from 'node:crypto';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';

/** An action that the server has confirmed. It must survive every crash. */
interface Acknowledged {
  version: number;
  viewer: number;
  shown: string;
}

/** Plays random games on three seats as one player while servers crash. Calls may get no answer, but what an answer
 * says must still be true after each crash. */
export class HotSeats {
  readonly #lot: FastChance;
  #url = '';
  token = '';
  #gameId: string | null = null;
  readonly acknowledged = new Map<string, Acknowledged[]>();
  applied = 0;

  constructor(name: string) {
    this.#lot = new FastChance(name);
  }

  async register(url: string): Promise<void> {
    this.#url = url;
    const { body } = await this.#call('POST', '/v1/players', {
      name: `Hot seats ${randomUUID().slice(0, 8)}`,
      kind: 'agent',
    });
    this.token = body.token;
  }

  async playSteps(url: string, steps: number): Promise<void> {
    this.#url = url;
    for (let i = 0; i < steps; i++) await this.#step();
  }

  async playUntilCut(url: string): Promise<void> {
    this.#url = url;
    try {
      for (;;) await this.#step();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // fetch throws this if the connection was lost
    }
  }

  async lost(url: string, most: number): Promise<string[]> {
    this.#url = url;
    const lost: string[] = [];
    for (const [gameId, answers] of this.acknowledged) {
      for (const { version, viewer, shown } of answers.slice(-most)) {
        const { status, body } = await this.#call('GET', `/v1/games/${gameId}?at=${version}&seat=${viewer}`);
        if (status !== 200 || shownIn(body) !== shown) lost.push(`${gameId} version ${version}`);
      }
    }
    return lost;
  }

  async #step(): Promise<void> {
    const game = await this.#game();
    const { seat, version, action } = game;
    const { status, body } = await this.#call('POST', `/v1/games/${game.id}/actions`, {
      seat,
      action,
      expectedVersion: version,
    });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    this.applied++;
    this.#remember(body.state);
    if (body.state.status === 'finished') this.#gameId = null;
  }

  /** Reads the game again, because after a crash only the server knows the version. */
  async #game(): Promise<{ id: string; seat: number; version: number; action: unknown }> {
    if (this.#gameId === null) {
      const asked = { ruleset: 'pascals-ruin', seats: ['me', 'me', 'me'], options: { roundsToWin: 1 } };
      const { status, body } = await this.#call('POST', '/v1/games', asked);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      this.#gameId = body.id as string;
      this.#remember(body);
    }
    const { status, body } = await this.#call('GET', `/v1/games/${this.#gameId}`);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    if (body.status === 'finished') {
      this.#gameId = null;
      return this.#game();
    }
    const action = legalActionsOf(body)[this.#lot.int(legalActionsOf(body).length)];
    return { id: body.id, seat: body.viewer, version: body.version, action };
  }

  #remember(state: any): void {
    const answers = this.acknowledged.get(state.id) ?? [];
    answers.push({ version: state.version, viewer: state.viewer, shown: shownIn(state) });
    this.acknowledged.set(state.id, answers);
  }

  async #call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.token}`,
      'content-type': 'application/json',
    };
    if (this.token === '') delete headers.authorization;
    if (body === undefined) delete headers['content-type'];
    const response = await fetch(this.#url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
}

/** Returns the parts of a state that stay the same when it is read later. Only the newest version has legal actions. */
function shownIn({ choices: _, ...state }: any): string {
  return JSON.stringify(state);
}
