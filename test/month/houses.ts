import { setTimeout as sleep } from 'node:timers/promises';
import type { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { reachOf } from '../../src/notifications/address.ts';
import type { Answer, Caller, CallOptions } from '../http/caller.ts';
import { type Service, startService } from '../http/service.ts';
import { freshDatabase, type TestDatabase } from '../store/test-store.ts';
import type { Calendar } from './calendar.ts';

const SCHEDULE = { lookMs: 50, retryMs: Array(20).fill(100), partingMs: 1_000 };
const PATIENCE_MS = 120_000;
const LOOK_MS = 20;
/** Counts work that is due or running. The test stops its clock until none is left, so that no lease ends too early. */
const LEFT = (at: string) => `
  select (select count(*) from game where status = 'playing' and least(deadline, look_at) <= '${at}')
    + (select count(*) from webhook_delivery where status = 'pending' and due_at <= '${at}'::timestamptz + interval '5 minutes') as left`;

export class Houses {
  readonly #database: TestDatabase;
  readonly #calendar: Calendar;
  readonly #houses: (Service | null)[];
  restarts = 0;

  private constructor(database: TestDatabase, calendar: Calendar, houses: Service[]) {
    this.#database = database;
    this.#calendar = calendar;
    this.#houses = houses;
  }

  static async open(calendar: Calendar): Promise<Houses> {
    const database = await freshDatabase('postgres');
    return new Houses(database, calendar, [await begin(database, calendar), await begin(database, calendar)]);
  }

  get stranger(): Caller {
    return this.#open()[0]?.stranger as Caller;
  }

  async call(
    who: Caller,
    chance: FastChance,
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer> {
    const key = method !== 'POST' ? {} : { 'idempotency-key': `${who.id}-${this.#calendar.now().getTime()}` };
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const open = this.#open();
      const { url } = open[chance.int(open.length)] as Service;
      const answer = await who
        .on(url)
        .call(method, path, { ...options, headers: { ...key, ...options.headers } })
        .catch(lostConnection);
      if (answer !== null && answer.status !== 503 && answer.body?.code !== 'request-in-flight') return answer;
      if (performance.now() > until) throw new Error(`${method} ${path} is not answered`);
      await sleep(LOOK_MS);
    }
  }

  async restart(nth: number): Promise<void> {
    const house = this.#houses[nth];
    this.#houses[nth] = null;
    await house?.stop();
    this.#houses[nth] = await begin(this.#database, this.#calendar);
    this.restarts++;
  }

  async settled(): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const [row] = await this.#database.ask(LEFT(this.#calendar.now().toISOString()));
      if (Number(row?.left) === 0) return;
      if (performance.now() > until) throw new Error(`${row?.left} things are due and nobody does them`);
      await sleep(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#open().map((house) => house.stop()));
    await this.#database.remove();
  }

  #open(): Service[] {
    return this.#houses.filter((house) => house !== null);
  }
}

async function begin(database: TestDatabase, clock: Calendar): Promise<Service> {
  return startService({ store: await database.open(), clock, reach: reachOf('allow'), schedule: SCHEDULE });
}

/** Returns null for a lost connection, so that the call is repeated on another server. Throws other errors. */
function lostConnection(error: unknown): null {
  const { code } = error as { code?: string };
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE') return null;
  throw error;
}
