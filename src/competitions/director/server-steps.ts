import { LRUCache } from 'lru-cache';
import type { Catalogue } from '#rules/catalogue.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import { done } from '../../eventlog/result.ts';
import { botHolder, newHeader, opening } from '../../games/commands/create-game.ts';
import { endedBy } from '../../games/commands/resign.ts';
import type { GameService } from '../../games/game-service.ts';
import { isOver as isGameOver, type Outcome, type Proposal } from '../../games/model/game.ts';
import type { GameOver } from '../../store/competitions.ts';
import { AccountsDeleted } from '../../store/failures.ts';
import type { ServerClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { fieldOf } from '../formats/field.ts';
import { formatOf } from '../formats/formats.ts';
import { boardSeedOf, type Competition, HOUSE, isOver } from '../model/competition.ts';
import type { CompetitionEventData, DealtGame } from '../model/events.ts';
import { isSealed, roundOf, type ScheduledGame } from '../model/schedule.ts';
import { rulesOf } from '../model/settings.ts';
import type { CompetitionLog } from '../runtime/competition-log.ts';
import type { Pairer } from '../runtime/threads.ts';
import { type NextStep, nextStep, nextTime } from './next-step.ts';
import {
  closing,
  type GameResult,
  type GameResults,
  gameResult,
  holderOf,
  playersIn,
  type Situation,
  uncountedGames,
} from './situation.ts';

export interface ServerStepParts {
  store: Store;
  clock: ServerClock;
  catalogue: Catalogue;
  games: GameService;
  log: CompetitionLog;
  pairer: Pairer;
  onStep?: ((kind: StepKind) => void) | undefined;
}

export type StepKind = NextStep['do'];

const NOTHING_OVER: GameResults = new Map();
const PARS_KEPT = 1_000;
/** The number of results in memory. It suffices for all games of a competition that wait for their board to finish. */
const RESULTS_KEPT = 20_000;

export class ServerSteps {
  readonly #parts: ServerStepParts;
  readonly #results = new LRUCache<string, GameResult>({ max: RESULTS_KEPT });
  readonly #pars = new LRUCache<string, { par: Par | null }>({ max: PARS_KEPT });

  constructor(parts: ServerStepParts) {
    this.#parts = parts;
  }

  /** Takes the next step. Returns null if another step may follow at once; otherwise no step is due before `until`. If
   * an account was just deleted, deals no games to it; the withdrawal of its entry starts the next check. */
  async next(competition: Competition): Promise<{ until: Date | null } | null> {
    const results = await this.#resultsOf(competition);
    const situation = this.#situation(competition, results);
    const step = nextStep(situation);
    try {
      if (step === null || !(await this.#carryOut(situation, step))) return { until: nextTime(situation) };
    } catch (error) {
      if (error instanceof AccountsDeleted) return { until: nextTime(situation) };
      throw error;
    }
    this.#parts.onStep?.(step.do);
    return null;
  }

  /** Returns the results of games that are over, but not counted in the log yet. */
  async #resultsOf(competition: Competition): Promise<GameResults> {
    const dealt = new Map(uncountedGames(competition).map((game) => [game.gameId, game]));
    if (dealt.size === 0) return new Map();
    const over = await this.#parts.store.competitions.gamesOver(competition.header.id);
    const results = new Map<string, GameResult>();
    for (const row of over) {
      const game = dealt.get(row.gameId);
      if (game === undefined) continue;
      const result = this.#results.get(row.gameId) ?? (await this.#read(competition, game, row));
      this.#results.set(row.gameId, result);
      results.set(row.gameId, result);
    }
    return results;
  }

  async #read(competition: Competition, game: DealtGame, { head, status, outcome }: GameOver): Promise<GameResult> {
    if (status === 'aborted') return gameResult(competition, game, head, null, []);
    const played = outcome as unknown as Outcome;
    const attendance = await this.#parts.games.gameReader.attendance(game.gameId, played, playersIn(competition, game));
    return gameResult(competition, game, head, played, attendance);
  }

  async #carryOut(situation: Situation, step: NextStep): Promise<boolean> {
    const { competition } = situation;
    switch (step.do) {
      case 'write':
        return this.#write(situation, step.events);
      case 'deal':
        return this.#deal(situation, step.events, step.games);
      case 'pair':
        return this.#pair(situation, step.candidates);
      case 'close': {
        const pars = await this.#parsOf(competition, step.boards);
        return this.#write(situation, closing(competition, step.boards, situation.results, pars));
      }
      case 'abort':
        for (const gameId of step.gameIds) await this.#abort(gameId);
        return true;
      default:
        return step satisfies never;
    }
  }

  async #write(
    { competition, now }: Situation,
    events: CompetitionEventData[],
    games: Proposal[] = [],
  ): Promise<boolean> {
    const deadline = (after: Competition) => this.#deadlineOf(after, now);
    await this.#parts.log.append(competition, { events, now, games, deadline, request: null });
    return true;
  }

  /** Writes a step and its games in one transaction, so that no game exists twice or without its competition. */
  async #deal(
    situation: Situation,
    before: CompetitionEventData[],
    scheduled: readonly ScheduledGame[],
  ): Promise<boolean> {
    const { competition, now } = situation;
    const { ruleset } = rulesOf(competition.header.settings, this.#parts.catalogue);
    const games: Proposal[] = [];
    for (const game of scheduled) {
      await this.#parts.games.timeSlicer.pause();
      games.push(opened(competition, ruleset, game, now));
    }
    const dealt = scheduled.map((game, i) => ({ gameId: (games[i] as Proposal).game.header.id, ...game }));
    return this.#write(situation, [...before, { type: 'gamesDealt', data: { games: dealt } }], games);
  }

  async #pair(situation: Situation, candidates: number[]): Promise<boolean> {
    const { competition, now } = situation;
    const { settings } = competition.header;
    const direction = rulesOf(settings, this.#parts.catalogue).ruleset.scoring(settings.options);
    const pairing = await this.#parts.pairer.pair(settings, fieldOf(competition, candidates, direction));
    if (settings.format === 'ladder' && pairing.tables.length === 0) return false;
    return this.#write(situation, [{ type: 'roundPaired', data: roundOf(competition, candidates, pairing, now) }]);
  }

  async #abort(gameId: string): Promise<void> {
    await this.#parts.games.commands.handle({
      gameId,
      by: null,
      request: null,
      decide: (game, now) => done(isGameOver(game) ? null : endedBy(game, now, null)),
    });
  }

  /** Computes the results of random play for boards that are played only once. */
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

  /** Returns when the next step is due: now, if it needs no further game to end; null: no time makes a step due. */
  #deadlineOf(after: Competition, now: Date): Date | null {
    if (isOver(after) && !after.seedPublished) return now;
    const situation = { ...this.#situation(after, NOTHING_OVER), now };
    return nextStep(situation) === null ? nextTime(situation) : now;
  }

  #situation(competition: Competition, results: GameResults): Situation {
    return { competition, rules: formatOf(competition.header.settings.format), results, now: this.#parts.clock.now() };
  }
}

/** Creates a game whose seats are all taken, so that it starts at once. */
function opened(competition: Competition, ruleset: AnyRuleset, game: ScheduledGame, now: Date): Proposal {
  const { id: competitionId, settings } = competition.header;
  const { round, table, board, copy, entries } = game;
  const { options, visibility, clock, standIn, showOdds } = settings;
  const seats = entries.map((entry) => (entry === null ? botHolder(HOUSE) : holderOf(competition, entry)));
  const seed = boardSeedOf(competition, board);
  const place = { competitionId, round, table, board, copy, sealed: isSealed(settings) };
  const terms = { ruleset, options, seats, visibility, clock, standIn, hidesOdds: showOdds === false };
  const header = newHeader({ ...terms, seed, place, rated: false }, now);
  return opening(header, seats);
}
