import { setMaxListeners } from 'node:events';
import type { ClaimedDelivery, WebhookStore } from '../store/contract/webhooks.ts';
import type { Reach } from './address.ts';
import { attempt, type Outcome } from './delivery.ts';
import { messageOf } from './message.ts';
import { SCHEDULE, type Schedule, waitAfter } from './schedule.ts';

const GONE = 410;
const FORGOTTEN_AT_ONCE = 2_000;

export interface DeliveriesOptions {
  reach: Reach;
  schedule?: Partial<Schedule>;
  /** told of what the store refuses: the loop goes on by itself */
  onError: (error: unknown) => void;
  /** told what came of each attempt */
  onAttempt?: ((outcome: 'delivered' | 'retried' | 'failed') => void) | undefined;
  now?: () => Date;
}

/**
 * Attempts what is due, as often as it takes. All that it knows is in the store: any number of servers may do this on
 * one database, and another server or the next start takes up what a crash leaves behind.
 */
export class Deliveries {
  readonly #store: WebhookStore;
  readonly #reach: Reach;
  readonly #schedule: Schedule;
  readonly #onError: (error: unknown) => void;
  readonly #onAttempt: NonNullable<DeliveriesOptions['onAttempt']>;
  readonly #now: () => Date;
  readonly #stopping = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #underWay = new Set<ClaimedDelivery>();
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #timer: NodeJS.Timeout | undefined;
  #tidiedAt = 0;
  #state: 'new' | 'running' | 'stopped' = 'new';

  constructor(store: WebhookStore, options: DeliveriesOptions) {
    this.#store = store;
    this.#reach = options.reach;
    this.#schedule = { ...SCHEDULE, ...options.schedule };
    this.#onError = options.onError;
    this.#onAttempt = options.onAttempt ?? (() => {});
    this.#now = options.now ?? (() => new Date());
    setMaxListeners(this.#schedule.mostAtOnce, this.#stopping.signal);
  }

  start(): void {
    if (this.#state !== 'new') throw new Error('deliveries are started once');
    this.#state = 'running';
    this.#store.onWritten(() => this.#wake());
    this.#wake();
  }

  /** Takes nothing new, lets attempts in flight finish for a moment, and gives back those that do not. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#timer);
    await this.#looking;
    const patience = setTimeout(() => this.#stopping.abort(), this.#schedule.partingMs);
    await Promise.all(this.#inFlight);
    clearTimeout(patience);
  }

  /** Looks at once, or once more after the look that is being taken. */
  #wake(): void {
    if (this.#state !== 'running') return;
    this.#lookAgain = true;
    this.#looking ??= this.#lookUntilDone().finally(() => {
      this.#looking = null;
      if (this.#state !== 'running') return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#wake(), this.#lookAgain ? 0 : this.#schedule.lookMs);
    });
  }

  async #lookUntilDone(): Promise<void> {
    try {
      while (this.#lookAgain && this.#state === 'running') {
        this.#lookAgain = false;
        await this.#look();
        await this.#tidy();
      }
    } catch (error) {
      this.#lookAgain = false;
      this.#onError(error);
    }
  }

  async #look(): Promise<void> {
    const { mostAtOnce, mostAWebhook, mostFailing, leaseMs } = this.#schedule;
    const most = mostAtOnce - this.#inFlight.size;
    if (most <= 0) return;
    const now = this.#now();
    const underWay = [...this.#underWay];
    // half of a share at a time, and none while half of it is under way: together never more than the share
    const mostAPlayer = Math.ceil(this.#schedule.mostAPlayer / 2);
    const mostADestination = Math.ceil(this.#schedule.mostADestination / 2);
    const claimed = await this.#store.claim({
      now,
      leaseUntil: new Date(now.getTime() + leaseMs),
      most,
      mostAWebhook,
      mostAPlayer,
      mostADestination,
      mostFailing: Math.max(0, mostFailing - underWay.filter(({ failing }) => failing).length),
      except: {
        webhooks: reached(underWay, 1, ({ webhookId }) => webhookId),
        players: reached(underWay, mostAPlayer, ({ playerId }) => playerId),
        destinations: reached(underWay, mostADestination, ({ destination }) => destination),
      },
    });
    for (const delivery of claimed) this.#begin(delivery);
  }

  #begin(delivery: ClaimedDelivery): void {
    const { webhookId } = delivery;
    this.#underWay.add(delivery);
    const work = this.#carryOut(delivery)
      .catch(this.#onError)
      .finally(() => {
        this.#inFlight.delete(work);
        this.#underWay.delete(delivery);
        const isLast = [...this.#underWay].every((other) => other.webhookId !== webhookId);
        if (isLast) this.#wake(); // more may have become due for it, or have waited for room
      });
    this.#inFlight.add(work);
  }

  async #carryOut(delivery: ClaimedDelivery): Promise<void> {
    const { signal } = this.#stopping;
    const { timeoutMs } = this.#schedule;
    const outcome = await attempt(messageOf(delivery), { reach: this.#reach, timeoutMs, at: this.#now(), signal });
    if (signal.aborted && !outcome.delivered) return this.#store.giveBack(delivery, this.#now());
    await this.#settle(delivery, outcome);
  }

  async #settle({ id, attempt }: ClaimedDelivery, outcome: Outcome): Promise<void> {
    const { delivered, httpStatus, error } = outcome;
    const at = this.#now();
    const gone = httpStatus === GONE;
    const wait = delivered || gone ? null : waitAfter(attempt, this.#schedule, outcome.retryAfterMs);
    const status = delivered ? 'delivered' : wait === null ? 'failed' : 'pending';
    this.#onAttempt(status === 'pending' ? 'retried' : status);
    await this.#store.settle({
      id,
      attempt,
      at,
      status,
      dueAt: new Date(at.getTime() + (wait ?? 0)),
      lastStatus: httpStatus,
      lastError: error,
      gone,
      failingBefore: new Date(at.getTime() - this.#schedule.failingMs),
    });
  }

  /** Now and then: disables webhooks that pile up, and deletes what is old, a part at a time. */
  async #tidy(): Promise<void> {
    const { tidyMs, mostWaiting, keptMs } = this.#schedule;
    const now = this.#now();
    if (now.getTime() - this.#tidiedAt < tidyMs) return;
    await this.#store.disableCrowded(mostWaiting, now);
    const forgotten = await this.#store.forget(new Date(now.getTime() - keptMs), FORGOTTEN_AT_ONCE);
    if (forgotten < FORGOTTEN_AT_ONCE) this.#tidiedAt = now.getTime();
  }
}

/** Of whom so many deliveries are under way, or more. */
function reached(
  underWay: readonly ClaimedDelivery[],
  many: number,
  whose: (delivery: ClaimedDelivery) => string,
): string[] {
  const counts = new Map<string, number>();
  for (const delivery of underWay) counts.set(whose(delivery), (counts.get(whose(delivery)) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count >= many ? [name] : []));
}
