import type { Json } from '#rules/kernel/json.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import { dayIsOn } from './dailies.ts';
import type { DatabaseClock } from './database-clock.ts';
import {
  areNotDeleted,
  areNotSuspended,
  assertNotDeleted,
  assertNotSuspended,
  type Db,
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
    /** False: the request, commitment, rematch or daily entry exists already, or the day is over. Throws
     * `AccountsDeleted` or `PlayersSuspended` because of the creator or a player. */
    async create(creation: Creation): Promise<boolean> {
      assertNext(creation.game.id, 0, creation.game.version, creation.events);
      return created(creation);
    },
    /** False: the game is not at `base` with `baseHead`, `erased` and `planMark`, or the key of the request exists.
     * Throws `AccountsDeleted` because of one of `alive`, `PlayersSuspended` because of one of `welcome`. */
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
    /** The result includes everything that was committed before this call. */
    tip(gameId: string): Promise<GameTip | null> {
      if (!UUID.test(gameId)) return Promise.resolve(null);
      return tips(gameId.toLowerCase());
    },
    /** Returns one of these games whose newest event is missing; null: there is none. */
    async missingOf(gameIds: readonly string[]): Promise<string | null> {
      // the subquery uses the key and reads one partition; a join would read all of them
      return db.value<string>(sql`
        select id as value from game where id = any(${`{${gameIds.join(',')}}`}::uuid[])
          and (select event.version from game_event event where event.game_id = game.id and event.version = game.version) is null
        limit 1`);
    },
    /** Returns events after `after`, up to `upTo`, which is included. */
    async events(gameId: string, after: number, upTo?: number): Promise<EventRow[]> {
      const last = upTo ?? NEWEST;
      if (after >= last) return [];
      const rows = await db.rowsOf<Omit<EventRow, 'action' | 'draws'> & Sealed<'game_event'>>(
        gameId,
        sql`
        select game_id as "gameId", version, kind, seat, action, draws, at, sealed from game_event
        where game_id = ${gameId}::uuid and version > ${after} and version <= ${last}
        order by version`,
      );
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
        // after an error the batcher tries the creations again in halves
        throw new Error('games were not created, though everyone at their tables is alive');
      }
      if (made.told) db.deliveriesWritten();
    } catch (error) {
      if (creations.length === 1 && wasThere(error)) return [false];
      throw error;
    }
    return creations.map(() => true);
  }

  /** Of several changes of the same version, sends only the first, because at most one can succeed. */
  async function appendAll(changes: Append[]): Promise<boolean[]> {
    const firsts = new Map<string, Append>();
    for (const change of changes) {
      const onWhat = `${change.gameId.toLowerCase()} ${change.base}`;
      if (!firsts.has(onWhat)) firsts.set(onWhat, change);
    }
    const sent = [...firsts.values()];
    const rows = await db.send<AppendedChange>(appendStatement(sent, db.seals)).catch((error) => {
      // after an error the batcher tries the changes again in halves
      const isAway = changes.length === 1 && isOfMonthAway(error);
      throw isAway
        ? new LogDamaged('game', changes[0]?.gameId as string, 'has entries of a month that is detached')
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

/** Throws unless the versions of the events are `base` + 1 to `version`, which would be a bug. */
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

/** Stores snapshots of games with long logs. Losing one only costs time. */
export function snapshotStore(db: Db) {
  return {
    async find(gameId: string, code: string): Promise<SnapshotRow | null> {
      const row = await db.firstOf<Omit<SnapshotRow, 'game'> & Sealed<'game_snapshot'>>(
        gameId,
        sql`
        select game_id as "gameId", version, code, game, sealed from game_snapshot
        where game_id = ${gameId}::uuid and code = ${code}`,
      );
      return row && db.seals.open('game_snapshot', row);
    },
    /** Does nothing if `erased` of the game has changed since then. */
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

/* One JSON text for each table costs the driver less than an array for each column. In it, values of json columns are
 * strings, so that they are stored character by character. */

const SUMMARY_COLUMNS = Prisma.sql`status text, version int, head text, "toAct" int[], seats jsonb, "openSeats" int,
        awaiting uuid[], deadline timestamptz, "lookAt" timestamptz, outcome text, asks jsonb, "updatedAt" timestamptz`;
const REQUEST_COLUMNS = Prisma.sql`"playerId" uuid, operation text, key text, "bodyHash" text, answer text, at timestamptz`;
const MEMBERSHIP_COLUMNS = Prisma.sql`"playerId" uuid, "gameId" uuid, standing text, unfinished boolean, result text`;

export interface AppendedChange {
  nth: number;
  told: boolean;
}

/** Returns a row for each change made. Each is made completely, with its deliveries, or not at all. It is made only if
 * its game is at `base` with the same history and names, all of `alive` exist, none of `welcome` is suspended, and the
 * key of the request is new. (A standby that took over without the last commits has another history.)
 *
 * Locks games in order of their ids to avoid deadlocks. The update reads a row again that changed meanwhile: its
 * `version` differs, and no event is written. The request is inserted first, and the update depends on it. */
export function appendStatement(changes: readonly Append[], seals: Seals): Prisma.Sql {
  const events = changes.flatMap((change, i) =>
    change.events.map((event) => ({ nth: i + 1, ...eventRecord(event, seals) })),
  );
  const notifications = changes.flatMap(({ gameId, game, notifications }, i) =>
    placed(i + 1, gameId, game, notifications),
  );
  const newest = new Date(Math.max(...changes.map(({ game }) => game.updatedAt.getTime())));
  return Prisma.sql`
    with living as materialized (${living(changes.flatMap(({ alive = [] }) => alive))}),
    welcome as materialized (${welcomeOf(
      changes.flatMap(({ welcome = [] }) => welcome),
      newest,
    )}),
    change as materialized (
      select * from json_to_recordset(${JSON.stringify(changes.map(changeRecord))}::json) as row (
        nth int, "gameId" uuid, base int, "baseHead" text, erased int, "planMark" int, "nextMark" int, "takenBack" boolean,
        unattended boolean, alive uuid[], welcome uuid[],
        ${SUMMARY_COLUMNS})
      where not exists (select from unnest(row.alive) as player (id) where player.id not in (select id from living))
        and not exists (select from unnest(row.welcome) as guest (id) where guest.id not in (select id from welcome))
    ),
    locked as materialized (
      select id, version, head, erased, plan_mark from game where id = any(${`{${changes.map(({ gameId }) => gameId).join(',')}}`}::uuid[])
      order by id for no key update
    ),${requested(changes)}
    changed as (
      update game set
        status = change.status,
        version = change.version,
        head = change.head,
        to_act = change."toAct",
        seats = coalesce(change.seats, game.seats),
        open_seats = change."openSeats",
        awaiting = change.awaiting,
        deadline = change.deadline,
        look_at = change."lookAt",
        outcome = change.outcome::json,
        asks = change.asks,
        taken_back = game.taken_back or change."takenBack",
        unattended = game.unattended or change.unattended,
        updated_at = change."updatedAt",
        plan_mark = change."nextMark"
      from change join locked on ${ON_BASE}
      where game.id = change."gameId" and game.version = change.base
        and game.head = change."baseHead" and game.plan_mark = change."planMark"${unlessRepeated(changes)}
      returning game.id, change.nth
    ),${seated(changes)}
    written as (
      insert into game_event (game_id, version, kind, seat, action, draws, at, sealed)
      select changed.id, event.version, event.kind, event.seat, event.action::json, event.draws::json, event.at,
        decode(event.sealed, 'base64')
      from json_to_recordset(${JSON.stringify(events)}::json) as event (
        nth int, version int, kind text, seat int, action text, draws text, at timestamptz, sealed text)
      join changed on changed.nth = event.nth
    )${rated(changes, OF_RATED)}${planned(changes, seals)}
    ${telling(notifications, NTH, OF_MADE)} from changed`;
}

const ON_BASE = Prisma.sql`locked.id = change."gameId" and locked.version = change.base
        and locked.head = change."baseHead" and locked.erased = change.erased
        and locked.plan_mark = change."planMark"`;

const NTH = Prisma.sql`nth::int,`;
const OF_MADE = Prisma.sql`join changed on changed.nth = notification.nth`;
const OF_PLAN = Prisma.sql`join changed on changed.nth = plan.nth`;
const OF_RATED = Prisma.sql`join changed on changed.nth = rating.nth`;

/** Sorts by key, so that servers with the same keys cannot deadlock. */
function requested(changes: readonly Append[]): Prisma.Sql {
  const requests = changes.flatMap(({ request }, i) =>
    request === null ? [] : [{ nth: i + 1, ...requestRecord(request) }],
  );
  if (requests.length === 0) return Prisma.empty;
  return Prisma.sql`
    ask as materialized (
      select * from json_to_recordset(${JSON.stringify(requests)}::json) as row (nth int, ${REQUEST_COLUMNS})
    ),
    asked as (
      insert into request (player_id, operation, key, body_hash, answer, at)
      select ask."playerId", ask.operation, ask.key, decode(ask."bodyHash", 'hex'), ask.answer::json, ask.at
      from ask
      join change on change.nth = ask.nth
      join locked on ${ON_BASE}
      order by ask."playerId", ask.operation, ask.key
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
      insert into game_player (player_id, game_id, standing, unfinished, result)
      select place."playerId", changed.id, place.standing, place.unfinished, place.result
      from json_to_recordset(${JSON.stringify(memberships)}::json) as place (nth int, ${MEMBERSHIP_COLUMNS})
      join changed on changed.nth = place.nth
      on conflict (player_id, game_id) do update
        set standing = excluded.standing, unfinished = excluded.unfinished, result = excluded.result
    ),`;
}

function planned(changes: readonly Append[], seals: Seals): Prisma.Sql {
  const plans = changes.flatMap(({ plans }, i) => (plans?.changed ?? []).map((plan) => ({ nth: i + 1, plan })));
  return plans.length === 0 ? Prisma.empty : Prisma.sql`, planned as (${writtenPlans(plans, seals, OF_PLAN)})`;
}

/** `gate` is a join on `plan` that filters. */
export function writtenPlans(plans: readonly { nth: number; plan: PlanRow }[], seals: Seals, gate: Prisma.Sql) {
  const rows = plans.map(({ nth, plan }) => {
    const { content, sealed } = seals.seal('game_plan', plan);
    return { nth, ...plan, content, sealed: base64Of(sealed) };
  });
  return Prisma.sql`
      insert into game_plan (game_id, seat, player_id, running, content, sealed)
      select plan."gameId", plan.seat, plan."playerId", plan.running, plan.content, decode(plan.sealed, 'base64')
      from json_to_recordset(${JSON.stringify(rows)}::json) as plan (
        nth int, "gameId" uuid, seat int, "playerId" uuid, running boolean, content text, sealed text)
      ${gate}
      on conflict (game_id, seat) do update
        set player_id = excluded.player_id, running = excluded.running, content = excluded.content, sealed = excluded.sealed`;
}

function rated(changes: readonly Pick<Append, 'rated'>[], gate = Prisma.empty): Prisma.Sql {
  const over = changes.flatMap(({ rated }, i) => (rated ? [{ nth: i + 1, ...rated }] : []));
  return over.length === 0 ? Prisma.empty : ratedGames(over, gate);
}

/** Fails as a whole on a duplicate key. Writes and returns nothing if a creator or player is deleted or suspended, or
 * if the day of a daily game is over. */
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
      insert into daily_entry (daily, player_id, game_id)
      select daily, "playerId", "gameId"
      from json_to_recordset(${JSON.stringify(entries)}::json) as row (daily text, "playerId" uuid, "gameId" uuid)
      ${OF_EVERYONE}
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

/** `gate` is a join that admits all games or none. */
export function newGames(creations: readonly GameCreation[], seals: Seals, gate = Prisma.empty): Prisma.Sql {
  const games = creations.map(({ game }) => gameRecord(game, seals));
  const events = creations.flatMap((creation) => creation.events.map((event) => eventRecord(event, seals)));
  const memberships = creations.flatMap((creation) => creation.memberships);
  return Prisma.sql`
    created as (
      insert into game (id, ruleset, rules_version, options, seat_count, visibility, created_by, seeded, seed, server_seed,
        commitment, commitment_id, chain_key, invite_code, sealed, clock, stand_in, rematch_of, daily, practice, rated,
        competition_id, round, table_no, board, copy, sealed_board, talking, hides_odds, created_at,
        status, version, head, to_act, seats, open_seats, awaiting, deadline, look_at, outcome, updated_at)
      select id, ruleset, "rulesVersion", options::json, "seatCount", visibility, "createdBy", seeded, seed,
        decode("serverSeed", 'hex'), commitment, "commitmentId", decode("chainKey", 'hex'), "inviteCode",
        decode(sealed, 'base64'), clock::json, "standIn", "rematchOf", daily, practice, rated,
        (place->>'competitionId')::uuid, (place->>'round')::int, (place->>'table')::int, (place->>'board')::int,
        (place->>'copy')::int, (place->>'sealed')::boolean, "allowsChat", "hidesOdds", "createdAt",
        status, version, head, "toAct", seats, "openSeats", awaiting, deadline, "lookAt", outcome::json, "updatedAt"
      from json_to_recordset(${JSON.stringify(games)}::json) as row (
        id uuid, ruleset text, "rulesVersion" int, options text, "seatCount" int, visibility text, "createdBy" uuid,
        seeded boolean, seed text, "serverSeed" text, commitment text, "commitmentId" uuid, "chainKey" text,
        "inviteCode" text, sealed text, clock text, "standIn" text, "rematchOf" uuid, daily text, practice boolean,
        rated boolean, place json, "allowsChat" boolean, "hidesOdds" boolean, "createdAt" timestamptz, ${SUMMARY_COLUMNS})
      ${gate}
    ),
    logged as (
      insert into game_event (game_id, version, kind, seat, action, draws, at, sealed)
      select "gameId", version, kind, seat, action::json, draws::json, at, decode(sealed, 'base64')
      from json_to_recordset(${JSON.stringify(events)}::json) as row (
        "gameId" uuid, version int, kind text, seat int, action text, draws text, at timestamptz, sealed text)
      ${gate}
    ),
    seated as (
      insert into game_player (player_id, game_id, standing, unfinished, result)
      select "playerId", "gameId", standing, unfinished, result
      from json_to_recordset(${JSON.stringify(memberships)}::json) as row (${MEMBERSHIP_COLUMNS})
      ${gate}
    )`;
}

export function notificationsOf({ game, notifications }: GameCreation, i: number): PlacedNotification[] {
  return placed(i + 1, game.id, game, notifications);
}

/** Writes the deliveries and returns whether there were any. */
export function telling(
  notifications: readonly PlacedNotification[],
  also = Prisma.empty,
  gate = Prisma.empty,
): Prisma.Sql {
  if (notifications.length === 0) return Prisma.sql`select ${also} false as told`;
  const told = Prisma.sql`told as (${insertDeliveries(notifications, gate)} returning 1)`;
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
  const { seed, serverSeed, chainKey, inviteCode, sealed } = seals.seal('game', game);
  return {
    ...game,
    options: JSON.stringify(game.options),
    clock: textOf(game.clock),
    outcome: textOf(game.outcome),
    ...{ seed, serverSeed: hexOf(serverSeed), chainKey: hexOf(chainKey), inviteCode, sealed: base64Of(sealed) },
  };
}

export function eventRecord(event: EventRow, seals: Seals) {
  const { gameId, version, kind, seat, at } = event;
  const { action, draws, sealed } = seals.seal('game_event', event);
  return { gameId, version, kind, seat, at, action: textOf(action), draws: textOf(draws), sealed: base64Of(sealed) };
}

function requestRecord({ bodyHash, answer, ...request }: RequestRow) {
  return { ...request, bodyHash: hexOf(bodyHash), answer: JSON.stringify(answer) };
}

/** `gate` is a join that filters. */
export function insertRequests(requests: readonly (RequestRow | null)[], gate: Prisma.Sql): Prisma.Sql {
  const rows = requests.filter((request) => request !== null).map(requestRecord);
  return Prisma.sql`
      insert into request (player_id, operation, key, body_hash, answer, at)
      select "playerId", operation, key, decode("bodyHash", 'hex'), answer::json, at
      from json_to_recordset(${JSON.stringify(rows)}::json) as row (${REQUEST_COLUMNS})
      ${gate}`;
}

/** In a nullable column, the JSON value null is stored as SQL null. */
function textOf(json: Json | null): string | null {
  return json === null ? null : JSON.stringify(json);
}

export function hexOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('hex');
}
