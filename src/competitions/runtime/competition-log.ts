import type { Json } from '#rules/kernel/json.ts';
import type { Subscriptions } from '../../eventlog/subscriptions.ts';
import type { CommandHandler } from '../../games/commands/command-handler.ts';
import { creationOf } from '../../games/commands/create-game.ts';
import { noneCame, type Proposal } from '../../games/model/game.ts';
import { poolOf, ratedBot } from '../../games/model/rated-game.ts';
import { earnedShares } from '../../statistics/results.ts';
import type { CompetitionEventRow, CompetitionNotification } from '../../store/competitions.ts';
import type { RatedGameRow } from '../../store/ratings.ts';
import type { RequestRow } from '../../store/requests.ts';
import type { Store } from '../../store/store.ts';
import {
  type Competition,
  type CompetitionChange,
  type CompetitionHeader,
  entryIn,
  HOUSE,
  hasLeft,
  isOver,
  summaryOf,
} from '../model/competition.ts';
import type { CompetitionEvent, CompetitionEventData, CountedGame } from '../model/events.ts';
import { foldAll } from '../model/fold.ts';
import { lacksOpponent } from '../model/schedule.ts';
import type { LiveCompetitions } from './live-competitions.ts';

/** A change that was decided for one version and is not written yet. */
export interface Step {
  events: CompetitionEventData[];
  now: Date;
  games: Proposal[];
  /** returns the time at which the server must act next */
  deadline(after: Competition): Date | null;
  request: RequestRow | null;
  /** ids of players whose accounts must still exist, in addition to those in the games */
  alive?: readonly string[];
  /** ids of players who must not be suspended */
  welcome?: readonly string[];
}

interface LogParts {
  store: Store;
  live: LiveCompetitions;
  subscriptions: Subscriptions;
  commands: CommandHandler;
}

export class CompetitionLog {
  readonly #parts: LogParts;

  constructor(parts: LogParts) {
    this.#parts = parts;
  }

  /** Creates a competition; null: the same request was carried out before. */
  async create(
    header: CompetitionHeader,
    deadline: Date | null,
    request: RequestRow | null,
  ): Promise<CompetitionChange | null> {
    const { store } = this.#parts;
    const { settings, createdBy, commitment, createdAt } = header;
    const created: CompetitionEventData = { type: 'competitionCreated', data: { settings, createdBy, commitment } };
    const rows = rowsOf(header, 0, [created], createdAt);
    const change = foldAll(header, null, rows);
    const { name, ruleset, format, visibility } = settings;
    const competition = {
      ...header,
      erased: 0,
      ...summaryOf(change.competition),
      deadline,
      ...{ name, ruleset, format, visibility, settings: settings as unknown as Json },
    };
    if (!(await store.competitions.create({ competition, events: rows, request }))) return null;
    this.#tell(change);
    return change;
  }

  /** Writes a step. Null: another step was written first, or the request is a repetition. */
  async append(
    before: Competition,
    { events, now, games, deadline, request, alive = [], welcome = [] }: Step,
  ): Promise<CompetitionChange | null> {
    const { store, commands } = this.#parts;
    const { header, version: base, head: baseHead } = before;
    const rows = rowsOf(header, base, events, now > before.updatedAt ? now : before.updatedAt);
    const change = foldAll(header, before, rows);
    const { competition } = change;
    // entries are numbered in order and never removed, so new entries are at the end
    const entering = competition.entries.slice(before.entries.length).map(({ entry }) => entry);
    const made = await store.competitions.append({
      competitionId: header.id,
      base,
      baseHead,
      events: rows,
      competition: { ...summaryOf(competition), deadline: deadline(competition) },
      entering: playersOf(competition, entering),
      games: games.map((game) => creationOf(game, null)),
      rated: ratedGamesIn(competition, change.events),
      // players were notified when the competition ended, so a later abort by an operator sends nothing
      notifications: isOver(before) ? [] : change.events.flatMap((event) => notificationsOf(competition, event)),
      request,
      alive,
      welcome,
    });
    if (!made) return null;
    this.#tell(change);
    for (const game of games) commands.publish(null, game);
    return change;
  }

  #tell(change: CompetitionChange): void {
    const { header, version } = change.competition;
    this.#parts.live.keep(change);
    this.#parts.subscriptions.changed(header.id, version, [], false);
  }
}

function rowsOf(
  { id: competitionId }: CompetitionHeader,
  base: number,
  events: readonly CompetitionEventData[],
  at: Date,
): CompetitionEventRow[] {
  return events.map(({ type, data }, i) => {
    return { competitionId, version: base + 1 + i, type, data: data as unknown as Json, at };
  });
}

function notificationsOf(competition: Competition, event: CompetitionEvent): CompetitionNotification[] {
  switch (event.type) {
    case 'roundPaired': {
      const { round, tables, byes } = event.data;
      const entries = [...tables.flatMap((table) => table.entries), ...byes];
      return playersOf(competition, entries).map((playerId) => ({ playerId, type: 'roundPaired', round }));
    }
    case 'competitionEnded':
    case 'competitionAborted': {
      const there = competition.entries.flatMap((each) => (hasLeft(each) ? [] : [each.entry]));
      return playersOf(competition, there).map((playerId) => ({ playerId, type: 'competitionEnded', round: null }));
    }
    default:
      return [];
  }
}

/** Returns the ids of the players among these entries. Entries that are bots have none. */
function playersOf({ entries }: Competition, numbers: readonly (number | null)[]): string[] {
  return numbers.flatMap((number) => {
    const player = number === null ? null : (entries[number - 1]?.player ?? null);
    return player === null ? [] : [player.id];
  });
}

/** Returns results for the ratings. Absent players lose to the others, or they could leave bad games unrated. */
export function ratedGamesIn(competition: Competition, events: readonly CompetitionEvent[]): RatedGameRow[] {
  const { visibility, seats } = competition.header.settings;
  if (visibility !== 'public' || seats === 1) return [];
  return events.flatMap(({ type, data, at }) =>
    type === 'gameCounted' && wasMet(data) && !isForeknown(competition, data) ? [ratedGame(competition, data, at)] : [],
  );
}

/** True if the game was not aborted, had an opponent, and was not missed by all. */
function wasMet({ counted, entries, noShows }: CountedGame): boolean {
  return counted !== 'void' && !lacksOpponent(entries) && !noneCame(entries, noShows);
}

/** True for a later game of a player and a bot on the same board. The player knows the cards from the first game, but
 * the bot does not, so the game is not rated. */
function isForeknown(competition: Competition, { copy, entries }: CountedGame): boolean {
  if (competition.header.settings.duplicate !== 'permuted' || copy === 1) return false;
  return entries.some((entry) => entry === null || entryIn(competition, entry).bot !== null);
}

function ratedGame(competition: Competition, game: CountedGame, at: Date): RatedGameRow {
  const { gameId, board, entries } = game;
  const { id: competitionId, settings } = competition.header;
  return {
    gameId,
    pool: poolOf(settings),
    competitionId,
    board: `${competitionId}/${board}`,
    players: entries.map((entry) => {
      const { player, bot } = entry === null ? { player: null, bot: HOUSE } : entryIn(competition, entry);
      return player?.id ?? ratedBot(bot ?? HOUSE);
    }),
    shares: earnedShares(game),
    at,
  };
}
