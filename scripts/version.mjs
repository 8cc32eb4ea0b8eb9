// Copies the version of package.json to every file that repeats it. `npm version` runs it; `--check` only compares.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);
const FILES = execFileSync('git', ['ls-files', 'clients', 'docs', '.ci', 'test/documents'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /(\.md|\.toml|__init__\.py|package\.json|\.ci\/clients|commands\.test\.ts)$/.test(file));
const VERSIONS = /(^ *"version": "|^(?:__)?version(?:__)? = "|\bcroupier(?:-mcp|-client)?-)(\d+\.\d+\.\d+)/gm;

const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const others = FILES.filter((file) => {
  const url = new URL(file, ROOT);
  const text = readFileSync(url, 'utf8');
  const current = text.replace(VERSIONS, `$1${version}`);
  if (current !== text && !process.argv.includes('--check')) writeFileSync(url, current);
  return current !== text;
});
if (others.length > 0) console.log(`Not ${version}: ${others.join(', ')}`);
process.exitCode = process.argv.includes('--check') && others.length > 0 ? 1 : 0;
