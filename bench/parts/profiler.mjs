import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { basename } from 'node:path';

const EVERY_MICROS = 500;
const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** Finds the part of the product in a path of `dist`: a folder, or a folder in `rules`, `games` or `store`. */
const ROOM = /\/dist\/(?:src\/)?((?:rules\/[^/]+|games|store)\/[^/]+?|[^/]+)(?:\/|\.js$)/;
const FASTIFY = new Set([
  'fastify',
  'find-my-way',
  'avvio',
  'fast-json-stringify',
  'light-my-request',
  'ajv',
  'reusify',
]);
const SOCKET_WRITE = /^write(v|Buffer|\w+String)$/;

export class Profiler {
  #session = new Session();

  async start() {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.setSamplingInterval', { interval: EVERY_MICROS });
    await this.#session.post('Profiler.start');
  }

  async stop() {
    const { profile } = await this.#session.post('Profiler.stop');
    this.#session.disconnect();
    return profile;
  }
}

/** The first signal starts a profile, the second writes it to a file. */
export function profileBySignal(signal, file) {
  let profiler = null;
  process.on(signal, async () => {
    if (profiler === null) {
      profiler = new Profiler();
      await profiler.start();
    } else {
      writeFileSync(file, JSON.stringify(await profiler.stop()));
    }
  });
}

/** Returns `busy`, the share of time that was not idle, and its parts by place and by function, the largest first. */
export function partsOf({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) for (const child of node.children ?? []) byId.get(child).parent = node;
  const [places, functions] = [new Map(), new Map()];
  let [all, idle] = [0, 0];
  samples.forEach((id, i) => {
    const node = byId.get(id);
    const { functionName, url, lineNumber } = node.callFrame;
    const micros = timeDeltas[i];
    if (functionName === '(idle)') idle += micros;
    if (functionName === '(idle)') return;
    const place = placeOf(node);
    all += micros;
    add(places, place, micros);
    if (url !== '') add(functions, `${functionName || `line ${lineNumber + 1}`} in ${basename(url)}`, micros);
  });
  const shares = (map) =>
    [...map].map(([name, micros]) => [name, micros / all]).sort(([, one], [, other]) => other - one);
  return { busy: all / (all + idle), places: shares(places), functions: shares(functions) };
}

function add(map, key, more) {
  map.set(key, (map.get(key) ?? 0) + more);
}

/** Names the part that a sample counts for. Native code counts for its caller, except writing to sockets. */
function placeOf(node) {
  const { functionName, url } = node.callFrame;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (SOCKET_WRITE.test(functionName) && url === '') return 'writing to sockets';
  if (url === '')
    return node.parent === undefined || functionName.startsWith('(') ? 'native code' : placeOf(node.parent);
  if (url.startsWith('wasm:')) return 'PostgreSQL as WebAssembly';
  if (url.startsWith('node:')) return /crypto/.test(url) ? 'Node: crypto' : 'Node: HTTP, sockets, timers';
  const name = PACKAGE.exec(url)?.[1];
  if (name !== undefined) return FASTIFY.has(name) || name.startsWith('@fastify/') ? 'Fastify' : packageGroup(name);
  const room = ROOM.exec(url)?.[1];
  return room === undefined ? 'native code' : `Croupier: ${room}`;
}

function packageGroup(name) {
  if (/^(pg|postgres)/.test(name)) return 'driver of PostgreSQL';
  return name.includes('pglite') ? 'PostgreSQL as WebAssembly' : name;
}
