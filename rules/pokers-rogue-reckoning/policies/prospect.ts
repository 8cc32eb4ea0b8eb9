import { ofKind } from '../cards.ts';
import { healedBy, type View } from '../view.ts';
import { chanceToOutlast, decisiveOdds, type Force, type Odds } from './odds.ts';

export type Fight = NonNullable<View['combat']>;

/** What a combat costs: about so many hit points, and the run with some chance. */
export interface Prospect {
  odds: Odds;
  hitsNeeded: number;
  damageTaken: number;
  survival: number;
}

/** Changes to a combat that are being thought about. */
export interface Change {
  playerBonus?: number;
  enemyBonus?: number;
  playerDice?: number;
  enemyDice?: number;
}

/** The combat dice of this tier. */
function diceIn(mode: Fight['mode'], tier: number): number {
  return mode === 'poker' ? tier + 1 : Math.min(tier, 3);
}

/** What the combat ahead looks like after a change, with all healing that is in hand. */
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

/** What one hit of the enemy takes. */
export function harmOf({ enemyAtk, enemyBonus }: Fight): number {
  return enemyAtk + enemyBonus;
}

/** What one hit of the player takes. */
export function blowOf(view: View, { playerBonus }: Fight): number {
  return view.atk + playerBonus;
}

/** What the red potions in hand would heal. */
export function healingInHand(view: View): number {
  if (view.combat?.effects.includes('blight') === true) return 0;
  return ofKind(view.potions, 'red').reduce((sum, card) => sum + healedBy(view, card), 0);
}
