import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import postgres from 'postgres';
import type { Primary } from './primary.ts';

/** A game that has changed, and the players for whom that may matter. */
export interface Signal {
  gameId: string;
  version: number;
  playerIds: string[];
}

/** Tells the other servers on the same database of changes. Some may be lost: who waits looks again now and then. */
export interface Signals {
  /** Whether there may be other servers at all. */
  readonly shared: boolean;
  /** Returns at once; sends what gathers together. */
  send(signal: Signal): void;
  /** For how long none has been heard, in milliseconds; 0 while they are heard, and where nobody listens. */
  readonly deafMs: number;
  /** Called with the signals of other servers, and of this one too. */
  listen(hear: (signal: Signal) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'croupier_games';
const CONNECT_S = 3;
const RECONNECT_S = 0.5;
/** How long closing waits for what is being sent. */
const FAREWELL_MS = 1_000;
const SHORT_ENOUGH = 7_500; // a payload has less than 8,000 bytes
const MOST_WAITING = 10_000;

/** A socket on its way to the host that takes writes at the moment; what is written meanwhile waits in it. */
function connected(primary: Primary): Socket {
  const { host, port } = new pg.Client({ connectionString: primary.url });
  const socket = primary.socket();
  const at = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  return Object.assign(socket.connect(at), at); // the driver asks it for its host, to check the certificate
}

/** On a database of one's own there is nobody else to tell. */
export class NoSignals implements Signals {
  readonly shared = false;
  readonly deafMs = 0;
  send(): void {}
  listen(): void {}
  async close(): Promise<void> {}
}

/**
 * PostgreSQL's LISTEN and NOTIFY, on a connection each: the driver opens that of the listener again, and listens again,
 * for as long as it takes. Signals are sent after the commit that they speak of, in statements that write nothing, so
 * that no commit waits for them. Whatever is lost while a connection is down is made up for by whoever waits, who looks
 * again now and then.
 */
export class PostgresSignals implements Signals {
  readonly shared = true;
  readonly #sql: postgres.Sql;
  readonly #ear: postgres.Sql;
  /** since when nothing is heard; null: it is, or nobody listens */
  #deafSince: number | null = null;
  #waiting: string[] = [];
  #sending: Promise<void> | null = null;
  #closed = false;

  constructor(primary: Primary) {
    const { user = '', password = '', database = '', ssl } = new pg.Client({ connectionString: primary.url });
    const options = {
      user,
      password,
      database,
      ssl,
      socket: () => connected(primary),
      max: 1,
      connect_timeout: CONNECT_S,
      backoff: () => RECONNECT_S,
      onnotice: () => {},
      fetch_types: false, // the driver would leave an error of that statement to nobody, which ends the process
    };
    this.#sql = postgres(options);
    const socket = () => connected(primary).once('close', () => this.#grownDeaf());
    this.#ear = postgres({ ...options, socket } as typeof options);
  }

  get deafMs(): number {
    return this.#deafSince === null ? 0 : performance.now() - this.#deafSince;
  }

  send({ gameId, version, playerIds }: Signal): void {
    // Nobody is lost by leaving some out: they look again by themselves.
    if (this.#closed || this.#waiting.length === MOST_WAITING) return;
    const text = [gameId, version, ...playerIds].join(' ');
    this.#waiting.push(text.length <= SHORT_ENOUGH ? text : `${gameId} ${version}`);
    this.#sending ??= this.#sendAll();
  }

  listen(hear: (signal: Signal) => void): void {
    this.#grownDeaf();
    const heard = (payload: string) => {
      const [gameId = '', version = '', ...playerIds] = payload.split(' ');
      hear({ gameId, version: Number(version), playerIds });
    };
    const listening = this.#ear.listen(CHANNEL, heard, () => {
      this.#deafSince = null;
    });
    listening.catch(() => {}); // tells of the first attempt only, which is not the last
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.race([this.#sending, sleep(FAREWELL_MS, undefined, { ref: false })]);
    await Promise.all([this.#sql.end({ timeout: 0 }), this.#ear.end({ timeout: 0 })]);
  }

  #grownDeaf(): void {
    if (!this.#closed) this.#deafSince ??= performance.now();
  }

  async #sendAll(): Promise<void> {
    await null; // whatever is said in this turn travels together
    while (this.#waiting.length > 0) {
      const texts = JSON.stringify(this.#waiting.splice(0));
      const sent = this
        .#sql`select pg_notify(${CHANNEL}, text) from json_array_elements_text(${texts}::text::json) as text`;
      await sent.catch(() => {});
    }
    this.#sending = null;
  }
}
