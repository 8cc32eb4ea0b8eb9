import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { policyNames } from '../../dist/rules/kernel/search/policy.js';
import { playerOf, simulateOn } from '../../dist/rules/kernel/search/simulation.js';

const RULES = fileURLToPath(new URL('../../rules', import.meta.url));
const SEARCHES = ['search-10', 'search-100', 'search-1000'];
/** Pairings with `search-1000` get this many times the computing time of others. `WEIGHT_OF_GOAL` is for the pairing
 * with `random`, for which page.mjs has a goal. */
const WEIGHT = 3;
const WEIGHT_OF_GOAL = 8;

export function ladderOf(ruleset, isShort) {
  return [...policyNames(ruleset), ...SEARCHES.filter((name) => !isShort || name !== 'search-1000')];
}

/** Pairs each player with `random` and with its neighbors in strength, and each search also with `plain`. */
export function pairingsOf({ ruleset, inputs }, { isShort, folder }) {
  const ladder = ladderOf(ruleset, isShort);
  const made = (names) => new Pairing(ruleset, inputs.options({}).value, names, folder);
  if (ruleset.solo) return ladder.map((name) => made([name]));
  const isPlayed = (one, other) => {
    const [low, high] = [ladder[one], ladder[other]];
    return one === 0 || other === one + 1 || (low === 'plain' && SEARCHES.includes(high));
  };
  return ladder.flatMap((high, other) =>
    ladder.slice(0, other).flatMap((low, one) => (isPlayed(one, other) ? [made([low, high])] : [])),
  );
}

/** Games between the same players. Each player plays every board from each seat. Board n has the same cards and rolls
 * in every pairing. */
export class Pairing {
  /** one entry `{board, players, shares, scores, seconds}` for each game; its lists are by seat */
  games = [];
  #spent = 0;
  #file;

  constructor(ruleset, options, names, folder) {
    Object.assign(this, { ruleset, options, names });
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `${ruleset.id}-${names.join('-')}-${digestOf(ruleset.id)}.jsonl`);
    if (existsSync(this.#file)) for (const line of linesOf(this.#file)) this.#count(JSON.parse(line));
  }

  /** The computing time in seconds, divided by the pairing's weight. */
  get spent() {
    if (!this.names.includes('search-1000')) return this.#spent;
    return this.#spent / (this.names.includes('random') ? WEIGHT_OF_GOAL : WEIGHT);
  }

  playBoard() {
    const board = this.games.length / this.names.length;
    const { id } = this.ruleset;
    const before = process.cpuUsage();
    const played = this.names.map((_, turn) => {
      const players = turn === 0 ? this.names : this.names.toReversed();
      const plan = { ruleset: this.ruleset, options: this.options, worlds: [] };
      plan.players = players.map((name) => playerOf(this.ruleset, name, 0));
      const { outcome } = simulateOn(plan, 0, `baselines ${id} ${board}`, `baselines ${id} ${board} ${players}`);
      const { winners, scores } = outcome;
      const shares = scores.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
      return { board, players, shares, scores };
    });
    const { user, system } = process.cpuUsage(before);
    for (const game of played) {
      const line = { ...game, seconds: (user + system) / 1e6 / played.length };
      appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
      this.#count(line);
    }
  }

  #count(game) {
    this.games.push(game);
    this.#spent += game.seconds;
  }
}

/** Reads the lines of a file. Leaves out the lines of the last board if this board is incomplete. */
function linesOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const seats = lines.length === 0 ? 1 : JSON.parse(lines[0]).players.length;
  return lines.slice(0, lines.length - (lines.length % seats));
}

/** Returns a digest of all files on which games of this ruleset depend. */
function digestOf(id) {
  const hash = createHash('sha256');
  for (const folder of ['kernel', id]) {
    for (const file of readdirSync(join(RULES, folder), { recursive: true }).sort()) {
      if (/\.(ts|json)$/.test(file)) hash.update(readFileSync(join(RULES, folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
