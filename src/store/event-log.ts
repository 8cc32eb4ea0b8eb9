import type { DatabaseClock } from './database-clock.ts';
import { type Db, sql } from './db.ts';
import { isOfMonthAway, LogDamaged, wasThere } from './failures.ts';
import { type Append, type Creation, type EventRow, type GameTip, UUID } from './game-rows.ts';
import { assertAlive, assertWelcome } from './living.ts';
import { type AppendedChange, appendStatement, createStatement, openedAt, playersOf } from './log-statements.ts';
import type { Sealed } from './sealing/secrets.ts';

/** As high as a version can be. */
export const NEWEST = 2 ** 31 - 1;

/** The log of every game. Its clock is the database's: all servers on it have one time. */
export function eventLog(db: Db, clock: DatabaseClock) {
  const created = db.batched(createAll, 'create');
  const appended = db.batched(appendAll, 'append');
  const tips = db.batched(readTips, 'version');
  return {
    now(): Date {
      return new Date(performance.now() + clock.aheadMs);
    },
    /**
     * Keeps a new game and what belongs to it, all or nothing. False: something that may be there only once is there
     * already: the request, the use of the commitment, the rematch, or the entry of the day; or its day is over. Throws `AccountsDeleted` unless
     * its creator and everyone at its table are alive, and `PlayersSuspended` if one of them is.
     */
    async create(creation: Creation): Promise<boolean> {
      assertNext(creation.game.id, 0, creation.game.version, creation.events);
      return created(creation);
    },
    /**
     * Adds to a game's log, all or nothing. False: the game is not at `base` with `baseHead`, somebody else wrote the next version;
     * another name was taken out of the log;
     * its plans are not those of `planMark`; or a
     * request with this key was written before. Throws `AccountsDeleted` unless all of `alive` are, and `PlayersSuspended` if one of `welcome` is.
     */
    async append(change: Append): Promise<boolean> {
      assertNext(change.gameId, change.base, change.game.version, change.events);
      if (!UUID.test(change.gameId)) return false;
      const made = await appended(change);
      if (!made) {
        await assertAlive(change.alive ?? [], db.rows);
        await assertWelcome(change.welcome ?? [], change.game.updatedAt, db.rows);
      }
      return made;
    },
    /** What the database confirms: nothing committed before this call is missing from it. */
    tip(gameId: string): Promise<GameTip | null> {
      if (!UUID.test(gameId)) return Promise.resolve(null);
      return tips(gameId.toLowerCase());
    },
    /** One of these games of which the newest entry is not there; null: it is there of all. */
    async missingOf(gameIds: readonly string[]): Promise<string | null> {
      // as a value of each row it is looked up by the key, in one partition
      const [missing] = await db.rows<{ id: string }>(sql`
        select id from game where id = any(${`{${gameIds.join(',')}}`}::uuid[])
          and (select event.version from game_event event where event.game_id = game.id and event.version = game.version) is null
        limit 1`);
      return missing?.id ?? null;
    },
    /** The log after version `after`, up to and including version `upTo`, oldest first. */
    async events(gameId: string, after: number, upTo?: number): Promise<EventRow[]> {
      if (!UUID.test(gameId)) return [];
      const last = upTo ?? NEWEST;
      if (after >= last) return [];
      const rows = await db.rows<Omit<EventRow, 'action' | 'draws'> & Sealed<'game_event'>>(sql`
        select game_id as "gameId", version, kind, seat, action, draws, at, sealed from game_event
        where game_id = ${gameId}::uuid and version > ${after} and version <= ${last}
        order by version`);
      return rows.map((row) => db.seals.open('game_event', row));
    },
  };

  /** A batch in which something cannot be written is sent in halves, until what cannot stands alone. */
  async function createAll(creations: Creation[]): Promise<boolean[]> {
    try {
      const [made] = await db.send<{ told: boolean }>(createStatement(creations, db.seals));
      if (made === undefined) {
        const players = creations.flatMap(playersOf);
        await assertAlive(players, db.send);
        await assertWelcome(players, openedAt(creations), db.send);
        if (creations.length === 1 && creations[0]?.before) return [false];
        // of several the ones that can be written are sent again
        throw new Error('games were not created, though everyone at their tables is alive');
      }
      if (made.told) db.deliveriesWritten();
    } catch (error) {
      if (creations.length === 1 && wasThere(error)) return [false];
      throw error;
    }
    return creations.map(() => true);
  }

  /** Of several changes made on the same version of a game only the first is sent: at most one can be made. */
  async function appendAll(changes: Append[]): Promise<boolean[]> {
    const firsts = new Map<string, Append>();
    for (const change of changes) {
      const onWhat = `${change.gameId.toLowerCase()} ${change.base}`;
      if (!firsts.has(onWhat)) firsts.set(onWhat, change);
    }
    const sent = [...firsts.values()];
    const rows = await db.send<AppendedChange>(appendStatement(sent, db.seals)).catch((error) => {
      // of several the ones that can be written are sent again
      const isAway = changes.length === 1 && isOfMonthAway(error);
      throw isAway ? new LogDamaged('game', changes[0]?.gameId as string, 'is of a month that is detached') : error;
    });
    if (rows[0]?.told) db.deliveriesWritten();
    const written = new Set(rows.map(({ nth }) => sent[nth - 1]));
    return changes.map((change) => written.has(change));
  }

  async function readTips(ids: string[]): Promise<(GameTip | null)[]> {
    const rows = await db.send<GameTip & { id: string }>(sql`
      select id, version, head, erased, plan_mark as "planMark" from game where id = any(${`{${ids.join(',')}}`}::uuid[])`);
    const tips = new Map(rows.map(({ id, ...tip }) => [id, tip]));
    return ids.map((id) => tips.get(id) ?? null);
  }
}

/** Throws unless the events are those of this game from version `base` + 1 to `version`: anything else is a bug. */
export function assertNext(
  gameId: string,
  base: number,
  version: number,
  events: readonly Pick<EventRow, 'gameId' | 'version'>[],
): void {
  const fits =
    events.length > 0 && events.every((event, i) => event.gameId === gameId && event.version === base + 1 + i);
  if (!fits || version !== base + events.length) {
    throw new RangeError(`the events of ${gameId} do not lead from version ${base} to version ${version}`);
  }
}

/** A game at one version as some code made it from the log. */
export interface SnapshotRow {
  gameId: string;
  version: number;
  /** names that code */
  code: string;
  game: string;
}

/** Short cuts through long logs; each can be made again, so that losing one costs time only. */
export function snapshotStore(db: Db) {
  return {
    /** The newest of a game that this code made. */
    async find(gameId: string, code: string): Promise<SnapshotRow | null> {
      if (!UUID.test(gameId)) return null;
      const rows = await db.rows<Omit<SnapshotRow, 'game'> & Sealed<'game_snapshot'>>(sql`
        select game_id as "gameId", version, code, game, sealed from game_snapshot
        where game_id = ${gameId}::uuid and code = ${code}`);
      return rows[0] === undefined ? null : db.seals.open('game_snapshot', rows[0]);
    },
    /**
     * Keeps it in the place of an older one, or of one by other code. `erased`: how often a name was taken out of the log that
     * it was made from, 0 when it is left out; it is not kept if another was meanwhile.
     */
    async keep(snapshot: SnapshotRow, erased = 0): Promise<void> {
      const { gameId, version, code } = snapshot;
      const { game, sealed } = db.seals.seal('game_snapshot', snapshot);
      await db.rows(sql`
        insert into game_snapshot (game_id, version, code, game, sealed)
        select id, ${version}::int, ${code}, ${game}, ${sealed}::bytea from game
        where id = ${gameId}::uuid and erased = ${erased}::int for share
        on conflict (game_id) do update
          set version = excluded.version, code = excluded.code, game = excluded.game, sealed = excluded.sealed
          where game_snapshot.version < excluded.version or game_snapshot.code <> excluded.code`);
    },
  };
}
