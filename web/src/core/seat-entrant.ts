import type { Schemas } from '../../../clients/typescript/src/index.ts';
import { nameOfEntrant } from './entrants.ts';
import { WORDS_OF_ROUNDS } from './words/rounds.ts';

/** Who sits at a table of a competition: a seat that no entry holds is the house's. */
export function nameOfSeat(seat: Pick<Schemas['CompetitionSeat'], 'entry' | 'player' | 'bot'>): string {
  return seat.entry === null ? WORDS_OF_ROUNDS.house : nameOfEntrant(seat);
}
