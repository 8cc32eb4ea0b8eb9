import type { Catalogue } from '#rules/catalogue.ts';
import type { NotificationStore, PushAddress } from '../../store/notifications.ts';
import type { Reach } from '../address.ts';
import { type AttemptOptions, attempt, type Message, type Outcome } from '../delivery.ts';
import { nothingFor, type OutgoingMessage, type Sent, UNSENT } from '../outgoing-message.ts';
import { isStale, type Words, wordsOf } from '../words.ts';
import { encrypted } from './encryption.ts';
import type { PushKey } from './push-key.ts';

/** How long a push service keeps a push that it cannot deliver. */
const KEPT_SECONDS = 2 * 24 * 3600;
/** A delivery that is older than this is checked again, because it may no longer be true. */
const LATE_MS = 60_000;
/** Types of notifications about something that another player waits for or that has a deadline. */
const URGENT: ReadonlySet<string> = new Set(['turn', 'invited', 'asked', 'reminder']);
/** These statuses mean that the subscription has expired or was ended in the browser. */
const GONE = new Set([404, 410]);

export interface PushSenderParts {
  store: NotificationStore;
  catalogue: Catalogue;
  reach: Reach;
  key: () => Promise<PushKey>;
}

/** The JSON for the service worker. A notification replaces one that is shown with the same `tag`. */
interface Pushed extends Words {
  type: string;
  tag: string;
}

/** Sends Web Push (RFC 8030), encrypted by RFC 8291 and signed by RFC 8292. */
export class PushSender {
  readonly #parts: PushSenderParts;

  constructor(parts: PushSenderParts) {
    this.#parts = parts;
  }

  /** Sends a push, unless it is late and no longer true. */
  async send([delivery]: OutgoingMessage, options: Omit<AttemptOptions, 'reach'>): Promise<Sent> {
    const [fact] = await this.#parts.store.facts([delivery.id]);
    const isLate = options.at.getTime() - delivery.createdAt.getTime() > LATE_MS;
    if (isLate && isStale(delivery, fact)) return nothingFor([delivery]);
    const words = wordsOf(delivery, fact, this.#parts.catalogue);
    // the topic, at most 32 characters: a push replaces a waiting one with this topic, so only one waits for each game
    const tag = (delivery.gameId ?? delivery.competitionId ?? delivery.id).replaceAll('-', '');
    const urgent = URGENT.has(delivery.type);
    const to = JSON.parse(delivery.secret) as PushAddress;
    const { delivered, ...outcome } = await this.#attempt({ type: delivery.type, tag, ...words }, to, urgent, options);
    const gone = outcome.httpStatus !== null && GONE.has(outcome.httpStatus);
    return { ...UNSENT, ...outcome, reached: delivered, gone };
  }

  async test(to: PushAddress, options: Omit<AttemptOptions, 'reach'>): Promise<Outcome> {
    const said = { title: 'Croupier', text: 'Notifications reach this browser.', fragment: '#/me' };
    return this.#attempt({ type: 'test', tag: 'test', ...said }, to, true, options);
  }

  async #attempt(pushed: Pushed, to: PushAddress, urgent: boolean, options: Omit<AttemptOptions, 'reach'>) {
    const key = await this.#parts.key();
    const message: Message = {
      url: to.endpoint,
      body: encrypted(JSON.stringify(pushed), to),
      headers: (at) => ({
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(KEPT_SECONDS),
        topic: pushed.tag,
        urgency: urgent ? 'high' : 'normal',
        authorization: key.authorization(to.endpoint, at),
      }),
    };
    return attempt(message, { ...options, reach: this.#parts.reach });
  }
}
