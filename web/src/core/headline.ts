import type { Game } from './api.ts';
import { WORDS } from './words.ts';

/** Whose turn it is, or the result. */
export function headlineOf(game: Game, names: readonly string[]): string {
  const { status, toAct, you } = game;
  switch (status) {
    case 'open':
      return WORDS.table.open;
    case 'playing': {
      const isYourTurn = toAct.some((seat) => you.includes(seat));
      return isYourTurn ? WORDS.table.yourTurn : WORDS.table.waitingFor(toAct.map((seat) => nameIn(names, seat)));
    }
    case 'finished':
      return resultOf(game, names);
    case 'aborted':
      return WORDS.table.aborted;
    default:
      return status satisfies never;
  }
}

/** A viewer with several seats gets the names of the seats. */
export function resultOf({ outcome, seats, you }: Pick<Game, 'outcome' | 'seats' | 'you'>, names: readonly string[]) {
  const { winners = [], left = [] } = outcome ?? {};
  const yours = you.length === 1 ? you[0] : undefined;
  const named = (seat: number) => (seat === yours ? WORDS.table.youFirst : nameIn(names, seat));
  if (winners.length > 0) {
    return WORDS.table.won([...winners].sort((a, b) => Number(b === yours) - Number(a === yours)).map(named));
  }
  if (seats.length > 1) return WORDS.table.won([]);
  return left[0] === undefined ? WORDS.table.lost(named(0)) : `${named(0)} ${WORDS.table.left[left[0].how]}`;
}

const nameIn = (names: readonly string[], seat: number) => names[seat] ?? String(seat);
