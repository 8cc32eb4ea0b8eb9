import type { Seat } from '../../kernel/ruleset.ts';
import type { Player, Players } from '../../players/players.ts';
import type { Catalogue } from '../../rulesets/catalogue.ts';
import { type GameQuery, type ListedGame, MOST_TURNS, type WaitingGame } from '../../store/contract/game-lists.ts';
import type { GameResult, GameRow } from '../../store/contract/games.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Clock } from '../model/clock.ts';
import { countsInRatings, type WhyNot, whyNotCounted } from '../model/counting.ts';
import { type Outcome, policyFor } from '../model/game.ts';
import type { Place } from '../model/place.ts';
import { done, type Result, refused } from '../model/result.ts';
import { invitationsOf, type SeatHolder } from '../model/seats.ts';
import { LISTS, type Subscriptions, type Watch } from '../runtime/subscriptions.ts';
import { type SeatView, seatView } from './table-view.ts';

/** A game from outside: who plays and how it stands, without the table itself. */
export interface GameSummary {
  id: string;
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  status: GameRow['status'];
  version: number;
  seats: SeatView[];
  openSeats: number;
  toAct: Seat[];
  outcome: Outcome | null;
  visibility: string;
  seeded: boolean;
  /** whether it goes into the records of its players; else why not */
  counts: boolean;
  whyNot: WhyNot | null;
  clock: Clock | null;
  deadline: string | null;
  daily: { date: string; practice: boolean } | null;
  competition: Place | null;
  rated: boolean;
  rematchOf: string | null;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A game that waits for the player. */
export interface Turn {
  gameId: string;
  ruleset: string;
  /** the player's seats that are to act */
  seats: Seat[];
  version: number;
  competition: Place | null;
  deadline: string | null;
  updatedAt: string;
}

/** A game in which seats are kept for the player. */
export interface Invitation {
  gameId: string;
  ruleset: string;
  /** those seats */
  seats: Seat[];
  version: number;
  createdBy: string | null;
  updatedAt: string;
}

type Uncounted = Exclude<GameResult, 'won' | 'shared' | 'lost'>;

/** How often a player has finished public games of a ruleset, how they went, and why some do not count. */
export interface RulesetRecord {
  ruleset: string;
  finished: number;
  won: number;
  shared: number;
  lost: number;
  uncounted: number;
  whyNot: Record<Uncounted, number>;
}

/** Games from outside: lists, whose turn it is where, and records. */
export class Lobby {
  readonly #store: Store;
  readonly #catalogue: Catalogue;
  readonly #players: Players;
  readonly #subscriptions: Subscriptions;

  constructor(store: Store, catalogue: Catalogue, players: Players, subscriptions: Subscriptions) {
    this.#store = store;
    this.#catalogue = catalogue;
    this.#players = players;
    this.#subscriptions = subscriptions;
  }

  /** A page of games, newest first, and the cursor of the next page. */
  async list(asked: GameQuery): Promise<Result<{ games: GameSummary[]; next: string | null }>> {
    if (asked.ruleset !== undefined && !this.#catalogue.has(asked.ruleset)) {
      const errors = [{ pointer: '/ruleset', message: `must be one of ${[...this.#catalogue.keys()].join(', ')}` }];
      return refused('invalid-request', `There is no ruleset ${JSON.stringify(asked.ruleset)}.`, { errors });
    }
    const rows = await this.#store.lists.page({ ...asked, limit: asked.limit + 1 });
    const games = rows.slice(0, asked.limit).map(summaryFrom);
    return done({ games, next: rows.length > asked.limit ? (games.at(-1)?.id ?? null) : null });
  }

  /** Where it is the player's turn, where they are invited, and a mark that is another whenever the answer or what lies behind it is. */
  async turns(player: Player): Promise<{ turns: Turn[]; invitations: Invitation[]; mark: string }> {
    const { games, invitations, mark } = await this.#store.lists.turns(player.id, MOST_TURNS);
    return {
      turns: games.map((row) => turnIn(row, player.id)),
      invitations: invitations.map((row) => invitationIn(row, player.id)),
      mark,
    };
  }

  /** Resolves when something has changed in a game of the player's since `watch` was called, or the mark is another. */
  watch(player: Player): Watch {
    return this.#subscriptions.watch(player.id);
  }

  /** Resolves when a game was begun or ended, or a seat of one was taken or left, since `watchLists` was called. */
  watchLists(): Watch {
    return this.#subscriptions.watch(LISTS);
  }

  /** How a player has fared, by ruleset. */
  async record(playerId: string): Promise<Result<{ player: Player; rulesets: RulesetRecord[] }>> {
    const player = await this.#players.get(playerId);
    if (player === null) return refused('player-not-found', `There is no player ${playerId}.`);
    const records = new Map<string, RulesetRecord>();
    for (const { ruleset, result, games } of await this.#store.lists.results(playerId)) {
      const record = records.get(ruleset) ?? newRecord(ruleset);
      record.finished += games;
      if (result === 'won' || result === 'shared' || result === 'lost') record[result] += games;
      else {
        record.uncounted += games;
        record.whyNot[result] += games;
      }
      records.set(ruleset, record);
    }
    return done({ player, rulesets: [...records.values()] });
  }
}

function newRecord(ruleset: string): RulesetRecord {
  const whyNot = { openSeed: 0, practice: 0, secondSeat: 0, earlier: 0 };
  return { ruleset, finished: 0, won: 0, shared: 0, lost: 0, uncounted: 0, whyNot };
}

/** What lists show of a game. */
export function summaryFrom(row: ListedGame): GameSummary {
  const seats = holdersIn(row);
  const whyNot = whyNotCounted({ ...row, seats });
  const { id, ruleset, rulesVersion, options, status, version, openSeats, toAct, visibility, seeded } = row;
  return {
    id,
    ruleset,
    rulesVersion,
    options,
    status,
    version,
    seats: seats.map((holder, seat) => seatView(holder, seat, row.standIn)),
    openSeats: status === 'open' ? openSeats : 0,
    toAct,
    outcome: row.outcome as unknown as Outcome | null,
    visibility,
    seeded,
    counts: whyNot === null,
    whyNot,
    clock: row.clock as unknown as Clock | null,
    deadline: deadlineIn(row),
    daily: row.daily === null ? null : { date: row.daily.slice(0, 10), practice: row.practice },
    competition: row.place,
    rated: countsInRatings({ ...row, seatCount: seats.length }),
    rematchOf: row.rematchOf,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function turnIn(row: WaitingGame, playerId: string): Turn {
  const holders = holdersIn(row);
  const seats = row.toAct.filter((seat) => {
    const holder = holders[seat];
    return holder?.kind === 'player' && holder.player.id === playerId && holder.left === undefined;
  });
  return {
    gameId: row.id,
    ruleset: row.ruleset,
    seats,
    version: row.version,
    competition: row.place,
    deadline: deadlineIn(row),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function invitationIn(row: WaitingGame, playerId: string): Invitation {
  return {
    gameId: row.id,
    ruleset: row.ruleset,
    seats: invitationsOf(holdersIn(row), playerId),
    version: row.version,
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** While a bot is to act, the row tells when the house will look at it, which is nobody's deadline. */
function deadlineIn(row: Pick<GameRow, 'seats' | 'toAct' | 'standIn' | 'deadline'>): string | null {
  const holders = holdersIn(row);
  const botActs = row.toAct.some((seat) => policyFor(holders[seat], row.standIn) !== null);
  return botActs ? null : (row.deadline?.toISOString() ?? null);
}

function holdersIn(row: Pick<GameRow, 'seats'>): SeatHolder[] {
  return row.seats as unknown as SeatHolder[];
}
