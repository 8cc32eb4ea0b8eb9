import type { WebhookRow } from '../store/contract/webhooks.ts';

/** How anything that tells players stands, as it is shown. */
export function channelStanding({
  disabledAt,
  failingSince,
  createdAt,
}: Pick<WebhookRow, 'disabledAt' | 'failingSince' | 'createdAt'>) {
  return {
    enabled: disabledAt === null,
    disabledAt: disabledAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
