import type { Catalogue, CatalogueEntry } from '#rules/catalogue.ts';
import { gameSeedFromText } from '#rules/kernel/chance.ts';
import { sha256 } from '#rules/kernel/hashing.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { parOf } from '#rules/kernel/search/par.ts';
import { type NextStep, nextStep } from '../../src/competitions/director/next-step.ts';
import {
  closing,
  countedAs,
  type GameResult,
  type Situation,
  sharesIn,
} from '../../src/competitions/director/situation.ts';
import { fieldOf } from '../../src/competitions/formats/field.ts';
import { formatOf } from '../../src/competitions/formats/formats.ts';
import {
  boardSeedOf,
  type Competition,
  type CompetitionHeader,
  standingsInputOf,
} from '../../src/competitions/model/competition.ts';
import type { CompetitionEvent, CompetitionEventData } from '../../src/competitions/model/events.ts';
import { foldAll } from '../../src/competitions/model/fold.ts';
import { isSealed, roundOf, type ScheduledGame } from '../../src/competitions/model/schedule.ts';
import { transcriptLines } from '../../src/competitions/transcript/transcript.ts';
import { opening } from '../../src/games/commands/create-game.ts';
import { transcriptOf } from '../../src/games/fairness/transcript.ts';
import type { GameHeader } from '../../src/games/model/game.ts';
import type { SeatHolder } from '../../src/games/model/seats.ts';
import { standings } from '../../src/statistics/standings.ts';
import { type LoggedGame, playedOn } from '../games/fixed-game.ts';
import { createdEvent, entryMade, headerOf, houseEntry, rowsOf } from './competition-log.ts';

const STARTED: CompetitionEventData = { type: 'competitionStarted', data: {} };
const STEP_MS = 60 * 60 * 1000;

export class PlayedCompetition {
  competition: Competition;
  readonly events: CompetitionEvent[] = [];
  readonly #ruleset: AnyRuleset;
  readonly #games = new Map<string, LoggedGame>();
  readonly #results = new Map<string, GameResult>();

  constructor(header: CompetitionHeader, ruleset: AnyRuleset) {
    this.#ruleset = ruleset;
    const { competition, events } = foldAll(header, null, rowsOf(header, [createdEvent(header)]));
    this.competition = competition;
    this.events.push(...events);
  }

  add(...events: CompetitionEventData[]): this {
    const { header, version, updatedAt } = this.competition;
    const at = new Date(updatedAt.getTime() + STEP_MS);
    const rows = rowsOf(header, events, version + 1).map((row) => ({ ...row, at }));
    const change = foldAll(header, this.competition, rows);
    this.competition = change.competition;
    this.events.push(...change.events);
    return this;
  }

  run(): this {
    for (let step = this.#next(); step !== null; step = this.#next()) this.#take(step);
    return this;
  }

  async lines(): Promise<string[]> {
    const direction = this.#ruleset.scoring(this.competition.header.settings.options);
    const lines: string[] = [];
    const source = {
      events: async (after: number) => this.events.slice(after, after + 10),
      game: async (gameId: string) => Buffer.from(JSON.stringify(this.#transcriptOf(gameId))),
      standings: async () => standings(standingsInputOf(this.competition, direction)),
    };
    for await (const line of transcriptLines(this.competition, source)) lines.push(line);
    return lines;
  }

  get #situation(): Situation {
    const { competition } = this;
    const rules = formatOf(competition.header.settings.format);
    const counted = new Set(competition.counted.map(({ gameId }) => gameId));
    const results = new Map([...this.#results].filter(([gameId]) => !counted.has(gameId)));
    return { competition, rules, results, now: new Date(competition.updatedAt.getTime() + STEP_MS) };
  }

  #next(): NextStep | null {
    return nextStep(this.#situation);
  }

  #take(step: NextStep): void {
    const { competition, rules, results, now } = this.#situation;
    const { settings } = competition.header;
    switch (step.do) {
      case 'write':
        this.add(...step.events);
        return;
      case 'pair': {
        const field = fieldOf(competition, step.candidates, this.#ruleset.scoring(settings.options));
        const round = roundOf(competition, step.candidates, rules.pair(settings, field), now);
        this.add({ type: 'roundPaired', data: round });
        return;
      }
      case 'deal': {
        const games = step.games.map((game, i) => ({ gameId: this.#play(game, i), ...game }));
        this.add(...step.events, { type: 'gamesDealt', data: { games } });
        return;
      }
      case 'close': {
        const pars = new Map(step.boards.map((board) => [board, this.#parOf(board)]));
        this.add(...closing(competition, step.boards, results, pars));
        return;
      }
      case 'abort':
        throw new Error('games are over as soon as they are dealt');
      default:
        step satisfies never;
    }
  }

  #parOf(board: number) {
    const { options, seats, duplicate } = this.competition.header.settings;
    if (duplicate !== 'none') return null;
    return parOf(this.#ruleset, options, seats, gameSeedFromText(boardSeedOf(this.competition, board)));
  }

  #play(game: ScheduledGame, i: number): string {
    const gameId = `01a1fe8a-0000-7000-8000-${String(1000 * this.competition.version + i).padStart(12, '0')}`;
    const seats = game.entries.map((entry) => this.#holderOf(entry));
    const played = playedOn(opening(this.#headerOf(gameId, game, seats), seats), gameId);
    this.#games.set(gameId, played);
    const { head, outcome } = played.game;
    const { winners, scores } = outcome ?? { winners: [], scores: [] };
    const counted = countedAs(this.competition.header.settings, game.entries, []);
    const shares = sharesIn(game.entries, winners);
    this.#results.set(gameId, { gameId, head, counted, shares, scores, noShows: [], unasked: [] });
    return gameId;
  }

  #headerOf(gameId: string, { entries: _, ...placed }: ScheduledGame, seats: readonly SeatHolder[]): GameHeader {
    const { header, updatedAt } = this.competition;
    const { options, visibility, clock, standIn } = header.settings;
    const place = { competitionId: header.id, ...placed, sealed: isSealed(header.settings) };
    return {
      id: gameId,
      ruleset: this.#ruleset,
      options,
      seatCount: seats.length,
      visibility,
      inviteCode: null,
      createdBy: null,
      createdAt: updatedAt,
      commitment: null,
      commitmentId: null,
      chance: { seed: boardSeedOf(this.competition, placed.board) },
      chainKey: sha256(gameId),
      clock,
      standIn,
      rematchOf: null,
      daily: null,
      rated: false,
      place,
      allowsChat: true,
    };
  }

  #holderOf(number: number | null): SeatHolder {
    const entry = number === null ? null : this.competition.entries[number - 1];
    if (!entry) return { kind: 'bot', policy: 'random', clientSeed: 'of the house' };
    const { player, bot, clientSeed, ownSeed } = entry;
    if (player !== null) return { kind: 'player', player, clientSeed, ownSeed };
    return { kind: 'bot', policy: bot ?? 'random', clientSeed, ownSeed };
  }

  #transcriptOf(gameId: string) {
    const { game, rows } = this.#games.get(gameId) as LoggedGame;
    return transcriptOf(game.header, rows);
  }
}

export function playedRoundRobin(catalogue: Catalogue): PlayedCompetition {
  const { ruleset, inputs } = catalogue.get('pascals-ruin') as CatalogueEntry;
  const options = inputs.options({ mode: 'match', roundsToWin: 1 });
  if (!options.ok) throw new Error('these options do not fit');
  const { id, rulesVersion } = ruleset;
  const header = headerOf({ ruleset: id, rulesVersion, options: options.value, rounds: 1 });
  return new PlayedCompetition(header, ruleset).add(entryMade(1), entryMade(2), houseEntry(3), STARTED).run();
}
