// `npm run check -- faults [--short] [name …]`
import { parseArgs } from 'node:util';
import { clients } from './clients.ts';
import { compete } from './compete.ts';
import { competitions } from './competitions.ts';
import { diskFull } from './disk-full.ts';
import { failover } from './failover.ts';
import type { Fault, Report } from './fault.ts';
import { KILLS_ON_EITHER } from './kill.ts';
import { lossyFailover, restore } from './lossy-failover.ts';
import { cutConnections, postgresRestarts } from './outages.ts';
import { POOLERS } from './pooler.ts';
import { rollingRestarts } from './proxy.ts';
import { ratings } from './ratings.ts';
import { seeks } from './seeks.ts';
import { twoServers, vanishingClients } from './servers.ts';
import { skew } from './skew.ts';
import { slowReaders } from './slow-readers.ts';

const FAULTS: readonly Fault[] = [
  ...KILLS_ON_EITHER,
  twoServers,
  competitions,
  ratings,
  seeks,
  compete,
  clients,
  postgresRestarts,
  cutConnections,
  ...diskFull,
  vanishingClients,
  slowReaders,
  failover,
  lossyFailover,
  restore,
  ...POOLERS,
  rollingRestarts,
  skew,
];
const SHOWN = 5;

interface Row {
  name: string;
  seconds: number;
  result: Report | string;
}

/** Returns exit code 0: no errors were found; 1: errors were found; 2: there is no such fault. */
export async function main(args: string[]): Promise<number> {
  const options = { short: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const unknown = positionals.find((name) => FAULTS.every((fault) => fault.name !== name));
  if (unknown !== undefined) {
    console.error(`There is no fault ${unknown}, only ${FAULTS.map(({ name }) => name).join(', ')}.`);
    return 2;
  }
  const rows: Row[] = [];
  console.log('| fault | games | moves | lost | twice | unexplained | seconds | what was done |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |');
  for (const fault of FAULTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    console.error(`${fault.name} …`);
    const from = performance.now();
    const result = fault.leftOut?.() ?? (await fault.run(values.short ? 'short' : 'long').catch(failed));
    const row = { name: fault.name, seconds: Math.round((performance.now() - from) / 1000), result };
    rows.push(row);
    print(row);
  }
  return rows.every(({ result }) => typeof result === 'string' || faultsIn(result).length === 0) ? 0 : 1;
}

function failed(error: unknown): Report {
  return { games: 0, moves: 0, lost: [], twice: [], unexplained: [String(error)], done: 'it did not come to its end' };
}

function faultsIn({ lost, twice, unexplained }: Report): string[] {
  return [
    ...lost.map((what) => `lost: ${what}`),
    ...twice.map((what) => `twice: ${what}`),
    ...unexplained.map((what) => `unexplained: ${what}`),
  ];
}

/** Prints each row at once, because the whole run takes more than an hour. */
function print({ name, seconds, result }: Row): void {
  if (typeof result === 'string') {
    console.log(`| ${name} | – | – | – | – | – | – | left out: ${result} |`);
    return;
  }
  const { games, moves, lost, twice, unexplained, done } = result;
  const counts = [games, moves, lost.length, twice.length, unexplained.length, seconds];
  console.log(`| ${name} | ${counts.join(' | ')} | ${done} |`);
  for (const fault of faultsIn(result).slice(0, SHOWN)) console.log(`${name}: ${fault}`);
}
