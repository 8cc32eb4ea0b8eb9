import type { Json } from '#rules/kernel/json.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import { columns } from './columns.ts';
import { dayIsOn } from './dailies.ts';
import type { DatabaseClock } from './database-clock.ts';
import {
  areNotDeleted,
  areNotSuspended,
  assertNotDeleted,
  assertNotSuspended,
  type Db,
  insertRows,
  living,
  sql,
  welcome as welcomeOf,
} from './db.ts';
import { insertDeliveries, type PlacedNotification } from './deliveries.ts';
import { isOfMonthAway, LogDamaged, wasThere } from './failures.ts';
import type {
  Append,
  Creation,
  EventRow,
  GameCreation,
  GameRow,
  GameSummary,
  GameTip,
  Notification,
  PlanRow,
} from './game-rows.ts';
import { ratedGames } from './ratings.ts';
import type { RequestRow } from './requests.ts';
import { base64Of, type Sealed, type Seals } from './sealing/secrets.ts';

export const NEWEST = 2 ** 31 - 1;

export function eventLog(db: Db, clock: DatabaseClock) {
  const created = db.batched(createAll, 'create');
  const appended = db.batched(appendAll, 'append');
  const tips = db.batched(readTips, 'version');
  return {
    now(): Date {
      return new Date(performance.now() + clock.aheadMs);
    },
    /** Creates a game. False: the request, commitment, rematch or daily entry exists already, or the day is over.
     * Throws `AccountsDeleted` or `PlayersSuspended` if the creator or a player is deleted or suspended. */
    async create(creation: Creation): Promise<boolean> {
      assertNext(creation.game.id, 0, creation.game.version, creation.events);
      return created(creation);
    },
    /** Appends a change. False: the game is not at `base` with `baseHead`, `erased` and `planMark`, or the key of the
     * request exists. Throws `AccountsDeleted` if one of `alive` is deleted, `PlayersSuspended` if one of
     * `welcome` is suspended. */
    async append(change: Append): Promise<boolean> {
      assertNext(change.gameId, change.base, change.game.version, change.events);
      if (!UUID.test(change.gameId)) return false;
      const made = await appended(change);
      if (!made) {
        await assertNotDeleted(change.alive ?? [], db.rows);
        await assertNotSuspended(change.welcome ?? [], change.game.updatedAt, db.rows);
      }
      return made;
    },
    /** Returns the newest version and its hash. Includes all that was committed before this call. */
    tip(gameId: string): Promise<GameTip | null> {
      if (!UUID.test(gameId)) return Promise.resolve(null);
      return tips(gameId.toLowerCase());
    },
    /** Returns the id of a game among these whose log lacks the event of its version; null: there is none. */
    async missingOf(gameIds: readonly string[]): Promise<string | null> {
      // a subquery, because it reads only one partition, by the key; a join would read all partitions
      return db.value<string>(sql`
        select id as value from game where id = any(${`{${gameIds.join(',')}}`}::uuid[])
          and (select event.version from game_event event where event.game_id = game.id and event.version = game.version) is null
        limit 1`);
    },
    /** Returns the events after the version `after`, up to and including `upTo`. */
    async events(gameId: string, after: number, upTo?: number): Promise<EventRow[]> {
      const last = upTo ?? NEWEST;
      if (after >= last) return [];
      const rows = await db.of(gameId).rows<Omit<EventRow, 'action' | 'draws'> & Sealed<'game_event'>>(sql`
        select game_id as "gameId", version, kind, seat, action, draws, at, sealed from game_event
        where game_id = ${gameId}::uuid and version > ${after} and version <= ${last}
        order by version`);
      return rows.map((row) => db.seals.open('game_event', row));
    },
  };

  async function createAll(creations: Creation[]): Promise<boolean[]> {
    try {
      const [made] = await db.send<{ told: boolean }>(createStatement(creations, db.seals));
      if (made === undefined) {
        const players = creations.flatMap(playersOf);
        await assertNotDeleted(players, db.send);
        await assertNotSuspended(players, openedAt(creations), db.send);
        if (creations.length === 1 && creations[0]?.before) return [false];
        // this error makes the batcher split the creations into halves and try each half again
        throw new Error('games were not created, though everyone at their tables is alive');
      }
      if (made.told) db.deliveriesWritten();
    } catch (error) {
      if (creations.length === 1 && wasThere(error)) return [false];
      throw error;
    }
    return creations.map(() => true);
  }

  /** Sends changes. If several changes have the same base version, sends only the first: only one can succeed. */
  async function appendAll(changes: Append[]): Promise<boolean[]> {
    const firsts = new Map<string, Append>();
    for (const change of changes) {
      const onWhat = `${change.gameId.toLowerCase()} ${change.base}`;
      if (!firsts.has(onWhat)) firsts.set(onWhat, change);
    }
    const sent = [...firsts.values()];
    const rows = await db.send<AppendedChange>(appendStatement(sent, db.seals)).catch((error) => {
      // with several changes, this error makes the batcher split them into halves and try each half again
      const isAway = changes.length === 1 && isOfMonthAway(error);
      throw isAway
        ? new LogDamaged(
            'game',
            changes[0]?.gameId as string,
            'has entries of a month that is detached',
            'Attach that month',
          )
        : error;
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

/** Throws if the versions of the events are not `base` + 1 to `version`, which only a bug can cause. */
export function assertNext(
  id: string,
  base: number,
  version: number,
  events: readonly ({ version: number } & ({ gameId: string } | { competitionId: string }))[],
): void {
  const idOf = (event: (typeof events)[number]) => ('gameId' in event ? event.gameId : event.competitionId);
  const fits = events.length > 0 && events.every((event, i) => idOf(event) === id && event.version === base + 1 + i);
  if (!fits || version !== base + events.length) {
    throw new RangeError(`the events of ${id} do not lead from version ${base} to version ${version}`);
  }
}

export interface SnapshotRow {
  gameId: string;
  version: number;
  code: string;
  game: string;
}

/** Stores snapshots of games with long logs. A lost snapshot only costs time. */
export function snapshotStore(db: Db) {
  return {
    async find(gameId: string, code: string): Promise<SnapshotRow | null> {
      const row = await db.of(gameId).first<Omit<SnapshotRow, 'game'> & Sealed<'game_snapshot'>>(sql`
        select game_id as "gameId", version, code, game, sealed from game_snapshot
        where game_id = ${gameId}::uuid and code = ${code}`);
      return row && db.seals.open('game_snapshot', row);
    },
    /** Stores a snapshot. Does nothing if a name was erased from the game meanwhile, so that its `erased` differs. */
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

const SUMMARY = `status text, version int, head text, toAct int[], openSeats int, awaiting uuid[], deadline timestamptz,
  lookAt timestamptz, outcome json, asks jsonb, updatedAt timestamptz`;
const CHANGE = columns('game', SUMMARY);
const GAME = columns(
  'game',
  `id uuid, ruleset text, rulesVersion int, options json, seatCount int, visibility text, createdBy uuid, seeded boolean,
  seed text, serverSeed bytea, commitment text, commitmentId uuid, chainKey bytea, inviteCode text, sealed bytea, clock json,
  standIn text, rematchOf uuid, daily text, practice boolean, rated boolean, competitionId uuid, round int, tableNo int,
  board int, copy int, sealedBoard boolean, talking boolean, hidesOdds boolean, createdAt timestamptz, seats jsonb, ${SUMMARY}`,
);
const EVENT = columns(
  'game_event',
  'gameId uuid, version int, kind text, seat int, action json, draws json, at timestamptz, sealed bytea',
);
const MEMBERSHIP = columns('game_player', 'playerId uuid, gameId uuid, standing text, unfinished boolean, result text');
const REQUEST = columns(
  'request',
  'playerId uuid, operation text, key text, bodyHash bytea, answer json, at timestamptz',
);
const PLAN = columns('game_plan', 'gameId uuid, seat int, playerId uuid, running boolean, content text, sealed bytea');
const ENTRY = columns('daily_entry', 'daily text, playerId uuid, gameId uuid');

export interface AppendedChange {
  nth: number;
  told: boolean;
}

/** Makes each change completely, with its deliveries, or not at all. Returns a row for each change made. A change is
 * made only if its game is at `base` with the same history and names, and the key of the request is new. The players in
 * `alive` must exist, and none in `welcome` may be suspended. (The history differs after a failover that lost commits.)
 *
 * Locks games in order of their ids to avoid deadlocks. If another transaction changed a game while this one waited for
 * its lock, `version` differs, and nothing is written. The request is inserted first, and the update needs its row. */
export function appendStatement(changes: readonly Append[], seals: Seals): Prisma.Sql {
  const events = changes.flatMap((change, i) =>
    change.events.map((event) => ({ nth: i + 1, ...eventRecord(event, seals) })),
  );
  const notifications = changes.flatMap(({ gameId, game, notifications }, i) =>
    placed(i + 1, gameId, game, notifications),
  );
  return Prisma.sql`
    with ${admitted(changes)}
    locked as materialized (
      select id, version, head, erased, plan_mark from game where id = any(${`{${changes.map(({ gameId }) => gameId).join(',')}}`}::uuid[])
      order by id for no key update
    ),${requested(changes)}
    changed as (
      update game set
        ${CHANGE.set},
        seats = coalesce(change.seats, game.seats),
        taken_back = game.taken_back or change."takenBack",
        unattended = game.unattended or change.unattended,
        plan_mark = change."nextMark"
      from change join locked on ${ON_BASE}
      where game.id = change."gameId" and game.version = change.base
        and game.head = change."baseHead" and game.plan_mark = change."planMark"${unlessRepeated(changes)}
      returning game.id, change.nth
    ),${seated(changes)}
    written as (
      ${insertRows(EVENT, events, OF_ROW)}
    )${rated(changes, OF_RATED)}${planned(changes, seals)}
    ${telling(notifications, NTH, OF_MADE)} from changed`;
}

const ON_BASE = Prisma.sql`locked.id = change."gameId" and locked.version = change.base
        and locked.head = change."baseHead" and locked.erased = change.erased
        and locked.plan_mark = change."planMark"`;

const NTH = Prisma.sql`nth::int,`;
const OF_MADE = Prisma.sql`join changed on changed.nth = notification.nth`;
const OF_ROW = Prisma.sql`join changed on changed.nth = row.nth`;
const OF_RATED = Prisma.sql`join changed on changed.nth = rating.nth`;

/** Reads the changes, without those for which a player is deleted or suspended. Most changes need no such check. */
function admitted(changes: readonly Append[]): Prisma.Sql {
  const alive = changes.flatMap(({ alive = [] }) => alive);
  const guests = changes.flatMap(({ welcome = [] }) => welcome);
  const change = Prisma.sql`
    change as materialized (
      select * from json_to_recordset(${JSON.stringify(changes.map(changeRecord))}::json) as row (
        "gameId" uuid, base int, "baseHead" text, erased int, "planMark" int, "nextMark" int, "takenBack" boolean,
        unattended boolean, alive uuid[], welcome uuid[], seats jsonb, ${CHANGE.record})`;
  if (alive.length + guests.length === 0) return Prisma.sql`${change}),`;
  const newest = new Date(Math.max(...changes.map(({ game }) => game.updatedAt.getTime())));
  return Prisma.sql`
    living as materialized (${living(alive)}), welcome as materialized (${welcomeOf(guests, newest)}),${change}
      where not exists (select from unnest(row.alive) as player (id) where player.id not in (select id from living))
        and not exists (select from unnest(row.welcome) as guest (id) where guest.id not in (select id from welcome))
    ),`;
}

/** Inserts requests in the order of their keys, so that servers with the same keys cannot deadlock. */
function requested(changes: readonly Append[]): Prisma.Sql {
  const requests = changes.flatMap(({ request }, i) =>
    request === null ? [] : [{ nth: i + 1, ...requestRecord(request) }],
  );
  if (requests.length === 0) return Prisma.empty;
  return Prisma.sql`
    ask as materialized (
      select * from json_to_recordset(${JSON.stringify(requests)}::json) as row (${REQUEST.record})
    ),
    asked as (
      ${REQUEST.insert}
      from ask as row
      join change on change.nth = row.nth
      join locked on ${ON_BASE}
      order by row."playerId", row.operation, row.key
      on conflict do nothing
      returning player_id, operation, key
    ),
    repeated as (
      select ask.nth from ask
      where not exists (
        select from asked
        where asked.player_id = ask."playerId" and asked.operation = ask.operation and asked.key = ask.key
      )
    ),`;
}

function unlessRepeated(changes: readonly Append[]): Prisma.Sql {
  if (changes.every(({ request }) => request === null)) return Prisma.empty;
  return Prisma.sql` and not exists (select from repeated where repeated.nth = change.nth)`;
}

function seated(changes: readonly Append[]): Prisma.Sql {
  const memberships = changes.flatMap((change, i) =>
    change.memberships.map((membership) => ({ nth: i + 1, ...membership })),
  );
  if (memberships.length === 0) return Prisma.empty;
  return Prisma.sql`
    seated as (
      ${insertRows(MEMBERSHIP, memberships, OF_ROW)}
      on conflict (player_id, game_id) do update
        set standing = excluded.standing, unfinished = excluded.unfinished, result = excluded.result
    ),`;
}

function planned(changes: readonly Append[], seals: Seals): Prisma.Sql {
  const plans = changes.flatMap(({ plans }, i) => (plans?.changed ?? []).map((plan) => ({ nth: i + 1, plan })));
  return plans.length === 0 ? Prisma.empty : Prisma.sql`, planned as (${writtenPlans(plans, seals, OF_ROW)})`;
}

/** Writes plans. `gate` is an SQL join that lets only some of them through. */
export function writtenPlans(plans: readonly { nth: number; plan: PlanRow }[], seals: Seals, gate: Prisma.Sql) {
  const rows = plans.map(({ nth, plan }) => {
    const { content, sealed } = seals.seal('game_plan', plan);
    return { nth, ...plan, content, sealed: base64Of(sealed) };
  });
  return Prisma.sql`
      ${insertRows(PLAN, rows, gate)}
      on conflict (game_id, seat) do update
        set player_id = excluded.player_id, running = excluded.running, content = excluded.content, sealed = excluded.sealed`;
}

function rated(changes: readonly Pick<Append, 'rated'>[], gate = Prisma.empty): Prisma.Sql {
  const over = changes.flatMap(({ rated }, i) => (rated ? [{ nth: i + 1, ...rated }] : []));
  return over.length === 0 ? Prisma.empty : ratedGames(over, gate);
}

/** Creates games. Fails as a whole on a duplicate key. Writes and returns nothing if a creator or player is deleted or
 * suspended, or if the day of a daily game is over. */
export function createStatement(creations: readonly Creation[], seals: Seals): Prisma.Sql {
  const entries = creations.flatMap(({ entry, game }) => (entry === null ? [] : [{ ...entry, gameId: game.id }]));
  return Prisma.sql`
    with everyone (is_there) as materialized (
      select true where case when ${areNotDeleted(creations.flatMap(playersOf))}
        and ${areNotSuspended(creations.flatMap(playersOf), openedAt(creations))} then ${dayOf(creations)} end),
    ${newGames(creations, seals, OF_EVERYONE)},
    asked as (
      ${insertRequests(
        creations.map(({ request }) => request),
        OF_EVERYONE,
      )}
    ),
    entered as (
      ${insertRows(ENTRY, entries, OF_EVERYONE)}
    )${rated(creations, OF_EVERYONE)}
    ${telling(creations.flatMap(notificationsOf), Prisma.empty, OF_EVERYONE)} from everyone`;
}

function dayOf(creations: readonly Creation[]): Prisma.Sql {
  const ends = creations.flatMap(({ before }) => (before ? [before.getTime()] : []));
  return ends.length === 0 ? Prisma.sql`true` : dayIsOn(new Date(Math.min(...ends)));
}

const OF_EVERYONE = Prisma.sql`cross join everyone`;

export function playersOf({ memberships }: GameCreation): string[] {
  return memberships.map(({ playerId }) => playerId);
}

/** Inserts games. `gate` is an SQL join that lets all games through or none. */
export function newGames(creations: readonly GameCreation[], seals: Seals, gate = Prisma.empty): Prisma.Sql {
  const games = creations.map(({ game }) => gameRecord(game, seals));
  const events = creations.flatMap((creation) => creation.events.map((event) => eventRecord(event, seals)));
  const memberships = creations.flatMap((creation) => creation.memberships);
  return Prisma.sql`
    created as (${insertRows(GAME, games, gate)}),
    logged as (${insertRows(EVENT, events, gate)}),
    seated as (${insertRows(MEMBERSHIP, memberships, gate)})`;
}

export function notificationsOf({ game, notifications }: GameCreation, i: number): PlacedNotification[] {
  return placed(i + 1, game.id, game, notifications);
}

/** Returns SQL that writes deliveries and selects whether there were any. */
export function telling(news: readonly PlacedNotification[], also = Prisma.empty, gate = Prisma.empty): Prisma.Sql {
  if (news.length === 0) return Prisma.sql`select ${also} false as told`;
  const told = Prisma.sql`told as (${insertDeliveries(news, gate)} returning 1)`;
  return Prisma.sql`, ${told} select ${also} exists (select from told) as told`;
}

function placed(
  nth: number,
  gameId: string,
  { version, updatedAt: at }: GameSummary,
  notifications: readonly Notification[] = [],
) {
  return notifications.map((notification) => ({ ...notification, nth, gameId, version, at }));
}

function openedAt(creations: readonly GameCreation[]): Date {
  return new Date(Math.max(...creations.map(({ game }) => game.createdAt.getTime())));
}

function changeRecord(change: Append, i: number) {
  const { gameId, base, baseHead, erased = 0, game, planMark = 0, plans, alive = [], welcome = [] } = change;
  const made = { nth: i + 1, gameId, base, baseHead, erased, alive, welcome };
  return { ...game, outcome: textOf(game.outcome), ...made, planMark, nextMark: plans?.mark ?? planMark };
}

function gameRecord(game: GameRow, seals: Seals) {
  const { seed, inviteCode, ...secret } = seals.seal('game', game);
  const { place, allowsChat: talking } = game;
  return {
    ...{ ...game, seed, inviteCode, talking },
    ...(place && { ...place, tableNo: place.table, sealedBoard: place.sealed }),
    options: JSON.stringify(game.options),
    clock: textOf(game.clock),
    outcome: textOf(game.outcome),
    serverSeed: base64Of(secret.serverSeed),
    chainKey: base64Of(secret.chainKey),
    sealed: base64Of(secret.sealed),
  };
}

export function eventRecord(event: EventRow, seals: Seals) {
  const { gameId, version, kind, seat, at } = event;
  const { action, draws, sealed } = seals.seal('game_event', event);
  return { gameId, version, kind, seat, at, action: textOf(action), draws: textOf(draws), sealed: base64Of(sealed) };
}

function requestRecord({ bodyHash, answer, ...request }: RequestRow) {
  return { ...request, bodyHash: base64Of(bodyHash), answer: JSON.stringify(answer) };
}

/** Inserts requests. `gate` is an SQL join that lets only some of them through. */
export function insertRequests(requests: readonly (RequestRow | null)[], gate: Prisma.Sql): Prisma.Sql {
  const rows = requests.filter((request) => request !== null).map(requestRecord);
  return insertRows(REQUEST, rows, gate);
}

/** Returns JSON for a nullable column, in which the JSON value null is stored as SQL null. */
function textOf(json: Json | null): string | null {
  return json === null ? null : JSON.stringify(json);
}
