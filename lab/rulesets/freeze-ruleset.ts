import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '#rules/catalogue.ts';
import { answerCall, UsageError } from '../../src/cli/flags.ts';
import { ROOT } from '../../src/places.ts';
import { makeFrozenCopy } from './frozen-copy.ts';
import { entryOf } from './playthrough-command.ts';

/** This command copies the present rules of a game as an older version. Run it before you change their behavior. */
const USAGE = 'npm run freeze-ruleset -- <id of a ruleset>';
const ROOM = fileURLToPath(new URL('rules/', ROOT));
const PLAYTHROUGHS = fileURLToPath(new URL('test/playthroughs/', ROOT));

await answerCall(USAGE, async (args) => {
  const [id, ...rest] = args;
  if (id === undefined || rest.length > 0) throw new UsageError('Give the id of one ruleset.');
  const catalogue = await loadCatalogue(false);
  const { rulesVersion } = entryOf(id, catalogue).ruleset;
  const copy = makeFrozenCopy(ROOM, PLAYTHROUGHS, id, rulesVersion);
  format(copy);
  console.log(`Version ${rulesVersion} of ${id} is kept in ${relative(process.cwd(), copy)}: it is never edited again.

Now, in rules/${id}:
1. raise rulesVersion to ${rulesVersion + 1} in its index.ts: until then nothing starts;
2. change the rules, rules.md, and what test/rulesets/${id} expects of them;
3. npm run playthroughs -- --ruleset ${id}   and review each difference as a change of the rules;
4. npm run openapi   and look at the difference.`);
  return 0;
});

/** Formats the copy, because its import paths are longer and lines may have to break. */
function format(copy: string): void {
  const { status, stderr } = spawnSync('npx', ['--no', 'biome', 'check', '--write', copy], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the copy in ${copy} could not be formatted: ${stderr}`);
}
