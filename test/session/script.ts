import { expect, vi } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { administer } from '../../src/admin/admin.ts';
import type { Caller } from '../http/caller.ts';
import { type DocumentedOperation, operationsOf } from '../http/documented-operations.ts';
import { OPERATOR_TOKEN, type Service } from '../http/service.ts';
import { Subscriber } from '../notifications/push-endpoint.ts';
import type { MailReceived, SmtpServer } from '../notifications/smtp-server.ts';
import { tokenIn } from '../notifications/smtp-server.ts';
import { PATIENCE } from '../patience.ts';
import type { Recorder, Speaker } from './recorder.ts';

export interface Play {
  service: Service;
  clock: { ms: number };
  smtp: SmtpServer;
  receiver: string;
  document: object;
  recorder: Recorder;
  stranger: Speaker;
  ada: Speaker;
  bob: Speaker;
  cleo: Speaker;
}

const NOTHING = '01930000-0000-7000-8000-0000000000ff';
const NO_POOL = '0123456789abcdef';
const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const CLOCK = { perAction: 86_400, onTimeout: 'resign' };
const SEED = 'first game';
const RUIN = { ruleset: 'pascals-ruin', options: { roundsToWin: 1 }, seed: SEED };
const ROLL = { type: 'rollDie', die: 'd20' };
const ESTIMATES = ['options', 'taken', 'best', 'loss', 'verdict', 'playouts', 'seconds', 'moves'];
const PROGRESS = [...ESTIMATES, 'version'];
const CHOSEN: Record<string, object> = {
  'champions-of-chance': { dieSelection: 'blindSeen', wackyNumbers: true },
  'folly-and-fortune': { superpowers: true, startingCards: 5 },
  pascal: { maxBoards: 1 },
  'pascals-ruin': { roundsToWin: 1 },
};
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

async function until(caller: Speaker, path: string, is: (body: any) => boolean): Promise<any> {
  return vi.waitFor(async () => {
    const { body } = await caller.quiet.get(path);
    expect(is(body), JSON.stringify(body)).toBe(true);
    return body;
  }, PATIENCE);
}

function untilNobodyIsLate({ store }: Service, { ms }: { ms: number }): Promise<void> {
  const soon = new Date(ms + 1); // a deadline ends at its exact millisecond
  return vi.waitFor(async () => expect(await store.operators.overdue(soon, 1)).toEqual([]), PATIENCE);
}

async function seated([host, ...guests]: Speaker[], more: object = {}): Promise<any> {
  const seats = ['me', ...guests.map(({ quiet }) => ({ player: quiet.id }))];
  const { status, body } = await (host as Speaker).quiet.post('/v1/games', { ...RUIN, seats, clock: CLOCK, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  for (const { quiet } of guests) expect((await quiet.post(`/v1/games/${body.id}/seats`, {})).status).toBe(200);
  return (await (host as Speaker).quiet.get(`/v1/games/${body.id}`)).body;
}

async function act(players: Speaker[], id: string, lot: FastChance, query = ''): Promise<any> {
  for (const player of players) {
    const { choices = [], viewer, version } = (await player.quiet.get(`/v1/games/${id}`)).body;
    if (legalActionsOf({ choices }).length === 0) continue;
    const action = legalActionsOf({ choices })[lot.int(legalActionsOf({ choices }).length)];
    return player.post(`/v1/games/${id}/actions${query}`, { action, seat: viewer, expectedVersion: version });
  }
  return null;
}

async function playOut(players: Caller[], id: string): Promise<void> {
  const lot = new FastChance('to the end');
  for (;;) {
    let acted = false;
    for (const player of players) {
      const { choices = [], viewer, status } = (await player.get(`/v1/games/${id}`)).body;
      if (status !== 'playing') return;
      if (legalActionsOf({ choices }).length === 0) continue;
      const action = legalActionsOf({ choices })[lot.int(legalActionsOf({ choices }).length)];
      expect((await player.post(`/v1/games/${id}/actions`, { action, seat: viewer })).status).toBe(200);
      acted = true;
    }
    expect(acted).toBe(true);
  }
}

export const CHAPTERS: [title: string, play: (play: Play) => Promise<void>][] = [
  ['the house', house],
  ['refusals of every operation', refusals],
  ['players and accounts', accounts],
  ['tokens and devices', tokens],
  ['games of all rulesets', allRulesets],
  ['seats', seats],
  ['hidden information', hidden],
  ['actions that are refused', refusedActions],
  ['undoing and takebacks', takebacks],
  ['endings', endings],
  ['fairness', fairness],
  ['plans', plans],
  ['chat, mutes and blocks', chat],
  ['turns, clocks and the calendar', turns],
  ['seeks', seeks],
  ['competitions', competitions],
  ['ratings', ratings],
  ['analyses', analyses],
  ['webhooks', webhooks],
  ['notifications', notifications],
  ['games of the day', daily],
  ['operators', operators],
  ['export and deletion', deletion],
];

async function house({ stranger, ada }: Play): Promise<void> {
  await stranger.get('/healthz');
  await stranger.get('/readyz');
  await stranger.get('/v1/rulesets');
  const { quiet } = stranger;
  for (const path of ['/v1/rulesets', '/v1/rulesets/pascal']) {
    const tag = (await quiet.get(path)).headers.get('etag') as string;
    await stranger.get(path, { 'if-none-match': tag });
  }
  for (const { id } of (await quiet.get('/v1/rulesets')).body.rulesets)
    await stranger.get(`/v1/rulesets/${id}?rules=true&schemas=true`);
  await stranger.get('/v1/rulesets/pascal');
  await stranger.get('/v1/rulesets/pascal?rulesVersion=1');
  await stranger.get('/v1/rulesets/pascal?rulesVersion=99');
  await stranger.get('/v1/rulesets/chess');
  await stranger.get('/v1/no-such-route');
  await stranger.call('DELETE', '/v1/rulesets');
  await stranger.get('/v1/rulesets', { accept: 'text/html' });
  await stranger.get('/v1/me', { authorization: 'Basic YTpi' });
  await ada.call('POST', '/v1/games', { raw: '{"ruleset":', headers: { 'content-type': 'application/json' } });
  await ada.call('POST', '/v1/games', { raw: 'ruleset=pascal', headers: { 'content-type': 'text/plain' } });
  await ada.call('POST', '/v1/games', {
    raw: `"${'x'.repeat(70_000)}"`,
    headers: { 'content-type': 'application/json' },
  });
  await ada.call('POST', '/v1/games', { body: {}, headers: { 'if-match': '"anything"' } });
  await ada.call('GET', `/v1/rulesets?${'x'.repeat(9_000)}`);
}

async function refusals({ document, stranger, recorder }: Play): Promise<void> {
  const nell = stranger.as('Nell', (await stranger.quiet.register('Nell')).token);
  const callFor = ({ method, path, body }: DocumentedOperation) => {
    const filled = path
      .replace('{ruleset}', 'chess')
      .replace('{poolId}', NO_POOL)
      .replace('{token}', 'x'.repeat(43))
      .replace(/\{(seat|round|board|entry)\}/g, '1')
      .replace(/\{\w+\}/g, NOTHING);
    return {
      method: method.toUpperCase(),
      path: filled,
      options: body === undefined ? {} : { body },
      isOwn: filled === path,
    };
  };
  for (const operation of operationsOf(document).toSorted((one, other) => one.id.localeCompare(other.id))) {
    const { method, path, options, isOwn } = callFor(operation);
    if (!path.startsWith('/v1/')) continue;
    recorder.chapter(`refusals of ${operation.id}`);
    const needsToken = operation.id !== 'createPlayer' && operation.id !== 'estimateCompetition';
    if (needsToken) await stranger.call(method, path, options);
    if (!isOwn) await nell.call(method, path, options);
    if (options.body !== undefined) await nell.call(method, path, { body: { nothing: 1 } });
    else if (method === 'GET' && operation.id !== 'exportMe') await nell.call(method, `${path}?nothing=1`);
  }
}

async function accounts({ stranger, ada, bob }: Play): Promise<void> {
  const key = { 'idempotency-key': 'the-first-registration-0123456789abcdefghijk' };
  const dan = await stranger.post('/v1/players', { name: 'Dan', kind: 'human' }, key);
  await stranger.post('/v1/players', { name: 'Dan', kind: 'human' }, key);
  await stranger.post('/v1/players', { name: 'Another Dan', kind: 'human' }, key);
  await stranger.post('/v1/players', { name: 'Dan', kind: 'agent' });
  await stranger.post('/v1/players', { name: 'D\u0430n', kind: 'agent' });
  await stranger.post('/v1/players', { name: 'deleted', kind: 'agent' });
  await stranger.post('/v1/players', { name: 'random', kind: 'agent' });
  await stranger.post('/v1/players', { name: '', kind: 'robot' });
  const own = stranger.as('Dan', dan.token, dan.player.id);
  await own.get('/v1/me');
  await own.patch('/v1/me', { name: 'Daniel' });
  await own.patch('/v1/me', { name: 'Ada' });
  await own.patch('/v1/me', {});
  const { id } = dan.player;
  await bob.get(`/v1/players/${id}`);
  await bob.get(`/v1/players/${id}/names`);
  await stranger.get('/v1/players/not-an-id');
  await ada.get(`/v1/players/${ada.quiet.id}/record`);
  await ada.get(`/v1/players/${ada.quiet.id}/record/details?ruleset=pascal`);
  const recovered = await stranger.post('/v1/players/recovery', { player: 'Daniel', recoveryCode: dan.recoveryCode });
  await stranger.post('/v1/players/recovery', { player: id, recoveryCode: dan.recoveryCode });
  await own.get('/v1/me');
  await stranger.as('Daniel', recovered.token).get('/v1/me');
}

async function tokens({ stranger, ada, clock }: Play): Promise<void> {
  const eve = (await stranger.quiet.register('Eve', 'human')) as Caller;
  clock.ms += SECOND; // tokens of the same age would be in random order
  const own = stranger.as('Eve', eve.token, eve.id);
  const read = await own.post('/v1/me/read-tokens', { name: 'a screen' });
  const reader = stranger.as('Eve, reading', read.token);
  await reader.get('/v1/me');
  await reader.post('/v1/games', { ruleset: 'pascal' });
  await own.get('/v1/me/tokens');
  await own.patch(`/v1/me/tokens/${read.id}`, { name: 'the screen in the hall' });
  await own.patch(`/v1/me/tokens/${read.id}`, { name: '' });
  const { code } = await own.post('/v1/me/device-codes');
  const device = await stranger.post('/v1/devices', { code, name: 'phone' });
  await stranger.post('/v1/devices', { code, name: 'phone' });
  await stranger.post('/v1/devices', { code: 'AAAA-AAAA-AAAA' });
  await own.get('/v1/me/tokens');
  await own.delete(`/v1/me/tokens/${read.id}`);
  await own.delete(`/v1/me/tokens/${read.id}`);
  await reader.get('/v1/me');
  const ownToken = (await own.get('/v1/me/tokens')).tokens.find((each: any) => each.current)?.id;
  await own.delete(`/v1/me/tokens/${ownToken ?? NOTHING}`);
  await own.delete('/v1/me/tokens');
  await stranger.as('phone', device.token).get('/v1/me');
  const key = { 'idempotency-key': 'a-token-once-0123456789abcdefghijklmnopqrstu' };
  const rotated = await own.post('/v1/me/token', {}, key);
  await own.get('/v1/me');
  await stranger.as('Eve', rotated.token).get('/v1/me');
  await ada.get(`/v1/players/${eve.id}`);
}

async function allRulesets({ ada, bob, cleo, stranger }: Play): Promise<void> {
  const { rulesets } = (await stranger.quiet.get('/v1/rulesets')).body;
  for (const { id: ruleset, seats: least } of rulesets) {
    const players = [ada, bob, cleo].slice(0, least.min);
    const seats = players.map(({ quiet }, seat) => (seat === 0 ? 'me' : { player: quiet.id }));
    const options = CHOSEN[ruleset] ?? {};
    const { id } = await ada.post('/v1/games', { ruleset, options, seats, seed: 'recorded', clock: CLOCK });
    const path = `/v1/games/${id}`;
    for (const guest of players.slice(1)) await guest.post(`${path}/seats`);
    const lot = new FastChance(ruleset);
    for (let n = 0; n < 6; n++)
      await act(players, id, lot, n % 2 === 0 ? '' : '?text=true&labels=true&odds=true&names=true');
    for (const player of [...players, stranger]) await player.get(`${path}?text=true&labels=true&odds=true`);
    for (const player of players) await player.get(`${path}/actions?names=true`);
    await bob.get(`${path}/events?text=true&names=true`);
    await ada.get(`${path}/states?from=1&to=3`);
    await ada.post(`${path}/worlds`, { count: 1 });
    await playOut(
      players.map(({ quiet }) => quiet),
      id,
    );
    await stranger.get(`${path}?text=true`);
    await stranger.get(`${path}/events?order=desc&limit=3&text=true`);
    await stranger.get(`${path}/transcript`);
    await ada.get(`/v1/players/${ada.quiet.id}/record/details?ruleset=${ruleset}`);
  }
  await ada.get(`/v1/players/${ada.quiet.id}/record`);
  await stranger.get('/v1/games?status=finished&limit=2');
}

async function seats({ ada, bob, cleo, stranger }: Play): Promise<void> {
  const three = { ...RUIN, seats: ['me', 'open', 'open'], visibility: 'unlisted' };
  const key = { 'idempotency-key': 'a-table-for-three' };
  const { id, inviteCode } = await ada.post('/v1/games', three, key);
  await ada.post('/v1/games', three, key);
  await ada.post('/v1/games', { ...three, seats: ['me', 'open'] }, key);
  const path = `/v1/games/${id}`;
  await bob.post(`${path}/seats`, { seat: 0 });
  await bob.post(`${path}/seats`, { seat: 1, clientSeed: 'from Bob' });
  await bob.post(`${path}/seats`, { seat: 1 });
  await bob.post(`${path}/seats`);
  await bob.post(`${path}/actions`, { action: { type: 'rollDie', die: 'd6' } });
  await cleo.delete(`${path}/seats/1`);
  await bob.delete(`${path}/seats/1`);
  await bob.delete(`${path}/seats/1`);
  await stranger.get(path);
  const closed = await ada.post('/v1/games', { ...three, visibility: 'private' });
  await bob.get(`/v1/games/${closed.id}`);
  await bob.get(`/v1/games/${closed.id}`, { 'invite-code': closed.inviteCode ?? inviteCode ?? 'ABCDEFGH' });
  await bob.get(`/v1/games/${closed.id}`, { 'invite-code': 'WRONGCODE' });
  await bob.post(`/v1/games/${closed.id}/seats`, {});
  await bob.post(`/v1/games/${closed.id}/seats`, { inviteCode: closed.inviteCode });
  await ada.post('/v1/games', { ruleset: 'chess' });
  await ada.post('/v1/games', { ruleset: 'pascal', seats: ['me', 'me'] });
  await ada.post('/v1/games', { ruleset: 'pascal', options: { dotSpaces: 'many' } });
  await ada.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', { player: NOTHING }] });
  await ada.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', { bot: 'nobody' }] });
  await ada.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'open'], seed: 'x', rated: true });
  await cleo.get('/v1/games?status=open&openSeats=true');
  await ada.get('/v1/games?awaiting=me');
  await ada.get(`/v1/games?player=${ada.quiet.id}&opponent=${bob.quiet.id}&limit=1`);
  await ada.get('/v1/games?cursor=nonsense');
  const withBots = await ada.post('/v1/games', { ...RUIN, seats: ['me', { bot: 'random' }, { bot: 'random' }] });
  await until(ada, `/v1/games/${withBots.id}`, ({ toAct, status }) => toAct.includes(0) || status !== 'playing');
  await ada.get(`/v1/games/${withBots.id}/events`);
}

async function hidden({ ada, bob, stranger }: Play): Promise<void> {
  const game = { ruleset: 'folly-and-fortune', options: { startingCards: 5 }, seed: 'hidden' };
  const { id } = await seated([ada, bob], game);
  const path = `/v1/games/${id}`;
  for (const viewer of [ada, bob, stranger]) {
    await viewer.get(path);
    await viewer.get(`${path}/events`);
  }
  await bob.get(`${path}?seat=spectator`);
  await bob.get(`${path}?seat=0`);
  await bob.get(`${path}/actions?seat=0`);
  await stranger.get(`${path}/actions`);
  await stranger.get(`${path}/transcript`);
  await stranger.post(`${path}/worlds`);
  const state = await ada.get(path);
  const tag = (await ada.quiet.get(path)).headers.get('etag') as string;
  await ada.get(path, { 'if-none-match': tag });
  await ada.get(`${path}?at=1`);
  await ada.get(`${path}?at=999`);
  await ada.get(`${path}?at=${state.version}&head=${'0'.repeat(64)}`);
  const lot = new FastChance('hidden');
  await bob.waiting(`${path}?after=${state.version}&wait=30`, () => act([ada, bob], id, lot));
  await bob.get(`${path}/events?after=${state.version}&text=true`);
  await stranger.get(`${path}/states?from=${state.version}&text=true`);
}

async function refusedActions({ ada, bob, stranger }: Play): Promise<void> {
  const game = await seated([ada, bob]);
  const path = `/v1/games/${game.id}/actions`;
  const [action] = legalActionsOf(game);
  const body = { action, expectedVersion: game.version };
  await stranger.post(path, body);
  await bob.post(path, body);
  await bob.post(path, { ...body, seat: 0 });
  await ada.post(path, { action: { type: 'noSuchAction' } });
  await ada.post(path, { action: { type: 'declineChallenge' } });
  await ada.post(path, { action });
  await ada.post(path, { ...body, expectedVersion: 1 });
  await ada.post(path, { ...body, expectedVersion: 99 });
  const key = { 'idempotency-key': 'one-roll' };
  const { choices, version } = (await ada.quiet.get(`/v1/games/${game.id}`)).body;
  const mover = choices === undefined ? bob : ada;
  const state = choices === undefined ? (await bob.quiet.get(`/v1/games/${game.id}`)).body : { choices };
  const roll = { action: legalActionsOf(state)[0], expectedVersion: version };
  await mover.post(path, roll, key);
  await mover.post(path, roll, key);
  await mover.post(path, { ...roll, expectedVersion: version + 1 }, key);
}

async function takebacks({ ada, bob }: Play): Promise<void> {
  const lot = new FastChance('undo');
  const solo = (await ada.quiet.post('/v1/games', { ruleset: 'pascal', seats: ['me'], seed: 'undo' })).body;
  const path = `/v1/games/${solo.id}/undo`;
  await ada.get(path);
  await ada.post(path, { expectedVersion: solo.version });
  while ((await ada.quiet.get(path)).body.undo === null) await act([ada], solo.id, lot);
  const { version } = (await ada.quiet.get(`/v1/games/${solo.id}`)).body;
  await ada.get(`${path}?names=true`);
  await ada.post(path, { expectedVersion: version - 1 });
  await ada.post(path, { expectedVersion: version });
  await ada.get(`/v1/games/${solo.id}/events?text=true`);

  const game = await seated([ada, bob]);
  await ada.quiet.post(`/v1/games/${game.id}/actions`, { action: legalActionsOf(game)[0] });
  const back = `/v1/games/${game.id}/takeback`;
  await bob.delete(back);
  await ada.post(back, { to: 999 });
  await ada.post(back, { to: game.version });
  await bob.delete(back);
  await ada.post(back, { to: game.version });
  await bob.post(back, { to: game.version });
  await bob.get(`/v1/games/${game.id}/events?text=true`);
}

async function endings({ ada, bob, cleo, stranger, service, clock }: Play): Promise<void> {
  const resigned = await seated([ada, bob]);
  const path = `/v1/games/${resigned.id}`;
  await cleo.post(`${path}/resignation`);
  await ada.post(`${path}/rematch`);
  await ada.post(`${path}/resignation`);
  await ada.post(`${path}/resignation`);
  await ada.post(`${path}/actions`, { action: legalActionsOf(resigned)[0] });
  await cleo.post(`${path}/rematch`);
  const rematch = await bob.post(`${path}/rematch`);
  await ada.post(`${path}/rematch`);
  await ada.get(`/v1/games?rematchOf=${resigned.id}`);
  await bob.get(`/v1/games/${rematch.id}`);

  const aborted = await seated([ada, bob]);
  const abort = `/v1/games/${aborted.id}/abort`;
  await cleo.post(abort);
  await bob.delete(abort);
  await ada.post(abort);
  await ada.delete(abort);
  await ada.post(abort);
  await bob.post(abort);
  await bob.post(abort);
  await stranger.get(`/v1/games/${aborted.id}/events?text=true`);

  const late = await seated([ada, bob], { clock: { perAction: 60, onTimeout: 'resign' } });
  const extension = `/v1/games/${late.id}/extension`;
  await ada.post(extension, { seconds: 60 });
  await bob.post(extension, { seconds: 0 });
  await bob.post(extension, { seconds: 60 });
  clock.ms += 30 * SECOND;
  await ada.get(`/v1/games/${late.id}`);
  clock.ms += 120 * SECOND;
  await until(ada, `/v1/games/${late.id}`, ({ status }) => status === 'finished');
  await ada.get(`/v1/games/${late.id}?text=true`);
  await ada.get(`/v1/games/${late.id}/events?text=true&after=${late.version}`);

  await stranger.get(`${path}/events/stream?text=true`);
  await stranger.get(`${path}/events/stream?after=1`, { 'last-event-id': 'nonsense' });
  const { version, head } = (await stranger.quiet.get(path)).body;
  await stranger.get(`${path}/events/stream`, { 'last-event-id': `${version}.${head.slice(0, 12)}` });
  await stranger.get(`${path}/events/stream`, { 'last-event-id': `${version}.${'0'.repeat(12)}` });
  await ada.stream(service.url, `/v1/games/${rematch.id}/events/stream?text=true&names=true`, 2);
}

async function fairness({ ada, bob, stranger }: Play): Promise<void> {
  const { commitmentId } = await ada.post('/v1/commitments');
  const { seed: _, ...unseeded } = RUIN;
  const asked = { ...unseeded, seats: ['me', { player: bob.quiet.id }], clientSeeds: ['from Ada', null], commitmentId };
  await bob.post('/v1/games', { ...asked, seats: ['me', 'open'] });
  const { id } = await ada.post('/v1/games', asked);
  await ada.post('/v1/games', asked);
  await ada.post('/v1/games', { ...asked, commitmentId: NOTHING });
  await stranger.get(`/v1/games/${id}/fairness`);
  await bob.post(`/v1/games/${id}/seats`, { clientSeed: 'from Bob' });
  await stranger.get(`/v1/games/${id}/fairness`);
  await act([ada, bob], id, new FastChance('fair'));
  await ada.quiet.post(`/v1/games/${id}/resignation`, {});
  await stranger.get(`/v1/games/${id}/fairness`);
  await stranger.get(`/v1/games/${id}/transcript`);
}

async function plans({ ada, bob, cleo }: Play): Promise<void> {
  const game = await seated([ada, bob]);
  const path = `/v1/games/${game.id}/plan`;
  const branch = { when: [{ view: '/phase', is: 'challenge' }], do: { type: 'declineChallenge' } };
  const plan = { expectedVersion: game.version, branches: [branch], unmatched: 'wait' };
  await cleo.get(path);
  await cleo.put(path, plan);
  await ada.get(path);
  await ada.put(path, { ...plan, expectedVersion: 1 });
  await ada.put(path, { ...plan, branches: [{ ...branch, when: [{ view: 'phase', is: 1 }] }] });
  await ada.put(path, { ...plan, branches: [{ ...branch, do: { type: 'noSuchAction' } }] });
  await ada.put(path, plan);
  await ada.get(path);
  await ada.delete(path);
  await ada.delete(path);
  // after seat 0 loses its second roll, the plan of seat 1 makes the next moves
  const { id } = await seated([ada, bob], { options: {}, seed: 'plans' });
  const { version } = (await bob.quiet.get(`/v1/games/${id}`)).body;
  const next = [{ when: [{ view: '/phase', in: ['roll'] }], do: { type: 'rollDie', die: 'd6' } }];
  await bob.put(`/v1/games/${id}/plan`, { ...plan, expectedVersion: version, branches: [{ do: branch.do, next }] });
  for (const action of [ROLL, { type: 'takeChain' }, ROLL]) await ada.post(`/v1/games/${id}/actions`, { action });
  await bob.get(`/v1/games/${id}/plan`);
  await ada.get(`/v1/games/${id}/events?text=true&after=${version}`);
  await ada.quiet.post(`/v1/games/${game.id}/resignation`, {});
  await ada.put(path, plan);
}

async function chat({ ada, bob, cleo, stranger, service }: Play): Promise<void> {
  const { id } = await seated([ada, bob]);
  const path = `/v1/games/${id}/messages`;
  await ada.get(path);
  await stranger.get(path);
  const { id: said } = await ada.post(path, { text: 'Good luck!' });
  await cleo.post(path, { text: 'May I?' });
  await cleo.post(path, { text: 'May I?', audience: 'everyone' });
  await ada.post(path, { text: '' });
  await bob.post(`${path}/${said}/reports`, { reason: 'spam' });
  await bob.post(`${path}/${said}/reports`, { reason: 'abuse', note: 'Again.' });
  await ada.post(`${path}/${said}/reports`, { reason: 'spam' });
  await bob.post(`${path}/${NOTHING}/reports`, { reason: 'spam' });
  await bob.post(`${path}/${said}/reports`, { reason: 'boredom' });
  await bob.get(`${path}?peek=true`);
  await bob.get(`${path}?after=${said}&before=${said}`);
  await bob.get(path);
  await ada.stream(service.url, `/v1/games/${id}/events/stream?chat=true`, 2);
  for (const aversion of ['mutes', 'blocks']) {
    await bob.put(`/v1/me/${aversion}/${ada.quiet.id}`);
    await bob.put(`/v1/me/${aversion}/${bob.quiet.id}`);
    await bob.put(`/v1/me/${aversion}/${NOTHING}`);
    await bob.get(`/v1/me/${aversion}`);
    await bob.get(path);
    if (aversion === 'blocks') {
      await ada.post('/v1/games', { ...RUIN, seats: ['me', { player: bob.quiet.id }] });
      await ada.post(path, { text: 'Are you there?' });
    }
    await bob.delete(`/v1/me/${aversion}/${ada.quiet.id}`);
    await bob.delete(`/v1/me/${aversion}/${ada.quiet.id}`);
  }
}

async function turns({ ada, bob, service, clock }: Play): Promise<void> {
  const game = await seated([ada, bob], { clock: { bank: 3_600, increment: 5, onTimeout: 'random' } });
  await ada.get('/v1/me/turns');
  await ada.get('/v1/me/turns?since=looked&names=true');
  await ada.get(`/v1/me/turns?opponent=${bob.quiet.id}&ruleset=pascals-ruin&limit=1`);
  await ada.get('/v1/me/turns?only=asks');
  await ada.get('/v1/me/turns?deadlineBefore=tomorrow');
  await ada.put(`/v1/games/${game.id}/looked`, { version: game.version });
  await ada.put(`/v1/games/${game.id}/looked`, { version: 999 });
  await ada.get('/v1/me/turns?since=looked');
  await ada.stream(service.url, '/v1/me/turns/stream?since=looked&names=true', 1);
  await ada.get('/v1/me/calendar');
  await ada.put('/v1/me/calendar', { timeZone: 'Nowhere/Atlantis', workingDays: [1] });
  const hours = { quietHours: { from: '22:00', to: '07:00' }, reminderSeconds: 3_600 };
  await ada.put('/v1/me/calendar', { timeZone: 'Europe/Berlin', workingDays: [1, 2, 3, 4, 5], ...hours });
  await ada.get('/v1/me/calendar');
  const { today } = await ada.get('/v1/me/vacations');
  await ada.post('/v1/me/vacations', { from: today, to: '1999-01-01' });
  const taken = await ada.post('/v1/me/vacations', { from: today, to: today });
  await ada.post('/v1/me/vacations', { from: today, to: today });
  await ada.get('/v1/me/vacations');
  clock.ms += 60 * SECOND;
  await bob.get(`/v1/games/${game.id}`);
  await ada.delete(`/v1/me/vacations/${taken.id ?? taken.vacations?.[0]?.id}`);
  await ada.put('/v1/me/calendar', { timeZone: 'UTC', workingDays: [1, 2, 3, 4, 5, 6, 7] });
}

async function seeks({ ada, bob, stranger }: Play): Promise<void> {
  const { ruleset, options } = RUIN;
  const asked = { ruleset, options, clock: CLOCK, opponents: 'players' };
  await ada.post('/v1/me/seeks', { ...asked, ruleset: 'chess' });
  await ada.post('/v1/me/seeks', { ...asked, ruleset: 'pascal' });
  const key = { 'idempotency-key': 'a-seek' };
  const hers = await ada.post('/v1/me/seeks', asked, key);
  await ada.post('/v1/me/seeks', asked, key);
  await until(ada, `/v1/me/seeks/${hers.id}`, ({ waitingBecause }) => waitingBecause === 'noOpponent');
  await ada.get(`/v1/me/seeks/${hers.id}`);
  await stranger.get('/v1/seeks');
  await stranger.get(`/v1/seeks?ruleset=${ruleset}`);
  const his = (await bob.quiet.post('/v1/me/seeks', asked)).body;
  const paired = await until(ada, `/v1/me/seeks/${hers.id}`, ({ lastGameId }) => lastGameId !== null);
  await until(bob, `/v1/me/seeks/${his.id}`, ({ lastGameId }) => lastGameId !== null);
  await bob.get('/v1/me/seeks');
  await bob.delete(`/v1/me/seeks/${his.id}`);
  await bob.delete(`/v1/me/seeks/${his.id}`);
  await ada.get(`/v1/me/seeks/${NOTHING}`);
  await ada.quiet.post(`/v1/games/${paired.lastGameId}/resignation`, {});
  await until(ada, `/v1/me/seeks/${hers.id}`, ({ status }) => status === 'done');
  await ada.get(`/v1/me/seeks/${hers.id}`);
  await ada.delete(`/v1/me/seeks/${hers.id}`);
}

async function competitions({ ada, bob, cleo, stranger, service }: Play): Promise<void> {
  const { seed: _, ...game } = RUIN;
  const asked = { name: 'Tuesday', ...game, format: 'roundRobin', duplicate: 'permuted', clock: CLOCK };
  await stranger.post('/v1/competition-estimates', { ...asked, seats: 2, entries: 3 });
  await ada.post('/v1/competitions', { ...asked, format: 'knock-down' });
  await ada.post('/v1/competitions', { ...asked, ruleset: 'pascal' });
  const { id } = await ada.post('/v1/competitions', asked);
  const path = `/v1/competitions/${id}`;
  await ada.post(`${path}/start`);
  await bob.post(`${path}/start`);
  await bob.post(`${path}/entries`, { clientSeed: 'from Bob' });
  await bob.post(`${path}/entries`);
  await cleo.post(`${path}/entries`, { bot: 'random' });
  await ada.post(`${path}/entries`, { bot: 'nobody' });
  await ada.post(`${path}/entries`, { bot: 'random' });
  await ada.post(`${path}/entries`, { bot: 'search-10' });
  await cleo.post(`${path}/entries`, { clientSeed: 'from Cleo' });
  await bob.patch(`${path}/entries/me`, { paused: true });
  await bob.patch(`${path}/entries/me`, { paused: false });
  await ada.patch(`${path}/entries/me`, { paused: true });
  await cleo.delete(`${path}/entries/me`);
  await cleo.delete(`${path}/entries/me`);
  const { entries } = await stranger.get(`${path}/entries`);
  const numberOf = (bot: string) => entries.find((entry: any) => entry.bot === bot)?.entry;
  await bob.delete(`${path}/entries/${numberOf('search-10')}`);
  await ada.delete(`${path}/entries/${numberOf('search-10')}`);
  await ada.delete(`${path}/entries/99`);
  await ada.post(`${path}/start`);
  await ada.post(`${path}/start`);
  const dealt = await until(ada, path, ({ gamesDealt }) => gamesDealt > 0);
  await cleo.post(`${path}/entries`);
  await until(bob, '/v1/games?awaiting=me', ({ games }) => games.length > 0);
  for (let over = false; !over; ) {
    const { version, complete } = (await bob.quiet.get(path)).body;
    const { games } = (await bob.quiet.get(`${path}/games`)).body;
    for (const { gameId, result } of games) {
      if (result === null) await bob.quiet.post(`/v1/games/${gameId}/resignation`, {});
    }
    over = complete;
    if (!over) await bob.quiet.get(`${path}?after=${version}&wait=30`);
  }
  await stranger.get(`${path}?after=${dealt.version}&wait=30`);
  const parts = ['', '/events', '/rounds', '/rounds/1', '/games', '/boards', '/boards/1', '/standings', '/crosstable'];
  for (const part of parts) await stranger.get(`${path}${part}`);
  await stranger.get(`${path}/events?after=2&limit=1`);
  await stranger.get(`${path}/events/stream`);
  await stranger.get(`${path}/rounds/99`);
  await stranger.get(`${path}/boards/99`);
  await stranger.get(`${path}/standings?round=99`);
  await stranger.get('/v1/competitions');
  await stranger.get(`/v1/competitions?status=finished&format=roundRobin&entrant=${bob.quiet.id}`);
  await ada.post(`${path}/entries/1/disqualification`, { reason: 'too late' });
  await ada.post(`${path}/abort`);
  await ada.stream(service.url, `${path}/events/stream`, 2);

  const closed = (await ada.quiet.post('/v1/competitions', { ...asked, visibility: 'private' })).body;
  await bob.get(`/v1/competitions/${closed.id}`);
  await ada.quiet.post(`/v1/competitions/${closed.id}/entries`, { bot: 'random' });
  await bob.post(`/v1/competitions/${closed.id}/entries/1/disqualification`, { reason: 'out' });
  await ada.post(`/v1/competitions/${closed.id}/entries/1/disqualification`, { reason: 'out' });
  await bob.post(`/v1/competitions/${closed.id}/abort`);
  await ada.post(`/v1/competitions/${closed.id}/abort`, { reason: 'nobody came' });
  await until(ada, `/v1/competitions/${closed.id}`, ({ complete }) => complete);
  await ada.get(`/v1/competitions/${closed.id}`);
  await ada.text(service.url, `/v1/competitions/${closed.id}/transcript`);
}

async function ratings({ ada, bob, stranger }: Play): Promise<void> {
  const { seed: _, ...game } = RUIN;
  const { id } = await seated([ada, bob], { rated: true, seed: undefined });
  await ada.post(`/v1/games/${id}/abort`);
  await bob.post(`/v1/games/${id}/takeback`, { to: 1 });
  await ada.post(`/v1/games/${id}/resignation`);
  const list = `/v1/ratings?ruleset=${game.ruleset}&options=${json(game.options)}`;
  const { pool } = await until(ada, list, ({ behind, ratings }) => behind === 0 && ratings.length > 0);
  await stranger.get('/v1/ratings/pools');
  await stranger.get(list);
  await stranger.get(`/v1/ratings?pool=${NO_POOL}`);
  await stranger.get('/v1/ratings?ruleset=champions-of-chance');
  await stranger.get('/v1/ratings?ruleset=champions-of-chance&options=nothing');
  const { quiet } = ada;
  await stranger.get(`/v1/players/${quiet.id}/ratings`);
  await stranger.get('/v1/players/bot:random/ratings');
  for (const part of ['history', 'record', 'games']) {
    await stranger.get(`/v1/players/${quiet.id}/ratings/${pool.id}/${part}`);
  }
  await stranger.get(`/v1/comparisons?pool=${pool.id}&one=${quiet.id}&other=${bob.quiet.id}`);
  await stranger.get(`/v1/comparisons?pool=${pool.id}&one=${quiet.id}&other=${quiet.id}`);
  await stranger.get(`/v1/players/${quiet.id}/record/details?ruleset=${game.ruleset}`);
}

async function analyses({ ada, bob, stranger }: Play): Promise<void> {
  const game = await seated([ada, bob]);
  const path = `/v1/games/${game.id}/analysis`;
  await ada.post(path);
  await playOut([ada.quiet, bob.quiet], game.id);
  await stranger.post(path);
  await ada.get(path);
  await ada.quiet.post(path, {});
  await until(ada, path, ({ status }) => status === 'done');
  await ada.get(path, {}, PROGRESS);
  await ada.call('POST', path, { body: {} }, PROGRESS);
  const moves = `/v1/players/${ada.quiet.id}/moves`;
  await ada.get(moves, {}, ESTIMATES);
  await ada.get(`${moves}?order=best&limit=3&ruleset=pascals-ruin`, {}, ESTIMATES);
  await ada.get(`${moves}?order=sideways`);
}

async function webhooks({ ada, bob, receiver }: Play): Promise<void> {
  await bob.post('/v1/me/webhooks', { url: 'ftp://agent.example/' });
  await bob.post('/v1/me/webhooks', { url: 'https://agent.example/', events: ['everything'] });
  const key = { 'idempotency-key': 'a-webhook-0123456789abcdefghijklmnopqrstuvwx' };
  const { webhook } = await bob.post('/v1/me/webhooks', { url: `${receiver}hook`, events: ['gameEnded'] }, key);
  await bob.post('/v1/me/webhooks', { url: `${receiver}hook`, events: ['gameEnded'] }, key);
  const path = `/v1/me/webhooks/${webhook.id}`;
  await bob.get('/v1/me/webhooks');
  await bob.get(path);
  await bob.patch(path, { events: ['invited'], enabled: false });
  await bob.patch(path, { enabled: 'perhaps' });
  await bob.patch(path, { enabled: true });
  await bob.call('POST', `${path}/test`, {}, ['durationMs']);
  await seated([ada, bob]);
  await until(bob, path, ({ deliveries }) => deliveries.length === 1 && deliveries[0].status === 'delivered');
  await bob.get(path);
  await bob.delete(path);
  await bob.get(path);
}

async function notifications({ ada, bob, stranger, smtp, receiver }: Play): Promise<void> {
  const channels = '/v1/me/notification-channels';
  await stranger.get('/v1/notifications/push-key');
  const subscription = { endpoint: `${receiver}push`, expirationTime: null, keys: new Subscriber().keys };
  await bob.post(channels, { kind: 'push', subscription: { ...subscription, endpoint: 'ftp://push.example' } });
  await bob.post(channels, { kind: 'pigeon' });
  const { id } = await bob.post(channels, { kind: 'push', subscription, events: ['invited'] });
  await bob.get(channels);
  await bob.patch(`${channels}/${id}`, { events: ['gameEnded'], enabled: false });
  await bob.call('POST', `${channels}/${id}/test`, {}, ['durationMs']);
  await bob.patch(`${channels}/${id}`, { enabled: true });
  await bob.call('POST', `${channels}/${id}/test`, {}, ['durationMs']);
  await bob.delete(`${channels}/${id}`);
  await bob.delete(`${channels}/${id}`);

  const address = 'ada@mail.example';
  const mailed = (count: number) =>
    vi.waitFor(() => {
      expect(smtp.to(address)).toHaveLength(count);
      return smtp.to(address).at(-1) as MailReceived;
    }, PATIENCE);
  await ada.post(channels, { kind: 'mail', address: 'nowhere', events: ['turn'] });
  await ada.post(channels, { kind: 'mail', address, events: ['turn'] });
  const token = tokenIn(await mailed(1), 'confirm');
  await ada.get(channels);
  await stranger.post('/v1/notifications/confirmations', { token: `${token.slice(0, -1)}-` });
  await stranger.post('/v1/notifications/confirmations', { token });
  await stranger.post('/v1/notifications/confirmations', { token });
  await ada.get(channels);
  await seated([ada, bob]);
  const mail = await mailed(2);
  const opened = await stranger.post('/v1/notifications/turns', { token: tokenIn(mail, 'turn') });
  await stranger.as('Ada, by mail', opened.token).get('/v1/me');
  const list = mail.headers.get('list-unsubscribe') ?? '';
  await stranger.call('POST', new URL(list.slice(1, -1)).pathname);
  await stranger.call('POST', new URL(list.slice(1, -1)).pathname);
  await ada.get(channels);
}

async function daily({ ada, bob, stranger, service, clock }: Play): Promise<void> {
  const path = '/v1/rulesets/pascal/daily';
  await stranger.get(path);
  await stranger.get('/v1/rulesets/pascals-ruin/daily');
  const today = new Date(clock.ms).toISOString().slice(0, 10);
  const asked = { ruleset: 'pascal', daily: true, options: undefined };
  const { id } = await ada.post('/v1/games', asked);
  await ada.post('/v1/games', { ...asked, ruleset: 'pascals-ruin' });
  await bob.get(`/v1/games/${id}`);
  await ada.post(`/v1/games/${id}/resignation`);
  await ada.post('/v1/games', asked);
  await stranger.get(path);
  await stranger.get(`${path}?date=2098-02-30`);
  await stranger.get(`${path}/days?player=${ada.quiet.id}`);
  await stranger.get(`${path}/days`);
  clock.ms += DAY;
  await untilNobodyIsLate(service, clock);
  await stranger.get(`${path}?date=${today}`);
  await stranger.get(`${path}/days?player=${ada.quiet.id}`);
  await bob.get(`/v1/games/${id}/fairness`);
}

async function operators({ service, stranger, ada, cleo }: Play): Promise<void> {
  const operator = stranger.as('an operator', OPERATOR_TOKEN);
  for (const caller of [stranger, ada, operator]) await caller.text(service.url, '/v1/operator/overview');
  const { store, players, competitions, gameService: games } = service;
  const deed = (command: string) => {
    const call = { command, target: cleo.quiet.id, flags: { because: 'insults', yes: true }, by: 'Olga' };
    return administer({ store, players, competitions, games }, call);
  };
  await deed('suspend');
  await cleo.get('/v1/me');
  await cleo.post('/v1/games', RUIN);
  await deed('unsuspend');
  await cleo.get('/v1/me');
  await operator.text(service.url, '/v1/operator/overview');
}

async function deletion({ service, stranger, ada, bob }: Play): Promise<void> {
  const { body } = await stranger.quiet.post('/v1/players', { name: 'Fay', kind: 'human' });
  const fay = stranger.as('Fay', body.token, body.player.id);
  const game = await seated([ada, fay]);
  await fay.files(service.url, '/v1/me/export');
  await fay.delete('/v1/me');
  await fay.delete('/v1/me', { 'recovery-code': 'crr_' });
  await fay.delete('/v1/me', { 'recovery-code': body.recoveryCode });
  await fay.get('/v1/me');
  await bob.get(`/v1/players/${body.player.id}`);
  await until(ada, `/v1/games/${game.id}`, ({ seats }) => seats[1].player?.name === 'deleted');
  await ada.get(`/v1/games/${game.id}?text=true`);
  await ada.get(`/v1/games/${game.id}/events?text=true`);
  await stranger.post('/v1/players', { name: 'Fay', kind: 'agent' });
}
