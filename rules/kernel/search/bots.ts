/** How strong a bot plays, in a word for players. */
export type Level = 'easy' | 'medium' | 'hard';

interface Bot {
  level: Level;
  /** by seat, so that no two bots at a table have the same name */
  names: readonly string[];
}

/** The names of the bots that every ruleset has. docs/baselines.md has their win rates. */
const BOTS: Readonly<Record<string, Bot>> = {
  random: { level: 'easy', names: ['Pip', 'Dot', 'Lou', 'Fay', 'Bert'] },
  plain: { level: 'medium', names: ['Mara', 'Otto', 'Nell', 'Hugo', 'Ines'] },
  'search-10': { level: 'medium', names: ['Olga', 'Emil', 'Tess', 'Karl', 'Wilma'] },
  'search-100': { level: 'hard', names: ['Vera', 'Magnus', 'Iris', 'Conrad', 'Thea'] },
  'search-1000': { level: 'hard', names: ['Zeno', 'Astrid', 'Viktor', 'Selma', 'Bruno'] },
  search: { level: 'hard', names: ['Theo', 'Frida', 'Anton', 'Lotte', 'Oskar'] },
};

/** If a ruleset has policies of its own besides `plain`, they are its best ones. */
const OWN: Bot = { level: 'hard', names: ['Sage', 'Cora', 'Felix', 'Gerda', 'Niels'] };

export const BOT_NAMES = [OWN, ...Object.values(BOTS)].flatMap(({ names }) => names);

const botOf = (policy: string) => (Object.hasOwn(BOTS, policy) ? BOTS[policy] : undefined) ?? OWN;

export function botName(policy: string, seat = 0): string {
  const { names } = botOf(policy);
  return names[seat % names.length] as string;
}

export const levelOf = (policy: string): Level => botOf(policy).level;

/** Chooses the policy for each level from those that a ruleset has. */
export function levelsOf(policies: readonly string[]): Record<Level, string> {
  const own = policies.find((policy) => !Object.hasOwn(BOTS, policy));
  return { easy: 'random', medium: policies.includes('plain') ? 'plain' : 'random', hard: own ?? 'search-100' };
}
