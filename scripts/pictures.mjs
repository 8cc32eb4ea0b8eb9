// Takes the pictures in the documents anew, by all browser tests that take some or by the named ones:
// `npm run pictures -- competitions.spec.ts`.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { positionals: specs } = parseArgs({ allowPositionals: true, options: {} });
const args = ['playwright', 'test', '-c', 'test/web', '--grep', '@picture', ...specs];
const env = { ...process.env, PICTURES: 'on' };
process.exitCode = spawnSync('npx', args, { stdio: 'inherit', env }).status ?? 1;
