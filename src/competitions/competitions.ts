import type { Catalogue } from '#rules/catalogue.ts';
import type { Json } from '#rules/kernel/json.ts';
import { withoutName } from '#rules/kernel/named.ts';
import type { GameService } from '../games/game-service.ts';
import type { Reader } from '../games/model/access.ts';
import { DEFAULT_CAPS } from '../games/model/caps.ts';
import { type Game, isOver } from '../games/model/game.ts';
import { done, type Result } from '../games/model/result.ts';
import type { Player } from '../players/players.ts';
import { Queues } from '../requests/carry-out.ts';
import type { IdempotentRequest } from '../requests/idempotency.ts';
import type { Loop } from '../requests/loop.ts';
import type { CompetitionEventRow, CompetitionQuery, ListedCompetition } from '../store/competition-rows.ts';
import type { LogDamaged } from '../store/contract/failures.ts';
import type { Store } from '../store/store.ts';
import type { CompetitionCommands, Entered } from './commands/asked.ts';
import { CompetitionHandler } from './commands/competition-handler.ts';
import { competitionNotFound, type EntryDecision, mayLook, sendingAway } from './commands/entries.ts';
import { drawnOrigin, type Origin } from './commands/new-competition.ts';
import { Director } from './director/director.ts';
import { HouseSteps, type StepKind } from './director/house-steps.ts';
import type { Competition, CompetitionChange } from './model/competition.ts';
import type { CompetitionEvent } from './model/events.ts';
import type { EntryChange, NewCompetition, NewEntry } from './model/settings.ts';
import { CompetitionLog } from './runtime/competition-log.ts';
import { LiveCompetitions } from './runtime/live-competitions.ts';
import { Pairer } from './runtime/pairer.ts';

interface CompetitionParts {
  store: Store;
  catalogue: Catalogue;
  games: GameService;
  /** how many competitions a player may create in a day */
  most?: number | undefined;
  /** told when a competition could not be run by itself, and which */
  onTrouble(error: unknown, competitionId: string | null): void;
  /** told of each competition of which the database was found to have lost changes */
  onLoss?: ((competitionId: string) => void) | undefined;
  /** told once of each damaged log, until it is read well again */
  onDamage?: ((error: LogDamaged) => void) | undefined;
  /** told of each step of the house, by its kind */
  onStep?: ((kind: StepKind) => void) | undefined;
}

/** Kept in memory at most. */
const LIVE_COMPETITIONS = 200;

/** All that competitions are created, changed and read by, and what runs them. */
export class Competitions implements CompetitionCommands {
  readonly #store: Store;
  readonly #live: LiveCompetitions;
  readonly #handler: CompetitionHandler;
  readonly #pairer = new Pairer();
  readonly #director: Director;

  constructor(parts: CompetitionParts) {
    const { store, catalogue, games, most = DEFAULT_CAPS.competitions, onTrouble, onLoss, onDamage, onStep } = parts;
    const { commands, subscriptions, clock } = games;
    this.#store = store;
    this.#live = new LiveCompetitions(store, LIVE_COMPETITIONS, onLoss, onDamage);
    const live = this.#live;
    const queues = new Queues();
    const log = new CompetitionLog({ store, live, subscriptions, commands });
    this.#handler = new CompetitionHandler({ store, clock, catalogue, live, log, most, queues });
    const steps = new HouseSteps({ store, clock, catalogue, games, log, pairer: this.#pairer, onStep });
    this.#director = new Director({ store, clock, live, queues, steps, onTrouble });
  }

  /** Runs competitions. */
  get loop(): Loop {
    return this.#director.loop;
  }

  /** The director goes on when a game of a competition is over. */
  gameChanged(game: Game): void {
    const { place } = game.header;
    if (place !== null && isOver(game)) this.#director.wake(place.competitionId);
  }

  /** Finishes what is under way. To be called before the games are stopped. */
  async stop(): Promise<void> {
    const stopped = this.#director.stop();
    await this.#pairer.stop();
    await stopped;
  }

  /** `origin`: left to chance, unless whoever runs the house wants the very same competition again. */
  create(
    player: Player,
    asked: NewCompetition,
    request: IdempotentRequest | null,
    origin: Origin = drawnOrigin(),
  ): Promise<Result<CompetitionChange>> {
    return this.#handler.create(player, asked, request, origin);
  }

  enter(
    player: Player,
    competitionId: string,
    asked: NewEntry,
    request: IdempotentRequest | null,
  ): Promise<Result<Entered>> {
    return this.#told(competitionId, this.#handler.enter(player, competitionId, asked, request));
  }

  changeEntry(player: Player, competitionId: string, patch: EntryChange): Promise<Result<Entered>> {
    return this.#told(competitionId, this.#handler.changeEntry(player, competitionId, patch));
  }

  withdraw(player: Player, competitionId: string): Promise<Result<Entered>> {
    return this.#told(competitionId, this.#handler.withdraw(player, competitionId));
  }

  withdrawBot(player: Player, competitionId: string, entry: number): Promise<Result<Entered>> {
    return this.#told(competitionId, this.#handler.withdrawBot(player, competitionId, entry));
  }

  disqualify(
    player: Player,
    competitionId: string,
    asked: { entry: number; reason: string },
    request: IdempotentRequest | null = null,
  ): Promise<Result<Entered>> {
    return this.#told(competitionId, this.#handler.disqualify(player, competitionId, asked, request));
  }

  /** Pauses the entry of a player whom an operator keeps out. */
  pauseSuspended(player: Player, competitionId: string): Promise<Result<Entered>> {
    return this.#told(competitionId, this.#handler.pauseSuspended(player, competitionId));
  }

  /** Takes one entry out, as an operator. */
  disqualifyByOperator(competitionId: string, entry: number, reason: string): Promise<Result<Entered>> {
    return this.#told(competitionId, this.#handler.disqualifyByOperator(competitionId, entry, reason));
  }

  /** What `disqualifyByOperator` would write, or why it would not. */
  async wouldDisqualify(competitionId: string, entry: number): Promise<Result<EntryDecision>> {
    const competition = await this.#live.current(competitionId);
    return competition === null ? competitionNotFound(competitionId) : sendingAway(competition, entry, '');
  }

  start(
    player: Player,
    competitionId: string,
    request: IdempotentRequest | null = null,
  ): Promise<Result<CompetitionChange>> {
    return this.#told(competitionId, this.#handler.start(player, competitionId, request));
  }

  abort(
    player: Player,
    competitionId: string,
    reason: string | null,
    request: IdempotentRequest | null = null,
  ): Promise<Result<CompetitionChange>> {
    return this.#told(competitionId, this.#handler.abort(player, competitionId, reason, request));
  }

  /** Takes a deleted account out of a competition that it organises or has entered. */
  leaveDeleted(player: Player, competitionId: string): Promise<Result<CompetitionChange>> {
    return this.#told(competitionId, this.#handler.leaveDeleted(player, competitionId));
  }

  /** Takes the name of a deleted player out of a competition and its log: heads and ids stay as they are. */
  async eraseName(competitionId: string, playerId: string): Promise<void> {
    for (;;) {
      const row = await this.#store.competitions.row(competitionId);
      if (row === null) return;
      const rows = await this.#store.competitions.events(competitionId, 0);
      const events = entriesWithoutName(rows, playerId);
      if (events.length === 0) return;
      const { erased } = row;
      const isErased = await this.#store.accounts.eraseFromCompetition({ competitionId, erased, events });
      this.#live.forget(competitionId);
      if (isErased) return; // else another name was taken out of it meanwhile
    }
  }

  /** For the operator, when it does not go on by itself: its games end too. */
  abortByOperator(competitionId: string, reason: string): Promise<Result<CompetitionChange>> {
    return this.#told(competitionId, this.#handler.abortByOperator(competitionId, reason));
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
    return this.#store.competitions.page(query);
  }

  /** What somebody has changed the director looks at, once that is durable. */
  async #told<T>(competitionId: string, changing: Promise<Result<T>>): Promise<Result<T>> {
    const changed = await changing;
    if (changed.ok) this.#director.changed(competitionId);
    return changed;
  }
}

/** Of the entries of a log those that name a player, as they are without the name. */
function entriesWithoutName(rows: readonly CompetitionEventRow[], playerId: string): CompetitionEventRow[] {
  return rows.flatMap((row) => {
    const data = row.type === 'entryMade' ? (withoutName(row.data, playerId) as Json | null) : null;
    return data === null ? [] : [{ ...row, data }];
  });
}
