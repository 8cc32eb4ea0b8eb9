import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '#rules/catalogue.ts';
import { complain, UsageError } from '../../src/cli/flags.ts';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { type CompeteCall, readCompeteCall } from './compete-call.ts';
import { InvalidCall } from './compete-flags.ts';
import { Competing } from './competing.ts';
import { ProgressLine } from './progress-line.ts';
import { terminalTable } from './report/terminal-table.ts';
import { counted, namesOf, printable } from './report/words.ts';
import type { CompeteResult } from './result.ts';
import type { ResultFolder } from './result-folder.ts';
import { tellMatch, whereIs } from './test-finding.ts';

const HELD = 0;
const FAILED = 1;
const UNCLEAR = 2;
const INTERRUPTED = 130;

export async function compete(args: string[]): Promise<number> {
  try {
    return await hold(readCompeteCall(args));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InvalidCall)) throw error;
    if (error instanceof UsageError) complain(error);
    else console.error(error.message);
    return UNCLEAR;
  }
}

async function hold(call: CompeteCall): Promise<number> {
  const result = await held(call);
  if (result === null) return INTERRUPTED;
  // a resumed match test prints the same text as one that was never interrupted
  if (call.folder.plan().isTest === true) return tellMatch(result, call.folder, false);
  const failed = failedAgents(result, logIn(call.folder)).map((line) => `${line}\n`);
  console.log(`${terminalTable(result)}\n\n${failed.join('')}${whereIs(call.folder)}`);
  return result.status === 'finished' ? HELD : FAILED;
}

function logIn(folder: ResultFolder): (entry: number) => string | null {
  return (entry) => {
    const log = join(folder.logs, `${entry}.log`);
    return existsSync(log) && statSync(log).size > 0 ? log : null;
  };
}

/** Starts or resumes a competition; null: Ctrl-C stopped it. Deletes a new competition that the server rejects. */
export async function held({ folder, plan }: CompeteCall): Promise<CompeteResult | null> {
  if (plan === null) return heldIn(folder);
  folder.begin(plan);
  try {
    return await heldIn(folder);
  } catch (error) {
    if (error instanceof InvalidCall) folder.discard();
    throw error;
  }
}

async function heldIn(folder: ResultFolder): Promise<CompeteResult | null> {
  const progress = new ProgressLine(process.stderr);
  const competing = new Competing({
    folder,
    catalogue: await loadCatalogue(true),
    openStore: (directory) => openEmbedded({ directory }),
    onProgress: (made) => progress.show(made),
    onTrouble: (error) => progress.say(`trouble: ${error instanceof Error ? (error.stack ?? error.message) : error}`),
  });
  progress.say(`Results go to ${folder.path}; Ctrl-C ends, and npm run compete -- --resume ${folder.path} goes on.`);
  let isEnding = false;
  const end = () => {
    if (isEnding) {
      competing.kill();
      process.exit(INTERRUPTED);
    }
    isEnding = true;
    progress.say('Ending: what has been played is kept. Once more ends at once.');
    competing.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  const result = await competing.run().finally(() => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, end);
    progress.end();
  });
  if (result === null) console.error(`The run has ended. To continue it: npm run compete -- --resume ${folder.path}`);
  return result;
}

/** Returns one line for each agent that lost games because it broke a rule of the arena. The line names the last fault.
 * `logOf` returns the agent's log; null: the agent printed nothing. */
export function failedAgents(result: CompeteResult, logOf: (entry: number) => string | null): string[] {
  const names = namesOf(result);
  return result.agents.flatMap(({ entry }) => {
    const losses = result.losses.filter((loss) => loss.entry === entry);
    const last = losses.findLast(({ gameId }) => gameId === null) ?? losses.at(-1);
    if (last === undefined) return [];
    const log = logOf(entry);
    const often = last.gameId === null ? 'its entry' : counted(losses.length, 'game');
    const printed = log === null ? '' : ` It printed to ${log}.`;
    return [`${names.get(entry) ?? ''} lost ${often} by the rule ${last.rule}: ${printable(last.detail)}${printed}`];
  });
}
