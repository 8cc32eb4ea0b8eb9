import type { EventsListed, GameReader } from './game-reader.ts';

/** What has happened in a game since its player last looked, as their lowest seat saw it. */
export interface SinceLooked {
  /** the version that they looked at; 0: none */
  looked: number;
  /** how many events there are of it, up to a bound */
  events: number;
  /** whether there are more than are counted */
  more: boolean;
  /** the newest of them as sentences, oldest first */
  text: string[];
}

/** A game of a player's, and how far it has come for them. */
export interface LookedGame {
  gameId: string;
  version: number;
  /** the version that they looked at; 0: none */
  looked: number;
}

/** So many events are counted: whoever was away for longer reads the game. */
const MOST_COUNTED = 50;
const SENTENCES = 2;

/** Reads what has happened since a player last looked; of a game that is where they saw it nothing is read. */
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
  // a game that was closed to them meanwhile tells them nothing
  return listed.ok ? { looked, ...inShort(listed.value) } : nothing;
}

function inShort({ events, next }: EventsListed): Omit<SinceLooked, 'looked'> {
  const newest = events.slice(0, SENTENCES).reverse();
  return {
    events: Math.min(events.length, MOST_COUNTED),
    more: next !== null || events.length > MOST_COUNTED,
    text: newest.flatMap(({ text }) => (text === undefined ? [] : [text])),
  };
}
