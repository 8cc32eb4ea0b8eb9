import { durationOf } from './durations.ts';

const LATE = { random: 'who is late has an action drawn by lot', resign: 'who is late leaves the game' };

/** A clock from a request or a game. */
interface SaidClock {
  perAction?: number | null;
  bank?: number | null;
  increment?: number | null;
  onTimeout: keyof typeof LATE;
}

export function clockInWords({ perAction, bank, increment, onTimeout }: SaidClock): string {
  return typeof perAction === 'number'
    ? `${durationOf(perAction)} for each decision; ${LATE[onTimeout]}.`
    : `${durationOf(bank ?? 0)} for a whole game, and ${durationOf(increment ?? 0)} more with each decision; ${LATE[onTimeout]}.`;
}
