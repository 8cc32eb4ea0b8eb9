import { Prisma } from '../../generated/prisma/client.ts';
import type { MadeAsk } from '../contract/asks.ts';
import type { WebhookEvent } from '../contract/webhooks.ts';

/**
 * A notice of the change that made `version` of a game, or of a competition, at that time; `nth` names the change within
 * its statement.
 */
export interface PlacedNotice {
  nth: number;
  gameId: string | null;
  competitionId: string | null;
  version: number;
  at: Date;
  playerId: string;
  type: WebhookEvent;
  seat: number | null;
  round: number | null;
  ask?: MadeAsk | undefined;
  /** the type of another notice for the same player: whoever wants that is not told of this */
  unless?: WebhookEvent | undefined;
}

/** Anybody can invite anybody, again and again: so many invitations in a row wait for a webhook, and it is told of no more. */
const WAITING_INVITATIONS = 100;

/**
 * Inserts a delivery for each enabled channel (webhook, browser, mail address) of a player to be told that wants that type,
 * unless they are suspended. `gate` joins whatever lets only some of the notices through. The channels are locked against removal, so that one which goes at this moment is
 * left out and not an error of a foreign key, which would undo the change that it tells of.
 */
export function insertDeliveries(notices: readonly PlacedNotice[], gate: Prisma.Sql = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    insert into webhook_delivery
      (id, webhook_id, game_id, competition_id, version, seat, round, type, ask, created_at, due_at, attempts, status)
    select gen_random_uuid(), webhook.id, notice.game_id, notice.competition_id, notice.version, notice.seat, notice.round,
      notice.type, notice.ask::jsonb, notice.at, ${DUE_AT}, 0, 'pending'
    from unnest(
      ${notices.map(({ nth }) => nth)}::int[],
      ${notices.map(({ gameId }) => gameId)}::uuid[],
      ${notices.map(({ competitionId }) => competitionId)}::uuid[],
      ${notices.map(({ version }) => version)}::int[],
      ${notices.map(({ at }) => at.toISOString())}::timestamptz[],
      ${notices.map(({ playerId }) => playerId)}::uuid[],
      ${notices.map(({ type }) => type)}::text[],
      ${notices.map(({ seat }) => seat)}::int[],
      ${notices.map(({ round }) => round)}::int[],
      ${notices.map(({ unless }) => unless ?? null)}::text[],
      ${notices.map(({ ask }) => (ask === undefined ? null : JSON.stringify(ask)))}::text[]
    ) as notice (nth, game_id, competition_id, version, at, player_id, type, seat, round, unless, ask)
    ${gate}
    join webhook on webhook.player_id = notice.player_id
      and webhook.disabled_at is null
      and notice.type = any(webhook.events)
      and (notice.unless is null or notice.unless <> all(webhook.events))
      and (notice.type <> 'invited' or ${isOpenToInvitations})
      and not exists (
        select from player where player.id = webhook.player_id and player.suspended_at is not null
          and (player.suspended_until is null or player.suspended_until > notice.at)
      )
    for key share of webhook`;
}

/** People are told at once of so many things an hour; whatever else others can bring about without end is told at the full hour, if it is still so. */
const TOLD_AT_ONCE = 20;

const isFlooded = Prisma.sql`(
  webhook.kind <> 'webhook' and notice.type in ('invited', 'asked') and notice.at - interval '1 hour' < (
    select created_at from webhook_delivery
    where webhook_id = webhook.id order by created_at desc offset ${TOLD_AT_ONCE - 1}::int limit 1
  )
)`;

/** At once, or with the next digest of a mail address that wants one; what reminds of a deadline waits for none. */
const DUE_AT = Prisma.sql`
      case when ${isFlooded} and webhook.digest is distinct from 'daily' then
          date_trunc('hour', notice.at, 'UTC') + interval '1 hour'
        when webhook.digest is null or notice.type = 'reminder' then notice.at
        when webhook.digest = 'hourly' then date_trunc('hour', notice.at, 'UTC') + interval '1 hour'
        when webhook.digest = 'daily' then
          date_trunc('day', notice.at - make_interval(hours => webhook.digest_hour), 'UTC')
            + interval '1 day' + make_interval(hours => webhook.digest_hour)
        else notice.at end`;

/** By the newest deliveries, which an index finds: how many wait in all would have to be counted. */
const isOpenToInvitations = Prisma.sql`(
  select count(*) filter (where newest.status = 'pending' and newest.type = 'invited')
  from (
    select status, type from webhook_delivery
    where webhook_id = webhook.id order by created_at desc limit ${WAITING_INVITATIONS}::int
  ) as newest
) < ${WAITING_INVITATIONS}::int`;
