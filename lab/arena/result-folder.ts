import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewCompetition } from '../../src/competitions/model/settings.ts';
import type { Player } from '../../src/players/players.ts';
import type { AgentPlan } from './agents/agents-file.ts';
import { InvalidCall } from './compete-flags.ts';

export interface CompetitionPlan {
  format: 'croupier-compete';
  formatVersion: 1;
  seed: string;
  asked: NewCompetition;
  agents: AgentPlan[];
  /** true: the result is which of two agents is better, instead of standings */
  isTest?: true;
}

/** Secret: contains tokens. */
export interface Registered {
  organiser: Player;
  /** the agents by number of their entry, without those that the server plays */
  agents: { entry: number; player: Player; token: string }[];
}

/** Only the user who started the competition may read the tokens and the rest of a new folder. */
const SECRET = 0o600;
const PRIVATE = 0o700;

/** The files of a competition: plan, progress and result. */
export class ResultFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get data(): string {
    return join(this.path, 'data');
  }

  get logs(): string {
    return join(this.path, 'agents');
  }

  get journal(): string {
    return join(this.path, 'journal.ndjson');
  }

  get log(): string {
    return join(this.path, 'house.log');
  }

  get transcript(): string {
    return join(this.path, 'competition.ndjson');
  }

  get result(): string {
    return join(this.path, 'result.json');
  }

  get isComplete(): boolean {
    return existsSync(this.result);
  }

  get isBegun(): boolean {
    return existsSync(this.#plan);
  }

  /** Throws `InvalidCall` if the folder already has a competition. */
  begin(plan: CompetitionPlan): void {
    if (this.isBegun) {
      const hint = this.isComplete ? 'choose another folder with --out' : `go on with it: --resume ${this.path}`;
      throw new InvalidCall(`There is a competition in ${this.path}: ${hint}.`);
    }
    mkdirSync(this.path, { recursive: true, mode: PRIVATE });
    this.write(this.#plan, `${JSON.stringify(plan, null, 2)}\n`);
  }

  /** Throws `InvalidCall` if there is no competition. */
  plan(): CompetitionPlan {
    if (!this.isBegun) throw new InvalidCall(`There is no competition in ${this.path}.`);
    return JSON.parse(readFileSync(this.#plan, 'utf8'));
  }

  /** Returns null if an earlier run ended before it registered the agents. Then deletes the database, which is
   * useless. */
  registered(): Registered | null {
    if (existsSync(this.#registered)) return JSON.parse(readFileSync(this.#registered, 'utf8'));
    rmSync(this.data, { recursive: true, force: true });
    return null;
  }

  keepRegistered(registered: Registered): void {
    this.write(this.#registered, JSON.stringify(registered), SECRET);
  }

  /** Writes the file completely or not at all. */
  write(file: string, text: string, mode?: number): void {
    writeFileSync(`${file}.new`, text, { mode });
    renameSync(`${file}.new`, file);
  }

  /** Deletes a competition that cannot be played. Other files in the folder stay. */
  discard(): void {
    this.removeData();
    for (const own of [this.logs, this.journal, this.log, this.#plan]) rmSync(own, { recursive: true, force: true });
    try {
      rmdirSync(this.path);
    } catch {}
  }

  removeData(): void {
    rmSync(this.data, { recursive: true, force: true });
    rmSync(this.#registered, { force: true });
  }

  get #plan(): string {
    return join(this.path, 'competition.json');
  }

  get #registered(): string {
    return join(this.path, 'players.json');
  }
}
