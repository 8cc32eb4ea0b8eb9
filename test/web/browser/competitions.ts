import type { Competition, Schemas } from '../../../clients/typescript/src/index.ts';

export interface Agent {
  id: string;
  name: string;
  token: string;
}

export type CompetitionGame = Schemas['CompetitionGame'];
type NewCompetition = Schemas['NewCompetition'];

export type Loser = (game: CompetitionGame) => number;

/** The later entry loses, so players stand in the order of entry. Bots of the service win all their games. */
export const laterLoses: Loser = ({ seats }) => {
  const players = seats.filter(({ player }) => player !== null);
  return players.toSorted((a, b) => (b.entry ?? 0) - (a.entry ?? 0))[0]?.seat ?? 0;
};

export const earlierLoses: Loser = ({ seats }) => {
  const players = seats.filter(({ player }) => player !== null);
  return players.toSorted((a, b) => (a.entry ?? 0) - (b.entry ?? 0))[0]?.seat ?? 0;
};

const anyGame = (_: CompetitionGame): boolean => true;

const AT_ONCE = 16;
const WAIT_SECONDS = 20;
const PATIENCE_MS = 240_000;
export const TINY = {
  ruleset: 'pascals-ruin',
  options: { roundsToWin: 1 },
  clock: { perAction: 3_600, onTimeout: 'random' },
} as const;

export async function ask<T>(url: string, token: string | null, method: string, path: string, body?: unknown) {
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, { method, headers, ...sent });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

export function registerAgents(url: string, names: readonly string[]): Promise<Agent[]> {
  return together(names, async (name) => {
    const made = await ask<{ player: { id: string }; token: string }>(url, null, 'POST', '/v1/players', {
      name,
      kind: 'agent',
    });
    return { id: made.player.id, name, token: made.token };
  });
}

async function together<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}

export class PlayedCompetition {
  readonly url: string;
  readonly id: string;
  readonly organiser: Agent;
  readonly inviteCode: string | null;
  readonly #agents = new Map<string, Agent>();
  readonly #settled = new Set<string>();

  private constructor(url: string, { id, inviteCode }: Competition, organiser: Agent) {
    this.url = url;
    this.id = id;
    this.inviteCode = inviteCode;
    this.organiser = organiser;
  }

  static async make(url: string, organiser: Agent, body: Partial<NewCompetition>): Promise<PlayedCompetition> {
    const asked = { name: 'Tuesday', format: 'swiss', ...TINY, ...body };
    const made = await ask<Competition>(url, organiser.token, 'POST', '/v1/competitions', asked);
    return new PlayedCompetition(url, made, organiser);
  }

  async enter(agents: readonly Agent[], { inOrder = true } = {}): Promise<void> {
    for (const agent of agents) this.#agents.set(agent.id, agent);
    const invited = this.inviteCode === null ? {} : { inviteCode: this.inviteCode };
    const enter = ({ name, token }: Agent) =>
      ask(this.url, token, 'POST', this.#path('/entries'), { clientSeed: name, ...invited });
    if (inOrder) for (const agent of agents) await enter(agent);
    else await together(agents, enter);
  }

  async enterBots(...bots: string[]): Promise<void> {
    for (const bot of bots) await this.ask('POST', '/entries', { bot });
  }

  start(): Promise<Competition> {
    return this.ask('POST', '/start', {});
  }

  read(query = ''): Promise<Competition> {
    return this.ask('GET', query);
  }

  ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return ask<T>(this.url, this.organiser.token, method, this.#path(path), body);
  }

  async running(): Promise<CompetitionGame[]> {
    const games = await this.games();
    return games.filter((game) => {
      return (
        game.result === null && !this.#settled.has(game.gameId) && game.seats.some(({ player }) => player !== null)
      );
    });
  }

  async games(): Promise<CompetitionGame[]> {
    const games: CompetitionGame[] = [];
    for (let cursor: number | null = 1; cursor !== null; ) {
      const page: Schemas['CompetitionGameList'] = await this.ask('GET', `/games?limit=100&cursor=${cursor}`);
      games.push(...page.games);
      cursor = page.next;
    }
    return games;
  }

  async settle({ most = Number.POSITIVE_INFINITY, loser = laterLoses, wanted = anyGame } = {}): Promise<number> {
    const games = (await this.running()).filter(wanted).slice(0, most);
    await together(games, (game) => this.#giveUp(game, loser(game)));
    return games.length;
  }

  /** Until `isThere` returns true, ends each wanted game once it is dealt: the seat that `loser` returns resigns. */
  async playUntil(isThere: (competition: Competition) => boolean, loser = laterLoses, wanted = anyGame) {
    const deadline = performance.now() + PATIENCE_MS;
    let competition = await this.read();
    while (!isThere(competition)) {
      if (performance.now() > deadline) throw new Error(`it stays at version ${competition.version}`);
      const settled = await this.settle({ loser, wanted });
      competition = await this.read(settled > 0 ? '' : `?after=${competition.version}&wait=${WAIT_SECONDS}`);
    }
    return competition;
  }

  async playRound(loser = laterLoses): Promise<Competition> {
    const { roundsEnded } = await this.read();
    return this.playUntil(
      (now) => now.roundsEnded > roundsEnded || now.complete,
      loser,
      ({ round }) => round <= roundsEnded + 1,
    );
  }

  playToEnd(loser = laterLoses): Promise<Competition> {
    return this.playUntil(({ complete }) => complete, loser);
  }

  #path(rest: string): string {
    return `/v1/competitions/${this.id}${rest}`;
  }

  async #giveUp({ gameId, seats }: CompetitionGame, loser: number): Promise<void> {
    this.#settled.add(gameId);
    const agent = this.#agents.get(seats[loser]?.player?.id ?? '');
    if (agent === undefined) throw new Error(`nobody here plays seat ${loser} of ${gameId}`);
    await ask(this.url, agent.token, 'POST', `/v1/games/${gameId}/resignation`, {});
  }
}
