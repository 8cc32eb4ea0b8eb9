import type { Static } from '@sinclair/typebox';
import type { Catalogue } from '#rules/catalogue.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { SeatedPlayer } from '../games/model/seats.ts';
import type { Comparison } from '../statistics/comparison.ts';
import { BOT } from '../statistics/rated-games.ts';
import type { ExpectedResult } from '../statistics/rating-fit.ts';
import type { HistoryPoint } from '../statistics/rating-history.ts';
import type { RatingRow } from '../statistics/rating-table.ts';
import type { PlayerStore } from '../store/players.ts';
import type { PoolRow, RatingPoolRow } from '../store/ratings.ts';
import type {
  Comparison as ComparisonShape,
  Participant,
  PlayerRatings,
  RatingHistory,
  RatingList,
  RatingPoolList,
} from './rating-shapes.ts';
import type { RatedGame, RatedGameList, RatingRecord } from './record-shapes.ts';

export type ParticipantView = Static<typeof Participant>;
export type RatingListView = Static<typeof RatingList>;
export type PlayerRatingsView = Static<typeof PlayerRatings>;
export type HistoryView = Static<typeof RatingHistory>;
export type RecordView = Static<typeof RatingRecord>;
export type RatedGamesView = Static<typeof RatedGameList>;
export type ComparisonView = Static<typeof ComparisonShape>;
export type PoolListView = Static<typeof RatingPoolList>;

type Figures = Omit<RatingRow, 'player' | 'lastAt'> & { lastGameAt: string };

export function listedPool({ createdAt, ...pool }: RatingPoolRow): PoolListView['pools'][number] {
  return { ...pool, createdAt: createdAt.toISOString() };
}

export function figuresOf({ player: _, lastAt, ...figures }: RatingRow): Figures {
  return { ...figures, lastGameAt: new Date(lastAt).toISOString() };
}

export function pointOf({ games, at, rating, interval }: HistoryPoint): HistoryView['points'][number] {
  return { games, at: new Date(at).toISOString(), rating, interval };
}

/** Returns a rated game for the API. `named` has the participants of the game that could be found. */
export function ratedGameView(
  game: ExpectedResult,
  named: ReadonlyMap<string, ParticipantView>,
): Static<typeof RatedGame> {
  const { gameId, board, players, shares, expected, at } = game;
  const [competitionId, number] = board.split('/') as [string, string?];
  return {
    gameId,
    at: new Date(at).toISOString(),
    competition: number === undefined ? null : { competitionId, board: Number(number) },
    seats: players.map((player, seat) => {
      return { ...viewIn(named, player), share: shares[seat] ?? 0, expected: expected[seat] ?? 0 };
    }),
  };
}

/** Returns a participant. A player may be missing if an older copy of the database was restored. */
export function viewIn(named: ReadonlyMap<string, ParticipantView>, participant: string): ParticipantView {
  return named.get(participant) ?? { player: null, bot: null };
}

export function comparisonText(one: ParticipantView, other: ParticipantView, found: Comparison): string {
  const [first, second] = [nameOf(one), nameOf(other)];
  const { share, interval, verdict, gamesNeeded } = found;
  const part = `is to be expected to win ${percent(share)} against ${second} (${percent(interval.low)} to ${percent(interval.high)})`;
  if (verdict === 'better') return `${first} is better than ${second}: ${first} ${part}.`;
  if (verdict === 'worse') return `${first} is worse than ${second}: ${first} ${part}.`;
  const more =
    gamesNeeded === null
      ? 'How many games would decide it cannot be said.'
      : `If that is right, it takes about ${counted(gamesNeeded, 'more game')} against each other to decide it.`;
  return `Undecided: ${first} ${part}. ${more}`;
}

export function emptyNote({ ruleset }: PoolRow): string {
  return (
    'No player has a rated game in this pool yet. Games of public competitions count, and games that `createGame` made with ' +
    `\`rated: true\`. \`listRatingPools\` with \`ruleset=${ruleset}\` lists the pools with rated games.`
  );
}

function nameOf({ player, bot }: ParticipantView): string {
  return player?.name ?? bot ?? '';
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** Finds participants by key: the id of a player in lower case, or `bot:` and a policy. */
export class Participants {
  readonly #players: PlayerStore;
  readonly #bots: ReadonlySet<string>;

  constructor(players: PlayerStore, catalogue: Catalogue) {
    this.#players = players;
    this.#bots = new Set([...catalogue.values()].flatMap(({ ruleset }) => botNames(ruleset)));
  }

  /** Returns participants by key. Unknown ones are left out. */
  async named(participants: readonly string[]): Promise<Map<string, ParticipantView>> {
    const ids = participants.filter((participant) => !participant.startsWith(BOT));
    const rows = ids.length === 0 ? [] : await this.#players.named(ids);
    const players = new Map(rows.map(({ id, name, kind }): [string, SeatedPlayer] => [id, { id, name, kind }]));
    const views = new Map<string, ParticipantView>();
    for (const participant of participants) {
      const player = players.get(participant);
      if (player !== undefined) views.set(participant, { player, bot: null });
      else if (participant.startsWith(BOT)) views.set(participant, botView(participant));
    }
    return views;
  }

  /** Finds a participant; null: no player has this id, and no ruleset has this bot. */
  async find(participant: string): Promise<ParticipantView | null> {
    if (participant.startsWith(BOT)) return this.#bots.has(participant.slice(BOT.length)) ? botView(participant) : null;
    return (await this.named([participant])).get(participant) ?? null;
  }

  get bots(): string[] {
    return [...this.#bots];
  }
}

function botView(participant: string): ParticipantView {
  return { player: null, bot: participant.slice(BOT.length) };
}
