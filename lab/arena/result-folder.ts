import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewCompetition } from '../../src/competitions/model/settings.ts';
import type { Player } from '../../src/players/players.ts';
import type { AgentPlan } from './agents/agents-file.ts';
import { UnfitCall } from './compete-flags.ts';

/** What is to be held, complete: it is all that a run needs to begin, or to go on. */
export interface CompetitionPlan {
  format: 'croupier-compete';
  formatVersion: 1;
  seed: string;
  asked: NewCompetition;
  agents: AgentPlan[];
  /** what is to be told in the end is which of the two agents is better; left out: the standings */
  isTest?: true;
}

/** Those who are registered, and by what they are known: secret. */
export interface Registered {
  organiser: Player;
  /** by entry; those of the house are left out */
  agents: { entry: number; player: Player; token: string }[];
}

/** Only who started the competition may read the tokens, and what else is in a folder that is made for it. */
const SECRET = 0o600;
const PRIVATE = 0o700;

/** The files of a competition: what it is, how far it has come, and in the end how it came out. */
export class ResultFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get data(): string {
    return join(this.path, 'data');
  }

  /** What programs print, a file for each entry. */
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

  /** Whether there is a competition in it, complete or not. */
  get isBegun(): boolean {
    return existsSync(this.#plan);
  }

  /** Makes the folder. Throws `UnfitCall` where there is a competition already. */
  begin(plan: CompetitionPlan): void {
    if (this.isBegun) {
      const hint = this.isComplete ? 'choose another folder with --out' : `go on with it: --resume ${this.path}`;
      throw new UnfitCall(`There is a competition in ${this.path}: ${hint}.`);
    }
    mkdirSync(this.path, { recursive: true, mode: PRIVATE });
    this.write(this.#plan, `${JSON.stringify(plan, null, 2)}\n`);
  }

  /** Throws `UnfitCall` where there is no competition. */
  plan(): CompetitionPlan {
    if (!this.isBegun) throw new UnfitCall(`There is no competition in ${this.path}.`);
    return JSON.parse(readFileSync(this.#plan, 'utf8'));
  }

  /** Null: a run was ended before anybody was; what is in the database then is of no use. */
  registered(): Registered | null {
    if (existsSync(this.#registered)) return JSON.parse(readFileSync(this.#registered, 'utf8'));
    rmSync(this.data, { recursive: true, force: true });
    return null;
  }

  keepRegistered(registered: Registered): void {
    this.write(this.#registered, JSON.stringify(registered), SECRET);
  }

  /** All of a file or nothing, whenever it is cut off. */
  write(file: string, text: string, mode?: number): void {
    writeFileSync(`${file}.new`, text, { mode });
    renameSync(`${file}.new`, file);
  }

  /** Takes back a competition that cannot be held; whatever else is in the folder stays. */
  discard(): void {
    this.removeData();
    for (const own of [this.logs, this.journal, this.log, this.#plan]) rmSync(own, { recursive: true, force: true });
    try {
      rmdirSync(this.path);
    } catch {
      // somebody else keeps something there
    }
  }

  /** What is of no use once the result is there. */
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
