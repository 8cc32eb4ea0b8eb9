import { type Static, Type } from '@sinclair/typebox';
import { count } from '../model/game-fields.ts';
import type { GameReader } from './game-reader.ts';

export const SinceLooked = Type.Object(
  {
    looked: count('The version that you have seen (see `setLooked`); 0: none.'),
    events: Type.Integer({
      minimum: 0,
      maximum: 50,
      description: 'The number of later events, as your seat saw them; at most 50.',
    }),
    more: Type.Boolean({ description: 'Whether there are more than `events`: `listEvents` returns all.' }),
    text: Type.Array(Type.String(), { maxItems: 2, description: 'Up to two of the newest in plain words, in order.' }),
  },
  { $id: 'SinceLooked', description: 'Events in your game since you last looked.' },
);
export type SinceLooked = Static<typeof SinceLooked>;

export interface LookedGame {
  gameId: string;
  version: number;
  /** the newest version that the player has looked at; 0: none */
  looked: number;
}

const MOST_COUNTED = 50;
const SENTENCES = 2;

/** Returns what has happened since the player looked. Reads nothing if the player has seen the newest version. */
export async function sinceLooked(
  gameReader: GameReader,
  playerId: string,
  { gameId, version, looked }: LookedGame,
  names: boolean,
): Promise<SinceLooked> {
  const nothing = { looked, events: 0, more: false, text: [] };
  if (looked >= version) return nothing;
  const asked = { after: looked, order: 'desc', limit: MOST_COUNTED, telling: { text: true, names } } as const;
  const listed = await gameReader.events({ playerId }, gameId, asked);
  if (!listed.ok) return nothing; // the player may have lost the right to see the game meanwhile
  const { events, next } = listed.value;
  const newest = events.slice(0, SENTENCES).reverse();
  return {
    looked,
    events: Math.min(events.length, MOST_COUNTED),
    more: next !== null || events.length > MOST_COUNTED,
    text: newest.flatMap(({ text }) => (text === undefined ? [] : [text])),
  };
}
