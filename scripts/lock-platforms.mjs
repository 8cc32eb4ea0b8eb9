// Adds the optional packages of other platforms to package-lock.json. Without them, `npm ci` fails on those platforms.
// Run it after changing dependencies: `node scripts/lock-platforms.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = {
  arm64: 'arm64',
  arm: 'arm',
  x64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
};

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
let added = 0;
for (const owner of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const platform = platformOf(name);
    const place = `node_modules/${name}`;
    if (platform === null || place in lock.packages) continue;
    lock.packages[place] = { version, ...(owner.dev ? { dev: true } : {}), optional: true, ...platform };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to ${FILE}`);

function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const system = SYSTEMS.find((word) => words.includes(word));
  const processor = words.map((word) => PROCESSORS[word]).find((word) => word !== undefined);
  if (system === undefined || processor === undefined) return null;
  const musl = words.some((word) => word.startsWith('musl'));
  return { os: [system], cpu: [processor], ...(musl ? { libc: ['musl'] } : {}) };
}
