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
  /** true: the competition only tests which of two agents is better, so no standings are printed */
  isTest?: true;
}

/** The accounts of a competition's organizer and agents. They are secret, because they contain tokens. */
export interface Registered {
  organiser: Player;
  /** the agents that are programs, in the order of their entries; policies need no account */
  agents: { entry: number; player: Player; token: string }[];
}

/** File modes: only the user who started the competition may read the tokens and the rest of a new folder. */
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
      const hint = this.isComplete ? 'choose another folder with --out' : `continue it with --resume ${this.path}`;
      throw new InvalidCall(`There is a competition in ${this.path}: ${hint}.`);
    }
    mkdirSync(this.path, { recursive: true, mode: PRIVATE });
    this.write(this.#plan, `${JSON.stringify(plan, null, 2)}\n`);
  }

  /** Returns the plan. Throws `InvalidCall` if there is no competition. */
  plan(): CompetitionPlan {
    if (!this.isBegun)
      throw new InvalidCall(`There is no competition in ${this.path}: check the folder after --resume.`);
    return JSON.parse(readFileSync(this.#plan, 'utf8'));
  }

  /** Returns null if no run has registered the agents yet. Then also deletes the useless database of an earlier run. */
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

  /** Deletes a competition that cannot be played. Keeps other files in the folder. */
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
