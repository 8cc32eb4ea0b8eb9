import { Prisma } from '../../generated/prisma/client.ts';
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
}

/** Anybody can invite anybody, again and again: so many invitations in a row wait for a webhook, and it is told of no more. */
const WAITING_INVITATIONS = 100;

/**
 * Inserts a delivery for each enabled webhook of a player to be told that wants that type. `gate` joins whatever lets
 * only some of the notices through. The webhooks are locked against removal, so that one which goes at this moment is
 * left out and not an error of a foreign key, which would undo the change that it tells of.
 */
export function insertDeliveries(notices: readonly PlacedNotice[], gate: Prisma.Sql = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    insert into webhook_delivery
      (id, webhook_id, game_id, competition_id, version, seat, round, type, created_at, due_at, attempts, status)
    select gen_random_uuid(), webhook.id, notice.game_id, notice.competition_id, notice.version, notice.seat, notice.round,
      notice.type, notice.at, notice.at, 0, 'pending'
    from unnest(
      ${notices.map(({ nth }) => nth)}::int[],
      ${notices.map(({ gameId }) => gameId)}::uuid[],
      ${notices.map(({ competitionId }) => competitionId)}::uuid[],
      ${notices.map(({ version }) => version)}::int[],
      ${notices.map(({ at }) => at.toISOString())}::timestamptz[],
      ${notices.map(({ playerId }) => playerId)}::uuid[],
      ${notices.map(({ type }) => type)}::text[],
      ${notices.map(({ seat }) => seat)}::int[],
      ${notices.map(({ round }) => round)}::int[]
    ) as notice (nth, game_id, competition_id, version, at, player_id, type, seat, round)
    ${gate}
    join webhook on webhook.player_id = notice.player_id
      and webhook.disabled_at is null
      and notice.type = any(webhook.events)
      and (notice.type <> 'invited' or ${isOpenToInvitations})
    for key share of webhook`;
}

/** By the newest deliveries, which an index finds: how many wait in all would have to be counted. */
const isOpenToInvitations = Prisma.sql`(
  select count(*) filter (where newest.status = 'pending' and newest.type = 'invited')
  from (
    select status, type from webhook_delivery
    where webhook_id = webhook.id order by created_at desc limit ${WAITING_INVITATIONS}::int
  ) as newest
) < ${WAITING_INVITATIONS}::int`;
