import type { Seat } from '../kernel/ruleset.ts';
import { type CardId, cardOf } from './cards.ts';
import { shieldsOf } from './shields.ts';
import { type Board, type Exposed, rowOf } from './state.ts';

/** Every card of a row with the health it counts now, in the active player's attack or otherwise. R20 */
export function exposedRow(board: Board, seat: Seat, inAttack: boolean): Exposed[] {
  const row = rowOf(board, seat);
  const shields = shieldsOf(board, seat, inAttack);
  if (shields.length === 0) return row.map((card) => ({ card, health: cardOf(card).health }));
  let change = 0;
  return row.map((card) => {
    const health = Math.max(0, cardOf(card).health + change);
    for (const shield of shields) {
      if (shield.card === card && shield.power.kind === 'shieldHealth') change += shield.power.change;
    }
    return { card, health };
  });
}

/** The health that a row card counts now. */
export function healthOf(board: Board, seat: Seat, card: CardId): number {
  if (board.shields.length === 0) return cardOf(card).health;
  return exposedRow(board, seat, false).find((exposed) => exposed.card === card)?.health ?? cardOf(card).health;
}

/** The health of a whole row as it counts now, in the active player's attack or otherwise. */
export function rowHealth(board: Board, seat: Seat, inAttack: boolean): number {
  return exposedRow(board, seat, inAttack).reduce((sum, { health }) => sum + health, 0);
}

/** The health of a row as it is scored. R20 */
export function printedHealth(row: readonly CardId[]): number {
  return row.reduce((sum, card) => sum + cardOf(card).health, 0);
}
