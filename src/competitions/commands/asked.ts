import type { Reader } from '../../games/model/access.ts';
import type { Clock } from '../../games/model/clock.ts';
import type { Visibility } from '../../games/model/game.ts';
import type { Result } from '../../games/model/result.ts';
import type { Player } from '../../players/players.ts';
import type { IdempotentRequest } from '../../requests/idempotency.ts';
import type { SequentialStop } from '../../standings/sequential-test.ts';
import type { CompetitionQuery, ListedCompetition } from '../../store/contract/competitions.ts';
import type { Competition, CompetitionChange, Entry } from '../model/competition.ts';
import type { CompetitionEvent } from '../model/events.ts';
import type { Duplicate, Format, Scoring, Settings } from '../model/settings.ts';

/** A competition as somebody asks for it; what is left out has its default. */
export interface NewCompetition {
  name: string;
  ruleset: string;
  options?: unknown;
  /** by default the fewest that the ruleset is played on; 1 in a cup */
  seats?: number | undefined;
  format: Format;
  duplicate?: Duplicate | undefined;
  scoring?: Scoring | undefined;
  boards?: number | undefined;
  rounds?: number | undefined;
  clock: Clock;
  standIn?: string | undefined;
  visibility?: Visibility | undefined;
  entryUntil?: string | undefined;
  startsAt?: string | undefined;
  endsAt?: string | undefined;
  maxEntries?: number | undefined;
  kinds?: Settings['kinds'] | undefined;
  noShow?: Settings['noShow'] | undefined;
  stop?: SequentialStop | undefined;
}

/** Who wants to take part: the player who asks, or a bot of the house, for which the organiser asks. */
export interface EntryAsked {
  clientSeed?: string | undefined;
  concurrency?: number | undefined;
  inviteCode?: string | undefined;
  bot?: string | undefined;
}

export interface EntryPatch {
  concurrency?: number | undefined;
  paused?: boolean | undefined;
}

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
    asked: EntryAsked,
    request: IdempotentRequest | null,
  ): Promise<Result<Entered>>;
  changeEntry(player: Player, competitionId: string, patch: EntryPatch): Promise<Result<Entered>>;
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
