import { gameSeedFromText } from '#rules/kernel/chance.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { parOf } from '#rules/kernel/search/par.ts';
import { type CheckFailure, checkFailure } from '../../games/model/verdict.ts';
import { nextStep } from '../director/next-step.ts';
import { boardsThatMayBeMet, freeOnLadder, type Situation } from '../director/situation.ts';
import { fieldOf } from '../formats/field.ts';
import type { FormatRules } from '../formats/format.ts';
import { formatOf, startProblem } from '../formats/formats.ts';
import { boardSeedOf, type Competition, type CompetitionHeader, isOver, waitedFor } from '../model/competition.ts';
import type { CompetitionEventData, CountedGame, DataOf, DealtGame, PairedRound } from '../model/events.ts';
import {
  bySchedule,
  isSealed,
  placeOf,
  presentAt,
  roundOf,
  type ScheduledGame,
  scheduledGames,
} from '../model/schedule.ts';

/** Checks the steps of the server: computes them again from the log, with the functions that the server uses. */
export class ScheduleCheck {
  readonly #ruleset: AnyRuleset;
  readonly #rules: FormatRules;
  /** games that the schedule demands, by round, table, board and copy */
  readonly #scheduled = new Map<string, ScheduledGame>();
  readonly #onBoard = new Map<number, ScheduledGame[]>();
  readonly #dealt = new Set<string>();
  readonly #counted = new Map<string, CountedGame>();
  /** void games that were not replaced so far */
  readonly #lost: CountedGame[] = [];

  constructor({ settings }: CompetitionHeader, ruleset: AnyRuleset) {
    this.#ruleset = ruleset;
    this.#rules = formatOf(settings.format);
  }

  /** Returns why the event must not follow `before`. Null: it may; the next check continues after this event. */
  checkFailure(before: Competition, event: CompetitionEventData, at: Date): CheckFailure | null {
    switch (event.type) {
      case 'competitionStarted': {
        const problem = startProblem(before);
        return problem === null ? null : checkFailure('start', problem, event.type);
      }
      case 'roundPaired':
        return this.#paired(before, event.data, at);
      case 'gamesDealt':
        return event.data.games.reduce<CheckFailure | null>(
          (wrong, game, i) => wrong ?? this.#gameDealt(before, game, i),
          null,
        );
      case 'gameCounted':
        return this.#gameCounted(before, event.data);
      case 'boardClosed':
        return this.#boardClosed(before, event.data, at);
      case 'verdictReached':
      case 'roundEnded':
      case 'competitionEnded':
      case 'seedPublished':
        return this.#due(before, event, at);
      case 'competitionAborted':
        return event.data.by === 'house' ? this.#due(before, event, at) : null;
      case 'competitionCreated':
      case 'entryMade':
      case 'entryChanged':
      case 'entryPaused':
      case 'entryResumed':
      case 'entryWithdrawn':
      case 'entryDisqualified':
        return null;
      default:
        return event satisfies never;
    }
  }

  /** Returns the situation after an entry of the log. It has no results of games that wait to be counted. */
  #situation(competition: Competition, at: Date): Situation {
    return { competition, rules: this.#rules, results: new Map(), now: at };
  }

  /** Checks that an event is the one that the server had to write next. */
  #due(before: Competition, { type, data }: CompetitionEventData, at: Date): CheckFailure | null {
    const step = nextStep(this.#situation(before, at));
    const due = step?.do === 'write' ? step.events[0] : null;
    return sameJson(due, { type, data })
      ? null
      : checkFailure('next step', due ?? step?.do ?? 'nothing', { type, data });
  }

  #paired(before: Competition, round: PairedRound, at: Date): CheckFailure | null {
    const wrong = this.#candidates(before, round.candidates, at);
    if (wrong !== null) return wrong;
    const { settings } = before.header;
    const direction = this.#ruleset.scoring(settings.options);
    const pairing = this.#rules.pair(settings, fieldOf(before, round.candidates, direction));
    const due = roundOf(before, round.candidates, pairing, at);
    if (!sameJson(due, round)) return pairingObjection(due, round);
    for (const game of scheduledGames(settings, [...before.rounds, round], before.rounds.length)) {
      this.#scheduled.set(placeOf(game), game);
      const others = this.#onBoard.get(game.board);
      if (others === undefined) this.#onBoard.set(game.board, [game]);
      else others.push(game);
    }
    return null;
  }

  /** Checks that a round pairs exactly the present entries. For a ladder, checks only that each paired entry could be
   * free, because the log does not say which entries were free. */
  #candidates(before: Competition, found: readonly number[], at: Date): CheckFailure | null {
    const situation = this.#situation(before, at);
    if (before.header.settings.format !== 'ladder') {
      const step = nextStep(situation);
      const due = step?.do === 'pair' ? step.candidates : null;
      return sameJson(due, found) ? null : checkFailure('who is paired', due ?? 'no one', found);
    }
    const free = freeOnLadder(situation, new Map());
    return found.every((entry) => free.includes(entry)) ? null : checkFailure('who is paired', `of ${free}`, found);
  }

  #gameDealt(before: Competition, game: DealtGame, i: number): CheckFailure | null {
    if (isOver(before) || before.verdict !== null) return checkFailure('dealing', 'nothing more', game);
    const awaited = waitedFor(before);
    if (awaited.length > 0) return checkFailure('dealing', `nothing before one of ${awaited} plays on`, game);
    const place = placeOf(game);
    if (this.#dealt.has(place)) return checkFailure('place', 'a table without a game', game);
    const scheduled = this.#scheduled.get(place) ?? this.#again(before, game);
    if (scheduled === undefined) return checkFailure('place', 'one of the schedule', game);
    const due = { ...scheduled, gameId: game.gameId, entries: presentAt(before, scheduled.entries) };
    if (!sameJson(due, game)) return checkFailure(`game ${i + 1} that is dealt`, due, game);
    this.#dealt.add(place);
    return null;
  }

  /** Returns the game that replaces a void one at the same table on a new board; undefined: there is none. */
  #again(before: Competition, { round, table, board, copy, entries }: DealtGame): ScheduledGame | undefined {
    const found = this.#lost.findIndex(
      (game) => game.round === round && game.table === table && sameJson(presentAt(before, game.entries), entries),
    );
    if (found === -1 || copy !== 1 || board <= before.boards.length) return undefined;
    const [lost] = this.#lost.splice(found, 1);
    return lost && { round, table, board, copy, entries: lost.entries };
  }

  #gameCounted({ boards }: Competition, game: CountedGame): CheckFailure | null {
    const onBoard = boards[game.board - 1]?.games ?? [];
    const dealt = onBoard.find(({ gameId }) => gameId === game.gameId);
    if (dealt === undefined) return checkFailure('game that counts', onBoard, game.gameId);
    const { gameId, round, table, board, copy, entries } = game;
    const told = { gameId, round, table, board, copy, entries };
    if (!sameJson(dealt, told)) return checkFailure('place of the game that counts', dealt, told);
    if (this.#counted.has(gameId)) return checkFailure('game that counts', 'one that did not count yet', gameId);
    if (game.counted === 'void') this.#lost.push(game);
    else {
      const later = onBoard.find((other) => this.#isCounted(other) && bySchedule(other, game) > 0);
      if (later !== undefined) return checkFailure('order in which games count', placeOf(game), placeOf(later));
    }
    this.#counted.set(gameId, game);
    return null;
  }

  #isCounted({ gameId }: DealtGame): boolean {
    const counted = this.#counted.get(gameId);
    return counted !== undefined && counted.counted !== 'void';
  }

  #boardClosed(
    before: Competition,
    { board: number, seed, par }: DataOf<'boardClosed'>,
    at: Date,
  ): CheckFailure | null {
    const board = before.boards[number - 1];
    if (board === undefined || board.closed) return checkFailure('board', 'one that was met and is open', number);
    const uncounted = board.games.find(({ gameId }) => !this.#counted.has(gameId));
    if (uncounted !== undefined) return checkFailure('games of the board', 'all of them counted', uncounted);
    const missing = this.#missing(before, number);
    if (missing !== undefined) return checkFailure('games of the board', missing, 'not dealt');
    if (boardsThatMayBeMet({ competition: before, now: at }).has(number)) {
      return checkFailure('closing of the board', 'not while others there may still meet it', number);
    }
    const due = boardSeedOf(before, number);
    if (seed !== due) return checkFailure('seed of the board', due, seed);
    const { settings } = before.header;
    const gameSeed = gameSeedFromText(seed);
    const worked = isSealed(settings) ? null : parOf(this.#ruleset, settings.options, settings.seats, gameSeed);
    return sameJson(worked, par) ? null : checkFailure('par of the board', worked, par);
  }

  /** Returns a scheduled game that was not dealt although an entry in it was present or awaited. */
  #missing(before: Competition, board: number): ScheduledGame | undefined {
    if (isOver(before) || before.verdict !== null) return undefined;
    const waits = waitedFor(before).length > 0;
    return this.#onBoard.get(board)?.find((game) => {
      if (this.#dealt.has(placeOf(game))) return false;
      return waits || presentAt(before, game.entries).some((entry) => entry !== null);
    });
  }
}

/** Describes only the first table that differs, because a round may have hundreds. */
function pairingObjection(due: PairedRound, found: PairedRound): CheckFailure {
  if (due.round !== found.round) return checkFailure('round', due.round, found.round);
  if (!sameJson(due.byes, found.byes)) return checkFailure('byes', due.byes, found.byes);
  const many = Math.max(due.tables.length, found.tables.length);
  const odd = Array.from({ length: many }, (_, i) => i).find((i) => !sameJson(due.tables[i], found.tables[i])) ?? 0;
  return checkFailure(`table ${odd + 1} of the round`, due.tables[odd] ?? 'none', found.tables[odd] ?? 'none');
}
