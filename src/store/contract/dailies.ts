import type { GameRow } from './games.ts';

/** The competitions of the day. */
export interface DailyStore {
  /** The servers' shared key of that name; made from `fresh` by whoever asks first. */
  key(name: string, fresh: Uint8Array): Promise<Uint8Array>;
  /** The player's game that counts. */
  entryOf(daily: string, playerId: string): Promise<string | null>;
  /** Whether anybody has entered the competition. */
  isPlayed(daily: string): Promise<boolean>;
  /** The time of the database. */
  now(): Promise<Date>;
  /**
   * Waits for all games of the day that are being created. True: by the database's clock it was then `end` or later, so
   * that no game is created any more that had to be created before `end`.
   */
  hasEnded(end: Date): Promise<boolean>;
  /** Whether some game of the competition is not over. */
  isOpen(daily: string): Promise<boolean>;
  /** The games that count and were played to their end: those that were won first, each kind by its score. */
  best(daily: string, scoring: 'highest' | 'lowest', limit: number): Promise<DailyBest[]>;
  /** How many of the games that count ended before their end. */
  conceded(daily: string): Promise<number>;
  /** The player's games that count in these competitions, in no order, with how many games of others ended better. */
  playedBy(playerId: string, dailies: readonly string[], scoring: 'highest' | 'lowest'): Promise<DailyPlayed[]>;
}

/** A game of somebody that counts. */
export interface DailyPlayed {
  daily: string;
  gameId: string;
  /** it goes on, was played to its end, or ended without its player */
  state: 'playing' | 'completed' | 'conceded';
  won: boolean;
  /** of a game that was played to its end; null: it was not */
  score: number | null;
  /** games that were played to a better end, by now; null where this one was not */
  ahead: number | null;
}

/** A game that counts, and when its player registered. */
export interface DailyBest {
  game: GameRow;
  registeredAt: Date;
}
