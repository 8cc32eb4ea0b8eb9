import { Prisma } from '../generated/prisma/client.ts';
import type { MadeAsk, NotificationEvent } from './game-rows.ts';

/**
 * A notification of the change that made `version` of a game, or of a competition, at that time; `nth` names the change within
 * its statement.
 */
export interface PlacedNotification {
  nth: number;
  gameId: string | null;
  competitionId: string | null;
  version: number;
  at: Date;
  playerId: string;
  type: NotificationEvent;
  seat: number | null;
  round: number | null;
  ask?: MadeAsk | undefined;
  /** the type of another notification for the same player: whoever wants that is not told of this */
  unless?: NotificationEvent | undefined;
}

/** Anybody can invite anybody, again and again: so many invitations in a row wait for a webhook, and it is told of no more. */
const WAITING_INVITATIONS = 100;

/**
 * Inserts a delivery for each enabled channel (webhook, browser, mail address) of a player to be told that wants that type,
 * unless they are suspended. `gate` joins whatever lets only some of the notifications through. The channels are locked against removal, so that one which goes at this moment is
 * left out and not an error of a foreign key, which would undo the change that it tells of.
 */
export function insertDeliveries(
  notifications: readonly PlacedNotification[],
  gate: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  return Prisma.sql`
    insert into webhook_delivery
      (id, webhook_id, game_id, competition_id, version, seat, round, type, ask, created_at, due_at, attempts, status)
    select gen_random_uuid(), webhook.id, notification.game_id, notification.competition_id, notification.version, notification.seat, notification.round,
      notification.type, notification.ask::jsonb, notification.at, ${DUE_AT}, 0, 'pending'
    from unnest(
      ${notifications.map(({ nth }) => nth)}::int[],
      ${notifications.map(({ gameId }) => gameId)}::uuid[],
      ${notifications.map(({ competitionId }) => competitionId)}::uuid[],
      ${notifications.map(({ version }) => version)}::int[],
      ${notifications.map(({ at }) => at.toISOString())}::timestamptz[],
      ${notifications.map(({ playerId }) => playerId)}::uuid[],
      ${notifications.map(({ type }) => type)}::text[],
      ${notifications.map(({ seat }) => seat)}::int[],
      ${notifications.map(({ round }) => round)}::int[],
      ${notifications.map(({ unless }) => unless ?? null)}::text[],
      ${notifications.map(({ ask }) => (ask === undefined ? null : JSON.stringify(ask)))}::text[]
    ) as notification (nth, game_id, competition_id, version, at, player_id, type, seat, round, unless, ask)
    ${gate}
    join webhook on webhook.player_id = notification.player_id
      and webhook.disabled_at is null
      and notification.type = any(webhook.events)
      and (notification.unless is null or notification.unless <> all(webhook.events))
      and (notification.type <> 'invited' or ${isOpenToInvitations})
      and not exists (
        select from player where player.id = webhook.player_id and player.suspended_at is not null
          and (player.suspended_until is null or player.suspended_until > notification.at)
      )
    for key share of webhook`;
}

/** People are told at once of so many things an hour; whatever else others can bring about without end is told at the full hour, if it is still so. */
const TOLD_AT_ONCE = 20;

const isFlooded = Prisma.sql`(
  webhook.kind <> 'webhook' and notification.type in ('invited', 'asked') and notification.at - interval '1 hour' < (
    select created_at from webhook_delivery
    where webhook_id = webhook.id order by created_at desc offset ${TOLD_AT_ONCE - 1}::int limit 1
  )
)`;

/** At once, or with the next digest of a mail address that wants one; what reminds of a deadline waits for none. */
const DUE_AT = Prisma.sql`
      case when ${isFlooded} and webhook.digest is distinct from 'daily' then
          date_trunc('hour', notification.at, 'UTC') + interval '1 hour'
        when webhook.digest is null or notification.type = 'reminder' then notification.at
        when webhook.digest = 'hourly' then date_trunc('hour', notification.at, 'UTC') + interval '1 hour'
        when webhook.digest = 'daily' then
          date_trunc('day', notification.at - make_interval(hours => webhook.digest_hour), 'UTC')
            + interval '1 day' + make_interval(hours => webhook.digest_hour)
        else notification.at end`;

/** By the newest deliveries, which an index finds: how many wait in all would have to be counted. */
const isOpenToInvitations = Prisma.sql`(
  select count(*) filter (where newest.status = 'pending' and newest.type = 'invited')
  from (
    select status, type from webhook_delivery
    where webhook_id = webhook.id order by created_at desc limit ${WAITING_INVITATIONS}::int
  ) as newest
) < ${WAITING_INVITATIONS}::int`;
