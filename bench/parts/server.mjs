import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, residentBytes } from './processes.mjs';

const COLLECT = fileURLToPath(new URL('./collect-garbage.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
/** the flags of `npm start` */
const AS_STARTED = ['--max-semi-space-size=32'];
/** so high that nothing is rejected, although all requests come from one machine; the limiter still runs */
const LIMITS = { RATE_LIMIT: '100000000', REGISTRATION_LIMIT: '100000000' };
const LISTENING = /listening at http:\/\/127\.0\.0\.1:(\d+)/;
// ends the servers too if a benchmark is interrupted
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Starts a server on a free port and resolves when it listens. `settings` is its environment, `profile` a folder for a
 * CPU profile. */
export async function startServer(settings, profile) {
  const flags = [...AS_STARTED, '--expose-gc', '--import', COLLECT];
  if (profile !== undefined) flags.push('--cpu-prof', `--cpu-prof-dir=${profile}`);
  const environment = { NODE_ENV: 'production', PORT: '0', ...LIMITS, ...settings };
  return startProcess([...flags, MAIN], environment);
}

export async function startProcess(command, environment) {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const port = await listening(child);
  return {
    port,
    pid: child.pid,
    cpuSeconds: () => cpuSeconds(child.pid),
    residentBytes: () => residentBytes(child.pid),
    collectGarbage: () => child.kill('SIGUSR2'),
    stop: () => gone(child, 'SIGTERM', end),
    kill: () => gone(child, 'SIGKILL', end),
  };
}

async function gone(child, signal, end) {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  process.off('exit', end);
}

function listening(child) {
  return new Promise((resolve, reject) => {
    const lines = [];
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${lines.slice(-5).join('\n')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const port = LISTENING.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}
