import type { CardId } from './cards.ts';
import { isCardShielded, isRowShielded } from './shields.ts';
import { type Attack, type Board, type Exposed, rowOf } from './state.ts';

/** Why a card cannot be removed in an attack. */
export type RemovalBar = 'absent' | 'last' | 'limit' | 'shieldCard' | 'shieldRow' | 'tooHealthy' | 'notMost';

/** The first reason why this card cannot be removed now; null if it can. R5, R6, R9, R11 */
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
  if (goal !== null && damage - left + mostOf(othersOf(attack, card), left, mayEmptyRow) < goal) return 'notMost';
  return null;
}

/** The cards that can be removed now. */
export function removableCards(board: Board, attack: Attack): CardId[] {
  return rowOf(board, attack.victim).filter((card) => removalBar(board, attack, card) === null);
}

/** A card without which the attack on oneself cannot remove what it has to. R23 */
export function unavoidableCard(attack: Attack): CardId | undefined {
  const { goal, total, damage } = attack;
  const lying = attack.exposed.filter(({ card }) => !attack.removed.includes(card));
  return lying.find(({ card }) => total + mostOf(othersOf(attack, card), damage - total, true) < (goal ?? 0))?.card;
}

export function exposedHealth({ exposed }: Attack, card: CardId): number {
  return exposed.find((other) => other.card === card)?.health ?? 0;
}

function othersOf({ exposed, removed }: Attack, card: CardId): Exposed[] {
  return exposed.filter((other) => other.card !== card && !removed.includes(other.card));
}

/** The most health that cards of a row can have together without exceeding the damage; never all of them, unless the row may be emptied. R6 */
export function mostOf(cards: readonly Exposed[], damage: number, mayEmptyRow: boolean): number {
  const sums = new Array<boolean>(damage + 1).fill(false);
  sums[0] = true;
  let all = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const { health } of cards) {
    all += health;
    least = Math.min(least, health);
    for (let sum = damage; sum >= health; sum--) sums[sum] ||= sums[sum - health] === true;
  }
  if (all <= damage && !mayEmptyRow && cards.length > 0) return all - least;
  return sums.lastIndexOf(true);
}
