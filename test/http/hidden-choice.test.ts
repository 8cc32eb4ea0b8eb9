import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextHead } from '#rules/kernel/chain.ts';
import { canonical } from '#rules/kernel/json.ts';
import type { Transcript, TranscriptEntry } from '../../src/games/fairness/fairness-shapes.ts';
import type { Caller } from './caller.ts';
import { created, join } from './finished-games.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob');
});
afterAll(() => service.stop());

interface SecretChoice {
  id: string;
  chosen: any;
  before: string;
  after: string;
  entry: { version: number; kind: string; seat: number; draws: number[]; at: string };
  candidates: any[];
}

const SECRETS = [
  { ruleset: 'champions-of-chance', what: 'a card of a die', both: ({ phase }: any) => phase === 'die' },
  { ruleset: 'folly-and-fortune', what: 'cards put down', both: () => true },
];

async function secretChoice(ruleset: string, both: (view: any) => boolean): Promise<SecretChoice> {
  const game = await created(ada, { ruleset });
  await join(bob, game, {});
  for (let n = 0; n < 200; n++) {
    const { body: table } = await service.stranger.get(`/v1/games/${game.id}`);
    if (table.toAct.length === 2 && both(table.view)) return chosenBy(ada, table);
    const [seat] = table.toAct;
    const caller = seat === 0 ? ada : bob;
    const { body } = await caller.get(`/v1/games/${game.id}/actions`);
    await caller.post(`/v1/games/${game.id}/actions`, { action: body.actions.at(-1).action });
  }
  throw new Error(`nobody ever chose in secret in ${ruleset}`);
}

async function chosenBy(caller: Caller, { id, head: before }: any): Promise<SecretChoice> {
  const { body } = await caller.get(`/v1/games/${id}/actions`);
  const candidates = body.actions.map(({ action }: any) => action);
  const chosen = candidates[Math.floor(candidates.length / 2)];
  expect((await caller.post(`/v1/games/${id}/actions`, { action: chosen })).status).toBe(200);
  const { body: seen } = await bob.get(`/v1/games/${id}`);
  const entry = { version: seen.version, kind: 'action', seat: 0, draws: [], at: seen.updatedAt };
  return { id, chosen, before, after: seen.head, entry, candidates };
}

/** Returns all hashes that an attacker without the chain key can compute for an action. */
function guessesFor(action: unknown, { id, before, entry }: SecretChoice, known: string[]): string[] {
  const { version, kind, seat, draws, at } = entry;
  const texts = [
    `${before}\n${canonical([version, kind, seat, action, draws, at])}`,
    canonical([version, kind, seat, action, draws, at]),
    canonical({ version, kind, seat, action, draws, at }),
    `${before}${canonical(action)}`,
    canonical(action),
  ];
  const words = ['', id, before, String(version), '0', ...known];
  const keys = words.flatMap((word) => [Buffer.from(word), Buffer.from(word, 'hex'), Buffer.alloc(32)]);
  return texts.flatMap((text) => [
    createHash('sha256').update(text).digest('hex'),
    ...keys.flatMap((key) => [
      createHmac('sha256', key).update(text).digest('hex'),
      nextHead(key, before, { ...entry, action }),
    ]),
  ]);
}

test.each(SECRETS)('in $ruleset, $what cannot be guessed from the head before the game is over', async (way) => {
  const choice = await secretChoice(way.ruleset, way.both);
  expect(choice.candidates.length).toBeGreaterThan(2);
  const { body: fairness } = await bob.get(`/v1/games/${choice.id}/fairness`);
  const known = [fairness.commitment, ...fairness.clientSeeds.map(({ clientSeed }: any) => clientSeed)];
  const confirmed = choice.candidates.filter((action) => guessesFor(action, choice, known).includes(choice.after));
  expect(confirmed).toEqual([]);

  await ada.post(`/v1/games/${choice.id}/abort`, {});
  await bob.post(`/v1/games/${choice.id}/abort`, {});
  const { body: transcript } = await bob.get(`/v1/games/${choice.id}/transcript`);
  const { chainKey, log } = transcript as Transcript;
  const made = log[choice.entry.version - 1] as TranscriptEntry;
  expect(made).toMatchObject({ ...choice.entry, action: choice.chosen, head: choice.after });
  const key = Buffer.from(chainKey, 'hex');
  const fitting = choice.candidates.filter(
    (action) => nextHead(key, choice.before, { ...choice.entry, action }) === choice.after,
  );
  expect(fitting).toEqual([choice.chosen]);
});

test('the same choice at the same place never has the same head twice', async () => {
  const asked = { ruleset: 'champions-of-chance', seed: 'the same again' };
  const heads = await Promise.all(
    [0, 1].map(async () => {
      const game = await created(ada, asked);
      await join(bob, game, {});
      return (await ada.get(`/v1/games/${game.id}`)).body.head;
    }),
  );
  expect(heads[0]).not.toBe(heads[1]);
});

test('times and versions of decisions do not show how often a battler changed its mind', async () => {
  const { id } = await secretChoice('champions-of-chance', ({ phase }: any) => phase === 'die');
  const decisions = async (caller: Caller) => (await caller.get(`/v1/games/${id}`)).body.decisions;
  const [seen, others] = [await decisions(ada), await decisions(bob)];
  const { body } = await ada.get(`/v1/games/${id}/actions`);
  const back = body.actions.find(({ action }: any) => action.type === 'unchooseDie').action;
  for (const action of [back, { ...back, type: 'chooseDie' }, back]) {
    expect((await ada.post(`/v1/games/${id}/actions`, { action })).status).toBe(200);
    expect(await decisions(bob)).toEqual(others);
    expect(await decisions(service.stranger)).toEqual(others);
  }
  const own = (await decisions(ada)).find(({ seat }: any) => seat === 0);
  expect(own.since).toBe(seen.find(({ seat }: any) => seat === 0).since + 3);
  const stale = await ada.post(`/v1/games/${id}/actions`, {
    action: body.actions[0].action,
    expectedVersion: own.since - 1,
  });
  expect(stale.body.code).toBe('stale-version');
});
