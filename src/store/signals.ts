import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import postgres from 'postgres';
import type { Primary } from './primary.ts';

export interface Signal {
  gameId: string;
  version: number;
  playerIds: string[];
}

/** Tells other servers about changes. Signals may be lost, so waiting readers also poll. */
export interface Signals {
  readonly shared: boolean;
  send(signal: Signal): void;
  /** milliseconds without a listening connection; 0 while there is one, or if `listen` was not called */
  readonly deafMs: number;
  /** Calls `hear` for each signal, including this server's own. */
  listen(hear: (signal: Signal) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'croupier_games';
const CONNECT_S = 3;
const RECONNECT_S = 0.5;
const FAREWELL_MS = 1_000;
const SHORT_ENOUGH = 7_500; // a payload may have at most 8,000 bytes
const MOST_WAITING = 10_000;

/** Returns a socket that keeps writes until it is connected. */
function connected(primary: Primary): Socket {
  const { host, port } = new pg.Client({ connectionString: primary.url });
  const socket = primary.socket();
  const at = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  return Object.assign(socket.connect(at), at); // the driver reads the host from the socket to check the certificate
}

export class NoSignals implements Signals {
  readonly shared = false;
  readonly deafMs = 0;
  send(): void {}
  listen(): void {}
  async close(): Promise<void> {}
}

/** Sends signals by PostgreSQL, after the commit and in statements that write nothing, so that no commit waits for
 * them. The driver reconnects by itself. */
export class PostgresSignals implements Signals {
  readonly shared = true;
  readonly #sql: postgres.Sql;
  readonly #ear: postgres.Sql;
  /** the time since which no connection listens; null: one listens, or `listen` was not called */
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
      fetch_types: false, // the driver would not catch an error of the statement that fetches types, so the process would end
    };
    this.#sql = postgres(options);
    const socket = () => connected(primary).once('close', () => this.#grownDeaf());
    this.#ear = postgres({ ...options, socket } as typeof options);
  }

  get deafMs(): number {
    return this.#deafSince === null ? 0 : performance.now() - this.#deafSince;
  }

  send({ gameId, version, playerIds }: Signal): void {
    // drops the signal if too many wait, because waiting readers also poll
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
    listening.catch(() => {}); // this promise only reports the first attempt; the driver tries again
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
    await null; // waits for the end of this turn of the event loop, to send all its signals together
    while (this.#waiting.length > 0) {
      const texts = JSON.stringify(this.#waiting.splice(0));
      const sent = this
        .#sql`select pg_notify(${CHANNEL}, text) from json_array_elements_text(${texts}::text::json) as text`;
      await sent.catch(() => {});
    }
    this.#sending = null;
  }
}
