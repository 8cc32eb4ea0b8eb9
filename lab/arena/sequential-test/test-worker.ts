import { parentPort, workerData } from 'node:worker_threads';
import { loadVersion } from '#rules/catalogue.ts';
import { type Player, playerOf } from '#rules/kernel/search/simulation.ts';
import { playBoard, type TestedBoard } from './test-board.ts';

/** The boards that one worker plays: from `from` to `boards` in steps of `workers`. */
export interface TestShare {
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  seats: number;
  first: string;
  second: string;
  seed: string;
  boards: number;
  workers: number;
  from: number;
}

export type TestBatch = [number, TestedBoard][];

const BATCH_MS = 100;

const share = workerData as TestShare;
const { options, seats, seed } = share;
const ruleset = (await loadVersion(share.ruleset, share.rulesVersion))?.ruleset;
if (ruleset === undefined) throw new Error(`there is no version ${share.rulesVersion} of ruleset ${share.ruleset}`);
const [first, second] = [share.first, share.second].map((name) => playerOf(ruleset, name, 0) as Player);
const plan = { ruleset, options, seats, first: first as Player, second: second as Player, seed };

let batch: TestBatch = [];
let sent = performance.now();
for (let board = share.from; board <= share.boards; board += share.workers) {
  batch.push([board, playBoard(plan, board)]);
  if (performance.now() - sent < BATCH_MS) continue;
  parentPort?.postMessage(batch);
  batch = [];
  sent = performance.now();
}
parentPort?.postMessage(batch);
