import { uuidv7 } from 'uuidv7';
import type {
  DeliveryRow,
  WebhookChanges,
  WebhookEvent,
  WebhookRow,
  WebhookStore,
} from '../store/contract/webhooks.ts';
import { checkedUrl, type Reach } from './address.ts';
import { attempt, type Outcome } from './delivery.ts';
import { testMessage } from './message.ts';
import { newSecret } from './signature.ts';

export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
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
export const MOST_WEBHOOKS = 10;
export const SHOWN_DELIVERIES = 20;
export const ATTEMPT_TIMEOUT_MS = 10_000;

export type WebhookRefusalCode =
  | 'invalid-webhook-url'
  | 'webhook-not-found'
  | 'too-many-webhooks'
  | 'webhook-test-running';

export interface WebhookRefusal {
  code: WebhookRefusalCode;
  detail: string;
  /** what in the body is wrong */
  errors?: { pointer: string; message: string }[];
}

export type WebhookResult<T> = { ok: true; value: T } | { ok: false; refusal: WebhookRefusal };

/** What came of a test, and the id that was sent. */
export interface TestOutcome extends Outcome {
  id: string;
  durationMs: number;
}

/** The webhooks of players: registering, changing, looking at them and trying them out. */
export class Webhooks {
  readonly #store: WebhookStore;
  readonly #reach: Reach;
  readonly #timeoutMs: number;
  readonly #most: number;
  readonly #tested = new Set<string>();

  constructor(store: WebhookStore, reach: Reach, timeoutMs = ATTEMPT_TIMEOUT_MS, most = MOST_WEBHOOKS) {
    this.#most = most;
    this.#store = store;
    this.#reach = reach;
    this.#timeoutMs = timeoutMs;
  }

  /** Without `events` it is told of all of them. The secret is to be shown once, to its owner. */
  async create(playerId: string, asked: { url: string; events?: WebhookEvent[] }): Promise<WebhookResult<WebhookRow>> {
    const url = this.#checked(asked.url);
    if (!url.ok) return url;
    const webhook: WebhookRow = {
      id: uuidv7(),
      playerId,
      url: url.value,
      secret: newSecret(),
      events: asked.events ?? [...WEBHOOK_EVENTS],
      createdAt: new Date(),
      failingSince: null,
      disabledAt: null,
      disabledBecause: null,
    };
    if (await this.#store.create(webhook, this.#most)) return done(webhook);
    return refused('too-many-webhooks', `You have ${this.#most} webhooks, and more are not allowed.`);
  }

  async of(playerId: string): Promise<WebhookRow[]> {
    return this.#store.of(playerId);
  }

  /** A webhook and its last deliveries, newest first. */
  async get(playerId: string, id: string): Promise<WebhookResult<{ webhook: WebhookRow; deliveries: DeliveryRow[] }>> {
    const webhook = await this.#store.get(playerId, id);
    if (webhook === null) return notFound(id);
    return done({ webhook, deliveries: await this.#store.deliveries(id, SHOWN_DELIVERIES) });
  }

  /** What is pending goes to the new URL; disabling gives it up, and enabling forgets earlier failure. */
  async change(playerId: string, id: string, changes: WebhookChanges): Promise<WebhookResult<WebhookRow>> {
    const wanted = { ...changes };
    if (changes.url !== undefined) {
      const url = this.#checked(changes.url);
      if (!url.ok) return url;
      wanted.url = url.value;
    }
    const webhook = await this.#store.change(playerId, id, wanted, new Date());
    return webhook === null ? notFound(id) : done(webhook);
  }

  async remove(playerId: string, id: string): Promise<WebhookResult<null>> {
    return (await this.#store.remove(playerId, id)) ? done(null) : notFound(id);
  }

  /** Sends a test message at once, once; nothing is kept of it. One test of a player at a time. */
  async test(playerId: string, id: string): Promise<WebhookResult<TestOutcome>> {
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
      const outcome = await attempt(message, { reach: this.#reach, timeoutMs: this.#timeoutMs, at });
      return done({ ...outcome, id: messageId, durationMs: Math.round(performance.now() - began) });
    } finally {
      this.#tested.delete(playerId);
    }
  }

  /** The URL as it is kept. Where its name leads is looked at in each attempt. */
  #checked(asked: string): WebhookResult<string> {
    const checked = checkedUrl(asked, this.#reach);
    return checked.ok ? done(checked.url) : badUrl(checked.fault);
  }
}

function done<T>(value: T): WebhookResult<T> {
  return { ok: true, value };
}

function refused(code: WebhookRefusalCode, detail: string): { ok: false; refusal: WebhookRefusal } {
  return { ok: false, refusal: { code, detail } };
}

function badUrl(detail: string) {
  const errors = [{ pointer: '/url', message: 'must be one that webhooks can be sent to' }];
  return { ok: false as const, refusal: { code: 'invalid-webhook-url' as const, detail, errors } };
}

function notFound(id: string) {
  return refused('webhook-not-found', `You have no webhook ${id}.`);
}
