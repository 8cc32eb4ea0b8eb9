// Searches for leaks of hidden facts in views, in answers about sealed boards, and in the answers of two services whose
// games differ only in these facts: `npm run check -- leaks --positions 1000000 --boards 100 --twins 20 --seed autumn`.
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadCatalogue } from '#rules/catalogue.ts';
import { type Looked, walkForLeaks } from './leak-walk.ts';

const RUNNER = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
/** Most objects live for a short time. With more memory for these, garbage is collected less often. */
const YOUNG_SPACE = '--max-semi-space-size=32';
const MINUTE_MS = 60_000;
const OPTIONS = {
  positions: { type: 'string', default: '20000' },
  boards: { type: 'string', default: '10' },
  twins: { type: 'string', default: '4' },
  seed: { type: 'string', default: 'leaks' },
  share: { type: 'boolean', default: false },
} as const;

/** Returns exit code 0: no leak; 1: a leak, with instructions on stderr. */
export async function main(args: string[]): Promise<number> {
  const { positions, boards, twins, seed, share } = parseArgs({ args, options: OPTIONS }).values;
  if (share) return lookAlone(Number(positions), seed);
  const from = performance.now();
  const count = availableParallelism();
  const each = String(Math.ceil(Number(positions) / count));
  const shares: ChildProcess[] = [];
  process.once('exit', () => shares.map((share) => share.kill()));
  const looks = await Promise.all(Array.from({ length: count }, (_, i) => lookElsewhere(each, `${seed}/${i}`, shares)));
  // prints what the other processes examined even if one has found a leak
  print(
    looks.flatMap((look) => look ?? []),
    (performance.now() - from) / 1000,
  );
  const overHttp = [
    Number(boards) === 0 ||
      (await passes(['test/http/secrets.test.ts', '-t', 'a board that is played more than once'], {
        SEALED_BOARDS: boards,
      })),
    Number(twins) === 0 || (await passes(['test/http/twin-worlds.test.ts'], { TWIN_GAMES: twins })),
  ];
  return looks.includes(null) || overHttp.includes(false) ? 1 : 0;
}

async function passes(chosen: string[], settings: Record<string, string>): Promise<boolean> {
  const test = ['run', ...chosen];
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [VITEST, ...test], { stdio: 'inherit', env });
  process.once('exit', () => child.kill());
  return (await new Promise((resolve) => child.once('close', resolve))) === 0;
}

async function lookAlone(positions: number, seed: string): Promise<number> {
  // a busy loop never runs listeners, so signals must end the process directly
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  const onGame = everyMinute((looked) => console.error(`${seed}: ${looked} of ${positions} positions`));
  console.log(JSON.stringify(walkForLeaks(await loadCatalogue(false), { seed, positions, onGame })));
  return 0;
}

function everyMinute(say: (looked: number) => void): (looked: number) => void {
  let said = performance.now();
  return (looked) => {
    if (performance.now() - said < MINUTE_MS) return;
    said = performance.now();
    say(looked);
  };
}

/** Examines a part of the positions in a process of its own; null: the process reported a leak. */
async function lookElsewhere(positions: string, seed: string, shares: ChildProcess[]): Promise<Looked[] | null> {
  const program = fileURLToPath(import.meta.url);
  const args = [YOUNG_SPACE, RUNNER, program, '--share', '--positions', positions, '--seed', seed];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  shares.push(child);
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code === 0 ? JSON.parse(output) : null;
}

function print(looks: readonly Looked[], seconds: number): void {
  console.log('| ruleset | seats | sets of options | games | positions | secret choices | worlds | leaks |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  const names = new Set(looks.map(({ ruleset, seats }) => `${ruleset} | ${seats}`));
  let all = 0;
  for (const name of names) {
    const parts = looks.filter(({ ruleset, seats }) => `${ruleset} | ${seats}` === name);
    const sum = (of: (part: Looked) => number) => parts.reduce((total, part) => total + of(part), 0);
    const games = sum((part) => part.games);
    const positions = sum((part) => part.positions);
    const [choices, worlds] = [sum(({ compared }) => compared.choices), sum(({ compared }) => compared.worlds)];
    const sets = Math.max(...parts.map((part) => Math.min(part.optionSets, part.games)));
    console.log(`| ${name} | ${sets} | ${games} | ${positions} | ${choices} | ${worlds} | 0 |`);
    all += positions;
  }
  console.log(`${all} positions in ${seconds.toFixed(0)} s`);
}
