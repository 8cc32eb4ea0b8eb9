// `npm run load -- <name> [options]`: one who takes all that they can get, and what the others notice of it.
//
//   waiting --streams 1000 --polls 10000 --seconds 20    many who wait while games are played, and one who floods
//   costly-reads --versions 10000 --readers 20 --seconds 15 [--short]    the past of the longest game, asked for at once
//   hog --seconds 20 [--short]    one address holds all the streams, waiting calls and connections that it may, and calls on
//   ladder --agents 64 --seconds 30 [--short]    agents that are there all the time: how long each waits for a game, and why
//   competition --entries 500 --rounds 9 [--short]    a Swiss tournament of many, beside one who plays
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

/** Exit code 0: all other callers were served in time; 1: not; 2: unknown load. */
export async function main([name = 'waiting', ...args]: string[]): Promise<number> {
  // options without a name belong to `waiting`
  const [load, rest] = name.startsWith('--') ? [waiting, [name, ...args]] : [LOADS[name], args];
  if (load !== undefined) return load(rest);
  console.error(`There is no load ${name}, only ${Object.keys(LOADS).join(', ')}.`);
  return 2;
}
