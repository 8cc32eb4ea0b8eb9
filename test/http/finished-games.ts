import { expect } from 'vitest';
import type { Transcript } from '../../src/games/transcript.ts';
import { FastChance } from '../../src/kernel/fast-chance.ts';
import type { Caller } from './caller.ts';

/** Creates a game; fails on a refusal. */
export async function created(caller: Caller, asked: Record<string, unknown>): Promise<any> {
  const { status, body } = await caller.post('/v1/games', asked);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Plays a game on by lot, each seat by its own caller, until it is over or `most` actions were made. */
export async function playOn(callers: Caller[], id: string, seed: string, most = 20_000): Promise<any> {
  const lot = new FastChance(seed);
  const [first] = callers as [Caller];
  for (let n = 0; n < most; n++) {
    const { body: table } = await first.get(`/v1/games/${id}?seat=spectator`);
    if (table.status !== 'playing') return table;
    const waiting = table.decisions.filter(({ seat }: any) => table.seats[seat].kind === 'player' && !table.seats[seat].left);
    const { seat } = waiting[lot.int(waiting.length)];
    const caller = callers[seat] ?? first;
    const { body: listed } = await caller.get(`/v1/games/${id}/actions?seat=${seat}`);
    const { action } = listed.actions[lot.int(listed.actions.length)];
    const done = await caller.post(`/v1/games/${id}/actions`, { seat, action });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
  }
  return (await first.get(`/v1/games/${id}?seat=spectator`)).body;
}

/** Resolves when the game is over. */
export async function over(caller: Caller, id: string): Promise<any> {
  for (let version = 0; ; ) {
    const { body } = await caller.get(`/v1/games/${id}?after=${version}&wait=20`);
    if (body.status === 'finished' || body.status === 'aborted') return body;
    version = body.version;
  }
}

export async function transcriptOf(caller: Caller, id: string): Promise<Transcript> {
  const { status, body } = await caller.get(`/v1/games/${id}/transcript`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
