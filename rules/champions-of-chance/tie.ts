import type { Seat } from '../kernel/ruleset.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf } from './cards.ts';
import { discard, draw } from './discard.ts';
import { battlersOf } from './state.ts';
import type { Table } from './table.ts';
import { startThefts } from './theft.ts';

/** A battler chooses in secret what a tie costs it; once both have chosen, both pay. R6, R12 */
export function discardCard(table: Table, seat: Seat, card: CardId): void {
  const { state } = table;
  state.discards = replaced(state.discards, seat, card);
  tell(table, 'discardChosen', seat, { card: cardOf(card) });
  const battlers = battlersOf(state);
  const chosen = battlers.flatMap((battler) => state.discards[battler] ?? []);
  if (chosen.length < battlers.length) return;
  state.discards = state.discards.map(() => null);
  battlers.forEach((battler, i) => {
    discard(table, battler, chosen[i] as CardId, 'tie');
  });
  for (const battler of battlers) draw(table, battler);
  startThefts(table);
}
