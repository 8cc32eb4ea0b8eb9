import type { Json } from '#rules/kernel/json.ts';
import { Prisma, type Seek } from '../generated/prisma/client.ts';
import { columns } from './columns.ts';
import { areNotDeleted, areNotSuspended, type Db, insertRows, sql } from './db.ts';
import { assertNext, insertRequests, newGames, notificationsOf, playersOf, telling } from './event-log.ts';
import type { GameCreation } from './game-rows.ts';
import type { RequestRow } from './requests.ts';
import type { Seals } from './sealing/secrets.ts';

/** `anyone`: players and, after some time, bots of the service. */
export type Opponents = 'anyone' | 'players' | 'house';

export type WaitingBecause = 'noOpponent' | 'allBusy' | 'recentlyMet' | 'outOfRange' | 'ownGames';

export type SeekEnd = 'allPlayed' | 'cancelled' | 'neverActed' | 'notLookedAt' | 'newRules';

export interface SeekTerms extends Omit<Seek, keyof SeekState | 'options' | 'clock' | 'opponents'> {
  options: Json;
  clock: Json;
  opponents: Opponents;
}

export interface SeekState
  extends Pick<
    Seek,
    'version' | 'played' | 'running' | 'neverActed' | 'lastGameId' | 'waitingSince' | 'seenAt' | 'updatedAt'
  > {
  status: 'open' | 'done' | 'cancelled' | 'paused' | 'expired';
  endedBecause: SeekEnd | null;
  waitingBecause: WaitingBecause | null;
}

export interface SeekRow extends SeekTerms, SeekState {
  /** ids of running games, oldest first */
  runningGames: string[];
}

/** A change of a seek. It is written only if the seek is at version `base`. */
export interface SeekChange {
  id: string;
  base: number;
  state: SeekState;
  gamesOver: string[];
}

/** A game and the changes of its seeks. They are written together or not at all. */
export interface SeekGame {
  creation: GameCreation;
  seats: { change: SeekChange; playerId: string; seat: number }[];
  bots: string[];
}

export interface SeekGameOver {
  seekId: string;
  gameId: string;
  seat: number;
  status: 'finished' | 'aborted';
  outcome: Json | null;
  updatedAt: Date;
}

export interface SeekingPlayer {
  playerId: string;
  games: number;
  ratedGames: number;
}

export interface MetLately {
  playerId: string;
  poolId: string;
  /** by player id: the milliseconds since their last game together began */
  met: Record<string, number>;
}

export interface SoughtRow
  extends Pick<SeekTerms, 'ruleset' | 'rulesVersion' | 'options' | 'seats' | 'clock' | 'poolId'> {
  /** the number of players who want to begin another game now */
  waiting: number;
  players: number;
}

const MOST_SHARED = 1_000;

export function seekStore(db: Db) {
  const store = {
    /** Creates a seek. `full`: the player has `most` open seeks. `repeated`: the request was carried out before. */
    async create(seek: SeekRow, most: number, request: RequestRow | null): Promise<'created' | 'full' | 'repeated'> {
      const statement = createSeekStatement(seek, most, request);
      const [counted] = await db.locking(seek.playerId).rows<{ there: number; made: boolean }>(statement);
      if (counted?.made) return 'created';
      return (counted?.there ?? 0) < most ? 'repeated' : 'full';
    },
    async get(playerId: string, id: string): Promise<SeekRow | null> {
      return db
        .of(id)
        .first<SeekRow>(sql`select ${SEEK} from seek where id = ${id}::uuid and player_id = ${playerId}::uuid`);
    },
    of(playerId: string, limit: number): Promise<SeekRow[]> {
      return db.rows(sql`
      select ${SEEK} from seek where player_id = ${playerId}::uuid
      order by (status = 'open') desc, id desc limit ${limit}::int`);
    },
    async version(id: string): Promise<number | null> {
      const found = await db.of(id).first<{ version: number }>(sql`select version from seek where id = ${id}::uuid`);
      return found?.version ?? null;
    },
    async cancel(playerId: string, id: string, now: Date): Promise<SeekRow | null> {
      await db.of(id).rows(cancelSeeksStatement(playerId, now, id));
      return store.get(playerId, id);
    },
    /** Stores when the player looked at the seek. This does not change its version. */
    async seen(id: string, now: Date): Promise<void> {
      await db.of(id).rows(sql`
        update seek set seen_at = ${now.toISOString()}::timestamptz
        where id = ${id}::uuid and status = 'open' and seen_at < ${now.toISOString()}::timestamptz`);
    },
    sought(ruleset: string | null, limit: number): Promise<SoughtRow[]> {
      return db.rows(sql`
      select (array_agg(ruleset))[1] as ruleset, (array_agg(rules_version))[1] as "rulesVersion",
        (array_agg(options))[1] as options, (array_agg(seats))[1] as seats, (array_agg(clock))[1] as clock,
        (array_agg(pool_id))[1] as "poolId",
        (count(distinct player_id) filter (where running < concurrency and played + running < games))::int as waiting,
        count(distinct player_id)::int as players
      from seek
      where status = 'open' and (${ruleset}::text is null or ruleset = ${ruleset}::text)
      group by fit
      order by count(distinct player_id) filter (where rating_within is null and opponents <> 'house') desc, players desc,
        waiting desc, fit
      limit ${limit}::int`);
    },
    alive(): Promise<SeekRow[]> {
      return db.rows(sql`select ${SEEK} from seek where status = 'open' or running > 0 order by id`);
    },

    gamesOver(limit: number): Promise<SeekGameOver[]> {
      return db.rows(sql`
      select seek_game.seek_id as "seekId", seek_game.game_id as "gameId", seek_game.seat, game.status, game.outcome,
        game.updated_at as "updatedAt"
      from seek_game join game on game.id = seek_game.game_id
      where not seek_game.over and game.status in ('finished', 'aborted')
      order by game.updated_at, seek_game.seat limit ${limit}::int`);
    },
    async botsPlaying(): Promise<string[]> {
      const rows = await db.rows<{ bots: string[] }>(sql`
      select distinct on (game_id) bots from seek_game where not over and cardinality(bots) > 0 order by game_id`);
      return rows.flatMap(({ bots }) => bots);
    },

    async players(playerIds: readonly string[]): Promise<SeekingPlayer[]> {
      if (playerIds.length === 0) return [];
      return db.rows(sql`
      select player.id as "playerId", usage.games, usage."ratedGames"
      from unnest(${[...playerIds]}::uuid[]) as player (id), lateral (
        select count(*)::int as games, (count(*) filter (where game.rated))::int as "ratedGames"
        from game_player own join game on game.id = own.game_id
        where own.player_id = player.id and own.unfinished and own.standing = 'seated' and game.competition_id is null
      ) as usage`);
    },
    /** Returns opponents, without bots, in the last `games` games and in all games that began in the last `ms`. */
    async met(of: readonly Omit<MetLately, 'met'>[], games: number, ms: number, now: Date): Promise<MetLately[]> {
      if (of.length === 0) return [];
      const ago = sql`extract(epoch from ${now.toISOString()}::timestamptz - game.created_at) * 1000`;
      return db.rows(sql`
      select one.player_id as "playerId", one.pool_id as "poolId",
        (
          select coalesce(jsonb_object_agg(other.player_id, ${ago} order by game.created_at), '{}')
          from (
            select shared.game_id, row_number() over (order by shared.game_id desc) as nth
            from (
              select own.game_id from seek join seek_game as own on own.seek_id = seek.id
              where seek.player_id = one.player_id and seek.pool_id = one.pool_id and exists (
                select from seek_game as beside where beside.game_id = own.game_id and beside.player_id <> one.player_id
              )
              order by own.game_id desc limit ${MOST_SHARED}::int
            ) as shared
          ) as last
          join game on game.id = last.game_id
            and (last.nth <= ${games}::int or ${ago} <= ${ms}::int)
          join seek_game as other on other.game_id = last.game_id and other.player_id <> one.player_id
        ) as met
      from unnest(${of.map(({ playerId }) => playerId)}::uuid[], ${of.map(({ poolId }) => poolId)}::text[])
        as one (player_id, pool_id)`);
    },
    /** Writes changes and returns the ids of their seeks. Omits a change whose seek is no longer at version `base`. */
    async change(changes: readonly SeekChange[]): Promise<string[]> {
      return changes.length === 0 ? [] : db.ids(changeSeeksStatement(changes));
    },
    /** Creates a game of seeks. False: nothing was written, as a seek has ended or is no longer at version `base`. */
    async begin(game: SeekGame): Promise<boolean> {
      const { game: row, events } = game.creation;
      assertNext(row.id, 0, row.version, events);
      const [made] = await db.rows<{ told: boolean }>(beginSeekGameStatement(game, db.seals));
      if (made?.told) db.deliveriesWritten();
      return made !== undefined;
    },
    async forget(before: Date, limit: number): Promise<number> {
      return db.run(sql`
      delete from seek where id in (
        select id from seek
        where status <> 'open' and running = 0 and updated_at < ${before.toISOString()}::timestamptz
        order by updated_at limit ${limit}::int
      )`);
    },
  };
  return store;
}

export type SeekStore = ReturnType<typeof seekStore>;

const STATE = `status text, endedBecause text, version int, played int, running int, neverActed int, lastGameId uuid,
  waitingBecause text, waitingSince timestamptz, updatedAt timestamptz`;
const CHANGE = columns('seek', STATE);
const ALL = columns(
  'seek',
  `id uuid, playerId uuid, ruleset text, rulesVersion int, options json, seats int, clock json, poolId text, fit text,
  opponents text, ratingWithin int, patienceMs int, games int, concurrency int, clientSeed text, createdAt timestamptz,
  seenAt timestamptz, ${STATE}`,
);
const SET = Prisma.sql`${CHANGE.set}, seen_at = greatest(seek.seen_at, change."seenAt")`;
const SEEK_GAME = columns('seek_game', 'seekId uuid, gameId uuid, playerId uuid, seat int, bots text[], over boolean');

export const SEEK = Prisma.sql`
  ${ALL.fields},
  array(
    select game_id::text from seek_game where seek_id = seek.id and not over order by game_id
  ) as "runningGames"`;

/** Creates a seek. Returns as `there` how many open seeks the player had before; no row: the player is deleted. The
 * caller must have locked the player's row. */
export function createSeekStatement(seek: SeekRow, most: number, request: RequestRow | null): Prisma.Sql {
  const unlessRepeated = request === null ? Prisma.empty : Prisma.sql`and exists (select from asked)`;
  const row = { ...seek, options: JSON.stringify(seek.options), clock: JSON.stringify(seek.clock) };
  return Prisma.sql`
    with held as materialized (
      select count(*)::int as there from seek where player_id = ${seek.playerId}::uuid and status = 'open'
      having ${areNotDeleted([seek.playerId])}
    ),
    asked as (
      ${insertRequests([request], Prisma.sql`join held on there < ${most}::int`)}
      on conflict do nothing
      returning true
    ),
    made as (
      ${insertRows(ALL, [row], Prisma.sql`join held on there < ${most}::int`)}
      where true ${unlessRepeated}
      returning true
    )
    select there, exists (select from made) as made from held`;
}

export function cancelSeeksStatement(playerId: string, now: Date, id: string | null = null): Prisma.Sql {
  return Prisma.sql`
    update seek set status = 'cancelled', ended_because = 'cancelled', waiting_because = null, version = version + 1,
      updated_at = greatest(updated_at, ${now.toISOString()}::timestamptz)
    where id in (
      select id from seek
      where player_id = ${playerId}::uuid and (${id}::uuid is null or id = ${id}::uuid) and status in ('open', 'paused')
      order by id for no key update
    )`;
}

/** Changes seeks. Locks rows in order of their ids, to avoid deadlocks. */
export function changeSeeksStatement(changes: readonly SeekChange[]): Prisma.Sql {
  const over = changes.flatMap(({ id, gamesOver }) => gamesOver.map((gameId) => ({ seek_id: id, game_id: gameId })));
  return Prisma.sql`
    with ${changing(changes)},
    changed as (
      update seek set ${SET}
      from change join locked on locked.id = change.id
      where seek.id = change.id and seek.version = change.base
      returning seek.id
    ),
    settled as (
      update seek_game set over = true
      from changed, json_to_recordset(${JSON.stringify(over)}::json) as ended (seek_id uuid, game_id uuid)
      where ended.seek_id = changed.id and seek_game.seek_id = ended.seek_id and seek_game.game_id = ended.game_id
    )
    select id from changed`;
}

/** Creates a game of seeks and returns a row, or writes and returns nothing. If two servers do this at the same time,
 * the later one waits for the locks on the seeks' rows and then sees new versions, so it writes nothing. */
export function beginSeekGameStatement({ creation, seats, bots }: SeekGame, seals: Seals): Prisma.Sql {
  const gameId = creation.game.id;
  const records = seats.map(({ change, ...seated }) => ({ ...seated, seekId: change.id, gameId, bots, over: false }));
  return Prisma.sql`
    with ${changing(
      seats.map(({ change }) => change),
      Prisma.sql`${areNotDeleted(playersOf(creation))} and ${areNotSuspended(playersOf(creation), creation.game.createdAt)}`,
    )},
    unbeaten (made) as materialized (
      select true from change join locked on locked.id = change.id and locked.version = change.base and locked.status = 'open'
      having count(*) = ${seats.length}::int
    ),
    changed as (
      update seek set ${SET}
      from change cross join unbeaten
      where seek.id = change.id and seek.version = change.base
    ),
    ${newGames([creation], seals, OF_UNBEATEN)},
    paired as (
      ${insertRows(SEEK_GAME, records, OF_UNBEATEN)}
    )
    ${telling(notificationsOf(creation, 0), Prisma.empty, OF_UNBEATEN)} from unbeaten`;
}

const OF_UNBEATEN = Prisma.sql`cross join unbeaten`;

function changing(changes: readonly SeekChange[], condition = Prisma.sql`true`): Prisma.Sql {
  return Prisma.sql`
    change as materialized (
      select * from json_to_recordset(${JSON.stringify(changes.map(({ id, base, state }) => ({ id, base, ...state })))}::json) as row (
        id uuid, base int, "seenAt" timestamptz, ${CHANGE.record})
    ),
    locked as materialized (
      select id, version, status from seek where id = any(${`{${changes.map(({ id }) => id).join(',')}}`}::uuid[]) and ${condition}
      order by id for no key update
    )`;
}
