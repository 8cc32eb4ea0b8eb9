import type { Chance } from '../../src/kernel/chance.ts';
import { fitting, type Operation } from './document.ts';
import type { Request } from './wire.ts';
import { pick, type World } from './world.ts';

const RULESETS = ['pascals-ruin', 'champions-of-chance', 'folly-and-fortune', 'pascal', 'pokers-rogue-reckoning'];
const SOLO = ['pascal', 'pokers-rogue-reckoning'];
const NOBODY = '01890000-0000-7000-8000-000000000000';

/** A request that the document allows and that means something: to games that there are, by players who play them. */
export function wholeRequest(operation: Operation, world: World, lot: Chance): Request {
  const position = operation.id === 'submitAction' ? world.position(lot) : undefined;
  const token = position?.token ?? pick(world.players, lot)?.token ?? null;
  const body = bodyFor(operation, position?.state, world, lot);
  const headers: [string, string][] = [];
  if (token !== null && lot.int(20) > 0) headers.push(['authorization', `Bearer ${token}`]);
  if (body !== undefined) headers.push(['content-type', 'application/json']);
  const query: string[] = [];
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const { name } = parameter;
    const value = () => valueFor(parameter, world, lot);
    if (parameter.in === 'path') path = path.replace(`{${name}}`, position?.state.id ?? value());
    else if (lot.int(4) > 0) continue;
    else if (parameter.in === 'query') query.push(`${name}=${encodeURIComponent(value())}`);
    else headers.push([name, value()]);
  }
  const text = body === undefined ? undefined : JSON.stringify(body);
  return { method: operation.method, path, query, headers, body: text, token };
}

function valueFor(parameter: Operation['parameters'][number], world: World, lot: Chance): string {
  switch (parameter.name) {
    case 'ruleset':
      return pick(RULESETS, lot) ?? '';
    case 'playerId':
    case 'player':
      return pick(world.players, lot)?.id ?? NOBODY;
    case 'gameId':
    case 'webhookId':
    case 'tokenId':
    case 'cursor':
      return world.known(parameter.name, lot) ?? NOBODY;
    case 'wait':
      return lot.int(8) === 0 ? '1' : '0';
    case 'if-match':
    case 'if-none-match':
      return world.etag(lot) ?? '"1.0"';
    case 'last-event-id':
      return `${lot.int(9)}.${lot.int(3)}`;
    case 'idempotency-key':
      return keyFor(world, lot);
    case 'date':
      return new Date().toISOString().slice(0, 10);
    default:
      return fitting(parameter, lot);
  }
}

/** Often a key that was used before. */
function keyFor(world: World, lot: Chance): string {
  const known = lot.int(3) === 0 ? pick(world.keys, lot) : undefined;
  const key = known ?? `key-${lot.int(2 ** 31)}`;
  if (known === undefined) world.keys.push(key);
  return key;
}

function bodyFor(operation: Operation, state: any, world: World, lot: Chance): unknown {
  if (operation.bodies.length === 0) return undefined;
  if (operation.id === 'createGame' && lot.int(4) > 0) return newGame(world, lot);
  if (state === undefined) return pick(operation.bodies, lot);
  const move = { action: pick(state.legalActions, lot), seat: state.viewer };
  return lot.int(2) === 0 ? move : { ...move, expectedVersion: state.version };
}

function newGame(world: World, lot: Chance): unknown {
  const ruleset = pick(RULESETS, lot) as string;
  const others = [{ player: pick(world.players, lot)?.id ?? NOBODY }, 'open', { bot: 'random' }, 'me'];
  const second = pick(others, lot);
  return {
    ruleset,
    seats: SOLO.includes(ruleset) ? ['me'] : ['me', second],
    ...(lot.int(2) === 0 ? { seed: `fuzz ${lot.int(1_000)}` } : {}),
    ...(lot.int(5) === 0 ? { visibility: pick(['public', 'unlisted', 'private'], lot) } : {}),
    ...(lot.int(6) === 0 ? { clock: { perAction: 5 + lot.int(20), onTimeout: 'random' } } : {}),
    ...(lot.int(6) === 0 ? { commitmentId: world.known('commitmentId', lot) } : {}),
  };
}
