import { expect } from 'vitest';
import type { Catalogue } from '#rules/catalogue.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Transcript } from '../../src/games/fairness/fairness-shapes.ts';
import type { KeptHead } from '../../src/games/model/verdict.ts';
import type { Caller } from './caller.ts';

export interface FinishedGame {
  transcript: Transcript;
  kept: KeptHead[];
}

interface Table {
  ada: Caller;
  bob: Caller;
}

const WAYS = {
  'played out by two players': async ({ ada, bob }: Table) => {
    const game = await created(ada, { ruleset: 'pascals-ruin', options: QUICK, clientSeeds: ['ada was here', null] });
    await join(bob, game, { clientSeed: 'bob too' });
    return played([ada, bob], game);
  },
  'played against bots': async ({ ada }: Table) => {
    const seats = ['me', { bot: 'random' }, { bot: 'random' }];
    return played([ada], await created(ada, { ruleset: 'folly-and-fortune', seats }));
  },
  'played by a bot alone, with an open seed': ({ ada }: Table) => {
    return created(ada, { ruleset: 'pascal', seats: [{ bot: 'random' }], seed: 'open to all' });
  },
  'played by a skilled bot': ({ ada }: Table) => {
    return created(ada, { ruleset: 'pokers-rogue-reckoning', seats: [{ bot: 'skilled' }] });
  },
  'created with a commitment that came first': async ({ ada }: Table) => {
    const { body } = await ada.post('/v1/commitments', {});
    const seats = ['me', { bot: 'random' }, { bot: 'random' }];
    const asked = { ruleset: 'pascals-ruin', options: QUICK, seats, clientSeeds: ['ada', null, null] };
    return played([ada], await created(ada, { ...asked, commitmentId: body.commitmentId }));
  },
  'resigned by one and played on for them': async ({ ada, bob }: Table) => {
    const seats = ['open', 'open', { bot: 'random' }];
    const game = await created(ada, { ruleset: 'champions-of-chance', seats });
    await join(bob, game, {});
    await join(ada, game, { clientSeed: 'the last word' });
    await played([bob, ada], game, 4);
    expect((await ada.post(`/v1/games/${game.id}/resignation`, {})).status).toBe(200);
    await played([bob, ada], game, 8);
    expect((await bob.post(`/v1/games/${game.id}/resignation`, {})).status).toBe(200);
    return game;
  },
  'aborted by consent': async ({ ada, bob }: Table) => {
    const game = await created(ada, { ruleset: 'pascals-ruin' });
    await join(bob, game, {});
    await played([ada, bob], game, 2);
    for (const caller of [ada, bob]) expect((await caller.post(`/v1/games/${game.id}/abort`, {})).status).toBe(200);
    return game;
  },
  'aborted before it started': async ({ ada, bob }: Table) => {
    const game = await created(ada, { ruleset: 'folly-and-fortune', seats: ['me', 'open', { player: bob.id }] });
    await join(bob, game, { seat: 1, clientSeed: 'here I am' });
    expect((await bob.call('DELETE', `/v1/games/${game.id}/seats/1`)).status).toBe(200);
    expect((await ada.post(`/v1/games/${game.id}/abort`, {})).status).toBe(200);
    return game;
  },
  'lost on time': ({ ada }: Table) => {
    const clock = { perAction: 1, onTimeout: 'resign' };
    return created(ada, { ruleset: 'champions-of-chance', seats: ['me', 'me'], clock });
  },
  'played by the house when the time was up': ({ ada }: Table) => {
    const clock = { bank: 1, increment: 0, onTimeout: 'random' };
    return created(ada, { ruleset: 'folly-and-fortune', seats: ['me', { bot: 'random' }], clock });
  },
} as const;

export type Way = keyof typeof WAYS | `${string} played by bots`;

export function allWays(catalogue: Catalogue): Way[] {
  const played = [...catalogue.keys()].map((id): Way => `${id} played by bots`);
  return [...(Object.keys(WAYS) as Way[]), ...played];
}

const QUICK = { mode: 'match', roundsToWin: 1 };

export async function finishedIn(way: Way, table: Table): Promise<FinishedGame> {
  const first = await (isNamed(way) ? WAYS[way](table) : playedByBots(way.replace(' played by bots', ''), table));
  const last = await over(table.ada, first.id);
  const kept = [first, last].map(({ version, head }) => ({ version, head }));
  return { transcript: await transcriptOf(table.ada, first.id), kept };
}

function isNamed(way: Way): way is keyof typeof WAYS {
  return Object.hasOwn(WAYS, way);
}

async function playedByBots(ruleset: string, { ada }: Table): Promise<any> {
  const { body } = await ada.get(`/v1/rulesets/${ruleset}`);
  return created(ada, { ruleset, seats: Array(body.seats.min).fill({ bot: 'random' }) });
}

export async function created(caller: Caller, asked: Record<string, unknown>): Promise<any> {
  const { status, body } = await caller.post('/v1/games', asked);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

export async function join(caller: Caller, { id }: { id: string }, asked: Record<string, unknown>): Promise<any> {
  const { status, body } = await caller.post(`/v1/games/${id}/seats`, asked);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function played(callers: Caller[], game: any, most = 5_000): Promise<any> {
  const lot = new FastChance('played');
  for (let n = 0; n < most; n++) {
    const { status, seat } = await nextActor(callers, game);
    if (status !== 'playing') break;
    const caller = callers[seat] as Caller;
    const { body: listed } = await caller.get(`/v1/games/${game.id}/actions?seat=${seat}`);
    const { action } = listed.actions[lot.int(listed.actions.length)];
    expect((await caller.post(`/v1/games/${game.id}/actions`, { seat, action })).status).toBe(200);
  }
  return game;
}

async function nextActor([first, ...others]: Caller[], { id }: any): Promise<{ status: string; seat: number }> {
  for (let after = 0; ; ) {
    const { body } = await (first as Caller).get(`/v1/games/${id}?seat=spectator&after=${after}&wait=10`);
    const seat = body.toAct.find((waiting: number) => waiting <= others.length);
    if (seat !== undefined || body.status !== 'playing') return { status: body.status, seat };
    after = body.version;
  }
}

export async function over(caller: Caller, id: string): Promise<any> {
  for (let after = 0; ; ) {
    const { body } = await caller.get(`/v1/games/${id}?after=${after}&wait=20`);
    if (body.status === 'finished' || body.status === 'aborted') return body;
    after = body.version;
  }
}

async function transcriptOf(caller: Caller, id: string): Promise<Transcript> {
  const { status, body } = await caller.get(`/v1/games/${id}/transcript`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
