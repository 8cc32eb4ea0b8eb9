import type { Game } from './api.ts';

export function isOver({ status }: Pick<Game, 'status'>): boolean {
  return status === 'finished' || status === 'aborted';
}
