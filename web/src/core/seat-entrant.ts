import type { Schemas } from '../../../clients/typescript/src/index.ts';
import { nameOfEntrant } from './entrants.ts';
import { WORDS_OF_ROUNDS } from './words/rounds.ts';

/** A seat without an entry belongs to the house. */
export function nameOfSeat(seat: Pick<Schemas['CompetitionSeat'], 'entry' | 'player' | 'bot'>): string {
  return seat.entry === null ? WORDS_OF_ROUNDS.house : nameOfEntrant(seat);
}
