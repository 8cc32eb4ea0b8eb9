import type { ClaimedDelivery } from '../../store/deliveries.ts';
import type { NotificationStore } from '../../store/notifications.ts';
import { hashOf, type MailKeys } from './mail-keys.ts';

const DAY_MS = 24 * 3600 * 1000;

export interface TurnLinksParts {
  store: NotificationStore;
  keys: MailKeys;
}

/** The links of mails that open a game without a password. */
export class TurnLinks {
  readonly #parts: TurnLinksParts;

  constructor(parts: TurnLinksParts) {
    this.#parts = parts;
  }

  /** A token, good once and for a day, for each of these deliveries that tells of a decision, by the delivery's id. */
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
