import type { Seat } from '../kernel/ruleset.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { topOf, withSpentDie, withTop } from './chain.ts';
import { castDice, castDie, DICE, type Die, highestOf, isCritical, judge, REROLL_LIMIT, type Roll } from './dice.ts';
import { faceUp } from './state.ts';
import type { Table } from './table.ts';

/** Rolls a seat's die against the card that is face up. */
export function rollAtCard(
  table: Table,
  event: 'dieRolled' | 'dieRerolled' | 'challengeRolled',
  seat: Seat,
  die: Die,
): Roll {
  const card = faceUp(table.state);
  const roll = castDie(table.chance, seat, die);
  const { value } = roll;
  tell(table, event, seat, { die, value, card, verdict: judge(roll, card), critical: isCritical(roll) });
  return roll;
}

/** The active seat throws all its remaining dice for the King on the table; the highest counts. R5 */
export function throwForKing(table: Table): Roll {
  const { active, chain, diceLeft } = table.state;
  const rolls = castDice(table.chance, active, diceLeft[active] as Die[]);
  const highest = highestOf(rolls);
  tell(table, 'kingRolled', active, { level: chain.length, rolls, highest: highest.value });
  return highest;
}

/** Takes a die from those a seat may still roll in this turn. R18 */
export function useDie(table: Table, seat: Seat, die: Die): void {
  const { state } = table;
  const left = state.diceLeft[seat] as Die[];
  state.diceLeft = replaced(
    state.diceLeft,
    seat,
    left.filter((other) => other !== die),
  );
}

/** Gives a die back to its seat, which may roll it again in this turn. R9 */
export function returnDie(table: Table, { seat, die }: Roll): void {
  const { state } = table;
  const left = state.diceLeft[seat] as Die[];
  state.diceLeft = replaced(
    state.diceLeft,
    seat,
    DICE.filter((other) => other === die || left.includes(other)),
  );
}

/** Lays a die that did not win beside the card being decided. R9, R10 */
export function laySpent(table: Table, { seat, die }: Roll): void {
  const { state } = table;
  state.chain = withTop(state.chain, withSpentDie(topOf(state.chain), seat, die));
}

/** Two challengers with equal rolls both roll again, until one is higher. R10, R17 */
export function rollApart(table: Table, rolls: Roll[]): Roll[] {
  let latest = rolls;
  for (let again = 0; again < REROLL_LIMIT && areEqual(latest); again++) {
    tell(table, 'challengersTied', null, { value: (latest[0] as Roll).value });
    latest = latest.map(({ seat, die }) => rollAtCard(table, 'challengeRolled', seat, die));
  }
  return latest;
}

function areEqual([one, other]: Roll[]): boolean {
  return one !== undefined && other !== undefined && one.value === other.value;
}
