import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Mistake } from './flags.ts';

const SHELF = 'versions';
/** From `<id>/versions/<n>/` it is two steps further to the kernel than from `<id>/`. */
const DEEPER = '../../';
const SOURCE = /\.[cm]?[jt]s$/;
/** What follows `from`, `import`, `import(` or `new URL(` and begins with a dot, in quotation marks. */
const RELATIVE = /(\b(?:from|import)\s+|\bimport\(\s*|\bnew URL\(\s*)(['"])(\.\.?\/[^'"]*)\2/g;

/**
 * Copies the rules in the folder `<room>/<id>` whole, those for players included, to `<room>/<id>/versions/<rulesVersion>` and
 * returns that path; and the playthroughs of the ruleset, in their own folder, in the same way. Throws a `Mistake` when that version is
 * there already.
 */
export function makeFrozenCopy(room: string, playthroughs: string, id: string, rulesVersion: number): string {
  const folder = join(room, id);
  const copy = join(folder, SHELF, String(rulesVersion));
  if (existsSync(copy)) throw new Mistake(`Version ${rulesVersion} of ${id} is kept already, in ${copy}.`);
  copyToShelf(folder, copy);
  copyToShelf(join(playthroughs, id), join(playthroughs, id, SHELF, String(rulesVersion)));
  for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((path) => SOURCE.test(path))) {
    const text = readFileSync(join(copy, path), 'utf8');
    writeFileSync(
      join(copy, path),
      text.replace(RELATIVE, (whole, before, quote, target) =>
        leaves(folder, path, target) ? `${before}${quote}${DEEPER}${target}${quote}` : whole,
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

/** Whether a path that a file of the folder refers to lies outside of that folder. */
function leaves(folder: string, path: string, target: string): boolean {
  return relative(folder, resolve(folder, dirname(path), target)).startsWith('..');
}
