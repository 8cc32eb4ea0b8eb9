import { uuidv7 } from 'uuidv7';
import { Idempotency, type IdempotentRequest } from '../../eventlog/idempotency.ts';
import { Issuing } from '../../eventlog/issuing.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { NotificationEvent } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryRow, WebhookChanges, WebhookRow, WebhookStore } from '../../store/webhooks.ts';
import { checkedUrl, type Reach } from '../address.ts';
import { type Outcome as Attempted, attempt } from '../delivery.ts';
import { testMessage } from './message.ts';
import { newSecret } from './signature.ts';

export const NOTIFICATION_EVENTS: readonly NotificationEvent[] = [
  'turn',
  'reminder',
  'invited',
  'asked',
  'gameEnded',
  'message',
  'planDropped',
  'roundPaired',
  'competitionEnded',
];
/** Of one player, unless the configuration says otherwise. */
const MOST_WEBHOOKS = 10;
export const SHOWN_DELIVERIES = 20;
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** What came of a test, and the id that was sent. */
export interface TestOutcome extends Pick<Attempted, 'delivered' | 'httpStatus' | 'error'> {
  id: string;
  durationMs: number;
}

/** The webhooks of players: registering, changing, looking at them and trying them out. */
export class Webhooks {
  readonly #store: WebhookStore;
  readonly #issuing: Issuing;
  readonly #idempotency: Idempotency;
  readonly #reach: Reach;
  readonly #timeoutMs: number;
  readonly #tested = new Set<string>();

  constructor(store: Pick<Store, 'webhooks' | 'requests' | 'dailies'>, reach: Reach, timeoutMs = ATTEMPT_TIMEOUT_MS) {
    this.#issuing = new Issuing(store);
    this.#idempotency = new Idempotency(store.requests);
    this.#store = store.webhooks;
    this.#reach = reach;
    this.#timeoutMs = timeoutMs;
  }

  /** Without `events` it is told of all of them. The secret is to be shown in this answer alone, to its owner. */
  create(
    playerId: string,
    asked: { url: string; events?: NotificationEvent[] },
    request: IdempotentRequest | null,
  ): Promise<Result<WebhookRow>> {
    const made = (id: string, url: string, secret: string, createdAt: Date): WebhookRow => ({
      id,
      playerId,
      url,
      secret,
      events: asked.events ?? [...NOTIFICATION_EVENTS],
      createdAt,
      failingSince: null,
      disabledAt: null,
      disabledBecause: null,
    });
    return this.#issuing.issue<{ id: string; url: string; createdAt: string }, WebhookRow>(request, {
      attempt: async (secretOf, rowFor) => {
        const url = this.#checked(asked.url);
        if (!url.ok) return url;
        const [id, now] = [uuidv7(), new Date()];
        const webhook = made(id, url.value, newSecret(secretOf(id, 'secret')), now);
        const kept = rowFor({ id, url: url.value, createdAt: now.toISOString() }, now);
        if (await this.#store.create(webhook, MOST_WEBHOOKS, kept)) return done(webhook);
        return refused('too-many-webhooks', `You have as many webhooks as one player may: ${MOST_WEBHOOKS}.`);
      },
      again: async (secretOf, { id, url, createdAt }) => {
        return done(made(id, url, newSecret(secretOf(id, 'secret')), new Date(createdAt)));
      },
    });
  }

  async of(playerId: string): Promise<WebhookRow[]> {
    return this.#store.of(playerId);
  }

  /** A webhook and its last deliveries, newest first. */
  async get(playerId: string, id: string): Promise<Result<{ webhook: WebhookRow; deliveries: DeliveryRow[] }>> {
    const webhook = await this.#store.get(playerId, id);
    if (webhook === null) return notFound(id);
    return done({ webhook, deliveries: await this.#store.deliveries(id, SHOWN_DELIVERIES) });
  }

  /** What is pending goes to the new URL; disabling gives it up, and enabling forgets earlier failure. */
  async change(playerId: string, id: string, changes: WebhookChanges): Promise<Result<WebhookRow>> {
    const wanted = { ...changes };
    if (changes.url !== undefined) {
      const url = this.#checked(changes.url);
      if (!url.ok) return url;
      wanted.url = url.value;
    }
    const webhook = await this.#store.change(playerId, id, wanted, new Date());
    return webhook === null ? notFound(id) : done(webhook);
  }

  async remove(playerId: string, id: string): Promise<Result<null>> {
    return (await this.#store.remove(playerId, id)) ? done(null) : notFound(id);
  }

  /** Sends a test message at once, once; of a request with a key only what came of it is kept. One test of a player at a time. */
  test(playerId: string, id: string, request: IdempotentRequest | null): Promise<Result<TestOutcome>> {
    return this.#idempotency.afterwards<TestOutcome>(request, () => this.#test(playerId, id));
  }

  async #test(playerId: string, id: string): Promise<Result<TestOutcome>> {
    if (this.#tested.has(playerId)) {
      return refused('webhook-test-running', 'Another test of yours has not come back yet.');
    }
    this.#tested.add(playerId);
    try {
      const webhook = await this.#store.get(playerId, id);
      if (webhook === null) return notFound(id);
      const at = new Date();
      const began = performance.now();
      const { id: messageId, message } = testMessage(webhook, at);
      const { delivered, httpStatus, error } = await attempt(message, {
        reach: this.#reach,
        timeoutMs: this.#timeoutMs,
        at,
      });
      return done({ id: messageId, delivered, httpStatus, error, durationMs: Math.round(performance.now() - began) });
    } finally {
      this.#tested.delete(playerId);
    }
  }

  /** The URL as it is kept. Where its name leads is looked at in each attempt. */
  #checked(asked: string): Result<string> {
    const checked = checkedUrl(asked, this.#reach);
    if (checked.ok) return done(checked.url);
    const errors = [{ pointer: '/url', message: 'must be one that webhooks can be sent to' }];
    return refused('invalid-webhook-url', checked.fault, { errors });
  }
}

function notFound(id: string) {
  return refused('webhook-not-found', `You have no webhook ${id}.`);
}
