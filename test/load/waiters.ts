import { Agent, get } from 'node:http';

/** How many local addresses callers use. Each has its own range of ports, and its own limits at the service. */
const SOURCES = 20;
const agents = Array.from(
  { length: SOURCES },
  (_, i) => new Agent({ keepAlive: true, localAddress: `127.0.0.${i + 2}` }),
);

export class Waiters {
  readonly #url: string;
  readonly delays: number[] = [];
  readonly #movedAt = new Map<string, number>();
  #stopped = false;
  open = 0;
  failed = 0;

  constructor(url: string) {
    this.#url = url;
  }

  moved(gameId: string, version: number, at = performance.now()): void {
    this.#movedAt.set(`${gameId} ${version}`, at);
  }

  stream(gameId: string, nth: number): void {
    const options = { agent: agents[nth % SOURCES], headers: { accept: 'text/event-stream' } };
    const asking = get(`${this.#url}/v1/games/${gameId}/events`, options, (response) => {
      if (response.statusCode !== 200) this.failed++;
      else this.open++;
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const [, version] of text.matchAll(/^id: (\d+)\.0$/gm)) this.#hear(gameId, Number(version));
      });
      response.on('error', () => {});
    });
    asking.on('error', () => this.#fail());
  }

  poll(gameId: string, nth: number, after: number): void {
    const path = `/v1/games/${gameId}?after=${after}&wait=45`;
    const asking = get(this.#url + path, { agent: agents[nth % SOURCES] }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => {
        if (response.statusCode !== 200) return this.#fail();
        const { version, status } = JSON.parse(text);
        if (version > after) this.#hear(gameId, version);
        if (status === 'playing' && !this.#stopped) this.poll(gameId, nth, version);
      });
    });
    asking.on('error', () => this.#fail());
  }

  stop(): void {
    this.#stopped = true;
    for (const agent of agents) agent.destroy();
  }

  #hear(gameId: string, version: number): void {
    const at = this.#movedAt.get(`${gameId} ${version}`);
    if (at !== undefined) this.delays.push(performance.now() - at);
  }

  #fail(): void {
    if (!this.#stopped) this.failed++;
  }
}
