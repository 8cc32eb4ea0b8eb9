// Runs two services with one clock. Their games differ only in facts that some viewers, the onlookers, may not know.
import { expect, vi } from 'vitest';
import type { Catalogue, CatalogueEntry } from '#rules/catalogue.ts';
import { type Chance, gameSeedFromText, PublishedChance } from '#rules/kernel/chance.ts';
import type { ActionShape, AnyRuleset, EventShape, Seat, Step, Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import { reachOf } from '../../src/notifications/address.ts';
import { bytes, difference } from '../laws/position.ts';
import { one } from '../laws/samples.ts';
import type { Options } from '../laws/trial.ts';
import { Receiver } from '../notifications/receiver.ts';
import { PATIENCE } from '../patience.ts';
import type { Answer, Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create } from './table.ts';

const STEP_MS = 7_000;
/** How many pairs of actions are tried to find one that looks the same to the onlookers in both games. */
const PAIRS = 100;
/** How many deals are tried to find a second game in which `ALONG` actions can look the same to the onlookers. */
const DEALS = 40;
const ALONG = 3;
const CLOCK = { bank: 3_600, increment: 5, onTimeout: 'random' };
const NAMES = ['Ada', 'Cid', 'Bob'];

export interface TwinGame {
  entry: CatalogueEntry;
  options: Options;
  seats: number;
  seed: string;
  never: object | null;
  bound: number;
  thorough: boolean;
}

export interface World {
  service: Service;
  players: Caller[];
  openings: Map<string, Step<unknown, EventShape>>;
  ids: Map<string, string>;
  tags: Map<string, string>;
}

export interface Compared {
  changes: number;
  secret: number;
  answers: number;
}

/** The error: an onlooker got different answers from the two services, although the rules show the same in both. */
export class WorldsTold extends Error {
  override name = 'WorldsTold';
}

export async function startWorld(catalogue: Catalogue, clock: { ms: number }, second: boolean): Promise<World> {
  const openings: World['openings'] = new Map();
  const dealing = [...catalogue].map(([id, entry]) => {
    const { ruleset } = entry;
    const setup: AnyRuleset['setup'] = (options, seats, chance) =>
      openings.get(bytes([id, options, seats])) ?? ruleset.setup(options, seats, chance);
    return [id, { ...entry, ruleset: { ...ruleset, setup } }] as const;
  });
  const service = await startService({
    catalogue: new Map(dealing),
    sameDocument: true,
    clock: { now: () => new Date(clock.ms) },
    directs: false,
    reach: reachOf('allow'),
    schedule: { lookMs: 20 },
  });
  const players: Caller[] = [];
  for (const name of NAMES) players.push(await service.stranger.register(name));
  if (second) await players[0]?.post('/v1/me/webhooks', { url: 'https://agent.example/', events: ['gameEnded'] });
  return { service, players, openings, ids: new Map(), tags: new Map() };
}

function openingOf(ruleset: AnyRuleset, options: unknown, seats: number, second: boolean): Step<unknown, EventShape> {
  const step = ruleset.setup(options, seats, new FastChance(bytes([ruleset.id, options, seats])));
  return second ? { ...step, state: secondDeal(ruleset, step.state, seats) } : step;
}

function secondDeal(ruleset: AnyRuleset, state: unknown, seats: number): unknown {
  let best = { along: -1, state };
  for (let nth = 0; nth < DEALS && best.along < ALONG; nth++) {
    const dealt: unknown = ruleset.redeal(state, seats - 1, new FastChance(`second deal ${nth}`));
    const along = stepsAlong(ruleset, [state, dealt], seats);
    if (along > best.along) best = { along, state: dealt };
  }
  return best.state;
}

function stepsAlong(ruleset: AnyRuleset, from: Both<unknown>, seats: number): number {
  const lot = new FastChance('along');
  const draws = () => new FastChance('draws');
  let states = from;
  for (let steps = 0; steps < ALONG; steps++) {
    const next = likeActions(ruleset, states, seats, [draws, draws], lot);
    if (next === null) return steps;
    states = [0, 1].map((i) => ruleset.apply(states[i], next.seat, next.actions[i], draws()).state) as Both<unknown>;
  }
  return ALONG;
}

type Both<T> = [T, T];

interface Table {
  world: World;
  id: string;
  players: Caller[];
  seed: string;
  state: unknown;
  version: number;
  streams: Promise<string>[];
  receiver: Receiver;
}

/** Compares all answers of two games while the rules show the onlookers the same in both. Throws `WorldsTold`. */
export async function compareWorlds(worlds: Both<World>, clock: { ms: number }, game: TwinGame): Promise<Compared> {
  const { entry, seats, bound, thorough } = game;
  const tables: Both<Table> = [await sit(worlds[0], game, 0), await sit(worlds[1], game, 1)];
  const lot = new FastChance(game.seed);
  const compared = { changes: 0, secret: 0, answers: 0 };
  const expectAlike = async (when: string, asked: readonly Promise<string[]>[]) => {
    const [first, second] = (await Promise.all(asked)) as Both<string[]>;
    const at = first.findIndex((text, i) => text !== second[i]);
    if (at !== -1 || first.length !== second.length)
      throw new WorldsTold(
        `${entry.ruleset.id}, ${when}: ${first[at]?.split(' ', 1)} ${difference(`${first[at]}`, `${second[at]}`)}`,
      );
    compared.answers += first.length;
  };
  if (thorough) await expectAlike('at the start', tables.map(shown));
  for (; compared.changes < bound; compared.changes++) {
    const states = tables.map(({ state }) => state) as Both<unknown>;
    const draws = tables.map((table) => () => drawsOf(table)) as Both<() => Chance>;
    const next = likeActions(entry.ruleset, states, seats, draws, lot);
    if (next === null) break;
    const waiting = tables.map(waitForNext);
    clock.ms += STEP_MS;
    for (const [i, table] of tables.entries()) await act(table, game, next.seat, next.actions[i] as ActionShape);
    if (bytes(next.actions[0]) !== bytes(next.actions[1])) compared.secret++;
    const when = `after ${compared.changes + 1} changes, the last ${next.actions.map(bytes).join(' or ')}`;
    await expectAlike(when, waiting);
    if (thorough) await expectAlike(when, tables.map(shown));
  }
  if (!thorough) await expectAlike('at the end', tables.map(shown));
  for (const { players, id } of tables) for (const player of players) await player.post(`/v1/games/${id}/abort`, {});
  await expectAlike('on streams', tables.map(toldByStreams));
  await expectAlike('by webhooks', tables.map(toldByWebhook));
  return compared;
}

async function sit(world: World, game: TwinGame, nth: number): Promise<Table> {
  const { ruleset, inputs } = game.entry;
  const bob = world.players.at(-1) as Caller;
  const players = [...world.players.slice(0, game.seats - 1), bob];
  const [host, ...others] = players as [Caller, ...Caller[]];
  const options = inputs.options(game.options);
  if (!options.ok) throw new Error('the options do not fit');
  const opening = openingOf(ruleset, options.value, game.seats, nth === 1);
  const { state } = opening;
  world.openings.set(bytes([ruleset.id, options.value, game.seats]), opening);
  // in a ruleset without hidden cards, the two games have different seeds instead and so differ in later rolls
  const hidesCards = ruleset.redeal(state, game.seats - 1, new FastChance('cards')) !== state;
  const seed = hidesCards ? game.seed : `${game.seed} ${nth}`;
  const receiver = await Receiver.start();
  expect((await bob.post('/v1/me/webhooks', { url: receiver.url() })).status).toBe(201);
  const seats = players.map((_, seat) => (seat === 0 ? 'me' : 'open'));
  const { id } = await create(host, { ruleset: ruleset.id, options: game.options, seats, seed, clock: CLOCK });
  for (const [i, player] of others.entries()) await player.post(`/v1/games/${id}/seats`, { seat: i + 1 });
  const { version, status } = (await host.get(`/v1/games/${id}`)).body;
  expect(status).toBe('playing');
  if (nth === 1 && game.never !== null) {
    const never = { when: [game.never], do: ruleset.legalActions(state, ruleset.actors(state)[0] as Seat)[0] };
    const body = { expectedVersion: version, branches: [never], unmatched: 'wait' };
    const { status, body: plan } = await host.call('PUT', `/v1/games/${id}/plan`, { body });
    expect(status, JSON.stringify(plan)).toBe(200);
  }
  const stream = `${world.service.url}/v1/games/${id}/events/stream?text=true`;
  const streams = [bob, world.service.stranger].map((caller) => read(stream, caller));
  return { world, id, players, seed, state, version, streams, receiver };
}

async function read(url: string, { token }: Caller): Promise<string> {
  const headers = { accept: 'text/event-stream', ...(token !== null && { authorization: `Bearer ${token}` }) };
  const text = await (await fetch(url, { headers })).text();
  return text.replace(/^:.*\n\n/gm, '');
}

interface NextActions {
  seat: Seat;
  actions: Both<ActionShape>;
}

function likeActions(
  ruleset: AnyRuleset,
  states: Both<unknown>,
  seats: number,
  draws: Both<() => Chance>,
  lot: FastChance,
): NextActions | null {
  const shownAfter = (world: 0 | 1, seat: Seat, action: ActionShape) => {
    const { state, events } = ruleset.apply(states[world], seat, action, draws[world]());
    const shown = (viewer: Viewer) => [
      ruleset.view(state, viewer),
      events.flatMap((event: EventShape) => ruleset.redact(event, viewer) ?? []),
    ];
    if (ruleset.actors(state).length === 0) return null;
    return bytes([ruleset.actors(state), shown(seats - 1), shown('spectator')]);
  };
  let same: NextActions | null = null;
  for (const seat of shuffle(lot, ruleset.actors(states[0]))) {
    const [legal, others] = states.map((state) => ruleset.legalActions(state, seat)) as Both<ActionShape[]>;
    const expected = new Map<string, string | null>();
    for (let n = 0; n < Math.min(PAIRS, 4 * legal.length * others.length); n++) {
      const first = one(legal, lot);
      const own = others.find((action) => bytes(action) === bytes(first));
      const second = seat === seats - 1 || n % 2 === 0 ? own : one(others, lot);
      if (second === undefined) continue;
      const shown = expected.get(bytes(first)) ?? shownAfter(0, seat, first);
      expected.set(bytes(first), shown);
      if (shown === null || shown !== shownAfter(1, seat, second)) continue;
      if (second !== own) return { seat, actions: [first, second] };
      same ??= { seat, actions: [first, second] };
    }
  }
  return same;
}

function drawsOf({ seed, version }: Table): Chance {
  return new PublishedChance(gameSeedFromText(seed), version + 1);
}

async function act(table: Table, { entry: { ruleset } }: TwinGame, seat: Seat, action: ActionShape): Promise<void> {
  const { players, id, state } = table;
  const answer = await (players[seat] as Caller).post(`/v1/games/${id}/actions`, { action, seat });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  table.state = ruleset.apply(state, seat, action, drawsOf(table)).state;
  table.version++;
  expect(answer.body.version).toBe(table.version);
}

async function waitForNext({ world, id, players, version }: Table): Promise<string[]> {
  const wait = `after=${version}&wait=45`;
  const calls = [players.at(-1) as Caller, world.service.stranger].flatMap((caller) =>
    [`/v1/games/${id}?${wait}`, `/v1/games/${id}/events?${wait}`].map((path) => caller.get(path)),
  );
  return (await Promise.all(calls)).map((answer) => textOf('waited', answer, world));
}

async function shown({ world, id, players, version }: Table): Promise<string[]> {
  const bob = players.at(-1) as Caller;
  const game = `/v1/games/${id}`;
  const open = [
    ...['', '?text=true&labels=true&names=true', `?at=${version}`, `?at=${version - 1}`],
    ...['/events?text=true', '/events?order=desc&limit=5', '/states?from=1', '/fairness', '/transcript', '/messages'],
  ].map((path) => `${game}${path}`);
  const lists = ['/v1/games', '/v1/games?status=playing'];
  const ofPlayers = players.flatMap((player) => [`/v1/players/${player.id}/record`, `/v1/games?player=${player.id}`]);
  const own = [
    ...['/actions?names=true', '/plan', '/undo', '?seat=spectator', '?seat=0'].map((path) => `${game}${path}`),
    ...['/v1/me/turns?since=looked', '/v1/me/turns?only=asks', '/v1/games?awaiting=me', '/v1/me/calendar'],
  ];
  const texts: string[] = [];
  for (const caller of [bob, world.service.stranger]) {
    for (const path of [...open, ...lists, ...ofPlayers, ...(caller === bob ? own : [])]) {
      const place = `${caller.id} ${path}`;
      const known = world.tags.get(place);
      const answer = await caller.get(path, known === undefined ? {} : { 'if-none-match': known });
      const tag = answer.headers.get('etag');
      if (tag !== null) world.tags.set(place, tag);
      texts.push(textOf(path, answer, world));
    }
  }
  const wrong = await bob.post(`${game}/actions`, { action: { type: 'no such action' }, seat: players.length - 1 });
  return [...texts, textOf('a wrong action', wrong, world)];
}

function textOf(path: string, { status, headers, body }: Answer, world: World): string {
  const said = [...headers]
    .filter(([name]) => name !== 'date' && name !== 'x-request-id')
    .map((pair) => pair.join(': '));
  return nameless(`${path} ${status} ${said.join(', ')} ${JSON.stringify(body)}`, world);
}

function nameless(text: string, { ids }: World): string {
  return text
    .replace(/"requestId":"[^"]*"/g, '')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `id ${ids.size}`);
      return ids.get(id) as string;
    })
    .replace(/etag: "[\w-]{22}"/g, 'etag: of a list')
    .replace(/"head":"[0-9a-f]{64}"/g, '"head":"salted"')
    .replace(/(\d)\.[0-9a-f]{12}\b/g, '$1.salted');
}

async function toldByStreams({ world, streams }: Table): Promise<string[]> {
  return (await Promise.all(streams)).map((text) => nameless(text, world));
}

async function toldByWebhook({ world, id, players, receiver }: Table): Promise<string[]> {
  const bob = players.at(-1) as Caller;
  const [{ id: webhook }] = (await bob.get('/v1/me/webhooks')).body.webhooks;
  await vi.waitFor(async () => {
    const { deliveries } = (await bob.get(`/v1/me/webhooks/${webhook}`)).body;
    expect(deliveries.map(({ type }: any) => type)).toContain('gameEnded');
    expect(deliveries.filter(({ status }: any) => status === 'pending')).toEqual([]);
  }, PATIENCE);
  expect((await bob.call('DELETE', `/v1/me/webhooks/${webhook}`)).status).toBe(204);
  const told = receiver.received.filter(({ body }) => body.data.gameId === id);
  return told.map(({ text }) => nameless(text, world)).sort();
}
