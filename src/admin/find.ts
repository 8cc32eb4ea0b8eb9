import type { Json } from '#rules/kernel/json.ts';
import { skeletonOf } from '../players/name.ts';
import { type AdminAnswer, type AdminCall, answered, refusedBecause } from './call.ts';
import type { House } from './house.ts';
import { aligned } from './words.ts';

const MOST_FOUND = 20;
/** Shorter beginnings fit nearly everything. */
const ID_BEGINNING = /^[0-9a-f-]{4,36}$/i;

/** Players by id, name or a name that looks like it; games by id or its beginning; competitions by either. */
export async function find({ store }: House, { target }: AdminCall): Promise<AdminAnswer> {
  const text = target as string;
  const isId = ID_BEGINNING.test(text) && text.replaceAll('-', '').length <= 32;
  const sought = {
    prefix: isId ? text.toLowerCase() : null,
    text,
    skeleton: skeletonOf(text),
    limit: MOST_FOUND,
  };
  const [players, games, competitions] = await Promise.all([
    store.operators.players(sought),
    store.operators.games(sought),
    store.operators.competitions(sought),
  ]);
  const rows = [
    ...players.map(({ id, name, kind, suspended }) => ['player', id, kind, suspended ? `${name} (suspended)` : name]),
    ...games.map(({ id, ruleset, status }) => ['game', id, status, ruleset]),
    ...competitions.map(({ id, name, status }) => ['competition', id, status, name]),
  ];
  if (rows.length === 0) return refusedBecause(`Nothing is found for ${JSON.stringify(text)}.`);
  const found = JSON.parse(JSON.stringify({ players, games, competitions })) as Json;
  const cut = [players, games, competitions].some(({ length }) => length === MOST_FOUND);
  const more = cut ? [`The first ${MOST_FOUND} of each sort: say more of what is looked for.`] : [];
  return answered([...aligned(rows), ...more], found);
}
