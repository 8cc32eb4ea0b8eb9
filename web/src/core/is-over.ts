import type { Game } from './api.ts';

/** Whether nothing more happens in a game. */
export function isOver({ status }: Pick<Game, 'status'>): boolean {
  return status === 'finished' || status === 'aborted';
}
