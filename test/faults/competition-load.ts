import { setTimeout as sleep } from 'node:timers/promises';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { type Answer, PatientCaller, type Servers, Weather } from './patient-caller.ts';

export interface DirectedMove {
  gameId: string;
  appliedVersion: number;
  seat: number;
  action: unknown;
}

const SHORT = { ruleset: 'pascals-ruin', options: { roundsToWin: 1 }, clock: { perAction: 3600, onTimeout: 'random' } };
const BOTS = ['random', 'search-10'];
const KINDS: readonly { agents: number; bots: number; settings: object }[] = [
  { agents: 3, bots: 2, settings: { ...SHORT, format: 'swiss', rounds: 3 } },
  { agents: 2, bots: 1, settings: { ...SHORT, format: 'roundRobin', duplicate: 'none' } },
  { agents: 2, bots: 2, settings: { ...SHORT, format: 'ladder', rounds: 3 } },
  { agents: 1, bots: 1, settings: { ...SHORT, format: 'match', duplicate: 'permuted', rounds: 2 } },
  {
    agents: 2,
    bots: 1,
    settings: { ...SHORT, ruleset: 'pokers-rogue-reckoning', options: {}, format: 'cup', boards: 2 },
  },
];
const AGENTS = 3;
const WAIT_SECONDS = 1;
const LOOK_MS = 10;
const LONGEST_STANDSTILL_MS = 120_000;
const MOST_OF_ONE = 12;

export class CompetitionLoad {
  readonly weather = new Weather();
  readonly moves: DirectedMove[] = [];
  readonly competitions: string[] = [];
  readonly troubles: string[] = [];
  readonly #agents: readonly PatientCaller[];
  readonly #servers: Servers;
  readonly #stop = new AbortController();
  readonly #versions = new Map<string, number>();
  #lasts = true;
  #lanes: Promise<unknown> = Promise.resolve();
  #playing: Promise<unknown> = Promise.resolve();

  constructor(servers: Servers) {
    this.#servers = servers;
    this.#agents = Array.from({ length: AGENTS }, () => new PatientCaller(servers, this.weather));
  }

  async start(): Promise<void> {
    await Promise.all(this.#agents.map((agent, i) => agent.register(`agent ${i}`)));
    this.#playing = Promise.all(this.#agents.map((agent, i) => this.#guarded(() => this.#playTurns(agent, i))));
    this.#lanes = Promise.all(KINDS.map((_, kind) => this.#guarded(() => this.#runCompetitions(kind))));
  }

  async directed(): Promise<void> {
    const before = this.#happened;
    const until = performance.now() + LONGEST_STANDSTILL_MS;
    while (this.#happened === before) {
      if (this.troubles.length > 0) throw new Error(this.troubles.join('; '));
      if (performance.now() > until) throw new Error(`nothing has happened in ${this.competitions}`);
      await sleep(LOOK_MS);
    }
  }

  async finish(): Promise<void> {
    this.#lasts = false;
    await this.#lanes;
    this.stop();
    await this.#playing;
  }

  stop(): void {
    this.#stop.abort();
  }

  get #happened(): number {
    return [...this.#versions.values()].reduce((sum, version) => sum + version, 0);
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    await work().catch((error) => this.troubles.push(String(error)));
  }

  async #runCompetitions(kind: number): Promise<void> {
    do {
      const organiser = new PatientCaller(this.#servers, this.weather);
      await organiser.register(`organiser ${kind}`);
      for (let many = 0; many < MOST_OF_ONE && (this.#lasts || many === 0); many++) {
        await this.#run(organiser, kind, many);
      }
    } while (this.#lasts);
  }

  async #run(organiser: PatientCaller, kind: number, many: number): Promise<void> {
    const { agents, bots, settings } = KINDS[kind] as (typeof KINDS)[number];
    const name = `competition ${kind}.${many}`;
    const { id } = expected(await organiser.change('/v1/competitions', { name, ...settings }), 201, name);
    this.competitions.push(id);
    const entries = `/v1/competitions/${id}/entries`;
    for (const agent of this.#agents.slice(0, agents)) entered(await agent.change(entries, { concurrency: 2 }));
    for (const bot of BOTS.slice(0, bots)) entered(await organiser.change(entries, { bot }));
    const started = await organiser.change(`/v1/competitions/${id}/start`, {});
    if (started.status !== 200 && started.body.code !== 'competition-started') expected(started, 200, 'start');
    for (let version = 0; ; ) {
      const news = await organiser.get(`/v1/competitions/${id}?after=${version}&wait=${WAIT_SECONDS}`);
      const state = expected(news, 200, 'getCompetition');
      version = state.version;
      this.#versions.set(id, version);
      if (state.complete) return;
    }
  }

  async #playTurns(agent: PatientCaller, i: number): Promise<void> {
    const lot = new FastChance(`agent ${i}`);
    while (!this.#stop.signal.aborted) {
      const { turns } = expected(await agent.get(`/v1/me/turns?wait=${WAIT_SECONDS}`), 200, 'listTurns');
      for (const { gameId } of turns) await this.#playTurn(agent, gameId, lot);
    }
  }

  async #playTurn(agent: PatientCaller, gameId: string, lot: FastChance): Promise<void> {
    let state = expected(await agent.get(`/v1/games/${gameId}`), 200, 'getState');
    while (state.choices !== undefined && legalActionsOf(state).length > 0) {
      const action = legalActionsOf(state)[lot.int(legalActionsOf(state).length)];
      const [seat] = state.you ?? [state.viewer];
      const answer = await agent.change(`/v1/games/${gameId}/actions`, { action, expectedVersion: state.version });
      if (answer.status === 409) return;
      const made = expected(answer, 200, 'submitAction');
      this.moves.push({ gameId, appliedVersion: made.appliedVersion, seat, action });
      state = { ...made.state, you: [seat] };
    }
  }
}

function entered(answer: Answer): void {
  if (answer.status !== 200) expected(answer, 201, 'enterCompetition');
}

function expected({ status, body }: Answer, right: number, operation: string): any {
  if (status !== right) throw new Error(`${operation} was answered with ${status} ${JSON.stringify(body)}`);
  return body;
}
