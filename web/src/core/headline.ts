import type { Game } from './api.ts';
import { WORDS } from './words.ts';

/** What everybody wants to know first: whose turn it is, or how it ended. */
export function headlineOf({ status, outcome, toAct, you }: Game, names: readonly string[]): string {
  const named = (seats: readonly number[]) => seats.map((seat) => names[seat] ?? String(seat));
  switch (status) {
    case 'open':
      return WORDS.table.open;
    case 'playing':
      return toAct.some((seat) => you.includes(seat)) ? WORDS.table.yourTurn : WORDS.table.waitingFor(named(toAct));
    case 'finished':
      return WORDS.table.won(named(outcome?.winners ?? []));
    case 'aborted':
      return WORDS.table.aborted;
    default:
      return status satisfies never;
  }
}
