import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UsageError } from '../../src/cli/flags.ts';

const SHELF = 'versions';
/** The prefix for import paths of the copy: `<id>/versions/<n>/` is two levels deeper than `<id>/`. */
const DEEPER = '../../';
const SOURCE = /\.[cm]?[jt]s$/;
/** Matches relative paths after `from`, `import`, `import(` and `new URL(`. */
const RELATIVE = /(\b(?:from|import)\s+|\bimport\(\s*|\bnew URL\(\s*)(['"])(\.\.?\/[^'"]*)\2/g;

/** Copies a ruleset and its playthroughs to `versions/<rulesVersion>`. Throws `UsageError` if that version exists. */
export function makeFrozenCopy(room: string, playthroughs: string, id: string, rulesVersion: number): string {
  const folder = join(room, id);
  const copy = join(folder, SHELF, String(rulesVersion));
  if (existsSync(copy))
    throw new UsageError(`${copy} exists already: raise rulesVersion of ${id}, because ${rulesVersion} is frozen.`);
  copyToShelf(folder, copy);
  copyToShelf(join(playthroughs, id), join(playthroughs, id, SHELF, String(rulesVersion)));
  for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((path) => SOURCE.test(path))) {
    const text = readFileSync(join(copy, path), 'utf8');
    writeFileSync(
      join(copy, path),
      text.replace(RELATIVE, (whole, before, quote, target) =>
        relative(folder, resolve(folder, dirname(path), target)).startsWith('..')
          ? `${before}${quote}${DEEPER}${target}${quote}`
          : whole,
      ),
    );
  }
  return copy;
}

function copyToShelf(folder: string, copy: string): void {
  for (const name of readdirSync(folder).filter((name) => name !== SHELF)) {
    cpSync(join(folder, name), join(copy, name), { recursive: true });
  }
}
