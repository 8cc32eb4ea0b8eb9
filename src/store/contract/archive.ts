import type { EventRow } from './event-log.ts';

/** The whole log of a game that is over. */
export interface GameLogCopy {
  gameId: string;
  /** of the game at its end */
  version: number;
  head: string | null;
  /** 1 … `version` */
  events: EventRow[];
}

/** A log that is to be moved. */
export interface MovedLog extends GameLogCopy {
  /** how often a name had been taken out of it, before it was read */
  erased: number;
}

/** Where the log of a game is in the archive. */
export interface ArchivedRow {
  gameId: string;
  file: string;
  /** from the beginning of the file, in bytes */
  position: number;
  length: number;
  version: number;
  head: string | null;
  archivedAt: Date;
}

/** A file of the archive, and what the database knows of it. */
export interface ArchiveFile {
  file: string;
  /** null: it is not there, or this user may not read it */
  bytes: number | null;
  /** when it was last written to; null: it is not there */
  writtenAt: Date | null;
  /** so many bytes of it, from its beginning, hold logs that the database knows: a shorter file is cut */
  needed: number;
  /**
   * games whose logs are read from it; 0: a run is about to give up their rows, or broke off, or all of its games were restored
   */
  games: number;
}

/** Whether logs that the database knows in it cannot be read from it. */
export function isLacking(file: ArchiveFile): boolean {
  return file.bytes === null || isCut(file);
}

/** Whether the file is there, and too short. */
export function isCut({ bytes, needed }: ArchiveFile): boolean {
  return bytes !== null && bytes < needed;
}

/** Logs of games that are over, in files beside the database; `EventLog` reads them from there by itself. */
export interface ArchiveStore {
  /** null: none was given, and nothing can be archived or read */
  readonly directory: string | null;
  /**
   * Games that ended before that time and whose logs are in the database, oldest first, from after that id: none of a
   * competition that has not published its seed, and no game of a day that may not be over.
   */
  candidates(before: Date, after: string | null, limit: number): Promise<string[]>;
  /**
   * Moves logs to a new file: it is written, flushed and read back before the database gives up a row. Returns the ids of the
   * games that were moved: those that have changed, of which a name was taken out meanwhile, or that somebody else has moved, stay as they are.
   * Throws `ArchiveUnusable` where nothing can be written, and `ArchiveMissing` where somebody took the file away: all games are in the
   * database then.
   */
  archive(logs: readonly MovedLog[], now: Date): Promise<{ file: string; bytes: number; moved: string[] }>;
  /** Null: this game is not in the archive. */
  row(gameId: string): Promise<ArchivedRow | null>;
  /** The archived log of a game. Throws `ArchiveMissing` and `ArchiveDamaged`. */
  log(gameId: string): Promise<GameLogCopy | null>;
  /** Puts a log back into the database. False: it is there, or has never been in the archive. */
  restore(log: GameLogCopy): Promise<boolean>;
  /** Every file that there is or that should be, by name. Throws `ArchiveUnusable`. */
  files(): Promise<ArchiveFile[]>;
}
