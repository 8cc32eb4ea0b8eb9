import { Prisma } from '../../generated/prisma/client.ts';

/**
 * All that waits in the house at `now`, by queue and state, with the time since when the oldest does. What the house was
 * to do before `overdue` is late.
 */
export function queuesStatement(now: Date, overdue: Date, isSuspended: Prisma.Sql): Prisma.Sql {
  const at = Prisma.sql`${now.toISOString()}::timestamptz`;
  const late = Prisma.sql`${overdue.toISOString()}::timestamptz`;
  const lateOrDue = (deadline: Prisma.Sql) => Prisma.sql`
    case when ${deadline} < ${late} then 'overdue' when ${deadline} <= ${at} then 'due' else 'running' end`;
  return Prisma.sql`
    select queue, state, count, oldest from (
      select 1 as nth, case webhook.kind when 'push' then 'pushes' when 'mail' then 'mails' else 'webhooks' end as queue,
        case when webhook_delivery.status <> 'pending' then webhook_delivery.status when due_at <= ${at} then 'due' else 'later' end as state,
        count(*)::int as count, min(webhook_delivery.created_at) as oldest
      from webhook_delivery join webhook on webhook.id = webhook_delivery.webhook_id group by 2, 3
      union all
      select 2, 'webhooks off', disabled_because, count(*)::int, min(disabled_at) from webhook
      where disabled_at is not null group by 3
      union all
      select 3, 'clocks', ${lateOrDue(Prisma.sql`deadline`)}, count(*)::int, min(deadline) from game
      where deadline is not null group by 3
      union all
      select 4, 'games', status, count(*)::int, case when status in ('open', 'playing') then min(updated_at) end from game
      group by status
      union all
      select 5, 'competitions', case when deadline < ${late} then 'overdue' else status end, count(*)::int, min(deadline)
      from competition where status in ('open', 'playing') group by 3
      union all
      select 7, 'analyses', case when status = 'running' and lease_until <= ${at} then 'left alone' else status end,
        count(*)::int, case when status in ('waiting', 'running') then min(asked_at) end
      from analysis group by analysis.status, 3
      union all
      select 8, 'seeks', status, count(*)::int, case when status = 'open' then min(waiting_since) end from seek
      where status in ('open', 'paused') group by status
      union all
      select 9, 'outages', 'to be given back', count(*)::int, min(began_at) from outage where not settled
      having count(*) > 0
      union all
      select 10, 'players', 'suspended', count(*)::int, min(suspended_at) from player where ${isSuspended}
      having count(*) > 0
      union all
      select 11, 'deleted accounts', case when deleted_at < ${late} then 'overdue' else 'running' end, count(*)::int,
        min(deleted_at)
      from player where deleted_at is not null and erased_at is null group by 3
    ) as waiting order by nth, state`;
}
