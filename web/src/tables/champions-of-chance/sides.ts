import { isOver } from '../../core/is-over.ts';
import type { ChampionsProps } from './champions-props.ts';
import { WORDS } from './words.ts';

/** Puts the viewer's seat first. */
export function inOrder(viewer: ChampionsProps['game']['viewer'], [one = 0, other = 0]: readonly number[]): number[] {
  return viewer === other ? [other, one] : [one, other];
}

export function roleOf({ game, view: { active, opponent } }: ChampionsProps, seat: number): string {
  if (isOver(game)) return game.outcome?.winners.includes(seat) === true ? WORDS.seat.best : '';
  if (seat === active) return WORDS.seat.attacks;
  return seat === opponent ? WORDS.seat.attacked : '';
}
