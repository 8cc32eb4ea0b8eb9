// Measures steps per second of one core, with compilation and garbage collection.
import { FastChance } from '../../dist/rules/kernel/search/fast-chance.js';
import { simulateGame } from '../../dist/rules/kernel/search/simulation.js';

const EXPANSIONS = {
  'champions-of-chance': { victoryDice: true, wackyNumbers: true },
  'folly-and-fortune': { superpowers: true, finalCardVulnerable: true, arrows: true },
  'pascals-ruin': { mode: 'eternal', spicy: true },
  'pokers-rogue-reckoning': { combat: 'max', grid: '3x3', potionsReturn: true, bribe: true, revivalPill: true },
};
/** reading the CPU time takes as long as ten steps */
export const CHECK_EVERY = 1024;

/** Returns each ruleset with default options, and if it has expansions, again with all of them. `id` selects one. */
export function tablesOf(catalogue, id) {
  const entries = [...catalogue.values()].filter(({ ruleset }) => id === undefined || ruleset.id === id);
  if (entries.length === 0) throw new Error(`there is no ruleset ${id}`);
  return entries.flatMap(({ ruleset, inputs }) => {
    const seats = ruleset.seats.min;
    return (ruleset.id in EXPANSIONS ? [false, true] : [false]).map((expanded) => {
      const options = inputs.options(expanded ? EXPANSIONS[ruleset.id] : {}).value;
      const problem = ruleset.checkOptions(options, seats);
      if (problem !== null) throw new Error(`${ruleset.id}: ${problem}`);
      return { id: ruleset.id, ruleset, options, seats, expanded };
    });
  });
}

/** Returns a loop that plays for a given CPU time in ms. Each table gets its own function, which the compiler can
 * specialize. */
export function randomPlay({ id, ruleset, options, seats }) {
  const chance = new FastChance(id);
  let { state } = ruleset.setup(options, seats, chance);
  return (ms) => {
    const start = process.cpuUsage();
    for (let steps = 0; ; ) {
      for (let i = 0; i < CHECK_EVERY; i++, steps++) {
        let [seat] = ruleset.actors(state);
        if (seat === undefined) {
          ({ state } = ruleset.setup(options, seats, chance));
          [seat] = ruleset.actors(state);
        }
        const legal = ruleset.legalActions(state, seat);
        ({ state } = ruleset.apply(state, seat, legal[chance.int(legal.length)], chance));
      }
      const spent = cpuMs(start);
      if (spent >= ms) return (1000 * steps) / spent;
    }
  };
}

/** Returns a loop like that of `randomPlay`. It plays whole games with `policy` on all seats, as `simulate` does. */
export function simulatedPlay({ ruleset, options, seats }, policy) {
  const players = Array.from({ length: seats }, () => ruleset.policies[policy]);
  const plan = { ruleset, options, players, seed: 'pace', worlds: [] };
  let game = 0;
  return (ms) => {
    const start = process.cpuUsage();
    for (let steps = 0; ; ) {
      for (const until = steps + CHECK_EVERY; steps < until; ) steps += simulateGame(plan, game++).actions;
      const spent = cpuMs(start);
      if (spent >= ms) return (1000 * steps) / spent;
    }
  };
}

export function cpuMs(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
