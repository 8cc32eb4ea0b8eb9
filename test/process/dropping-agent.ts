import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';

const DROP_EVERY = 10;
const DROP_AFTER_MS = 3;

interface Move {
  gameId: string;
  appliedVersion: number;
}

export class DroppingAgent {
  readonly #urls: string[];
  readonly #lot: FastChance;
  #sent = 0;
  token = '';
  id = '';
  dropped = 0;
  readonly moves: Move[] = [];

  constructor(name: string, urls: string[]) {
    this.#urls = urls;
    this.#lot = new FastChance(name);
  }

  async register(): Promise<void> {
    const { body } = await this.call('POST', '/v1/players', {
      name: `Dropping agent ${randomUUID().slice(0, 8)}`,
      kind: 'agent',
    });
    this.token = body.token;
    this.id = body.player.id;
  }

  as({ token, id }: DroppingAgent): this {
    this.token = token;
    this.id = id;
    return this;
  }

  /** Plays games until `isOver` returns true. Plays each game to its end, or resigns it at `lastVersion`. */
  async playUntil(isOver: () => boolean, lastVersion: number, onEnd: (gameId: string) => void): Promise<void> {
    while (!isOver()) {
      const { body } = await this.call('GET', '/v1/me/turns?wait=1');
      for (const { gameId } of body.turns ?? []) await this.#play(gameId, lastVersion, onEnd);
    }
  }

  async #play(gameId: string, lastVersion: number, onEnd: (gameId: string) => void): Promise<void> {
    const { body: state } = await this.call('GET', `/v1/games/${gameId}`);
    if (state.choices === undefined) return;
    const action = legalActionsOf(state)[this.#lot.int(legalActionsOf(state).length)];
    const move = { action, seat: state.viewer, expectedVersion: state.version };
    const headers = { 'idempotency-key': randomUUID() };
    if (++this.#sent % DROP_EVERY === 0) await this.#sendAndDrop(`/v1/games/${gameId}/actions`, move, headers);
    for (;;) {
      const { status, body } = await this.call('POST', `/v1/games/${gameId}/actions`, move, headers);
      if (body.code === 'idempotency-in-flight') continue;
      if (body.code === 'game-over' && state.version >= lastVersion) return;
      if (status !== 200) throw new Error(`a move was answered with ${status} ${JSON.stringify(body)}`);
      this.moves.push({ gameId, appliedVersion: body.appliedVersion });
      if (body.version >= lastVersion && body.state.status === 'playing') return this.#resign(gameId, onEnd);
      if (body.state.status === 'finished') onEnd(gameId);
      return;
    }
  }

  async #resign(gameId: string, onEnd: (gameId: string) => void): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    const { status, body } = await this.call('POST', `/v1/games/${gameId}/resignation`, {}, headers);
    if (status !== 200) return; // the opponent was faster
    this.moves.push({ gameId, appliedVersion: body.version });
    onEnd(gameId);
  }

  async call(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<any> {
    const answer = await fetch(this.#anyUrl() + path, {
      method,
      headers: this.#headers(more),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  #sendAndDrop(path: string, body: object, more: Record<string, string>): Promise<void> {
    this.dropped++;
    return new Promise((resolve) => {
      const sending = request(this.#anyUrl() + path, { method: 'POST', headers: this.#headers(more) });
      sending.on('error', () => {});
      sending.on('close', resolve);
      sending.end(JSON.stringify(body), () => setTimeout(() => sending.destroy(), DROP_AFTER_MS));
    });
  }

  #headers(more: Record<string, string>): Record<string, string> {
    const own = this.token === '' ? {} : { authorization: `Bearer ${this.token}` };
    return { 'content-type': 'application/json', ...own, ...more };
  }

  #anyUrl(): string {
    return this.#urls[this.#lot.int(this.#urls.length)] as string;
  }
}

export async function timeoutsIn(agent: DroppingAgent, id: string): Promise<{ version: number; at: number }[]> {
  const { body } = await agent.call('GET', `/v1/games/${id}/events?limit=1000`);
  const late = body.events.filter(({ type }: any) => type === 'seatTimedOut');
  return late.map(({ version, at }: any) => ({ version, at: Date.parse(at) }));
}
