/** The strength of a bot, in a word for players. */
export type Level = 'easy' | 'medium' | 'hard';

interface Bot {
  level: Level;
  /** the first is the usual name. Further bots with the policy at a table have the others */
  names: readonly string[];
}

/** The policies that several rulesets have, and `planner`. docs/baselines.md has their win rates. */
const BOTS: Readonly<Record<string, Bot>> = {
  random: { level: 'easy', names: ['Pip', 'Dot', 'Lou', 'Fay', 'Bert'] },
  plain: { level: 'medium', names: ['Mara', 'Otto', 'Nell', 'Hugo', 'Ines'] },
  planner: { level: 'medium', names: ['Edda', 'Linus', 'Romy', 'Axel', 'Gitta'] },
  'search-10': { level: 'medium', names: ['Olga', 'Emil', 'Tess', 'Karl', 'Wilma'] },
  'search-100': { level: 'hard', names: ['Vera', 'Magnus', 'Iris', 'Conrad', 'Thea'] },
  'search-1000': { level: 'hard', names: ['Zeno', 'Astrid', 'Viktor', 'Selma', 'Bruno'] },
  search: { level: 'hard', names: ['Theo', 'Frida', 'Anton', 'Lotte', 'Oskar'] },
};

/** Level and names of bots with any other policy, such as `skilled`. Such a policy is the strongest of its ruleset. */
const OWN: Bot = { level: 'hard', names: ['Sage', 'Cora', 'Felix', 'Gerda', 'Niels'] };

export const BOT_NAMES = [OWN, ...Object.values(BOTS)].flatMap(({ names }) => names);

const botOf = (policy: string) => (Object.hasOwn(BOTS, policy) ? BOTS[policy] : undefined) ?? OWN;

export function botName(policy: string, lowerSeats: readonly { kind: string; policy?: string | null }[] = []): string {
  const { names } = botOf(policy);
  const namesakes = lowerSeats.filter((seat) => seat.kind === 'bot' && botOf(seat.policy ?? '').names === names);
  return names[namesakes.length % names.length] as string;
}

export const levelOf = (policy: string): Level => botOf(policy).level;

/** Chooses a policy for each level. `policies` are those of one ruleset. */
export function levelsOf(policies: readonly string[]): Record<Level, string> {
  const own = policies.find((policy) => !Object.hasOwn(BOTS, policy));
  return { easy: 'random', medium: policies.includes('plain') ? 'plain' : 'random', hard: own ?? 'search-100' };
}
