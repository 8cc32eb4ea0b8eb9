import { Prisma } from '../../generated/prisma/client.ts';
import type { Append } from '../contract/event-log.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';
import { insertDeliveries, placed } from './notices.ts';
import { eventRecord, requestRecord, textOf } from './records.ts';

/** A change that was made: its place (from 1), and whether any delivery was written with the changes. */
export interface AppendedChange {
  nth: number;
  told: boolean;
}

/**
 * One statement that makes many changes, each on the condition that its game is still at `base`,
 * by the same history (`base_head`: a standby that took over without some commits has another), and returns a
 * row for each that was made. Each is made whole or not at all, and with it the deliveries of its notices are written.
 *
 * Two servers may send such statements for the same games at once. Each first locks its games' rows in order of id,
 * so that they wait for each other and never in a circle. A row that was changed meanwhile is looked at again by the
 * update as it is now: the condition on `version` then fails, the game is not in `changed`, and so none of its
 * events is written.
 *
 * A change that carries a request is made only if no request of that key was there: the request is inserted first, on
 * the same condition as the update, which then waits for it.
 */
export function appendStatement(changes: readonly Append[], seals: SealedRows): Prisma.Sql {
  const events = changes.flatMap((change, i) =>
    change.events.map((event) => ({ nth: i + 1, ...eventRecord(event, seals) })),
  );
  return Prisma.sql`
    with change as materialized (
      select * from json_to_recordset(${JSON.stringify(changes.map(changeRecord))}::json) as row (
        nth int, game_id uuid, base int, base_head text, status text, version int, head text, to_act int[], seats jsonb,
        open_seats int, awaiting uuid[], deadline timestamptz, outcome text, updated_at timestamptz)
    ),
    locked as materialized (
      select id, version, head from game where id = any(${`{${changes.map(({ gameId }) => gameId).join(',')}}`}::uuid[])
      order by id for no key update
    ),${requested(changes)}
    changed as (
      update game set
        status = change.status,
        version = change.version,
        head = change.head,
        to_act = change.to_act,
        seats = coalesce(change.seats, game.seats),
        open_seats = change.open_seats,
        awaiting = change.awaiting,
        deadline = change.deadline,
        outcome = change.outcome::json,
        updated_at = change.updated_at
      from change join locked on ${ON_BASE}
      where game.id = change.game_id and game.version = change.base
        and (game.head is null or game.head = change.base_head)${unlessRepeated(changes)}
      returning game.id, change.nth
    ),${seated(changes)}
    written as (
      insert into game_event (game_id, version, kind, seat, action, draws, at, sealed)
      select changed.id, event.version, event.kind, event.seat, event.action::json, event.draws::json, event.at,
        decode(event.sealed, 'base64')
      from json_to_recordset(${JSON.stringify(events)}::json) as event (
        nth int, version int, kind text, seat int, action text, draws text, at timestamptz, sealed text)
      join changed on changed.nth = event.nth
    )
    ${tellOf(changes)} from changed`;
}

function changeRecord({ gameId, base, baseHead, game }: Append, i: number) {
  return {
    nth: i + 1,
    game_id: gameId,
    base,
    base_head: baseHead,
    status: game.status,
    version: game.version,
    head: game.head,
    to_act: game.toAct,
    seats: game.seats,
    open_seats: game.openSeats,
    awaiting: game.awaiting,
    deadline: game.deadline,
    outcome: textOf(game.outcome),
    updated_at: game.updatedAt,
  };
}

/** The game is still at the version that the change was made on, and by the same history. */
const ON_BASE = Prisma.sql`locked.id = change.game_id and locked.version = change.base
        and (locked.head is null or locked.head = change.base_head)`;

/** What players are told of the changes; nothing is asked of the database when nobody is to be told. */
function tellOf(changes: readonly Append[]): Prisma.Sql {
  if (changes.every(({ notices = [] }) => notices.length === 0)) return Prisma.sql`select nth::int, false as told`;
  const notices = changes.flatMap(({ gameId, game, notices }, i) => placed(i + 1, gameId, game, notices));
  const ofMade = Prisma.sql`join changed on changed.nth = notice.nth`;
  return Prisma.sql`, told as (${insertDeliveries(notices, ofMade)} returning 1)
    select nth::int, exists (select from told) as told`;
}

/** Inserts the requests in order of their keys, so that two servers with the same ones never wait in a circle. */
function requested(changes: readonly Append[]): Prisma.Sql {
  const requests = changes.flatMap(({ request }, i) =>
    request === null ? [] : [{ nth: i + 1, ...requestRecord(request) }],
  );
  if (requests.length === 0) return Prisma.empty;
  return Prisma.sql`
    ask as materialized (
      select * from json_to_recordset(${JSON.stringify(requests)}::json) as row (
        nth int, player_id uuid, operation text, key text, body_hash text, answer text, at timestamptz)
    ),
    asked as (
      insert into request (player_id, operation, key, body_hash, answer, at)
      select ask.player_id, ask.operation, ask.key, decode(ask.body_hash, 'hex'), ask.answer::json, ask.at
      from ask
      join change on change.nth = ask.nth
      join locked on ${ON_BASE}
      order by ask.player_id, ask.operation, ask.key
      on conflict do nothing
      returning player_id, operation, key
    ),
    repeated as (
      select ask.nth from ask
      where not exists (
        select from asked
        where asked.player_id = ask.player_id and asked.operation = ask.operation and asked.key = ask.key
      )
    ),`;
}

function unlessRepeated(changes: readonly Append[]): Prisma.Sql {
  if (changes.every(({ request }) => request === null)) return Prisma.empty;
  return Prisma.sql` and not exists (select from repeated where repeated.nth = change.nth)`;
}

function seated(changes: readonly Append[]): Prisma.Sql {
  const memberships = changes.flatMap((change, i) => change.memberships.map((place) => ({ ...place, nth: i + 1 })));
  if (memberships.length === 0) return Prisma.empty;
  return Prisma.sql`
    seated as (
      insert into game_player (player_id, game_id, standing, unfinished, result)
      select place.player_id, changed.id, place.standing, place.unfinished, place.result
      from unnest(
        ${memberships.map(({ nth }) => nth)}::int[],
        ${memberships.map(({ playerId }) => playerId)}::uuid[],
        ${memberships.map(({ standing }) => standing)}::text[],
        ${memberships.map(({ unfinished }) => unfinished)}::boolean[],
        ${memberships.map(({ result }) => result)}::text[]
      ) as place (nth, player_id, standing, unfinished, result)
      join changed on changed.nth = place.nth
      on conflict (player_id, game_id) do update
        set standing = excluded.standing, unfinished = excluded.unfinished, result = excluded.result
    ),`;
}
