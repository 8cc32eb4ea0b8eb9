import type { Chance } from '#rules/kernel/chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { fitting, type Operation } from './document.ts';
import type { Request } from './wire.ts';
import { type Place, pick, type World } from './world.ts';

const NOBODY = '01890000-0000-7000-8000-000000000000';

const OF_ONE = ['createReadToken', 'createWebhook'];

const WANTED: Record<string, (state: any) => boolean> = {
  submitAction: ({ choices }) => choices?.length > 0,
  listActions: ({ status }) => status === 'playing',
  sampleWorlds: ({ status }) => status === 'playing',
  resignGame: ({ status }) => status === 'playing',
  joinGame: ({ status }) => status === 'open',
  leaveGame: ({ status }) => status === 'open',
  rematchGame: ({ status }) => status === 'finished' || status === 'aborted',
  getTranscript: ({ status }) => status === 'finished' || status === 'aborted',
};

export function wholeRequest(operation: Operation, world: World, lot: Chance): Request {
  const place = placeFor(operation, world, lot);
  // always uses the same player to create things that are limited for each player, so that the limit is reached
  const someone = () => (OF_ONE.includes(operation.id) ? world.players[0] : pick(world.players, lot))?.token ?? null;
  const player = place === undefined || operation.id === 'joinGame' ? someone() : place.token;
  const token = lot.int(20) > 0 ? player : null;
  const body = bodyFor(operation, place?.state, world, lot);
  const headers: [string, string][] = [];
  if (token !== null) headers.push(['authorization', `Bearer ${token}`]);
  if (body !== undefined) headers.push(['content-type', 'application/json']);
  const query: string[] = [];
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const { name } = parameter;
    const value = () => valueFor(parameter, place, world, lot);
    if (parameter.in === 'path') path = path.replace(`{${name}}`, value());
    else if (lot.int(4) > 0) continue;
    else if (parameter.in === 'query') query.push(`${name}=${encodeURIComponent(value())}`);
    else headers.push([name, value()]);
  }
  const text = body === undefined ? undefined : JSON.stringify(body);
  return { method: operation.method, path, query, headers, body: text, token };
}

/** Picks a seat for the call. In one of eight cases it picks none, to test calls that come in the wrong order. */
function placeFor({ id, path }: Operation, world: World, lot: Chance): Place | undefined {
  if (!path.includes('{gameId}') || lot.int(8) === 0) return undefined;
  return world.place(lot, lot.int(8) === 0 ? () => true : (WANTED[id] ?? (() => true)));
}

function valueFor(
  parameter: Operation['parameters'][number],
  place: Place | undefined,
  world: World,
  lot: Chance,
): string {
  switch (parameter.name) {
    case 'ruleset':
      return pick(world.rulesets, lot) ?? '';
    case 'playerId':
    case 'player':
      return lot.int(12) === 0 ? NOBODY : (pick(world.players, lot)?.id ?? NOBODY);
    case 'gameId':
      return place?.state.id ?? world.known('gameId', lot) ?? NOBODY;
    case 'webhookId':
    case 'tokenId':
    case 'cursor':
      return world.known(parameter.name, lot) ?? NOBODY;
    case 'seat':
      return String(pick(place?.state.you ?? [0], lot));
    case 'invite-code':
      return world.known('inviteCode', lot) ?? 'none';
    case 'wait':
      return lot.int(8) === 0 ? '1' : '0';
    case 'if-match':
    case 'if-none-match':
      return (lot.int(2) === 0 ? place?.etag : world.etag(lot)) ?? '"1.0"';
    case 'last-event-id':
      return world.known('eventId', lot) ?? `${lot.int(9)}.${lot.int(3)}`;
    case 'idempotency-key':
      return keyFor(world, lot);
    case 'options':
      return pick(['{}', '{"maxBoards":1}', '[]'], lot) as string;
    case 'date':
      return new Date().toISOString().slice(0, 10);
    default:
      return fitting(parameter.schema, lot);
  }
}

function keyFor(world: World, lot: Chance): string {
  const known = lot.int(3) === 0 ? pick(world.keys, lot) : undefined;
  const key = known ?? Array.from({ length: 4 }, () => lot.int(2 ** 31).toString(36)).join('-');
  if (known === undefined) world.keys.push(key);
  return key;
}

function bodyFor(operation: Operation, state: any, world: World, lot: Chance): unknown {
  if (operation.bodies.length === 0) return undefined;
  switch (operation.id) {
    case 'createPlayer':
      return newPlayer(operation, lot);
    case 'createGame':
      return newGame(operation, world, lot);
    case 'joinGame':
      return joining(world, lot);
    case 'submitAction':
      return state?.choices?.length > 0 && lot.int(10) > 0 ? move(state, lot) : pick(operation.bodies, lot);
    default:
      return pick(operation.bodies, lot);
  }
}

/** Mostly sends no name or a new one, because the names in the document's examples are taken after their first use. */
function newPlayer({ bodies }: Operation, lot: Chance): unknown {
  const { name, ...body } = pick(bodies, lot) as Record<string, unknown>;
  const other = [undefined, `Fuzz ${lot.int(2 ** 31)}`, name][Math.min(2, lot.int(10) >> 2)];
  return other === undefined ? body : { ...body, name: other };
}

function move({ choices, viewer, version }: any, lot: Chance): unknown {
  const action = pick(legalActionsOf({ choices }), lot);
  if (lot.int(3) === 0) return { action };
  return { action, seat: viewer, ...(lot.int(2) === 0 ? { expectedVersion: version } : {}) };
}

function joining(world: World, lot: Chance): unknown {
  return {
    ...(lot.int(3) === 0 ? { seat: lot.int(3) } : {}),
    ...(lot.int(3) === 0 ? { clientSeed: `seed ${lot.int(9)}` } : {}),
    ...(lot.int(2) === 0 ? { inviteCode: world.known('inviteCode', lot) } : {}),
  };
}

function newGame({ options, solo: playedAlone }: Operation, world: World, lot: Chance): unknown {
  const ruleset = pick(world.rulesets, lot) as string;
  const bot = { bot: pick(['random', 'random', 'random', 'search', 'nobody'], lot) };
  const others = [{ player: pick(world.players, lot)?.id ?? NOBODY }, 'open', bot, 'me'];
  const second = pick(others, lot);
  const solo = playedAlone.includes(ruleset) !== (lot.int(20) === 0); // rarely an invalid number of seats
  const daily = solo && lot.int(4) === 0;
  return {
    ruleset,
    seats: solo ? ['me'] : ['me', second, ...(lot.int(3) === 0 ? [pick(others, lot)] : [])],
    ...(lot.int(2) === 0 ? { options: chosen(options[ruleset] ?? {}, lot) } : {}),
    ...(daily ? { daily } : {}),
    ...(!daily && lot.int(3) === 0 ? { seed: `fuzz ${lot.int(1_000)}` } : {}),
    ...(lot.int(5) === 0 ? { visibility: pick(['public', 'unlisted', 'private'], lot) } : {}),
    ...(lot.int(6) === 0 ? { clock: clock(lot) } : {}),
    ...(lot.int(6) === 0 ? { commitmentId: world.known('commitmentId', lot) } : {}),
    ...(!daily && lot.int(8) === 0 ? { clientSeeds: [`mine ${lot.int(9)}`] } : {}),
  };
}

function clock(lot: Chance): unknown {
  const onTimeout = pick(['random', 'resign'], lot);
  return lot.int(2) === 0
    ? { perAction: 1 + lot.int(20), onTimeout }
    : { bank: 1 + lot.int(20), increment: 1, onTimeout };
}

function chosen(schemas: Record<string, any>, lot: Chance): unknown {
  const named = Object.entries(schemas).filter(([, { type }]) => type === 'integer' || lot.int(3) === 0);
  return Object.fromEntries(
    named.map(([name, schema]) => {
      const value = fitting(schema, lot);
      return [name, schema.type === 'string' ? value : JSON.parse(value)];
    }),
  );
}
