import type { Schemas } from '../../../clients/typescript/src/index.ts';
import { nameOfEntrant } from './entrants.ts';
import { WORDS_OF_ROUNDS } from './words/rounds.ts';

/** A seat without an entry is played by a bot of the service. */
export function nameOfSeat(seat: Pick<Schemas['CompetitionSeat'], 'entry' | 'player' | 'bot'>): string {
  return seat.entry === null ? WORDS_OF_ROUNDS.house : nameOfEntrant(seat);
}
