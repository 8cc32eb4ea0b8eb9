import type { Catalogue } from '#rules/catalogue.ts';
import { withoutName } from '#rules/kernel/chain.ts';
import type { Json } from '#rules/kernel/json.ts';
import { carryOut, Idempotency, type IdempotentRequest, Queues } from '../eventlog/carry-out.ts';
import type { Loop } from '../eventlog/loop.ts';
import { done, type Result, refused } from '../eventlog/result.ts';
import type { GameService } from '../games/game-service.ts';
import { capReached, DEFAULT_CAPS } from '../games/model/caps.ts';
import { type Game, isOver, type Reader } from '../games/model/game.ts';
import type { Player } from '../players/players.ts';
import type { CompetitionEventRow, CompetitionQuery, ListedCompetition } from '../store/competitions.ts';
import { AccountsDeleted, type LogDamaged, PlayersSuspended } from '../store/failures.ts';
import type { Store } from '../store/store.ts';
import type { CompetitionCommand } from './commands/commands.ts';
import { competitionNotFound, type Decision, mayLook, ORGANISER_DELETED } from './commands/entries.ts';
import { drawnOrigin, newCompetition, type Origin } from './commands/new-competition.ts';
import { Director } from './director/director.ts';
import { ServerSteps, type StepKind } from './director/server-steps.ts';
import type { Competition, CompetitionChange } from './model/competition.ts';
import type { CompetitionEvent } from './model/events.ts';
import { type NewCompetition, rulesOf } from './model/settings.ts';
import { CompetitionLog } from './runtime/competition-log.ts';
import { LiveCompetitions } from './runtime/live-competitions.ts';
import { Pairer } from './runtime/threads.ts';

interface CompetitionParts {
  store: Store;
  catalogue: Catalogue;
  games: GameService;
  /** the number of new competitions that a player may create in a day */
  most?: number | undefined;
  onTrouble(error: unknown, competitionId: string | null): void;
  /** called when the database has lost changes */
  onLoss?: ((competitionId: string) => void) | undefined;
  /** called once when a log is found damaged, and again only if it was readable in between */
  onDamage?: ((error: LogDamaged) => void) | undefined;
  onStep?: ((kind: StepKind) => void) | undefined;
}

const LIVE_COMPETITIONS = 200;

export interface Changed extends CompetitionChange {
  entry: number | null;
  /** false: nothing had to change */
  made: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export class Competitions {
  readonly #parts: CompetitionParts;
  readonly #live: LiveCompetitions;
  readonly #log: CompetitionLog;
  readonly #idempotency: Idempotency;
  readonly #queues = new Queues();
  readonly #pairer = new Pairer();
  readonly #director: Director;

  constructor(parts: CompetitionParts) {
    const { store, catalogue, games, onTrouble, onLoss, onDamage, onStep } = parts;
    const { commands, subscriptions, clock } = games;
    this.#parts = parts;
    this.#live = new LiveCompetitions(store, LIVE_COMPETITIONS, onLoss, onDamage);
    this.#log = new CompetitionLog({ store, live: this.#live, subscriptions, commands });
    this.#idempotency = new Idempotency(store.requests);
    const steps = new ServerSteps({ store, clock, catalogue, games, log: this.#log, pairer: this.#pairer, onStep });
    this.#director = new Director({ store, clock, live: this.#live, queues: this.#queues, steps, onTrouble });
  }

  get loop(): Loop {
    return this.#director.loop;
  }

  gameChanged(game: Game): void {
    const { place } = game.header;
    if (place !== null && isOver(game)) this.#director.wake(place.competitionId);
  }

  /** Stops the background work and waits for its end. Call it before the game service stops. */
  async stop(): Promise<void> {
    const stopped = this.#director.stop();
    await this.#pairer.stop();
    await stopped;
  }

  /** Carries out a command. Resolves when the change is stored. */
  async handle(command: CompetitionCommand): Promise<Result<Changed>> {
    const { competitionId, by, request, alive, meets } = command;
    const changed = await this.#carryOut(competitionId, request, async (_, rowFor) => {
      const competition = await this.#live.current(competitionId);
      if (competition === null) return competitionNotFound(competitionId);

      const now = this.#now();
      const decided = this.#decide(command, competition, now);
      if (!decided.ok) return decided;
      const { events, entry } = decided.value;
      if (events.length === 0) return done({ competition, events: [], entry, made: false });

      // the write fails if another version was written since the decision
      const row = rowFor({ competitionId, version: competition.version + events.length, entry }, now);
      const required = alive?.(competition) ?? (by === null ? [] : [by.id]);
      const welcome = meets ? [...required, competition.header.createdBy] : [];
      const step = { events, now, games: [], deadline: soon(now), request: row, alive: required, welcome };
      const change = await this.#log.append(competition, step);
      return change === null ? 'lost' : done({ ...change, entry, made: true });
    }).catch((error) => {
      if (error instanceof PlayersSuspended)
        return refused('entries-closed', 'The organizer is suspended, so the competition accepts no entries for now.');
      if (error instanceof AccountsDeleted && by !== null && !error.playerIds.includes(by.id))
        return refused('entries-closed', ORGANISER_DELETED);
      throw error;
    });
    if (changed.ok) this.#director.changed(competitionId);
    return changed;
  }

  /** Returns what a command would write, without writing it. */
  async wouldWrite(command: CompetitionCommand): Promise<Result<Decision>> {
    const competition = await this.#live.current(command.competitionId);
    if (competition === null) return competitionNotFound(command.competitionId);
    return this.#decide(command, competition, this.#now());
  }

  /** `origin` is random by default. A demo that must be reproducible gives its own. */
  create(
    player: Player,
    asked: NewCompetition,
    request: IdempotentRequest | null,
    origin: Origin = drawnOrigin(),
  ): Promise<Result<CompetitionChange>> {
    const { catalogue, store, most = DEFAULT_CAPS.competitions } = this.#parts;
    // Carries out a player's requests one by one: in parallel, several could pass the daily limit before one is stored.
    return this.#carryOut(`competitions of ${player.id}`, request, async (_, rowFor) => {
      const now = this.#now();
      const header = newCompetition(player, asked, catalogue, now, origin);
      if (!header.ok) return header;
      const created = await store.competitions.createdSince(player.id, new Date(now.getTime() - DAY_MS));
      if (created >= most) return capReached('competitions', most);
      const { id, settings } = header.value;
      const deadline = settings.startsAt === null ? null : new Date(settings.startsAt);
      const row = rowFor({ competitionId: id, version: 1, entry: null }, now);
      const change = await this.#log.create(header.value, deadline, row);
      return change === null ? 'lost' : done({ ...change, entry: null, made: true });
    });
  }

  /** Removes a deleted player's name from a competition and its log. Hashes and ids do not change. */
  async eraseName(competitionId: string, playerId: string): Promise<void> {
    for (;;) {
      const row = await this.#parts.store.competitions.row(competitionId);
      if (row === null) return;
      const rows = await this.#parts.store.competitions.events(competitionId, 0);
      const events = entriesWithoutName(rows, playerId);
      if (events.length === 0) return;
      const { erased } = row;
      const isErased = await this.#parts.store.accounts.eraseFromCompetition({ competitionId, erased, events });
      this.#live.forget(competitionId);
      if (isErased) return; // false: another name was removed at the same time, so the loop tries again
    }
  }

  async open(reader: Reader, competitionId: string): Promise<Result<Competition>> {
    const competition = await this.#live.current(competitionId);
    if (competition === null || !mayLook(competition, reader)) return competitionNotFound(competitionId);
    return done(competition);
  }

  async events(competition: Competition, after: number, limit: number): Promise<CompetitionEvent[] | null> {
    return after > competition.version ? null : this.#live.events(competition, after, limit);
  }

  list(query: CompetitionQuery): Promise<ListedCompetition[]> {
    return this.#parts.store.competitions.page(query);
  }

  #carryOut(
    id: string,
    request: IdempotentRequest | null,
    attempt: Parameters<typeof carryOut<Changed>>[1],
  ): Promise<Result<Changed>> {
    const again = async (kept: Json) => {
      const { competitionId, version, entry } = kept as Pick<Changed, 'entry'> & {
        competitionId: string;
        version: number;
      };
      return done({ ...(await this.#live.at(competitionId, version)), entry, made: true });
    };
    const turn = { queues: this.#queues, id };
    const work = { idempotency: this.#idempotency, request, turn, looksFirst: true, again };
    return carryOut(work, attempt);
  }

  /** Decides a command. Answers "not found" to players who may not see the competition. */
  #decide({ by, inviteCode, decide }: CompetitionCommand, competition: Competition, now: Date): Result<Decision> {
    if (by !== null && !mayLook(competition, { playerId: by.id, inviteCode })) {
      return competitionNotFound(competition.header.id);
    }
    return decide(competition, now, (of) => rulesOf(of.header.settings, this.#parts.catalogue));
  }

  #now(): Date {
    return this.#parts.games.clock.now();
  }
}

/** Returns when the director, which runs competitions, acts next: at the start if the status is open, else at once. */
function soon(now: Date): (after: Competition) => Date | null {
  return ({ status, header }) => {
    const { startsAt } = header.settings;
    if (status !== 'open') return now;
    return startsAt === null ? null : new Date(startsAt);
  };
}

function entriesWithoutName(rows: readonly CompetitionEventRow[], playerId: string): CompetitionEventRow[] {
  return rows.flatMap((row) => {
    const data = row.type === 'entryMade' ? (withoutName(row.data, playerId) as Json | null) : null;
    return data === null ? [] : [{ ...row, data }];
  });
}
