import type { Chance } from '../../src/kernel/chance.ts';

const MOST = 12;

interface Player {
  id: string;
  token: string;
}

/** What a fuzzer knows of the service from its answers: the ids, tokens and positions that whole requests are made of. */
export class World {
  readonly players: Player[] = [];
  readonly readTokens: string[] = [];
  readonly #known: Record<string, string[]> = { gameId: [], webhookId: [], tokenId: [], commitmentId: [], cursor: [] };
  readonly #etags: string[] = [];
  readonly keys: string[] = [];
  /** the newest state of each game, as one of its players saw it */
  readonly #states = new Map<string, { state: any; token: string }>();

  /** Something of that name that was seen in an answer, or nothing yet. */
  known(name: string, lot: Chance): string | undefined {
    return pick(this.#known[name] ?? [], lot);
  }

  etag(lot: Chance): string | undefined {
    return pick(this.#etags, lot);
  }

  /** A position in which there is something to do, and by whom. */
  position(lot: Chance): { state: any; token: string } | undefined {
    return pick([...this.#states.values()], lot);
  }

  learn(token: string | null, answer: { body: any; headers: Record<string, unknown> }): void {
    const { body, headers } = answer;
    if (typeof headers.etag === 'string') keep(this.#etags, headers.etag);
    if (typeof body !== 'object' || body === null) return;
    this.#learnTokens(token, body);
    if (typeof body.webhook?.id === 'string') keep(this.#known.webhookId ?? [], body.webhook.id);
    for (const name of ['commitmentId', 'cursor']) {
      if (typeof body[name] === 'string') keep(this.#known[name] ?? [], body[name]);
    }
    for (const state of [body, body.state, ...(Array.isArray(body.games) ? body.games : [])]) {
      this.#learnGame(token, state);
    }
  }

  #learnTokens(token: string | null, body: any): void {
    if (typeof body.token !== 'string') return;
    const own = this.players.find((player) => player.token === token);
    if (typeof body.player?.id === 'string') keep(this.players, { id: body.player.id, token: body.token });
    else if (own !== undefined && body.tokenId === undefined && body.id === undefined) own.token = body.token;
    else keep(this.readTokens, body.token);
    for (const id of [body.id, body.tokenId, body.readToken?.id]) {
      if (typeof id === 'string') keep(this.#known.tokenId ?? [], id);
    }
  }

  #learnGame(token: string | null, state: any): void {
    if (typeof state?.ruleset !== 'string' || typeof state.id !== 'string' || state.seats === undefined) return;
    const games = this.#known.gameId ?? [];
    if (!games.includes(state.id)) keep(games, state.id);
    if (token === null || !Array.isArray(state.legalActions)) return;
    this.#states.delete(state.id);
    if (state.legalActions.length > 0) this.#states.set(state.id, { state, token });
    if (this.#states.size > MOST) this.#states.delete([...this.#states.keys()][0] as string);
  }
}

/** Keeps the newest few. */
function keep<T>(known: T[], value: T): void {
  known.push(value);
  if (known.length > MOST) known.shift();
}

export function pick<T>(from: readonly T[], lot: Chance): T | undefined {
  return from.length === 0 ? undefined : from[lot.int(from.length)];
}
