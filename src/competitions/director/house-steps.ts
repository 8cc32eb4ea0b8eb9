import { LRUCache } from 'lru-cache';
import { type Catalogue, versionIn } from '#rules/catalogue.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import { done } from '../../eventlog/result.ts';
import { endedBy } from '../../games/commands/resign.ts';
import type { GameService } from '../../games/game-service.ts';
import { isOver as isGameOver } from '../../games/model/game.ts';
import { RulesMissing } from '../../games/refusals.ts';
import { AccountsDeleted } from '../../store/failures.ts';
import type { HouseClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { fieldOf } from '../formats/field.ts';
import { formatOf } from '../formats/formats.ts';
import { boardSeedOf } from '../model/board-seed.ts';
import { type Competition, isOver } from '../model/competition.ts';
import type { CompetitionEventData } from '../model/events.ts';
import { isSealed, type ScheduledGame } from '../model/schedule.ts';
import { roundOf } from '../model/seating.ts';
import type { CompetitionLog } from '../runtime/competition-log.ts';
import type { Pairer } from '../runtime/pairer.ts';
import { closing } from './closing.ts';
import { deal } from './dealing.ts';
import { GameResultReader } from './game-results.ts';
import { type NextStep, nextStep, nextTime } from './next-step.ts';
import type { GameResults } from './results.ts';
import type { Situation } from './situation.ts';

export interface HouseStepParts {
  store: Store;
  clock: HouseClock;
  catalogue: Catalogue;
  games: GameService;
  log: CompetitionLog;
  pairer: Pairer;
  onStep?: ((kind: StepKind) => void) | undefined;
}

export type StepKind = NextStep['do'];

/** Nothing is to be done before this time unless something happens; null: whatever the time. */
interface Waiting {
  until: Date | null;
}

function falseIfDeleted(error: unknown): false {
  if (error instanceof AccountsDeleted) return false;
  throw error;
}

const NOTHING_OVER: GameResults = new Map();
const PARS_KEPT = 1_000;

/** Carries out what the house has to do in a competition, one step at a time. */
export class HouseSteps {
  readonly #parts: HouseStepParts;
  readonly #results: GameResultReader;
  readonly #pars = new LRUCache<string, { par: Par | null }>({ max: PARS_KEPT });

  constructor(parts: HouseStepParts) {
    this.#parts = parts;
    this.#results = new GameResultReader(parts.store, parts.games.gameReader);
  }

  /**
   * Null: a step was tried, and there may be another; else when there may be one though nobody does anything. A step that
   * somebody else was faster with is forgotten. One that deals a game to a deleted account is not made: its withdrawal,
   * which is under way, wakes the director.
   */
  async next(competition: Competition): Promise<Waiting | null> {
    const results = await this.#results.of(competition);
    const situation = this.#situation(competition, results);
    const step = nextStep(situation);
    const made = step !== null && (await this.#carryOut(situation, step).catch(falseIfDeleted));
    if (!made) return { until: nextTime(situation) };
    this.#parts.onStep?.(step.do);
    return null;
  }

  async #carryOut(situation: Situation, step: NextStep): Promise<boolean> {
    const { competition } = situation;
    switch (step.do) {
      case 'write':
        await this.#write(situation, step.events);
        return true;
      case 'deal':
        await this.#deal(situation, step.events, step.games);
        return true;
      case 'pair':
        return this.#pair(situation, step.candidates);
      case 'close': {
        const pars = await this.#parsOf(competition, step.boards);
        await this.#write(situation, closing(competition, step.boards, situation.results, pars));
        return true;
      }
      case 'abort':
        for (const gameId of step.gameIds) await this.#abort(gameId);
        return true;
      default:
        return step satisfies never;
    }
  }

  async #write({ competition, now }: Situation, events: CompetitionEventData[]): Promise<void> {
    const deadline = (after: Competition) => this.#deadlineOf(after, now);
    await this.#parts.log.append(competition, { events, now, games: [], deadline, request: null });
  }

  /** One transaction for the step and its games: no game is there twice, and none without its competition. */
  async #deal(
    { competition, now }: Situation,
    before: CompetitionEventData[],
    scheduled: ScheduledGame[],
  ): Promise<void> {
    const { games: service, log } = this.#parts;
    const { games, event } = await deal(competition, this.#rulesOf(competition), scheduled, now, service.timeSlicer);
    const deadline = (after: Competition) => this.#deadlineOf(after, now);
    await log.append(competition, { events: [...before, event], now, games, deadline, request: null });
  }

  async #pair(situation: Situation, candidates: number[]): Promise<boolean> {
    const { competition, now } = situation;
    const { settings } = competition.header;
    const direction = this.#rulesOf(competition).scoring(settings.options);
    const pairing = await this.#parts.pairer.pair(settings, fieldOf(competition, candidates, direction));
    if (settings.format === 'ladder' && pairing.tables.length === 0) return false;
    await this.#write(situation, [{ type: 'roundPaired', data: roundOf(competition, candidates, pairing, now) }]);
    return true;
  }

  async #abort(gameId: string): Promise<void> {
    await this.#parts.games.commands.handle({
      gameId,
      by: null,
      request: null,
      decide: (game, now) => done(isGameOver(game) ? null : endedBy(game, now, null)),
    });
  }

  /** Of boards that are played once: what random play makes of their chance. */
  async #parsOf(competition: Competition, boards: readonly number[]): Promise<Map<number, Par | null>> {
    if (isSealed(competition.header.settings)) return new Map();
    const pars = await Promise.all(boards.map((board) => this.#parOf(competition, board)));
    return new Map(boards.map((board, i) => [board, pars[i] ?? null]));
  }

  async #parOf(competition: Competition, board: number): Promise<Par | null> {
    const { id, settings } = competition.header;
    const gameSeed = boardSeedOf(competition, board);
    const known = this.#pars.get(gameSeed);
    if (known !== undefined) return known.par;
    const { ruleset, rulesVersion, options, seats } = settings;
    const share = { owner: id, withPeople: false };
    const question = { ruleset, rulesVersion, options, seats, gameSeed };
    const par = await this.#parts.games.workerPool.par(question, share);
    this.#pars.set(gameSeed, { par });
    return par;
  }

  /** At once while there is more to do, whatever becomes of its games; what is over is looked after until it is complete. */
  #deadlineOf(after: Competition, now: Date): Date | null {
    if (isOver(after) && !after.seedPublished) return now;
    const situation = { ...this.#situation(after, NOTHING_OVER), now };
    return nextStep(situation) === null ? nextTime(situation) : now;
  }

  #situation(competition: Competition, results: GameResults): Situation {
    return { competition, rules: formatOf(competition.header.settings.format), results, now: this.#parts.clock.now() };
  }

  #rulesOf({ header }: Competition): AnyRuleset {
    const { ruleset, rulesVersion } = header.settings;
    const rules = versionIn(this.#parts.catalogue, ruleset, rulesVersion);
    if (rules !== undefined) return rules.ruleset;
    throw new RulesMissing(`Competition ${header.id} is of rules version ${rulesVersion} of ${ruleset}.`);
  }
}
