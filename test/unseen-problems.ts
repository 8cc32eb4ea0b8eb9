// Finds documented problems that no test has received, except those with a reason in `UNSEEN`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codesOf, committedDocument } from './http/contract.ts';

/** A file in the folder of the run. Each test file appends lines `operation code` for the problems that it received. */
export const SEEN = 'seen-problems';

/** Problems whose test would be too expensive or depend on luck, by `operation code`: the reason, and what is tested
 * instead. */
const UNSEEN: Readonly<Record<string, string>> = {
  'analyseGame analyses-full': 'takes 500 analyses: test/store/analyses.ts',
  'blockPlayer cap-reached': 'takes 500 blocks',
  'mutePlayer cap-reached': 'takes 500 mutes',
  'undoAction too-many-takebacks': 'takes 500 actions that are undone: test/games/undo.test.ts',
  'getComparison pool-too-large': 'takes 2,000 players: test/ratings/kept-pools.test.ts',
  'getRatingHistory pool-too-large': 'takes 2,000 players: test/ratings/kept-pools.test.ts',
  'getRatingRecord pool-too-large': 'takes 2,000 players: test/ratings/kept-pools.test.ts',
  'listRatedGames pool-too-large': 'takes 2,000 players: test/ratings/kept-pools.test.ts',
  'listRatings pool-too-large': 'takes 2,000 players: test/ratings/kept-pools.test.ts',
  'getCrossTable stopping': 'takes 300 games: test/eventlog/threads.test.ts',
  'getStandings stopping': 'takes 300 games: test/eventlog/threads.test.ts',
  'rematchGame game-over': 'takes a rematch that is aborted while somebody joins it',
  'requestTakeback stale-version': 'takes a database that loses commits while somebody agrees',
};

function documented(): string[] {
  const operations = Object.values(committedDocument().paths).flatMap((methods) => Object.values(methods as object));
  return operations.flatMap(({ operationId, responses }) =>
    Object.entries<any>(responses)
      .filter(([status]) => !(status < '400'))
      .flatMap(([, response]) => codesOf(response).map((code) => `${operationId} ${code}`)),
  );
}

/** After a complete run: returns problems that no test received, and exceptions that are not needed; null: there are
 * none. */
export function unseenProblems(runFolder: string): string | null {
  const known = documented();
  const seen = new Set(readFileSync(join(runFolder, SEEN), 'utf8').split('\n'));
  const faults = [
    ...known
      .filter((pair) => !seen.has(pair) && !(pair in UNSEEN))
      .map((pair) => `- no test has had this documented problem: ${pair}`),
    ...Object.keys(UNSEEN)
      .filter((pair) => !known.includes(pair) || seen.has(pair))
      .map((pair) => `- test/unseen-problems.ts excuses what is not documented, or was seen: ${pair}`),
  ];
  return faults.length === 0 ? null : faults.join('\n');
}
