import { parentPort, workerData } from 'node:worker_threads';
import { loadVersion } from '#rules/catalogue.ts';
import { type Player, playerOf, type SimulatedGame, simulateGame } from '#rules/kernel/search/simulation.ts';

/** The games that one worker plays: those with `number % workers === rest`. */
export interface Share {
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  policies: string[];
  playouts: number;
  /** the start positions of the games, used one after another; if empty, each game starts with its set-up */
  worlds: unknown[];
  seed: string;
  games: number;
  workers: number;
  rest: number;
}

export type Batch = [number, SimulatedGame][];

const BATCH_MS = 200;

const share = workerData as Share;
const ruleset = (await loadVersion(share.ruleset, share.rulesVersion))?.ruleset;
if (ruleset === undefined) throw new Error(`there is no version ${share.rulesVersion} of ruleset ${share.ruleset}`);
const { options, playouts, seed, worlds } = share;
const players = share.policies.map((name) => playerOf(ruleset, name, playouts) as Player);
const plan = { ruleset, options, players, seed, worlds };

parentPort?.postMessage([]); // The main thread starts its clock with this message.
let batch: Batch = [];
let sent = performance.now();
for (let number = share.rest; number < share.games; number += share.workers) {
  batch.push([number, simulateGame(plan, number)]);
  if (performance.now() - sent < BATCH_MS) continue;
  parentPort?.postMessage(batch);
  batch = [];
  sent = performance.now();
}
parentPort?.postMessage(batch);
