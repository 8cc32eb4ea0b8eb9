import { ofKind } from '../cards.ts';
import { bestHand, totalOf, withAtk } from '../hands.ts';
import { healedBy, type View } from '../view.ts';

/** The probabilities that one roll hits the enemy or hurts the player. All other rolls are ties. */
interface Odds {
  hit: number;
  hurt: number;
}

interface Force {
  dice: number;
  atk: number;
}

/** The possible values in ascending order, each with its probability. */
type Spread = [value: number, chance: number][];

const KNOWN_ODDS = new Map<string, Odds>();

/** Returns the odds of a roll when all ties have been rolled again. */
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

/** Calls `count` for every combination of dice, with its probability. */
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
    // each die multiplies the multinomial coefficient by (dice so far + 1) / (dice of this value so far + 1)
    const same = rolled.filter((die) => die === value).length;
    everyRoll(dice - 1, value, [...rolled, value], (chance * (rolled.length + 1)) / (same + 1) / 6, count);
  }
}

/** Returns the probability of hitting `hits` times before being hit `lives` times. */
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

export type Fight = NonNullable<View['combat']>;

interface Prospect {
  odds: Odds;
  hitsNeeded: number;
  damageTaken: number;
  survival: number;
}

export interface Change {
  playerBonus?: number;
  enemyBonus?: number;
  playerDice?: number;
  enemyDice?: number;
}

function diceIn(mode: Fight['mode'], tier: number): number {
  return mode === 'poker' ? tier + 1 : Math.min(tier, 3);
}

/** Returns the expected course of the combat with this change, if the player drinks all red potions in the hand. */
export function prospect(view: View, fight: Fight, change: Change = {}): Prospect {
  const { mode, enemyAtk, enemyHp } = fight;
  const dice = diceIn(mode, view.tier);
  const player: Force = { dice: dice + (change.playerDice ?? 0), atk: view.atk };
  const enemy: Force = { dice: Math.max(0, dice - (change.enemyDice ?? 0)), atk: enemyAtk };
  const odds = decisiveOdds(mode, player, enemy);
  const blow = view.atk + fight.playerBonus + (change.playerBonus ?? 0);
  const harm = harmOf(fight) + (change.enemyBonus ?? 0);
  const hitsNeeded = Math.ceil(enemyHp / Math.max(1, blow));
  const lives = Math.ceil((view.hp + healingInHand(view)) / Math.max(1, harm));
  const damageTaken = odds.hit === 0 ? 99 : (hitsNeeded * odds.hurt * harm) / odds.hit;
  return { odds, hitsNeeded, damageTaken, survival: chanceToOutlast(odds, hitsNeeded, lives) };
}

export function harmOf({ enemyAtk, enemyBonus }: Fight): number {
  return enemyAtk + enemyBonus;
}

export function blowOf(view: View, { playerBonus }: Fight): number {
  return view.atk + playerBonus;
}

export function healingInHand(view: View): number {
  if (view.combat?.effects.includes('blight') === true) return 0;
  return ofKind(view.potions, 'red').reduce((sum, card) => sum + healedBy(view, card), 0);
}
