import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AgentPlan } from '../../lab/arena/agents/agents-file.ts';
import { Competing, type Progress } from '../../lab/arena/competing.ts';
import { ResultFolder } from '../../lab/arena/result-folder.ts';
import type { NewCompetition } from '../../src/competitions/model/settings.ts';
import { catalogue } from '../competitions/house.ts';
import { freshDatabase, type TestDatabase } from '../store/test-store.ts';

export const SHORT = { ruleset: 'pascals-ruin', options: { mode: 'match', roundsToWin: 1 } };
const CLOCK = { perAction: 3_600, onTimeout: 'resign' } as const;

export interface HeldCompetition {
  folder: ResultFolder;
  troubles: unknown[];
  run(looked?: (progress: Progress, competing: Competing) => void): ReturnType<Competing['run']>;
}

export async function heldBetween(
  agents: readonly AgentPlan[],
  asked: Partial<NewCompetition> = {},
): Promise<HeldCompetition> {
  const database: TestDatabase = await freshDatabase('postgres');
  onTestFinished(() => database.remove());
  const folder = new ResultFolder(temporaryFolder());
  const competition = { name: 'A test', format: 'roundRobin', clock: CLOCK, ...SHORT, ...asked } as const;
  folder.begin({
    format: 'croupier-compete',
    formatVersion: 1,
    seed: 'a seed',
    asked: competition,
    agents: [...agents],
  });
  const troubles: unknown[] = [];
  const run: HeldCompetition['run'] = (looked = () => {}) => {
    const competing: Competing = new Competing({
      folder,
      catalogue,
      openStore: () => database.open(),
      onProgress: (progress) => looked(progress, competing),
      onTrouble: (error) => void troubles.push(error),
    });
    return competing.run();
  };
  return { folder, troubles, run };
}

export function policy(name: string): AgentPlan {
  return { name, plays: { kind: 'policy', policy: name } };
}

export function piped(
  name: string,
  script: string,
  bounds: Partial<{ seconds: number; memoryMb: number }> = {},
): AgentPlan {
  return program(name, 'pipe', ['sh', '-c', script], bounds);
}

export function program(
  name: string,
  kind: 'pipe' | 'command',
  command: string[],
  bounds: Partial<{ seconds: number; memoryMb: number; restarts: number }> = {},
): AgentPlan {
  return {
    name,
    plays: { kind, command },
    env: {},
    cwd: process.cwd(),
    bounds: { seconds: 60, memoryMb: 1024, restarts: 0, ...bounds },
    concurrency: null,
  };
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-compete-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'agents.json');
  writeFileSync(file, text);
  return file;
}
