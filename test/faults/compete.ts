import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CompeteResult } from '../../lab/arena/result.ts';
import { ResultFolder } from '../../lab/arena/result-folder.ts';
import { competitionVerdict } from '../../src/cli/verdict.ts';
import type { Fault, Form, Report } from './fault.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/lab/arena/compete.js', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const FORMS: Record<Form, { agents: number; boards: number; kills: number }> = {
  long: { agents: 6, boards: 50, kills: 10 },
  short: { agents: 2, boards: 10, kills: 2 },
};
/** `npm run compete` writes this to its journal every second and at each event, so it shows how far a run is. */
const ALIVE = '"alive"';
const LINES_BETWEEN_KILLS = 12;
const LOOK_MS = 50;
const PATIENCE_MS = 30_000;

/** Kills `npm run compete` and resumes it again and again. The result must equal that of an uninterrupted run. */
export const compete: Fault = {
  name: 'compete',
  run: async (form) => {
    const folder = mkdtempSync(join(tmpdir(), 'croupier-faults-'));
    try {
      return await killedInBetween(folder, FORMS[form]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function killedInBetween(folder: string, { agents: many, boards, kills }: (typeof FORMS)[Form]): Promise<Report> {
  const script = join(EXAMPLES, 'pipe-agent.py');
  const mark = `agent-of-${folder.split('/').at(-1)}`;
  const asked = Array.from({ length: many }, (_, i) => ({ name: `Lines ${i}`, pipe: 'python3', args: [script, mark] }));
  const agents = join(folder, 'agents.json');
  writeFileSync(agents, JSON.stringify([...asked, { name: 'A', policy: 'random' }, { name: 'B', policy: 'plain' }]));
  const call = ['--ruleset', 'pascals-ruin', '--agents', agents, '--boards', String(boards), '--seed', 'faults'];
  const whole = new ResultFolder(join(folder, 'whole'));
  await over(started([...call, '--out', whole.path]));
  const killed = new ResultFolder(join(folder, 'killed'));
  const report: Report = { games: 0, moves: 0, lost: [], twice: [], unexplained: [], done: '' };
  let made = 0;
  for (let args = [...call, '--out', killed.path]; !killed.isComplete; args = ['--resume', killed.path]) {
    const run = started(args);
    if (made === kills || !(await killedAtWork(run, killed))) await over(run);
    else made++;
    report.unexplained.push(...(await orphansOf(mark)));
  }
  await compare(whole, killed, report);
  return { ...report, done: `${made} × SIGKILL of a competition of ${many + 2} agents on ${boards} boards, resumed` };
}

function started(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function over(run: ChildProcess): Promise<void> {
  if (run.exitCode === null && run.signalCode === null) await once(run, 'exit');
}

async function killedAtWork(run: ChildProcess, folder: ResultFolder): Promise<boolean> {
  const before = linesIn(folder);
  while (run.exitCode === null && linesIn(folder) < before + LINES_BETWEEN_KILLS) await sleep(LOOK_MS);
  if (run.exitCode !== null || folder.isComplete) return false;
  run.kill('SIGKILL');
  await over(run);
  return true;
}

function linesIn({ journal }: ResultFolder): number {
  return existsSync(journal) ? readFileSync(journal, 'utf8').split(ALIVE).length - 1 : 0;
}

async function orphansOf(mark: string): Promise<string[]> {
  const patience = performance.now() + PATIENCE_MS;
  for (;;) {
    const left = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && commandOf(id).includes(mark));
    if (left.length === 0) return [];
    if (performance.now() > patience) return left.map((id) => `process ${id} of an agent plays on`);
    await sleep(LOOK_MS);
  }
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

async function compare(whole: ResultFolder, killed: ResultFolder, report: Report): Promise<void> {
  const [one, other] = [whole, killed].map(({ result }) => JSON.parse(readFileSync(result, 'utf8')) as CompeteResult);
  if (one === undefined || other === undefined) throw new Error('a result is missing');
  report.games = other.games.length;
  report.moves = other.games.reduce((sum, { actions }) => sum + actions, 0);
  const courses = [one, other].map(({ games }) => games.map(courseOf));
  report.lost.push(...(courses[0] ?? []).filter((game) => !courses[1]?.includes(game)));
  report.twice.push(...(courses[1] ?? []).filter((game, i, all) => all.indexOf(game) !== i));
  if (JSON.stringify(one.standings) !== JSON.stringify(other.standings)) report.unexplained.push('other standings');
  const { verified, text } = await competitionVerdict(killed.transcript, []);
  if (!verified) report.unexplained.push(text);
}

function courseOf({ round, table, board, copy, scores, actions }: CompeteResult['games'][number]): string {
  return `round ${round}, table ${table}, board ${board}, copy ${copy}: ${scores} after ${actions} actions`;
}
