import type { Seat } from '#rules/kernel/ruleset.ts';
import type { SeatedPlayer } from '../../games/model/seats.ts';
import type { Competition, Entry } from '../model/competition.ts';

/** What plays on a seat that no entry holds. */
const HOUSE = 'random';

/** Who takes part, in as many words as everywhere. */
export interface EntrantView {
  entry: number;
  player: SeatedPlayer | null;
  /** a bot of the house */
  bot: string | null;
}

/** An entry as everybody may see it. */
export type EntryView = Omit<Entry, 'changes'>;

/** How often an entry was changed bounds how often it still may be, and is told to nobody. */
export function entryView({ changes: _, ...shown }: Entry): EntryView {
  return shown;
}

/** A seat at a table, and whose it is. */
export interface SeatOfEntry {
  seat: Seat;
  /** null: of the house */
  entry: number | null;
  player: SeatedPlayer | null;
  bot: string | null;
}

export function entrantOf({ entries }: Competition, number: number): EntrantView {
  const found = entries[number - 1];
  if (found === undefined) throw new Error(`there is no entry ${number}`);
  const { entry, player, bot } = found;
  return { entry, player, bot };
}

export function seatsView(competition: Competition, entries: readonly (number | null)[]): SeatOfEntry[] {
  return entries.map((entry, seat) => {
    return entry === null ? { seat, entry, player: null, bot: HOUSE } : { seat, ...entrantOf(competition, entry) };
  });
}

/** The entry of a player; null when they have none. */
export function entryOf({ entries }: Competition, playerId: string | null): Entry | null {
  if (playerId === null) return null;
  return entries.find(({ player }) => player?.id === playerId) ?? null;
}
