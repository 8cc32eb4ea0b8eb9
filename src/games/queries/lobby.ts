import type { Static } from '@sinclair/typebox';
import type { Catalogue } from '#rules/catalogue.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Subscriptions } from '../../eventlog/subscriptions.ts';
import type { Player, Players } from '../../players/players.ts';
import type { GameQuery, ListedGame, Look } from '../../store/game-lists.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../model/clock.ts';
import { countsInRatings, whyNotCounted } from '../model/counting.ts';
import { hasChat, type Outcome, type Visibility } from '../model/game.ts';
import { seatedPlayer } from '../model/participants.ts';
import { noSuchRuleset } from '../refusals.ts';
import { type GameReader, versionNotFound } from './game-reader.ts';
import { asWritten, namedOutcome, namingOf } from './house-sentences.ts';
import { KeptTurns, type NewsAsked } from './kept-turns.ts';
import type { GameSummary, PlayerRecord, RecordDetails } from './lobby-shapes.ts';
import { sinceLooked } from './since-looked.ts';
import { seatView } from './table-view.ts';
import { deadlineIn, holdersIn } from './turn-page.ts';

type RulesetRecord = Static<typeof PlayerRecord>['rulesets'][number];

/** A player's record covers at most this many of the newest games, to limit the work. */
export const DETAILED_GAMES = 2_000;
export const MOST_OPPONENTS = 50;
const MOST_SEATS = 100;

interface LobbyParts {
  store: Store;
  catalogue: Catalogue;
  players: Players;
  subscriptions: Subscriptions;
  gameReader: GameReader;
}

export class Lobby {
  readonly #parts: LobbyParts;

  constructor(parts: LobbyParts) {
    this.#parts = parts;
  }

  /** Lists games, newest first; `next` is the cursor of the next page. With `newsAsked`, adds unseen events. */
  async list(
    asked: GameQuery,
    newsAsked: NewsAsked = null,
  ): Promise<Result<{ games: GameSummary[]; next: string | null }>> {
    const { ruleset, reader } = asked;
    const problem = this.rulesetProblem(ruleset);
    if (problem !== null) return problem;
    const rows = await this.#parts.store.lists.page({ ...asked, limit: asked.limit + 1 });
    const games = rows.slice(0, asked.limit).map((row) => summaryFrom(row, newsAsked?.names));
    if (newsAsked !== null && reader !== null) await this.#tell(reader, games, newsAsked);
    return done({ games, next: rows.length > asked.limit ? (games.at(-1)?.id ?? null) : null });
  }

  /** Returns a cache of the games that wait for the player. The caller must call its `stop`. */
  keepTurns(player: Player): KeptTurns {
    const { store, subscriptions, gameReader } = this.#parts;
    const { id: playerId } = player;
    return new KeptTurns({ lists: store.lists, gameReader, changes: subscriptions.note(playerId), playerId });
  }

  rulesetProblem(ruleset: string | undefined): ReturnType<typeof noSuchRuleset> | null {
    const { catalogue } = this.#parts;
    return ruleset === undefined || catalogue.has(ruleset) ? null : noSuchRuleset(ruleset, catalogue);
  }

  /** Stores that the player has seen a version. Returns the newest version that the player has seen, now and before. */
  async look(player: Player, gameId: string, version: number): Promise<Result<Look>> {
    const opened = await this.#parts.gameReader.open({ playerId: player.id }, gameId);
    if (!opened.ok) return opened;
    const { version: newest } = opened.value;
    if (version > newest) return versionNotFound(opened.value, version);
    const looked = await this.#parts.store.lists.look(player.id, gameId, version, newest);
    return looked === null ? refused('not-your-seat', 'You hold no seat in this game.') : done(looked);
  }

  async #tell(playerId: string, games: readonly GameSummary[], { names }: { names: boolean }): Promise<void> {
    const ids = games.map(({ id }) => id);
    const looked = await this.#parts.store.lists.looked(playerId, ids);
    const tell = async (game: GameSummary) => {
      const seen = looked.get(game.id);
      if (seen === undefined) return;
      const { id: gameId, version } = game;
      game.sinceLooked = await sinceLooked(this.#parts.gameReader, playerId, { gameId, version, looked: seen }, names);
    };
    await Promise.all(games.map(tell));
  }

  async record(playerId: string): Promise<Result<Static<typeof PlayerRecord>>> {
    const player = await this.#parts.players.known(playerId);
    if (!player.ok) return player;
    const records = new Map<string, RulesetRecord>();
    for (const { ruleset, result, games } of await this.#parts.store.lists.results(playerId)) {
      const record = records.get(ruleset) ?? newRecord(ruleset);
      record.finished += games;
      if (result === 'won' || result === 'shared' || result === 'lost') record[result] += games;
      else {
        record.uncounted += games;
        record.whyNot[result] += games;
      }
      records.set(ruleset, record);
    }
    return done({ player: seatedPlayer(player.value), rulesets: [...records.values()] });
  }

  /** Returns the player's results in the newest public games. `ruleset` null: games of all rulesets. */
  async recordDetails(playerId: string, ruleset: string | null): Promise<Result<Static<typeof RecordDetails>>> {
    const problem = this.rulesetProblem(ruleset ?? undefined);
    if (problem !== null) return problem;
    const player = await this.#parts.players.known(playerId);
    if (!player.ok) return player;
    const query = { playerId: player.value.id, ruleset, games: DETAILED_GAMES };
    const { lists } = this.#parts.store;
    const [opponents, seats] = await Promise.all([
      lists.opponents(query, MOST_OPPONENTS),
      lists.seatResults(query, MOST_SEATS),
    ]);
    return done({ player: seatedPlayer(player.value), opponents, seats });
  }
}

function newRecord(ruleset: string): RulesetRecord {
  const whyNot = { openSeed: 0, practice: 0, secondSeat: 0, takenBack: 0, unattended: 0, earlier: 0 };
  return { ruleset, finished: 0, won: 0, shared: 0, lost: 0, uncounted: 0, whyNot };
}

export function summaryFrom(row: ListedGame, names = false): GameSummary {
  const seats = holdersIn(row);
  const whyNot = whyNotCounted({ ...row, seats });
  const outcome = row.outcome as unknown as Outcome | null;
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
    outcome: outcome && namedOutcome(outcome, names ? namingOf(seats) : asWritten),
    visibility: visibility as Visibility,
    seeded,
    counts: whyNot === null,
    whyNot,
    clock: row.clock as unknown as Clock | null,
    deadline: deadlineIn(row)?.toISOString() ?? null,
    daily: row.daily === null ? null : { date: row.daily.slice(0, 10), practice: row.practice },
    competition: row.place,
    rated: countsInRatings({ ...row, seatCount: seats.length }),
    chat: hasChat(row) ? 'on' : 'off',
    rematchOf: row.rematchOf,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
