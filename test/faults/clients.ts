import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '#rules/catalogue.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { freePort } from '../kept-program.ts';
import { Server } from '../process/server.ts';
import type { Findings } from './audit.ts';
import { compare } from './comparison.ts';
import { withDatabase } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';

const AGENTS: Record<Form, number> = { long: 50, short: 8 };
const KILLS: Record<Form, number> = { long: 10, short: 2 };
const MOVES_BETWEEN: Record<Form, number> = { long: 80, short: 40 };
const PHASES = 7;
const LONGEST_STANDSTILL_MS = 300_000;

const CLIENTS = [
  { name: 'TypeScript', program: process.execPath, file: fileURLToPath(new URL('clients/play.mjs', import.meta.url)) },
  { name: 'Python', program: 'python3', file: fileURLToPath(new URL('clients/play.py', import.meta.url)) },
].filter(({ file }) => existsSync(file));

type Told = { gameId: string } & ({ seat: number; action: unknown; appliedVersion: number } | { status: string });

interface Move {
  seat: number;
  action: unknown;
  appliedVersion: number;
}

/** Kills the only server while agents play. All games must end, with every move made once. */
export const clients: Fault = {
  name: 'clients',
  async run(form) {
    const all: Report[] = [];
    for (const client of CLIENTS) {
      all.push(await withDatabase('embedded', (settings) => killedWhilePlaying(client, settings, form)));
    }
    return all.reduce((one, other) => ({
      games: one.games + other.games,
      moves: one.moves + other.moves,
      lost: [...one.lost, ...other.lost],
      twice: [...one.twice, ...other.twice],
      unexplained: [...one.unexplained, ...other.unexplained],
      done: `${one.done}; ${other.done}`,
    }));
  },
};

type Client = (typeof CLIENTS)[number];

async function killedWhilePlaying(client: Client, settings: Record<string, string>, form: Form): Promise<Report> {
  const own = { ...settings, LOG_LEVEL: 'error', PORT: String(await freePort()) };
  let server = await Server.start(own);
  const players = new Players(client, server.url, AGENTS[form]);
  let kills = 0;
  try {
    while (kills < KILLS[form] && (await players.moved(MOVES_BETWEEN[form]))) {
      await sleep((kills % PHASES) * 3);
      await server.stop('SIGKILL');
      server = await Server.start(own);
      kills++;
    }
    await players.ended();
    const findings = await audit(server.url, players, client.name);
    if (kills < KILLS[form]) findings.unexplained.push(`${client.name}: all games were over after ${kills} kills`);
    return { ...findings, done: `${client.name}: ${AGENTS[form]} agents, ${kills} × SIGKILL` };
  } finally {
    players.kill();
    await server.stop();
  }
}

class Players {
  readonly moves = new Map<string, Move[]>();
  readonly over = new Map<string, string>();
  exitCode: number | null = null;
  errors = '';
  #count = 0;
  readonly #child;
  readonly #exited: Promise<void>;

  constructor({ program, file }: Client, url: string, agents: number) {
    this.#child = spawn(program, [file, url, String(agents)], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stderr.on('data', (data) => {
      this.errors += data;
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(JSON.parse(line)));
    this.#exited = once(this.#child, 'close').then(([code]) => {
      this.exitCode = code ?? 1;
    });
  }

  #hear(told: Told): void {
    if ('status' in told) {
      this.over.set(told.gameId, told.status);
      return;
    }
    this.#count++;
    const { gameId, ...move } = told;
    this.moves.set(gameId, [...(this.moves.get(gameId) ?? []), move]);
  }

  async moved(more: number): Promise<boolean> {
    const aim = this.#count + more;
    const until = performance.now() + LONGEST_STANDSTILL_MS;
    while (this.#count < aim && this.exitCode === null) {
      if (performance.now() > until) throw new Error(`nobody moves: ${this.errors}`);
      await sleep(5);
    }
    return this.#count >= aim && this.exitCode === null;
  }

  ended(): Promise<void> {
    return this.#exited;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

async function audit(url: string, { moves, over, exitCode, errors }: Players, name: string): Promise<Findings> {
  const catalogue = await loadCatalogue(false);
  const findings: Findings = { games: moves.size, moves: 0, lost: [], twice: [], unexplained: [] };
  if (exitCode !== 0) findings.unexplained.push(`${name} ended with ${exitCode}: ${errors}`);
  for (const [id, made] of moves) {
    findings.moves += made.length;
    if (over.get(id) !== 'finished') findings.unexplained.push(`${name}: ${id} was ${over.get(id)} at the end`);
    const answer = await fetch(`${url}/v1/games/${id}/transcript`);
    if (!answer.ok) {
      findings.unexplained.push(`${name}: ${id} has no transcript (${answer.status})`);
      continue;
    }
    const transcript = (await answer.json()) as Parameters<typeof verify>[0];
    if (!verify(transcript, catalogue, []).verified) findings.unexplained.push(`${name}: ${id} does not verify`);
    // no bot plays and no agent resigns, so every move in the log was confirmed to one agent
    compare({ id, moves: made, resigned: [] }, transcript.log, findings);
  }
  return findings;
}
