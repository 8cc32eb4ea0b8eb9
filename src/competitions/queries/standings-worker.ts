import { parentPort } from 'node:worker_threads';
import type { StandingsInput } from '../../standings/results.ts';
import { standings } from '../../standings/standings.ts';

parentPort?.on('message', (input: StandingsInput) => parentPort?.postMessage(standings(input)));
