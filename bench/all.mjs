// Runs all benchmarks: npm run bench -- all [--short] [--only engine,reads] [--write] (into bench/figures/<name>.txt).
// `--short` takes minutes and shows only that all benchmarks run. The full run takes two hours on an idle machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const COMMANDS = {
  engine: ['', '--rounds 3 --slice 100'],
  simulate: ['', '--rounds 1 --slice 50'],
  actions: ['--clients 64,256 --rounds 3 --seconds 4', '--clients 64 --rounds 1 --seconds 1'],
  reads: ['--rounds 3 --seconds 2', '--rounds 1 --seconds 1'],
  growth: [
    '--rounds 4 --starts 3 --games 20000 --live 2000 --passes 1',
    '--versions 10,100 --rounds 1 --starts 1 --games 200 --live 20 --passes 1',
  ],
  scale: ['--rounds 3 --seconds 5', '--servers 1 --rounds 1 --seconds 1'],
  contention: ['', '--writers 2 --rounds 1 --seconds 1'],
  lives: ['', '--short --seconds 1'],
  start: ['--rounds 3', '--events 10000 --rounds 1'],
  sealing: ['--rounds 7 --seconds 2', '--rounds 1 --seconds 1'],
  profile: ['', '--seconds 1'],
  memory: ['', '--games 500 --minutes 1'],
};

const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(COMMANDS).join(',') },
    write: { type: 'boolean', default: false },
  },
});

const names = asked.only.split(',');
const unknown = names.find((name) => !(name in COMMANDS));
if (unknown !== undefined) throw new Error(`there is no benchmark ${unknown}`);
for (const name of names) {
  const [long, short] = COMMANDS[name];
  const args = asked.short ? short : long;
  const figures = `$ npm run bench -- ${name}${args === '' ? '' : ` ${args}`}\n\n${await outputOf(name, args)}\n`;
  if (asked.write) writeFileSync(new URL(`./figures/${name}.txt`, import.meta.url), figures);
  else console.log(figures);
}

async function outputOf(name, args) {
  const program = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args.split(' ').filter(Boolean)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return text.trimEnd();
}
