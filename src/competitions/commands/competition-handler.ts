import { type Catalogue, type RulesetVersion, versionIn } from '#rules/catalogue.ts';
import type { Json } from '#rules/kernel/json.ts';
import { capReached } from '../../games/model/caps.ts';
import { done, type HouseRefusal, type Result, RulesMissing } from '../../games/model/result.ts';
import type { Player } from '../../players/players.ts';
import { carryOut, type Queues } from '../../requests/carry-out.ts';
import { Idempotency, type IdempotentRequest, type RowFor } from '../../requests/idempotency.ts';
import { AccountsDeleted, PlayersSuspended } from '../../store/contract/failures.ts';
import type { HouseClock } from '../../store/log-rows.ts';
import type { Store } from '../../store/store.ts';
import { type Competition, type CompetitionChange, entryIn } from '../model/competition.ts';
import type { CompetitionEventData } from '../model/events.ts';
import type { EntryChange, NewCompetition, NewEntry } from '../model/settings.ts';
import type { CompetitionLog } from '../runtime/competition-log.ts';
import type { LiveCompetitions } from '../runtime/live-competitions.ts';
import type { Entered } from './asked.ts';
import {
  changing,
  competitionNotFound,
  disqualifying,
  type EntryDecision,
  entering,
  entryNeeds,
  mayLook,
  ORGANISER_DELETED,
  organiserDeleted,
  organiserSuspended,
  pausing,
  sendingAway,
  withdrawing,
  withdrawingBot,
} from './entries.ts';
import { newCompetition, type Origin } from './new-competition.ts';
import { aborting, abortingByOperator, starting } from './running.ts';

interface HandlerParts {
  store: Store;
  clock: HouseClock;
  catalogue: Catalogue;
  live: LiveCompetitions;
  log: CompetitionLog;
  /** how many competitions a player may create in a day */
  most: number;
  /** for those who ask at the same moment, and the house */
  queues: Queues;
}

/** Enough to give the first answer to a request again. */
interface Essence {
  competitionId: string;
  version: number;
  entry: number | null;
}

type Decision = Result<{ events: CompetitionEventData[]; entry: number | null }>;

/** What is asked of a competition, and by whom. */
interface Asked {
  /** null: the operator */
  player: Player | null;
  /** the ids of the players who must be alive; when it is left out, the player who asks */
  alive?(competition: Competition): readonly string[];
  /** whether none of them, and not the organiser, may be suspended */
  meets?: true;
  competitionId: string;
  request: IdempotentRequest | null;
  inviteCode?: string | undefined;
  /** Asked again on the newest version when another step was written first. */
  decide(competition: Competition, now: Date): Decision;
}

/** What an asked change came to. */
interface Changed extends CompetitionChange {
  entry: number | null;
  made: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Carries out what people ask of competitions: each once, and nobody is told of it before it is durable. */
export class CompetitionHandler {
  readonly #parts: HandlerParts;
  readonly #idempotency: Idempotency;

  constructor(parts: HandlerParts) {
    this.#parts = parts;
    this.#idempotency = new Idempotency(parts.store.requests);
  }

  async create(
    player: Player,
    asked: NewCompetition,
    request: IdempotentRequest | null,
    origin: Origin,
  ): Promise<Result<CompetitionChange>> {
    const { clock, catalogue, log } = this.#parts;
    return this.#once(`competitions of ${player.id}`, request, async (_, rowFor) => {
      const now = clock.now();
      const header = newCompetition(player, asked, catalogue, now, origin);
      if (!header.ok) return header;
      const capped = await this.#capProblem(player, now);
      if (capped !== null) return capped;
      const { id, settings } = header.value;
      const deadline = settings.startsAt === null ? null : new Date(settings.startsAt);
      const row = rowFor({ competitionId: id, version: 1, entry: null }, now);
      const change = await log.create(header.value, deadline, row);
      return change === null ? 'lost' : done({ ...change, entry: null, made: true });
    });
  }

  async enter(
    player: Player,
    competitionId: string,
    asked: NewEntry,
    request: IdempotentRequest | null,
  ): Promise<Result<Entered>> {
    const { inviteCode } = asked;
    const alive = (competition: Competition) => entryNeeds(competition, player);
    return this.#changeEntry({ player, competitionId, request, inviteCode, alive, meets: true }, (competition, now) =>
      entering(competition, player, asked, this.#rulesOf(competition), now),
    ).catch((error) => {
      if (error instanceof PlayersSuspended) return organiserSuspended();
      if (error instanceof AccountsDeleted && !error.playerIds.includes(player.id)) return organiserDeleted();
      throw error;
    });
  }

  changeEntry(player: Player, competitionId: string, patch: EntryChange): Promise<Result<Entered>> {
    return this.#changeEntry({ player, competitionId, request: null }, (competition, now) => {
      return changing(competition, player, patch, now);
    });
  }

  withdraw(player: Player, competitionId: string): Promise<Result<Entered>> {
    return this.#changeEntry({ player, competitionId, request: null }, (competition) => {
      return withdrawing(competition, player);
    });
  }

  withdrawBot(player: Player, competitionId: string, entry: number): Promise<Result<Entered>> {
    return this.#changeEntry({ player, competitionId, request: null }, (competition) => {
      return withdrawingBot(competition, player, entry);
    });
  }

  disqualify(
    player: Player,
    competitionId: string,
    { entry, reason }: { entry: number; reason: string },
    request: IdempotentRequest | null,
  ): Promise<Result<Entered>> {
    return this.#changeEntry({ player, competitionId, request }, (competition) => {
      return disqualifying(competition, player, entry, reason);
    });
  }

  start(player: Player, competitionId: string, request: IdempotentRequest | null): Promise<Result<CompetitionChange>> {
    const decide = (competition: Competition, now: Date) => ofNoEntry(starting(competition, player, now));
    return this.#change({ player, competitionId, request, decide });
  }

  abort(
    player: Player,
    competitionId: string,
    reason: string | null,
    request: IdempotentRequest | null,
  ): Promise<Result<CompetitionChange>> {
    const decide = (competition: Competition) => ofNoEntry(aborting(competition, player, reason));
    return this.#change({ player, competitionId, request, decide });
  }

  /** Takes a deleted account out: what it organises is aborted if it has not started, and else its entry is withdrawn. */
  leaveDeleted(player: Player, competitionId: string): Promise<Result<CompetitionChange>> {
    const decide = (competition: Competition) => {
      const { status, header } = competition;
      if (status !== 'open' || header.createdBy !== player.id) return withdrawing(competition, player);
      return ofNoEntry(aborting(competition, player, ORGANISER_DELETED));
    };
    return this.#change({ player, competitionId, request: null, alive: () => [], decide });
  }

  pauseSuspended(player: Player, competitionId: string): Promise<Result<Entered>> {
    return this.#changeEntry({ player, competitionId, request: null }, (competition) => pausing(competition, player));
  }

  /** An operator takes one entry out; everyone reads the reason. */
  disqualifyByOperator(competitionId: string, entry: number, reason: string): Promise<Result<Entered>> {
    return this.#changeEntry({ player: null, competitionId, request: null }, (competition) => {
      return sendingAway(competition, entry, reason);
    });
  }

  abortByOperator(competitionId: string, reason: string): Promise<Result<CompetitionChange>> {
    const decide = (competition: Competition) => ofNoEntry(abortingByOperator(competition, reason));
    return this.#change({ player: null, competitionId, request: null, decide });
  }

  async #changeEntry(
    asked: Omit<Asked, 'decide'>,
    decide: (competition: Competition, now: Date) => Result<EntryDecision>,
  ): Promise<Result<Entered>> {
    const changed = await this.#change({ ...asked, decide });
    if (!changed.ok) return changed;
    const { competition, entry, made } = changed.value;
    return done({ competition, entry: entryIn(competition, entry as number), made });
  }

  /** Decides on the newest version and writes on that alone. */
  async #change({ player, competitionId, request, inviteCode, decide, alive, meets }: Asked): Promise<Result<Changed>> {
    const { live, log, clock } = this.#parts;
    return this.#once(competitionId, request, async (_, rowFor) => {
      const competition = await live.current(competitionId);
      if (competition === null) return competitionNotFound(competitionId);
      if (player !== null && !mayLook(competition, { playerId: player.id, inviteCode })) {
        return competitionNotFound(competitionId);
      }
      const now = clock.now();
      const decided = decide(competition, now);
      if (!decided.ok) return decided;
      const { events, entry } = decided.value;
      if (events.length === 0) return done({ competition, events: [], entry, made: false });
      const version = competition.version + events.length;
      const row = rowFor({ competitionId, version, entry }, now);
      const required = alive?.(competition) ?? (player === null ? [] : [player.id]);
      const step = {
        events,
        now,
        games: [],
        deadline: soon(now),
        request: row,
        alive: required,
        welcome: meets ? [...required, competition.header.createdBy] : [],
      };
      const change = await log.append(competition, step);
      return change === null ? 'lost' : done({ ...change, entry, made: true });
    });
  }

  /** Tries until it is done or refused, one command of the same `id` after another. */
  #once(
    id: string,
    request: IdempotentRequest | null,
    attempt: (nth: number, rowFor: RowFor) => Promise<Result<Changed> | 'lost'>,
  ): Promise<Result<Changed>> {
    const { queues, live } = this.#parts;
    const again = async (kept: Json) => {
      const { competitionId, version, entry } = kept as unknown as Essence;
      return done({ ...(await live.at(competitionId, version)), entry, made: true });
    };
    return carryOut({ idempotency: this.#idempotency, queues, request, id, looksFirst: true, again }, attempt);
  }

  async #capProblem({ id }: Player, now: Date): Promise<{ ok: false; refusal: HouseRefusal } | null> {
    const created = await this.#parts.store.competitions.createdSince(id, new Date(now.getTime() - DAY_MS));
    const { most } = this.#parts;
    return created < most ? null : capReached('competitions', most);
  }

  #rulesOf({ header }: Competition): RulesetVersion {
    const { ruleset, rulesVersion } = header.settings;
    const rules = versionIn(this.#parts.catalogue, ruleset, rulesVersion);
    if (rules !== undefined) return rules;
    throw new RulesMissing(
      `This competition is of rules version ${rulesVersion} of ${ruleset}, which this server does not have.`,
    );
  }
}

/** The director looks at once at what is played or over; what is open waits for its start. */
function soon(now: Date): (after: Competition) => Date | null {
  return ({ status, header }) => {
    const { startsAt } = header.settings;
    if (status !== 'open') return now;
    return startsAt === null ? null : new Date(startsAt);
  };
}

function ofNoEntry(events: Result<CompetitionEventData[]>): Decision {
  return events.ok ? done({ events: events.value, entry: null }) : events;
}
