import type { Game } from '../../core/api.ts';

export function hasTime(game: Game): boolean {
  return mayExtend(game) || (game.status === 'playing' && game.decisions.some(isMoved));
}

export function mayExtend({ status, decisions, you, competition }: Game): boolean {
  const isTimed = decisions.some(({ deadline }) => deadline !== null);
  return status === 'playing' && competition === null && you.length > 0 && isTimed;
}

/** True if a deadline was moved, or a player has asked to move it. */
export function isMoved({ because, asked }: Game['decisions'][number]): boolean {
  return because !== null || asked !== null;
}
