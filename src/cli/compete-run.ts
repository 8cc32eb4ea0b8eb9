import { relative } from 'node:path';
import { Competing } from '../compete/competing.ts';
import { ProgressLine } from '../compete/progress-line.ts';
import type { CompeteResult } from '../compete/result.ts';
import { UnfitCall } from '../compete/unfit-call.ts';
import { loadCatalogue } from '../rulesets/catalogue.ts';
import { openEmbedded } from '../store/embedded/embedded.ts';
import { type CompeteCall, readCompeteCall } from './compete-call.ts';
import { COMPETE_USAGE } from './compete-flags.ts';
import { Mistake } from './mistake.ts';

const HELD = 0;
const FAILED = 1;
const UNCLEAR = 2;
/** As of whatever a Ctrl-C ends. */
const INTERRUPTED = 130;

/** Holds a competition as the command was called, or goes on with one; the exit code. */
export async function compete(args: string[]): Promise<number> {
  try {
    const call = readCompeteCall(args);
    if (call.plan !== null) call.folder.begin(call.plan);
    return await hold(call);
  } catch (error) {
    if (!(error instanceof Mistake || error instanceof UnfitCall)) throw error;
    console.error(error instanceof Mistake ? `${error.message}\n\n${COMPETE_USAGE}` : error.message);
    return UNCLEAR;
  }
}

async function hold({ folder }: CompeteCall): Promise<number> {
  const progress = new ProgressLine(process.stderr);
  const competing = new Competing({
    folder,
    catalogue: await loadCatalogue(true),
    openStore: (directory) => openEmbedded({ directory }),
    onProgress: (made) => progress.show(made),
    onTrouble: (error) => progress.say(`trouble: ${error instanceof Error ? (error.stack ?? error.message) : error}`),
  });
  console.log(`Results go to ${folder.path}; Ctrl-C ends, and npm run compete -- --resume ${folder.path} goes on.`);
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
  const result = await competing.run();
  progress.end();
  if (result === null) {
    console.log(`Ended. To go on: npm run compete -- --resume ${folder.path}`);
    return INTERRUPTED;
  }
  console.log(summaryOf(result, folder.path));
  return result.status === 'finished' ? HELD : FAILED;
}

function summaryOf({ standings, agents, games, losses, timing, abortReason }: CompeteResult, path: string): string {
  const rows = standings.map(({ rank, entry, points, games: played, strength }) => {
    const { name = '' } = agents[entry - 1] ?? {};
    return `${String(rank).padStart(3)}  ${name.padEnd(24)} ${points.toFixed(2).padStart(9)} of ${String(played).padEnd(6)} ${strength?.rating ?? '–'}`;
  });
  return [
    ...(abortReason === null ? [] : [abortReason]),
    ...rows,
    `${games.length} games in ${timing.seconds.toFixed(1)} s (${timing.gamesPerSecond.toFixed(1)} a second), ${losses.length} losses by a rule.`,
    `The results are in ${relative('.', path)}.`,
  ].join('\n');
}
