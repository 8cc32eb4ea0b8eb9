// Runs a benchmark, or lists them: `npm run bench [-- <name> [argument …]]`.
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const FOLDER = import.meta.dirname;
const files = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
    .map((file) => [file.replace('.mjs', ''), `${FOLDER}/${file}`]),
);
for (const name of ['baselines', 'levels']) files.set(name, `lab/baselines/${name}.mjs`);

const [name] = process.argv.splice(2, 1);
const file = files.get(name);
if (file !== undefined) await import(pathToFileURL(file));
else {
  if (name !== undefined && name !== '--help') console.error(`Unknown benchmark ${name}.\n`);
  for (const [each, path] of files) console.log(each.padEnd(12), purposeOf(readFileSync(path, 'utf8')));
  process.exitCode = name === undefined || name === '--help' ? 0 : 2;
}

/** Returns the first sentence of a benchmark's first comment, without the command that follows the colon. */
function purposeOf(source) {
  const [comment] = source.replaceAll('\n// ', ' ').split('\n');
  return comment.slice('// '.length).split(/[.:] /)[0];
}
