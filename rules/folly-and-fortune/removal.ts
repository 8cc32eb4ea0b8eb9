import type { CardId } from './cards.ts';
import { isCardShielded, isRowShielded } from './shields.ts';
import { type Attack, type Board, type Exposed, rowOf } from './state.ts';

export type RemovalBar = 'absent' | 'last' | 'limit' | 'shieldCard' | 'shieldRow' | 'tooHealthy' | 'notMost';

/** Returns the first reason why the card cannot be removed now; null: it can be removed (rules R5, R6, R9, R11). */
export function removalBar(board: Board, attack: Attack, card: CardId): RemovalBar | null {
  const { victim, removed, limit, mayEmptyRow, damage, total, goal } = attack;
  const row = rowOf(board, victim);
  if (!row.includes(card)) return 'absent';
  if (limit !== null && removed.length >= limit) return 'limit';
  if (board.shields.length > 0 && isCardShielded(board, victim, card, true)) return 'shieldCard';
  if (board.shields.length > 0 && isRowShielded(board, victim, true)) return 'shieldRow';
  if (row.length === 1 && !mayEmptyRow) return 'last';
  const left = damage - total - exposedHealth(attack, card);
  if (left < 0) return 'tooHealthy';
  if (goal !== null && damage - left + mostOf(lyingIn(attack), left, mayEmptyRow, card) < goal) return 'notMost';
  return null;
}

export function removableCards(board: Board, attack: Attack): CardId[] {
  return rowOf(board, attack.victim).filter((card) => removalBar(board, attack, card) === null);
}

/** Returns a card that the player must remove, because a self-attack cannot reach its goal without it (rule R23). */
export function unavoidableCard(attack: Attack): CardId | undefined {
  const { goal, total, damage } = attack;
  const lying = lyingIn(attack);
  return lying.find(({ card }) => total + mostOf(lying, damage - total, true, card) < (goal ?? 0))?.card;
}

export function exposedHealth({ exposed }: Attack, card: CardId): number {
  return exposed.find((other) => other.card === card)?.health ?? 0;
}

function lyingIn({ exposed, removed }: Attack): readonly Exposed[] {
  return removed.length === 0 ? exposed : exposed.filter(({ card }) => !removed.includes(card));
}

// Returns the most health that an attack with this damage can remove, without removing the card `except`. It can remove
// all cards only if the row may become empty (rule R6).
export function mostOf(
  cards: readonly Exposed[],
  damage: number,
  mayEmptyRow: boolean,
  except: CardId | null = null,
): number {
  let all = 0;
  let least = Number.POSITIVE_INFINITY;
  const healths: number[] = [];
  for (const { card, health } of cards) {
    if (card === except) continue;
    healths.push(health);
    all += health;
    least = Math.min(least, health);
  }
  if (all <= damage) return mayEmptyRow || healths.length === 0 ? all : all - least;
  return highestSum(healths, damage);
}

const BITS = 31;

/** Returns the highest sum of some of these numbers that does not exceed `most`; 0 if every number exceeds it. The
 * numbers must not be negative. */
export function highestSum(numbers: readonly number[], most: number): number {
  return most < BITS ? highestInWord(numbers, most) : highestInList(numbers, most);
}

/** Bit s of `sums` is 1 if the sum s is possible. Allocates nothing, because games call this function very often. */
function highestInWord(numbers: readonly number[], most: number): number {
  const within = 2 ** (most + 1) - 1;
  let sums = 1;
  for (const number of numbers) if (number <= most) sums |= (sums << number) & within;
  return BITS - Math.clz32(sums);
}

function highestInList(numbers: readonly number[], most: number): number {
  const sums = new Array<boolean>(most + 1).fill(false);
  sums[0] = true;
  for (const number of numbers) {
    for (let sum = most; sum >= number; sum--) sums[sum] ||= sums[sum - number] === true;
  }
  return sums.lastIndexOf(true);
}
