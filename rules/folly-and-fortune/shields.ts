import type { Seat } from '../kernel/ruleset.ts';
import { tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf } from './cards.ts';
import type { Table } from './events.ts';
import type { Power } from './power.ts';
import { type Board, type Exposed, rowOf, type Shield } from './state.ts';

const NONE: readonly Shield[] = [];
/** The shields that end when the card that raised them leaves the row (rule R11). */
const BOUND_TO_CARD: readonly Power['kind'][] = ['shieldCard', 'shieldHealth'];

/** Raises a shield that lasts until its owner's next turn. Using the same card again adds nothing (rule R11). */
export function raiseShield(table: Table, owner: Seat, card: CardId, power: Power): void {
  const { state } = table;
  if (state.shields.some((shield) => shield.owner === owner && shield.card === card)) return;
  state.shields = [...state.shields, { owner, card, power }];
  tell(table, 'shieldRaised', owner, { card: cardOf(card), power: power.kind });
}

/** Ends a seat's shields. Call it at the start of the seat's turn (rule R11). */
export function endShields(table: Table, owner: Seat): void {
  endWhere(table, (shield) => shield.owner === owner);
}

/** Ends the shield that a card raised, after the card left its row. Only kinds in `BOUND_TO_CARD` end (rule R11). */
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

/** Returns the shields of a seat that have an effect now. `inAttack`: the active player is attacking (rule R21). */
function shieldsOf(board: Board, owner: Seat, inAttack: boolean): readonly Shield[] {
  if (board.shields.length === 0) return NONE;
  if (ignoresShields(board, owner) || (inAttack && ignoresShields(board, board.active))) return NONE;
  return board.shields.filter((shield) => shield.owner === owner);
}

/** Returns the shields that protect this seat from the active player; none if the seat itself is active (rule R11). */
export function shieldsAgainst(board: Board, owner: Seat, inAttack: boolean): readonly Shield[] {
  return owner === board.active ? NONE : shieldsOf(board, owner, inAttack);
}

export function isCardShielded(board: Board, owner: Seat, card: CardId, inAttack: boolean): boolean {
  return shieldsAgainst(board, owner, inAttack).some(
    (shield) => shield.power.kind === 'shieldCard' && shield.card === card,
  );
}

/** Returns true if `shieldRow` forbids the active player to leave fewer than two cards in this seat's row. */
export function hasRowShield(board: Board, owner: Seat, inAttack: boolean): boolean {
  return shieldsAgainst(board, owner, inAttack).some(({ power }) => power.kind === 'shieldRow');
}

export function isRowShielded(board: Board, owner: Seat, inAttack: boolean): boolean {
  return rowOf(board, owner).length <= 2 && hasRowShield(board, owner, inAttack);
}

/** Returns the cards of a row with their current health. `inAttack`: the active player is attacking (rule R20). */
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

export function healthOf(board: Board, seat: Seat, card: CardId): number {
  if (board.shields.length === 0) return cardOf(card).health;
  return exposedRow(board, seat, false).find((exposed) => exposed.card === card)?.health ?? cardOf(card).health;
}

export function rowHealth(board: Board, seat: Seat, inAttack: boolean): number {
  return exposedRow(board, seat, inAttack).reduce((sum, { health }) => sum + health, 0);
}

/** Returns the printed health of a row, which counts for the score (rule R20). */
export function printedHealth(row: readonly CardId[]): number {
  return row.reduce((sum, card) => sum + cardOf(card).health, 0);
}
