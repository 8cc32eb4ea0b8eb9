import type { Seat } from '../kernel/ruleset.ts';
import { tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf } from './cards.ts';
import type { Table } from './events.ts';
import type { Power } from './power.ts';
import { type Board, type Exposed, rowOf, type Shield } from './state.ts';

const NONE: readonly Shield[] = [];
/** Shields that last only as long as their card lies in the row. R11 */
const BOUND_TO_CARD: readonly Power['kind'][] = ['shieldCard', 'shieldHealth'];

/** A card's shield is in force until its owner's next turn. A second use of the same card adds nothing. R11 */
export function raiseShield(table: Table, owner: Seat, card: CardId, power: Power): void {
  const { state } = table;
  if (state.shields.some((shield) => shield.owner === owner && shield.card === card)) return;
  state.shields = [...state.shields, { owner, card, power }];
  tell(table, 'shieldRaised', owner, { card: cardOf(card), power: power.kind });
}

/** The shields of a seat whose turn begins end. R11 */
export function endShields(table: Table, owner: Seat): void {
  endWhere(table, (shield) => shield.owner === owner);
}

/** A card has left a row, and a shield that is bound to it ends. R11 */
export function endShieldOf(table: Table, card: CardId): void {
  endWhere(table, (shield) => shield.card === card && BOUND_TO_CARD.includes(shield.power.kind));
}

function endWhere(table: Table, ends: (shield: Shield) => boolean): void {
  const { state } = table;
  if (!state.shields.some(ends)) return;
  for (const { owner, card } of state.shields.filter(ends)) tell(table, 'shieldEnded', owner, { card: cardOf(card) });
  state.shields = state.shields.filter((shield) => !ends(shield));
}

function ignoresShields(board: Board, seat: Seat): boolean {
  return board.shields.some(({ owner, power }) => owner === seat && power.kind === 'ignoreShields');
}

/** The shields of a seat that count, in the active player's attack or otherwise. R21 */
function shieldsOf(board: Board, owner: Seat, inAttack: boolean): readonly Shield[] {
  if (board.shields.length === 0) return NONE;
  if (ignoresShields(board, owner) || (inAttack && ignoresShields(board, board.active))) return NONE;
  return board.shields.filter((shield) => shield.owner === owner);
}

/** The shields of a seat that hold the active player back, who is never held back by its own. R11 */
export function shieldsAgainst(board: Board, owner: Seat, inAttack: boolean): readonly Shield[] {
  return owner === board.active ? NONE : shieldsOf(board, owner, inAttack);
}

/** Whether this card cannot be lost to the active player. */
export function isCardShielded(board: Board, owner: Seat, card: CardId, inAttack: boolean): boolean {
  return shieldsAgainst(board, owner, inAttack).some(
    (shield) => shield.power.kind === 'shieldCard' && shield.card === card,
  );
}

/** Whether `shieldRow` keeps the active player from making this row shorter than two cards. */
export function hasRowShield(board: Board, owner: Seat, inAttack: boolean): boolean {
  return shieldsAgainst(board, owner, inAttack).some(({ power }) => power.kind === 'shieldRow');
}

/** Whether this row can lose no card to the active player, because it would fall below two. */
export function isRowShielded(board: Board, owner: Seat, inAttack: boolean): boolean {
  return rowOf(board, owner).length <= 2 && hasRowShield(board, owner, inAttack);
}

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
