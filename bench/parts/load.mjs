// Runs many clients. They have their own processes, so that the server's CPU time does not include theirs.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './figures.mjs';

const CLIENT = new URL('./client.mjs', import.meta.url);
/** the server gets load for this long before the measurement, so that V8 has compiled its code */
const WARM_UP_SECONDS = 3;
/** warm-up of long measurements, in seconds of CPU time, because a busy machine gives a server little CPU time */
const WARM_CPU_SECONDS = 6;
const WARM_CLIENTS = 64;

// Returns answers per second, latencies in ms, CPU seconds of the clients, and how much each of `meters` has grown.
// `work` names a task of client.mjs; `clients` is the total over all `processes`.
export async function load(work, { clients, seconds, processes = 2, meters = {} }) {
  const crews = Array.from({ length: Math.min(processes, clients) }, (_, crew) => ({
    ...work,
    crew,
    clients: Math.floor((clients + crew) / Math.min(processes, clients)),
  }));
  const children = crews.map((crew) => fork(CLIENT, [JSON.stringify(crew)], { serialization: 'advanced' }));
  await Promise.all(children.map((child) => message(child, 'ready')));
  const from = Date.now() + 1000 * WARM_UP_SECONDS;
  const to = from + 1000 * seconds;
  const reports = children.map((child) => message(child, 'report'));
  for (const child of children) child.send({ from, to });
  await sleep(from - Date.now());
  const before = readings(meters);
  await sleep(to - Date.now());
  const after = readings(meters);
  const told = await Promise.all(reports);
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  const latencies = told.flatMap(({ latencies }) => [...latencies]);
  return {
    perSecond: latencies.length / seconds,
    answers: latencies.length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    clientCpuSeconds: told.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    metered: Object.fromEntries(Object.keys(meters).map((name) => [name, after[name] - before[name]])),
  };
}

export async function warm(server) {
  const start = server.cpuSeconds();
  while (server.cpuSeconds() - start < WARM_CPU_SECONDS) {
    await load({ kind: 'act', ports: [server.port] }, { clients: WARM_CLIENTS, seconds: 1 });
  }
}

function readings(meters) {
  return Object.fromEntries(Object.entries(meters).map(([name, read]) => [name, read()]));
}

function message(child, kind) {
  return new Promise((resolve, reject) => {
    child.on('message', (told) => told.kind === kind && resolve(told));
    child.once('exit', (code) => reject(new Error(`a process of clients ended with code ${code}`)));
  });
}
