import type { Game } from './api.ts';
import { named } from './seat-names.ts';
import { WORDS } from './words.ts';

type Ended = Pick<Game, 'outcome' | 'seats' | 'you'> & Partial<Pick<Game, 'scoring'>>;

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

/** Describes the result. Says “you” to a viewer with one seat; a viewer with several seats reads their names. */
export function resultOf({ outcome, seats, you, scoring }: Ended, names: readonly string[]) {
  const { winners = [], left = [], scores = [] } = outcome ?? {};
  const yours = you.length === 1 ? you[0] : undefined;
  const whoIs = (seat: number) => (seat === yours ? WORDS.table.youFirst : nameIn(names, seat));
  if (winners.length > 0) {
    const won = WORDS.table.won([...winners].sort((a, b) => Number(b === yours) - Number(a === yours)).map(whoIs));
    const [best = 0, ...others] = winners.length === 1 ? scores.toSorted((a, b) => b - a) : [];
    // if the lowest score wins, or a player has left, the points do not explain the result
    const isDuel = others.length === 1 && scoring === 'highest' && left.length === 0;
    const result = isDuel ? WORDS.table.wonBy(won, best, others[0] ?? 0) : won;
    return yours === undefined || winners.includes(yours) ? result : WORDS.table.youLost(result);
  }
  if (seats.length > 1) return WORDS.table.won([]);
  return left[0] === undefined ? WORDS.table.lost(whoIs(0)) : `${whoIs(0)} ${WORDS.table.left[left[0].how]}`;
}

/** Says in one sentence why the game ended as it did. With more than two seats it adds the scores. */
export function decidedBy({ outcome, seats }: Pick<Game, 'outcome' | 'seats'>, names: readonly string[]): string {
  if (outcome === null) return '';
  const scores = seats.length > 2 ? names.map((name, seat) => `${name} ${outcome.scores[seat] ?? 0}`) : [];
  return [named(outcome.text, names), ...(scores.length > 0 ? [WORDS.table.allScores(scores)] : [])].join(' ');
}

const nameIn = (names: readonly string[], seat: number) => names[seat] ?? String(seat);
