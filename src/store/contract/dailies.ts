import type { GameRow } from './games.ts';

/** The competitions of the day. */
export interface DailyStore {
  /** The servers' shared key of that name; made from `fresh` by whoever asks first. */
  key(name: string, fresh: Uint8Array): Promise<Uint8Array>;
  /** The player's game that counts. */
  entryOf(daily: string, playerId: string): Promise<string | null>;
  /** Whether anybody has entered the competition. */
  isPlayed(daily: string): Promise<boolean>;
  /** Whether some game of the competition is not over. */
  isOpen(daily: string): Promise<boolean>;
  /** The games that count and were played to their end: those that were won first, each kind by its score. */
  best(daily: string, scoring: 'highest' | 'lowest', limit: number): Promise<DailyBest[]>;
  /** How many of the games that count ended before their end. */
  conceded(daily: string): Promise<number>;
}

/** A game that counts, and when its player registered. */
export interface DailyBest {
  game: GameRow;
  registeredAt: Date;
}
