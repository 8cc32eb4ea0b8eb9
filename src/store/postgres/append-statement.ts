import { Prisma } from '../../generated/prisma/client.ts';
import type { Append } from '../contract/event-log.ts';
import { base64Of, type SealedRows } from '../sealing/sealed-rows.ts';
import { insertDeliveries, placed } from './notices.ts';

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
    change.events.map((event) => ({ ...event, ...seals.event(event), nth: i + 1 })),
  );
  const ids = changes.map(({ gameId }) => gameId);
  return Prisma.sql`
    with change as (
      select * from unnest(
        ${ids}::uuid[],
        ${changes.map(({ base }) => base)}::int[],
        ${changes.map(({ baseHead }) => baseHead)}::text[],
        ${changes.map(({ game }) => game.status)}::text[],
        ${changes.map(({ game }) => game.version)}::int[],
        ${changes.map(({ game }) => game.head)}::text[],
        ${changes.map(({ game }) => `{${game.toAct.join(',')}}`)}::text[],
        ${changes.map(({ game }) => JSON.stringify(game.seats))}::text[],
        ${changes.map(({ game }) => game.openSeats)}::int[],
        ${changes.map(({ game }) => `{${game.awaiting.join(',')}}`)}::text[],
        ${changes.map(({ game }) => game.deadline?.toISOString() ?? null)}::timestamptz[],
        ${changes.map(({ game }) => (game.outcome === null ? null : JSON.stringify(game.outcome)))}::text[],
        ${changes.map(({ game }) => game.updatedAt.toISOString())}::timestamptz[]
      ) with ordinality
        as change
          (game_id, base, base_head, status, version, head, to_act, seats, open_seats, awaiting, deadline, outcome, updated_at, nth)
    ),
    locked as materialized (
      select id, version, head from game where id = any(${ids}::uuid[]) order by id for no key update
    ),${requested(changes)}
    changed as (
      update game set
        status = change.status,
        version = change.version,
        head = change.head,
        to_act = change.to_act::int[],
        seats = change.seats::jsonb,
        open_seats = change.open_seats,
        awaiting = change.awaiting::uuid[],
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
      from unnest(
        ${events.map(({ nth }) => nth)}::int[],
        ${events.map(({ version }) => version)}::int[],
        ${events.map(({ kind }) => kind)}::text[],
        ${events.map(({ seat }) => seat)}::int[],
        ${events.map(({ action }) => (action === null ? null : JSON.stringify(action)))}::text[],
        ${events.map(({ draws }) => (draws === null ? null : JSON.stringify(draws)))}::text[],
        ${events.map(({ at }) => at.toISOString())}::timestamptz[],
        ${events.map(({ sealed }) => base64Of(sealed))}::text[]
      ) as event (nth, version, kind, seat, action, draws, at, sealed)
      join changed on changed.nth = event.nth
    )
    ${tellOf(changes)} from changed`;
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
  const requests = changes.flatMap(({ request }, i) => (request === null ? [] : [{ ...request, nth: i + 1 }]));
  if (requests.length === 0) return Prisma.empty;
  return Prisma.sql`
    asked as (
      insert into request (player_id, operation, key, body_hash, answer, at)
      select ask.player_id, ask.operation, ask.key, decode(ask.body_hash, 'hex'), ask.answer::json, ask.at
      from unnest(
        ${requests.map(({ nth }) => nth)}::int[],
        ${requests.map(({ playerId }) => playerId)}::uuid[],
        ${requests.map(({ operation }) => operation)}::text[],
        ${requests.map(({ key }) => key)}::text[],
        ${requests.map(({ bodyHash }) => Buffer.from(bodyHash).toString('hex'))}::text[],
        ${requests.map(({ answer }) => JSON.stringify(answer))}::text[],
        ${requests.map(({ at }) => at.toISOString())}::timestamptz[]
      ) as ask (nth, player_id, operation, key, body_hash, answer, at)
      join change on change.nth = ask.nth
      join locked on ${ON_BASE}
      order by ask.player_id, ask.operation, ask.key
      on conflict do nothing
      returning player_id, operation, key
    ),
    repeated as (
      select ask.nth from unnest(
        ${requests.map(({ nth }) => nth)}::int[],
        ${requests.map(({ playerId }) => playerId)}::uuid[],
        ${requests.map(({ operation }) => operation)}::text[],
        ${requests.map(({ key }) => key)}::text[]
      ) as ask (nth, player_id, operation, key)
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
