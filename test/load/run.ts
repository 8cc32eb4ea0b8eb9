// `npm run check -- load <name> [options]`: measures what heavy use by some callers costs the others.
//
// waiting --streams 1000 --polls 10000 --seconds 20
// costly-reads --versions 10000 --readers 20 --seconds 15 [--short]
// hog --seconds 20 [--short]
// ladder --agents 64 --seconds 30 [--short]
// competition --entries 500 --rounds 9 [--short]
import { competition } from './competition.ts';
import { costlyReads } from './costly-reads.ts';
import { hog } from './hog.ts';
import { ladder } from './ladder.ts';
import { waiting } from './waiting.ts';

const LOADS: Record<string, (args: string[]) => Promise<number>> = {
  waiting,
  'costly-reads': costlyReads,
  hog,
  competition,
  ladder,
};

/** Returns exit code 0: callers outside the load were served in time; 1: they were not; 2: no load has this name. */
export async function main([name = 'waiting', ...args]: string[]): Promise<number> {
  // without a name, the load is `waiting`
  const [load, rest] = name.startsWith('--') ? [waiting, [name, ...args]] : [LOADS[name], args];
  if (load !== undefined) return load(rest);
  console.error(`There is no load ${name}, only ${Object.keys(LOADS).join(', ')}.`);
  return 2;
}
