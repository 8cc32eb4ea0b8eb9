import type { ClaimedDelivery } from '../../store/deliveries.ts';
import type { NotificationStore } from '../../store/notifications.ts';
import { hashOf, type MailKeys } from './mail-keys.ts';

const DAY_MS = 24 * 3600 * 1000;

export interface TurnLinksParts {
  store: NotificationStore;
  keys: MailKeys;
}

export class TurnLinks {
  readonly #parts: TurnLinksParts;

  constructor(parts: TurnLinksParts) {
    this.#parts = parts;
  }

  /** Tokens by delivery id for the deliveries about a decision; each is valid once and for a day. */
  async for(deliveries: readonly ClaimedDelivery[], at: Date): Promise<Map<string, string>> {
    const tokens = new Map<string, string>();
    const links = [];
    for (const { id, type, gameId, seat, version, webhookId: channelId, playerId } of deliveries) {
      if ((type !== 'turn' && type !== 'reminder') || gameId === null || seat === null) continue;
      const token = await this.#parts.keys.turn(id);
      tokens.set(id, token);
      const expiresAt = new Date(at.getTime() + DAY_MS);
      links.push({ hash: hashOf(token), channelId, playerId, gameId, seat, version, createdAt: at, expiresAt });
    }
    if (links.length > 0) await this.#parts.store.keepTurnLinks(links);
    return tokens;
  }
}
