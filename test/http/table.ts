import { expect } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Caller } from './caller.ts';

export async function create(player: Caller, body: object, headers = {}): Promise<any> {
  const created = await player.post('/v1/games', body, headers);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body;
}

export async function stateOf(player: Caller, id: string, query = ''): Promise<any> {
  const { status, body } = await player.get(`/v1/games/${id}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

export async function act(player: Caller, id: string, chance = new FastChance('act'), headers = {}): Promise<any> {
  const { choices, viewer, version } = await stateOf(player, id);
  const action = legalActionsOf({ choices })[chance.int(legalActionsOf({ choices }).length)];
  const body = { action, seat: viewer, expectedVersion: version };
  const { status, body: answer } = await player.post(`/v1/games/${id}/actions`, body, headers);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
}

export async function playOut(players: Caller[], id: string, seed: string): Promise<any> {
  const chance = new FastChance(seed);
  for (;;) {
    for (const player of players) {
      let state = await stateOf(player, id);
      while (state.choices !== undefined) ({ state } = await act(player, id, chance));
      if (state.status !== 'playing') return state;
    }
  }
}

export function problem(answer: { status: number; body: any }): string {
  return `${answer.status} ${answer.body?.code}`;
}

export function streamId({ id, head }: { id: string; head: string }): string {
  return `${id}.${head.slice(0, 12)}`;
}

export async function readStream(
  url: string,
  headers: Record<string, string>,
  enough: (events: any[]) => boolean = () => false,
): Promise<{ status: number; events: any[]; ids: string[]; games: Set<string> }> {
  const gone = new AbortController();
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: gone.signal });
  const events: any[] = [];
  const ids: string[] = [];
  const games = new Set<string>();
  if (response.body === null || response.status !== 200) return { status: response.status, events, ids, games };
  let rest = '';
  try {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        const id = /^id: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) {
          const { ruleset, rulesVersion, ...event } = JSON.parse(data);
          events.push(event);
          if (ruleset !== undefined) games.add(`${ruleset} ${rulesVersion}`);
        }
        if (id !== undefined) ids.push(id);
      }
      if (enough(events)) break;
    }
  } finally {
    gone.abort();
  }
  return { status: response.status, events, ids, games };
}
