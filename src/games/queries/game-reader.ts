import { DELETED } from '#rules/kernel/chain.ts';
import type { Seat, Viewer } from '#rules/kernel/ruleset.ts';
import type { TimeSlicer } from '../../eventlog/queue.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Subscriptions, Woken } from '../../eventlog/subscriptions.ts';
import type { Player } from '../../players/players.ts';
import type { CompetitionStore } from '../../store/competitions.ts';
import type { EventRow } from '../../store/game-rows.ts';
import type { PlayerStore } from '../../store/players.ts';
import type { DailyChallenges } from '../daily/daily-challenges.ts';
import { type Attendance, attendanceIn } from '../model/counting.ts';
import {
  type Game,
  gameNotFound,
  isAtTable,
  isOver,
  mayWatch,
  type Onlooker,
  type Outcome,
  onlookerOf,
  type Reader,
  rulesOf,
  seatsOf,
} from '../model/game.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import { type EventPage, EventPages, type EventPosition, EventReader, type PageQuery } from './event-reader.ts';
import { NO_TELLING, type Telling } from './house-sentences.ts';
import {
  type PastState,
  pastState,
  type SampledWorlds,
  type StateList,
  type StatesAsked,
  USUAL_STATES,
  worldsFor,
} from './past-states.ts';

interface GameReaderParts {
  log: GameLog;
  games: LiveGames;
  subscriptions: Subscriptions;
  timeSlicer: TimeSlicer;
  dailies: DailyChallenges;
  competitions: Pick<CompetitionStore, 'isBoardClosed' | 'isInsider'>;
  players: Pick<PlayerStore, 'find'>;
}

export interface Seen {
  game: Game;
  onlooker: Onlooker;
  /** false: an earlier version was requested */
  newest: boolean;
}

/** A version that a reader has seen. `head` is the hash of its last event, or the beginning of that hash. */
export interface SeenVersion {
  version: number;
  head?: string | undefined;
}

export interface Wait {
  known?: SeenVersion | undefined;
  ms: number;
  /** aborts when the caller disconnects */
  caller?: AbortSignal | undefined;
}

export interface TakenAction {
  before: Game;
  row: EventRow;
}

export class GameReader {
  readonly #parts: GameReaderParts;
  readonly #eventPages: EventPages;

  constructor(parts: GameReaderParts) {
    this.#parts = parts;
    this.#eventPages = new EventPages(parts);
  }

  get liveGames(): number {
    return this.#parts.games.size;
  }

  async look(
    reader: Reader,
    gameId: string,
    asked: { seat?: Viewer | undefined; at?: number | undefined },
  ): Promise<Result<Seen>> {
    const opened = await this.open(reader, gameId);
    if (!opened.ok) return opened;
    const current = opened.value;
    const at = asked.at ?? current.version;
    if (at > current.version) return versionNotFound(current, at);
    const newest = at === current.version;
    const game = newest ? current : await this.#parts.log.gameAt(current.header, at);
    const seen = onlookerOf(game, reader.playerId, asked.seat);
    return seen.ok ? done({ game, onlooker: seen.value, newest }) : seen;
  }

  /** Returns the requested versions as one viewer saw them: `seat`, or by default the reader's lowest seat. */
  async states(reader: Reader, gameId: string, asked: StatesAsked): Promise<Result<StateList>> {
    const seen = await this.look(reader, gameId, { seat: asked.seat });
    if (!seen.ok) return seen;
    const { game: current, onlooker } = seen.value;
    const { version, header } = current;
    const viewer = asked.seat ?? onlooker.you[0] ?? 'spectator';
    const { from, to = Math.min(from + USUAL_STATES.count - 1, Math.max(from, version)), telling } = asked;
    if (to > version) return versionNotFound(current, to);
    const states: PastState[] = [];
    let characters = 0;
    for await (const game of this.#parts.log.games(header, from, to)) {
      const state = pastState(game, viewer, telling);
      characters += asked.to === undefined ? JSON.stringify(state).length : 0;
      if (characters > USUAL_STATES.characters && states.length > 0) break;
      states.push(state);
    }
    return done({ ...rulesOf(current), version, viewer, states });
  }

  /** Resolves when the game differs from `known`, is over or may not be seen by the reader, or when the time is up. */
  wait(reader: Reader, gameId: string, asked: Wait): Promise<Woken> {
    return untilChanged(this.#parts.subscriptions, gameId, asked, async () => {
      const opened = await this.open(reader, gameId);
      return opened.ok && !isOver(opened.value) ? opened.value : null;
    });
  }

  /** Returns the requested seat; if none was requested, the lowest own seat that must act, or the lowest own seat. */
  async seatAt(player: Player, gameId: string, asked: Seat | undefined): Promise<Result<{ game: Game; seat: Seat }>> {
    const seen = await this.look({ playerId: player.id }, gameId, { seat: asked });
    if (!seen.ok) return seen;
    const { game, onlooker } = seen.value;
    if (onlooker.viewer === 'spectator') return refused('not-your-seat', 'You hold no seat in this game.');
    return done({ game, seat: onlooker.viewer });
  }

  async worlds(
    player: Player,
    gameId: string,
    { seat, count = 1 }: { seat?: Seat | undefined; count?: number | undefined },
  ): Promise<Result<SampledWorlds>> {
    const at = await this.seatAt(player, gameId, seat);
    return at.ok ? worldsFor(at.value, count, this.#parts.timeSlicer) : at;
  }

  async events(
    reader: Reader,
    gameId: string,
    asked: PageQuery & { seat?: Viewer | undefined },
  ): Promise<Result<EventPage>> {
    const seen = await this.look(reader, gameId, { seat: asked.seat });
    if (!seen.ok) return seen;
    const { game, onlooker } = seen.value;
    const page = await this.#eventPages.page(game, onlooker.viewer, asked);
    return done({ ...rulesOf(game), version: game.version, ...page });
  }

  /** Returns the version of the reader's last action, on `seat` or on any own seat; 0: there is none. Actions that a
   * bot made after the player left do not count. */
  async lastOwnAction(reader: Reader, gameId: string, seat: Viewer | undefined): Promise<Result<number>> {
    const seen = await this.look(reader, gameId, { seat });
    if (!seen.ok) return seen;
    const { game, onlooker } = seen.value;
    const { you } = onlooker;
    if (you.length === 0) return refused('not-your-seat', 'You hold no seat in this game, so you cannot act in it.');
    const meant = seat === undefined || seat === 'spectator' ? you : [seat];
    const versions = meant.map((own) => {
      const holder = game.seats[own];
      const left = holder?.kind === 'player' ? holder.left?.version : undefined;
      return this.#parts.log.lastOf(game.header, own, ['action'], left ?? game.version);
    });
    return done(Math.max(...(await Promise.all(versions))));
  }

  async attendance(gameId: string, { left }: Outcome, seats: readonly Seat[]): Promise<Attendance[]> {
    const log: EventRow[] = [];
    for await (const row of this.#parts.log.entries(await this.#parts.games.header(gameId), 0)) log.push(row);
    return seats.map((seat) => attendanceIn(log, left, seat));
  }

  /** Returns a reader of events. `known` is a cached game at the position or at an earlier version. */
  eventReader(viewer: Viewer, from: EventPosition, telling: Telling = NO_TELLING, known?: Game): EventReader {
    return new EventReader(this.#parts, viewer, from, known, telling);
  }

  /** Returns the actions that were not taken back, each with the game before it. */
  async *actions(game: Game): AsyncGenerator<TakenAction> {
    const { header, version } = game;
    const stands = await this.#standingIn(game);
    for await (const { before, row } of this.#parts.log.told(header, null, { upTo: version })) {
      const isAction = (row.kind === 'action' || row.kind === 'timeout') && row.action !== null;
      if (isAction && before !== null && stands(row)) yield { before, row };
    }
  }

  async #standingIn({ header, version, undone, takenBack }: Game): Promise<(row: EventRow) => boolean> {
    if ([...undone, takenBack].every((times) => times === 0)) return () => true;
    const lineage = await this.#parts.log.lineage(header, version);
    const standing = new Set(lineage.map((entry) => entry.version));
    return (row) => standing.has(row.version);
  }

  /** Finds a game; null: there is none. Does not check who may see it, so use it only for what the server publishes. */
  find(gameId: string): Promise<Game | null> {
    return this.#parts.games.current(gameId);
  }

  async open(reader: Reader, gameId: string): Promise<Result<Game>> {
    const game = await this.#parts.games.current(gameId);
    if (game === null || !(mayWatch(game, reader) || (await this.#isOfCompetition(game, reader)))) {
      return gameNotFound(gameId);
    }
    if (await this.#isOfDeleted(game, reader)) return gameNotFound(gameId);
    const { daily } = game.header;
    if (daily !== null && (await this.#parts.dailies.isClosedTo(game, daily, reader.playerId))) {
      return refused('daily-closed', 'Others can see a game of the day only when the day is over.');
    }
    const isOwn = reader.playerId !== null && seatsOf(game, reader.playerId).length > 0;
    if (!isOwn && (await this.isSealed(game))) {
      return refused(
        'board-sealed',
        'Only its players can see this game until all games with the same cards and dice are over.',
        { hint: 'Among the events of the competition, wait for `boardClosed` with the `board` of this game.' },
      );
    }
    return done(game);
  }

  /** True while others in the competition may still get the cards and rolls of this game, which it would show them. */
  async isSealed({ header: { place } }: Game): Promise<boolean> {
    return place?.sealed === true && !(await this.#parts.competitions.isBoardClosed(place.competitionId, place.board));
  }

  /** True for a game that never began and whose creator has deleted the account. Others do not see it until it is
   * closed and the name is erased. */
  async #isOfDeleted({ header: { createdBy }, seats, state, status }: Game, { playerId }: Reader): Promise<boolean> {
    if (state !== null || createdBy === null || createdBy === playerId) return false;
    if (playerId !== null && isAtTable(seats, playerId)) return false;
    const players = seats.flatMap((holder) => ('player' in holder ? [holder.player] : []));
    const isNamed = players.some(({ id, name }) => id === createdBy && name !== DELETED);
    if (status !== 'open' && !isNamed) return false;
    return (await this.#parts.players.find(createdBy))?.name === DELETED;
  }

  /** True if the reader organizes the game's private competition or has an entry in it, and so may see its games. */
  async #isOfCompetition({ header: { place } }: Game, { playerId }: Reader): Promise<boolean> {
    return place !== null && playerId !== null && this.#parts.competitions.isInsider(place.competitionId, playerId);
  }
}

/** Resolves when the log differs from `known`, when the time is up, or when `open` returns null (no more changes). */
export async function untilChanged(
  subscriptions: Subscriptions,
  id: string,
  { known, ms, caller }: Wait,
  open: () => Promise<{ version: number; head: string } | null>,
): Promise<Woken> {
  let seen = known;
  const until = performance.now() + ms;
  for (;;) {
    const watch = subscriptions.watch(id);
    try {
      const newest = await open();
      if (newest === null) return 'changed';
      const { version, head } = newest;
      if (seen !== undefined && !(version === seen.version && head.startsWith(seen.head ?? ''))) return 'changed';
      const tip = { version, head };
      const woken = await watch.until(Math.max(0, until - performance.now()), tip, caller);
      seen = tip;
      if (woken !== 'changed') return woken;
    } finally {
      watch.stop();
    }
  }
}

export function versionNotFound({ version }: Game, asked: number) {
  return refused('version-not-found', `This game is at version ${version}; there is no version ${asked} yet.`);
}
