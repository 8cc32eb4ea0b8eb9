import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Catalogue, loadCatalogue, versionIn } from '#rules/catalogue.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import type { ServerClock } from '../../src/store/game-rows.ts';
import { NOT_ALL_CHECKED, verifiedByPython } from '../games/python.ts';
import { freshDatabase, KINDS, type TestDatabase, temporaryDirectory } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { withNewerRules } from './newer-rules.ts';
import { type Service, serviceOfTest, startService } from './service.ts';
import { act, create, playOut, problem, stateOf } from './table.ts';

const RUIN = 'pascals-ruin';
const DAY_MS = 24 * 60 * 60 * 1000;
const days = { passed: 0 };
const clock: ServerClock = {
  now: () => new Date(Date.now() + days.passed * DAY_MS),
  get aheadMs() {
    return days.passed * DAY_MS;
  },
};

let database: TestDatabase;
let before: Catalogue;
let after: Catalogue;
let [present, newest]: [number, number] = [0, 0];
let service: Service;
let ada: Caller;
let unfinished: any;
let long: any;
let daily: any;

beforeAll(async () => {
  database = await freshDatabase(KINDS.at(-1) as 'embedded' | 'postgres');
  const all = await loadCatalogue(true);
  before = new Map([...all].filter(([id]) => [RUIN, 'pascal'].includes(id)));
  after = withNewerRules(before);
  [present, newest] = [before, after].map((catalogue) => catalogue.get(RUIN)?.ruleset.rulesVersion) as [number, number];
  service = await startService({ store: await database.open(), catalogue: before, clock });
  ada = await service.stranger.register('Ada');
  const asked = { ruleset: RUIN, seats: ['me', 'me'], options: { roundsToWin: 1 } };
  unfinished = await create(ada, { ...asked, standIn: 'random' });
  for (let n = 0; n < 4; n++) unfinished = (await act(ada, unfinished.id)).state;
  long = await create(ada, { ...asked, options: { roundsToWin: 9 } });
  daily = await create(ada, { ruleset: 'pascal', daily: true, options: { maxBoards: 1 } });
  await playOut([ada], daily.id, 'daily');
  await service.stop();
  service = await startService({ store: await database.open(), catalogue: after, clock });
  ada = service.stranger.as(ada.token);
});
afterAll(async () => {
  await service.stop();
  await database.remove();
});

test('a game continues by its own rules, beside a new one by the newest, and both verify', async () => {
  expect(await stateOf(ada, unfinished.id)).toEqual(unfinished);
  const fresh = await create(ada, { ruleset: RUIN, seats: ['me', 'me'], options: { roundsToWin: 1 } });
  expect([unfinished.rulesVersion, fresh.rulesVersion]).toEqual([present, newest]);
  expect([unfinished.view.edition, fresh.view.edition]).toEqual([undefined, newest]);
  const ends = [];
  for (const { id, rulesVersion } of [unfinished, fresh]) {
    expect((await ada.get(`/v1/games/${id}/actions`)).body).toMatchObject({ ruleset: RUIN, rulesVersion });
    expect((await ada.get(`/v1/games/${id}/events`)).body).toMatchObject({ ruleset: RUIN, rulesVersion });
    expect((await ada.post(`/v1/games/${id}/worlds`, { count: 2 })).body).toMatchObject({ rulesVersion });
    expect(await act(ada, id)).toMatchObject({ ruleset: RUIN, rulesVersion, state: { rulesVersion } });
    const { version, head } = await playOut([ada], id, `of version ${rulesVersion}`);
    ends.push({ id, rulesVersion, kept: [{ version, head }] });
  }
  for (const { id, rulesVersion, kept } of ends) {
    const { body: transcript } = await ada.get(`/v1/games/${id}/transcript`);
    expect(transcript.rulesVersion).toBe(rulesVersion);
    expect(verify(transcript, after, kept)).toMatchObject({ verified: true, keptHeads: 1 });
    expect(verifiedByPython(transcript, kept)).toMatchObject({ status: NOT_ALL_CHECKED, stderr: '' });
    const earlier = verify(transcript, before, kept);
    if (rulesVersion === present) expect(earlier).toMatchObject({ verified: true });
    else expect(earlier).toMatchObject({ verified: false, expected: [present], found: newest });
  }
  const { games } = (await ada.get(`/v1/games?ruleset=${RUIN}&status=finished`)).body;
  expect(games.map((game: any) => game.rulesVersion).sort()).toEqual([present, newest]);
});

test('a server does not start without the rules of unfinished games', async () => {
  await create(ada, { ruleset: RUIN, seats: ['me', 'open'] });
  const { rulesVersion } = await newCompetition(ada, 'pascal');
  await expect(startService({ store: await database.open(), catalogue: before, clock })).rejects.toThrow(
    `unfinished games or competitions need rules version ${newest} of ${RUIN} and rules version ${rulesVersion} of pascal: start a build that has these rules`,
  );
});

async function newCompetition(by: Caller, ruleset: string): Promise<any> {
  const clock = { perAction: 60, onTimeout: 'random' };
  const asked = { name: 'Not begun', ruleset, format: ruleset === 'pascal' ? 'cup' : 'match', clock };
  const { status, body } = await by.post('/v1/competitions', asked);
  expect(status).toBe(201);
  return body;
}

async function calledOff(by: Caller): Promise<string> {
  const { id } = await newCompetition(by, RUIN);
  expect((await by.post(`/v1/competitions/${id}/abort`, {})).status).toBe(200);
  const isComplete = async () => (await by.get(`/v1/competitions/${id}`)).body.complete;
  await expect.poll(isComplete).toBe(true);
  return id;
}

test('a finished game or competition without rules in this build is answered with a problem that names them', async () => {
  const elsewhere = await freshDatabase(KINDS.at(-1) as 'embedded' | 'postgres');
  onTestFinished(() => elsewhere.remove());
  const upgraded = await startService({ store: await elsewhere.open(), catalogue: after, clock });
  const bob = await upgraded.stranger.register('Bob');
  const game = await create(bob, { ruleset: RUIN, seats: ['me', 'me'] });
  expect((await bob.post(`/v1/games/${game.id}/resignation`, { seat: 0 })).body.status).toBe('finished');
  const competition = `/v1/competitions/${await calledOff(bob)}`;
  await upgraded.stop();

  const outdated = await serviceOfTest({ store: await elsewhere.open(), catalogue: before, clock });
  const there = outdated.stranger.as(bob.token);
  const path = `/v1/games/${game.id}`;
  for (const refused of [
    await there.get(path),
    await there.get(`${path}/events`),
    await there.get(`${path}/transcript`),
    await there.post(`${path}/actions`, { action: { type: 'pass' } }),
    await there.post(`${path}/rematch`, {}),
    await there.post(`${competition}/entries`, {}),
  ]) {
    expect(problem(refused)).toBe('503 rules-unavailable');
    expect(refused.body.detail).toContain(`rules version ${newest} of ${RUIN}`);
    expect(refused.headers.get('retry-after')).toBe('60');
  }
});

test('a rematch uses the newest rules, if they accept the game', async () => {
  expect((await ada.post(`/v1/games/${unfinished.id}/rematch`, {})).body).toMatchObject({
    rulesVersion: newest,
    options: { ...unfinished.options, calm: false },
    rematchOf: unfinished.id,
  });
  expect((await ada.post(`/v1/games/${long.id}/resignation`, { seat: 0 })).status).toBe(200);
  const refused = await ada.post(`/v1/games/${long.id}/rematch`, {});
  expect(problem(refused)).toBe('409 rematch-outgrown');
  expect(refused.body.detail).toContain('A match is of five rounds at most.');
});

test('new games use the newest rules, and older ones cannot be chosen', async () => {
  const refused = await ada.post('/v1/games', { ruleset: RUIN, rulesVersion: present });
  expect(problem(refused)).toBe('400 invalid-request');
  const message = expect.stringMatching(/^is not a known field \(known: `ruleset`, /);
  expect(refused.body.errors).toEqual([{ pointer: '/rulesVersion', message }]);
});

test('a ruleset is described by each of its versions', async () => {
  const path = `/v1/rulesets/${RUIN}`;
  const whole = `${path}?rules=true&schemas=true`;
  const [latest, older] = [(await ada.get(whole)).body, (await ada.get(`${whole}&rulesVersion=${present}`)).body];
  expect(latest).toMatchObject({ rulesVersion: newest, defaultOptions: { calm: false } });
  expect(older).toMatchObject({ rulesVersion: present, rules: versionIn(before, RUIN, present)?.rules });
  expect(latest.rules).not.toBe(older.rules);
  expect(older.defaultOptions.calm).toBeUndefined();
  expect([latest, older].map(({ schemas }) => schemas.view.properties.edition !== undefined)).toEqual([true, false]);
  expect([latest, older].map(({ rulesVersions }) => rulesVersions.slice(-2))).toEqual(Array(2).fill([present, newest]));
  expect((await ada.get(`${whole}&rulesVersion=${newest}`)).body).toEqual(latest);
  const unknown = await ada.get(`${path}?rulesVersion=77`);
  expect(problem(unknown)).toBe('404 ruleset-not-found');
  expect(unknown.body.hint).toContain(`${present}, ${newest}`);
  expect(problem(await ada.get(`${path}?rulesVersion=old`))).toBe('400 invalid-request');
  const { rulesets } = (await ada.get('/v1/rulesets')).body;
  expect(rulesets.map(({ rulesVersion }: any) => rulesVersion)).not.toContain(present);
});

test('the game of a day is found by the rules that it was played with', async () => {
  const [played, risen] = [before, after].map((build) => build.get('pascal')?.ruleset.rulesVersion);
  const options = encodeURIComponent('{"maxBoards":1}');
  const path = `/v1/rulesets/pascal/daily?options=${options}`;
  expect((await ada.get(path)).body).toMatchObject({ rulesVersion: risen, results: [] });
  const own = { rulesVersion: played, date: daily.daily.date, results: [{ gameId: daily.id }] };
  expect((await ada.get(`${path}&rulesVersion=${played}`)).body).toMatchObject({ ...own, closed: false, seed: null });
  expect(problem(await ada.get(`${path}&rulesVersion=77`))).toBe('404 ruleset-not-found');
  days.passed = 1;
  try {
    const over = (await ada.get(`${path}&date=${daily.daily.date}`)).body;
    expect(over).toMatchObject({ ...own, closed: true });
    expect(over.seed).toMatch(/^[0-9a-f]{64}$/);
  } finally {
    days.passed = 0;
  }
});

describe('the OpenAPI document', () => {
  test('names the newest rules plainly and older ones by version', () => {
    const { schemas } = (service.app.swagger() as any).components;
    const older = `PascalsRuinV${present}`;
    for (const name of ['Game', 'View', 'Options', 'Action', 'Event', 'RollDieAction', 'ActionResult', 'EventPage']) {
      expect(schemas[`PascalsRuin${name}`], name).toBeDefined();
      expect(schemas[`${older}${name}`], name).toBeDefined();
    }
    expect(Object.keys(schemas).filter((name) => /^New.*V\d/.test(name))).toEqual([]);
    const branch = '#/components/schemas/AnyPascalsRuinGame';
    expect(schemas.Game.discriminator.mapping[RUIN]).toBe(branch);
    expect(schemas.AnyPascalsRuinGame.oneOf).toEqual(
      ['PascalsRuinGame', `${older}Game`].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    );
  });

  test('gives a generated client types that narrow by ruleset and then by rulesVersion', async () => {
    const document = JSON.parse(JSON.stringify(service.app.swagger()));
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'api.d.ts'), astToString(await openapiTS(document, { silent: true })));
    const use = join(folder, 'use.ts');
    writeFileSync(use, useOf(present, newest));
    const options = { strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022, skipLibCheck: true };
    const program = ts.createProgram([use], options);
    const said = ts
      .getPreEmitDiagnostics(program)
      .map((each) => ts.flattenDiagnosticMessageText(each.messageText, ' '));
    expect(said).toEqual([]);
  });
});

/** Returns client code that compiles only if exactly these fields exist. */
function useOf(present: number, newest: number): string {
  return `
import type { components } from './api.d.ts';
type Schemas = components['schemas'];
export function read(game: Schemas['Game'], list: Schemas['ActionList'], page: Schemas['EventPage']): unknown {
  if (game.ruleset !== 'pascals-ruin' || list.ruleset !== 'pascals-ruin' || page.ruleset !== 'pascals-ruin') return null;
  if (game.rulesVersion === ${newest}) {
    const edition: ${newest} | undefined = game.view?.edition;
    const calm: boolean = game.options.calm;
    const own: Schemas['PascalsRuinGame'] = game;
    return [edition, calm, own];
  }
  const version: ${present} = game.rulesVersion;
  // @ts-expect-error the older rules have no such option
  const none = game.options.calm;
  // @ts-expect-error nor such a field in the view
  const neither = game.view?.edition;
  const chain = game.view?.chain[0]?.card;
  const own: Schemas['PascalsRuinV${present}Game'] = game;
  if (list.rulesVersion === ${present}) {
    const action: Schemas['PascalsRuinV${present}Action'] | undefined = list.actions[0]?.action;
    return action?.type === 'rollDie' ? action.die : null;
  }
  const events = page.rulesVersion === ${newest} ? page.events.map((event) => (event.type === 'dieRolled' ? event.data.value : 0)) : [];
  return [version, none, neither, chain, own, events];
}
`;
}
