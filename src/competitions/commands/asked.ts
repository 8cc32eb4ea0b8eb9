import type { Reader } from '../../games/model/access.ts';
import type { Result } from '../../games/model/result.ts';
import type { Player } from '../../players/players.ts';
import type { IdempotentRequest } from '../../requests/idempotency.ts';
import type { CompetitionQuery, ListedCompetition } from '../../store/competition-rows.ts';
import type { Competition, CompetitionChange, Entry } from '../model/competition.ts';
import type { CompetitionEvent } from '../model/events.ts';
import type { EntryChange, NewCompetition, NewEntry } from '../model/settings.ts';

/** A competition with the entry that was asked for. */
export interface Entered {
  competition: Competition;
  entry: Entry;
  /** false: it was there before */
  made: boolean;
}

/** What people ask of competitions: each answers once its step is durable, or refuses and changes nothing. */
export interface CompetitionCommands {
  create(player: Player, asked: NewCompetition, request: IdempotentRequest | null): Promise<Result<CompetitionChange>>;
  /** Entering again answers the entry as it is. */
  enter(
    player: Player,
    competitionId: string,
    asked: NewEntry,
    request: IdempotentRequest | null,
  ): Promise<Result<Entered>>;
  changeEntry(player: Player, competitionId: string, patch: EntryChange): Promise<Result<Entered>>;
  withdraw(player: Player, competitionId: string): Promise<Result<Entered>>;
  /** By the organiser. */
  withdrawBot(player: Player, competitionId: string, entry: number): Promise<Result<Entered>>;
  disqualify(
    player: Player,
    competitionId: string,
    asked: { entry: number; reason: string },
    request?: IdempotentRequest | null,
  ): Promise<Result<Entered>>;
  start(player: Player, competitionId: string, request?: IdempotentRequest | null): Promise<Result<CompetitionChange>>;
  abort(
    player: Player,
    competitionId: string,
    reason: string | null,
    request?: IdempotentRequest | null,
  ): Promise<Result<CompetitionChange>>;
  /** The competition at its newest version, if this reader may look. */
  open(reader: Reader, competitionId: string): Promise<Result<Competition>>;
  /** What happened in a competition after a version, oldest first, at most so much; null: that version is not there yet. */
  events(competition: Competition, after: number, limit: number): Promise<CompetitionEvent[] | null>;
  list(query: CompetitionQuery): Promise<ListedCompetition[]>;
}
