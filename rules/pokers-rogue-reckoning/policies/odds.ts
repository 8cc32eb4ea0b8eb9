import { bestHand, totalOf, withAtk } from '../hands.ts';

/** How likely a roll is to hit the enemy, or the player; the rest are ties. */
export interface Odds {
  hit: number;
  hurt: number;
}

/** The dice and ATK of one side. */
export interface Force {
  dice: number;
  atk: number;
}

/** How often each value comes up, from the lowest value up. */
type Spread = [value: number, chance: number][];

/** What was worked out before: the same question always has the same answer. */
const KNOWN_ODDS = new Map<string, Odds>();

/** The odds of one decisive roll: ties are rolled again until they are decided. */
export function decisiveOdds(mode: 'poker' | 'max', player: Force, enemy: Force): Odds {
  const question = `${mode} ${player.dice} ${player.atk} ${enemy.dice} ${enemy.atk}`;
  const known = KNOWN_ODDS.get(question);
  if (known !== undefined) return known;
  const answer = workedOut(mode, player, enemy);
  KNOWN_ODDS.set(question, answer);
  return answer;
}

function workedOut(mode: 'poker' | 'max', player: Force, enemy: Force): Odds {
  const { hit, hurt } = rollOdds(spreadOf(mode, player), spreadOf(mode, enemy));
  const decided = hit + hurt;
  return decided === 0 ? { hit: 0.5, hurt: 0.5 } : { hit: hit / decided, hurt: hurt / decided };
}

/** The odds of a counter-attack against a total that is known. */
export function counterOdds(player: Force, total: number): Odds {
  return rollOdds(spreadOf('max', player), [[total, 1]]);
}

function rollOdds(player: Spread, enemy: Spread): Odds {
  let hit = 0;
  let hurt = 0;
  for (const [one, chance] of player) {
    for (const [other, otherChance] of enemy) {
      if (one > other) hit += chance * otherChance;
      else if (one < other) hurt += chance * otherChance;
    }
  }
  return { hit, hurt };
}

function spreadOf(mode: 'poker' | 'max', { dice, atk }: Force): Spread {
  const chances = new Map<number, number>();
  const count = (rolled: readonly number[], chance: number): void => {
    const value = mode === 'poker' ? bestHand(withAtk(rolled, atk)) : totalOf(rolled, atk);
    chances.set(value, (chances.get(value) ?? 0) + chance);
  };
  everyRoll(dice, 1, [], 1, count);
  return [...chances].sort(([one], [other]) => one - other);
}

/** Every set of dice once, in rising order, with its chance. */
function everyRoll(
  dice: number,
  least: number,
  rolled: number[],
  chance: number,
  count: (rolled: readonly number[], chance: number) => void,
): void {
  if (dice === 0) {
    count(rolled, chance);
    return;
  }
  for (let value = least; value <= 6; value++) {
    // the multinomial coefficient grows by (dice so far + 1) / (dice of this value so far + 1)
    const same = rolled.filter((die) => die === value).length;
    everyRoll(dice - 1, value, [...rolled, value], (chance * (rolled.length + 1)) / (same + 1) / 6, count);
  }
}

/** How likely the player is to land so many hits before taking so many. */
export function chanceToOutlast({ hit, hurt }: Odds, hits: number, lives: number): number {
  let row = new Array<number>(lives + 1).fill(1);
  row[0] = 0;
  for (let needed = 1; needed <= hits; needed++) {
    const next = [0];
    for (let left = 1; left <= lives; left++) next.push(hit * (row[left] ?? 0) + hurt * (next[left - 1] ?? 0));
    row = next;
  }
  return row[lives] ?? 0;
}
