import { setMaxListeners } from 'node:events';
import { Loop } from '../eventlog/loop.ts';
import type { ChannelKind, ClaimedDelivery } from '../store/deliveries.ts';
import type { NotificationStore } from '../store/notifications.ts';
import type { Reach } from './address.ts';
import {
  type OutgoingMessage,
  outgoingMessages,
  type Send,
  type Sent,
  sendToWebhook,
  UNSENT,
} from './outgoing-message.ts';
import { SCHEDULE, type Schedule, waitAfter } from './schedule.ts';

/** The outcome for a kind of channel that the operator has turned off. */
const OFF: Sent = { ...UNSENT, error: 'nothing is sent to channels of this kind here' };
/** The notifications that are sent even in a player's quiet hours. */
const WAKES: ReadonlySet<string> = new Set(['reminder']);
const FORGOTTEN_AT_ONCE = 2_000;

/** The outcome of an attempt. `dropped`: what the notification says is no longer true. */
export type Attempted = 'delivered' | 'retried' | 'failed' | 'dropped';

export interface DeliveriesOptions {
  reach: Reach;
  /** the senders by kind of channel; deliveries to a channel without one fail */
  senders?: Readonly<Partial<Record<'push' | 'mail', Send>>> | undefined;
  /** returns the end of the player's quiet hours; null: there are none now */
  heldUntil?: ((playerId: string, at: Date) => Promise<Date | null>) | undefined;
  schedule?: Partial<Schedule>;
  onError: (error: unknown) => void;
  onAttempt?: ((outcome: Attempted, kind: ChannelKind) => void) | undefined;
  now?: () => Date;
  onTidy?: ((now: Date) => Promise<void>) | undefined;
}

/** Attempts deliveries that are due. The database has all state, so any number of servers may do this, and another
 * server continues after a crash. */
export class Deliveries {
  readonly #store: NotificationStore;
  readonly #senders: Readonly<Partial<Record<ChannelKind, Send>>>;
  readonly #options: DeliveriesOptions;
  readonly #schedule: Schedule;
  readonly #now: () => Date;
  readonly #stopping = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #underWay = new Set<ClaimedDelivery>();
  readonly loop: Loop;
  #tidiedAt = 0;

  constructor(store: NotificationStore, options: DeliveriesOptions) {
    this.#store = store;
    this.#senders = { webhook: sendToWebhook(options.reach), ...options.senders };
    this.#options = options;
    this.#schedule = { ...SCHEDULE, ...options.schedule };
    this.#now = options.now ?? (() => new Date());
    setMaxListeners(this.#schedule.mostAtOnce, this.#stopping.signal);
    this.loop = new Loop({
      name: 'deliveries',
      everyMs: this.#schedule.lookMs,
      round: () => this.#round(),
      onError: options.onError,
    });
  }

  start(): void {
    this.#store.onWritten(() => this.loop.wake());
    this.loop.start();
  }

  /** Accepts no more deliveries. Waits `partingMs` for running attempts, then returns unfinished ones to the queue. */
  async stop(): Promise<void> {
    await this.loop.stop();
    const patience = setTimeout(() => this.#stopping.abort(), this.#schedule.partingMs);
    await Promise.all(this.#inFlight);
    clearTimeout(patience);
  }

  async #round(): Promise<number> {
    await this.#look();
    await this.#tidy();
    return this.#schedule.lookMs;
  }

  async #look(): Promise<void> {
    const { mostAtOnce, maxPerWebhook, mostFailing, leaseMs } = this.#schedule;
    const most = mostAtOnce - this.#inFlight.size;
    if (most <= 0) return;
    const now = this.#now();
    const underWay = [...this.#underWay];
    // claims at most half of a limit, and only for players and hosts below half, so that the limit is never exceeded
    const maxPerPlayer = Math.ceil(this.#schedule.maxPerPlayer / 2);
    const maxPerDestination = Math.ceil(this.#schedule.maxPerDestination / 2);
    const claimed = await this.#store.claim({
      now,
      leaseUntil: new Date(now.getTime() + leaseMs),
      most,
      maxPerWebhook,
      maxPerPlayer,
      maxPerDestination,
      mostFailing: Math.max(0, mostFailing - underWay.filter(({ failing }) => failing).length),
      except: {
        webhooks: reached(underWay, 1, ({ webhookId }) => webhookId),
        players: reached(underWay, maxPerPlayer, ({ playerId }) => playerId),
        destinations: reached(underWay, maxPerDestination, ({ destination }) => destination),
      },
    });
    for (const parcel of outgoingMessages(claimed)) this.#begin(parcel);
  }

  #begin(parcel: OutgoingMessage): void {
    const [{ webhookId }] = parcel;
    for (const delivery of parcel) this.#underWay.add(delivery);
    const work = this.#carryOut(parcel)
      .catch(this.#options.onError)
      .finally(() => {
        this.#inFlight.delete(work);
        for (const delivery of parcel) this.#underWay.delete(delivery);
        const isLast = [...this.#underWay].every((other) => other.webhookId !== webhookId);
        if (isLast) this.loop.wake(); // more deliveries may be due for this channel, or may have waited for a free attempt
      });
    this.#inFlight.add(work);
  }

  async #carryOut(parcel: OutgoingMessage): Promise<void> {
    const { signal } = this.#stopping;
    const { timeoutMs } = this.#schedule;
    const ready = await this.#unlessHeld(parcel);
    if (ready === null) return;
    const [{ kind }] = ready;
    const sent = (await this.#senders[kind]?.(ready, { timeoutMs, at: this.#now(), signal })) ?? OFF;
    if (signal.aborted && sent.reached !== true) return this.#store.giveBack(ready, this.#now());
    await this.#settle(ready, sent);
  }

  /** Delays deliveries to a person until quiet hours end, except reminders. Returns what to send now; null: nothing. */
  async #unlessHeld(parcel: OutgoingMessage): Promise<OutgoingMessage | null> {
    const [{ kind, playerId }] = parcel;
    if (kind === 'webhook') return parcel;
    const now = this.#now();
    const until = await this.#options.heldUntil?.(playerId, now);
    if (!until || until <= now) return parcel;
    const [first, ...more] = parcel.filter(({ type }) => WAKES.has(type));
    const held = parcel.filter(({ type }) => !WAKES.has(type));
    if (held.length > 0) await this.#store.giveBack(held, until);
    return first === undefined ? null : [first, ...more];
  }

  async #settle(parcel: OutgoingMessage, { dropped, retryAfterMs, ...sent }: Sent): Promise<void> {
    const at = this.#now();
    const delivered = sent.error === null;
    const deliveries = parcel.map(({ id, attempt, kind }) => {
      const wait = delivered || sent.gone ? null : waitAfter(attempt, this.#schedule, retryAfterMs);
      const status = dropped.has(id) ? 'dropped' : delivered ? 'delivered' : wait === null ? 'failed' : 'pending';
      this.#options.onAttempt?.(status === 'pending' ? 'retried' : status, kind);
      return { id, attempt, status, dueAt: new Date(at.getTime() + (wait ?? 0)) } as const;
    });
    await this.#store.settle({
      at,
      deliveries,
      reached: sent.reached,
      lastStatus: sent.httpStatus,
      lastError: sent.error,
      gone: sent.gone,
      failingBefore: new Date(at.getTime() - this.#schedule.failingMs),
    });
  }

  /** Turns off webhooks whose queue is too long. Deletes old deliveries in batches. */
  async #tidy(): Promise<void> {
    const { tidyMs, mostWaiting, keptMs } = this.#schedule;
    const now = this.#now();
    if (now.getTime() - this.#tidiedAt < tidyMs) return;
    await this.#store.disableCrowded(mostWaiting, now);
    await this.#options.onTidy?.(now);
    const forgotten = await this.#store.forget(new Date(now.getTime() - keptMs), FORGOTTEN_AT_ONCE);
    if (forgotten < FORGOTTEN_AT_ONCE) this.#tidiedAt = now.getTime();
  }
}

/** Returns the players, webhooks or hosts (chosen by `whose`) that have at least `many` running deliveries. */
function reached(running: readonly ClaimedDelivery[], many: number, whose: (one: ClaimedDelivery) => string): string[] {
  const counts = new Map<string, number>();
  for (const delivery of running) counts.set(whose(delivery), (counts.get(whose(delivery)) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count >= many ? [name] : []));
}
