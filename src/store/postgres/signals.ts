import pg from 'pg';
import type { Signal, Signals } from '../contract/store.ts';

const CHANNEL = 'croupier_games';
const RECONNECT_MS = 500;
const SHORT_ENOUGH = 7_500; // a payload has less than 8,000 bytes

/** On a database of one's own there is nobody else to tell. */
export class NoSignals implements Signals {
  readonly shared = false;
  send(): void {}
  listen(): void {}
  async close(): Promise<void> {}
}

/**
 * PostgreSQL's LISTEN and NOTIFY on a connection of their own. Signals are sent after the commit that they speak of, in
 * statements that write nothing, so that no commit waits for them. Whatever is lost while the connection is down is
 * made up for by whoever waits, who looks again now and then.
 */
export class PostgresSignals implements Signals {
  readonly shared = true;
  readonly #url: string;
  #client: pg.Client | null = null;
  #hear: (signal: Signal) => void = () => {};
  #waiting: string[] = [];
  #sending = false;
  #retry: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(url: string) {
    this.#url = url;
  }

  send({ gameId, version, playerIds }: Signal): void {
    if (this.#closed) return;
    const text = [gameId, version, ...playerIds].join(' ');
    // Nobody is lost by leaving some out: they look again by themselves.
    this.#waiting.push(text.length <= SHORT_ENOUGH ? text : `${gameId} ${version}`);
    if (!this.#sending) void this.#sendAll();
  }

  listen(hear: (signal: Signal) => void): void {
    this.#hear = hear;
    void this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  async #sendAll(): Promise<void> {
    this.#sending = true;
    await null;
    while (this.#waiting.length > 0 && this.#client !== null) {
      const texts = this.#waiting.splice(0);
      await this.#client
        .query('select pg_notify($1, text) from unnest($2::text[]) as text', [CHANNEL, texts])
        .catch(() => {});
    }
    this.#waiting = [];
    this.#sending = false;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, connectionTimeoutMillis: 3_000 });
    const lost = () => this.#lose(client);
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload = '' }) => {
      const [gameId = '', version = '', ...playerIds] = payload.split(' ');
      this.#hear({ gameId, version: Number(version), playerIds });
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (this.#closed) return void (await client.end());
      this.#client = client;
    } catch {
      this.#lose(client);
    }
  }

  #lose(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    client.removeAllListeners('end');
    void client.end().catch(() => {});
    if (this.#closed || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.#connect();
    }, RECONNECT_MS);
    this.#retry.unref();
  }
}
