import type { Chance } from '#rules/kernel/chance.ts';
import type { Answer } from './raw-answers.ts';

const MOST = 12;
const MOST_TABLES = 24;

interface Player {
  id: string;
  token: string;
}

export interface Place {
  state: any;
  token: string;
  etag: string | undefined;
}

export class World {
  readonly rulesets: readonly string[];
  readonly players: Player[] = [];
  readonly readTokens: string[] = [];
  readonly retired: string[] = [];
  readonly keys: string[] = [];
  readonly #known: Record<string, string[]> = Object.fromEntries(
    ['gameId', 'webhookId', 'tokenId', 'commitmentId', 'cursor', 'inviteCode', 'eventId'].map((name) => [name, []]),
  );
  readonly #etags: string[] = [];
  readonly #memberships = new Map<string, Place>();

  constructor(rulesets: readonly string[]) {
    this.rulesets = rulesets;
  }

  known(name: string, lot: Chance): string | undefined {
    return pick(this.#known[name] ?? [], lot);
  }

  etag(lot: Chance): string | undefined {
    return pick(this.#etags, lot);
  }

  place(lot: Chance, wanted: (state: any) => boolean): Place | undefined {
    const memberships = [...this.#memberships.values()];
    const fitting = memberships.filter(({ state }) => wanted(state));
    return pick(fitting.length > 0 ? fitting : memberships, lot);
  }

  learn(token: string | null, { status, headers, body }: Answer): void {
    if (status === 401 && token !== null) this.#retire(token);
    const etag = typeof headers.etag === 'string' ? headers.etag : undefined;
    if (etag !== undefined) keep(this.#etags, etag);
    if (typeof body !== 'object' || body === null) return;
    this.#learnTokens(token, body);
    this.#learnName('webhookId', body.webhook?.id);
    this.#learnName('eventId', body.events?.at?.(-1)?.id);
    for (const name of ['commitmentId', 'cursor', 'inviteCode']) this.#learnName(name, body[name]);
    for (const state of [body, body.state, ...(Array.isArray(body.games) ? body.games : [])]) {
      this.#learnGame(token, state, etag);
    }
  }

  #learnName(name: string, value: unknown): void {
    if (typeof value === 'string') keep(this.#known[name] ?? [], value);
  }

  #learnTokens(token: string | null, body: any): void {
    if (typeof body.token !== 'string') return;
    const own = this.players.find((player) => player.token === token);
    this.#learnName('tokenId', body.id ?? body.tokenId ?? body.readToken?.id);
    if (typeof body.player?.id === 'string') this.#welcome({ id: body.player.id, token: body.token });
    else if (body.scope === 'read') keep(this.readTokens, body.token);
    else if (own !== undefined) {
      keep(this.retired, own.token);
      for (const place of this.#memberships.values()) if (place.token === own.token) place.token = body.token;
      own.token = body.token;
    }
  }

  #welcome(player: Player): void {
    this.players.push(player);
    if (this.players.length > MOST) this.players.splice(1, 1);
  }

  #retire(token: string): void {
    keep(this.retired, token);
    drop(this.players, (player) => player.token === token);
    drop(this.readTokens, (read) => read === token);
    for (const [name, place] of this.#memberships) if (place.token === token) this.#memberships.delete(name);
  }

  #learnGame(token: string | null, state: any, etag: string | undefined): void {
    if (typeof state?.ruleset !== 'string' || typeof state.id !== 'string' || state.seats === undefined) return;
    const games = this.#known.gameId ?? [];
    if (!games.includes(state.id)) keep(games, state.id);
    const player = this.players.find((one) => one.token === token);
    if (player === undefined || state.view === undefined || !(state.you?.length > 0)) return;
    const name = `${state.id} ${player.id}`;
    this.#memberships.delete(name);
    this.#memberships.set(name, { state, token: player.token, etag });
    if (this.#memberships.size > MOST_TABLES) this.#memberships.delete([...this.#memberships.keys()][0] as string);
  }
}

function keep<T>(known: T[], value: T): void {
  known.push(value);
  if (known.length > MOST) known.shift();
}

function drop<T>(known: T[], unwanted: (value: T) => boolean): void {
  const at = known.findIndex(unwanted);
  if (at >= 0) known.splice(at, 1);
}

export function pick<T>(from: readonly T[], lot: Chance): T | undefined {
  return from.length === 0 ? undefined : from[lot.int(from.length)];
}
