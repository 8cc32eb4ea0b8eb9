import type { Competition, Entry } from '../model/competition.ts';
import type { CompetitionEntry, CompetitionSeat, Entrant } from '../model/competition-shapes.ts';

/** What plays on a seat that no entry holds. */
const HOUSE = 'random';

/** How often an entry was changed bounds how often it still may be, and is told to nobody. */
export function entryView({ changes: _, ...shown }: Entry): CompetitionEntry {
  return shown;
}

export function entrantOf({ entries }: Competition, number: number): Entrant {
  const found = entries[number - 1];
  if (found === undefined) throw new Error(`there is no entry ${number}`);
  const { entry, player, bot } = found;
  return { entry, player, bot };
}

export function seatsView(competition: Competition, entries: readonly (number | null)[]): CompetitionSeat[] {
  return entries.map((entry, seat) => {
    return entry === null ? { seat, entry, player: null, bot: HOUSE } : { seat, ...entrantOf(competition, entry) };
  });
}

/** The entry of a player; null when they have none. */
export function entryOf({ entries }: Competition, playerId: string | null): Entry | null {
  if (playerId === null) return null;
  return entries.find(({ player }) => player?.id === playerId) ?? null;
}
