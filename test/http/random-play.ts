import { expect } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Caller } from './caller.ts';

export async function playToEnd(caller: Caller, created: any, seed: string, most = 20_000): Promise<any> {
  const lot = new FastChance(seed);
  let state = created;
  for (let steps = 0; state.status === 'playing'; steps++) {
    if (steps > most) throw new Error(`game ${state.id} did not end within ${most} actions`);
    const { viewer: seat } = state;
    const legal = legalActionsOf(state);
    const action = legal[lot.int(legal.length)];
    const body = { seat, action, expectedVersion: state.version };
    const answer = await caller.post(`/v1/games/${state.id}/actions`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.appliedVersion).toBe(state.version + 1);
    state = answer.body.state;
  }
  return state;
}

export async function createHotSeats(caller: Caller, more: Record<string, unknown> = {}): Promise<any> {
  const asked = { ruleset: 'pascals-ruin', seats: ['me', 'me', 'me'], ...more };
  const { status, body } = await caller.post('/v1/games', asked);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
