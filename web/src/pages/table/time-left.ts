import type { Game } from '../../core/api.ts';

/** Whether there is something to say of how long decisions may take here. */
export function hasTime(game: Game): boolean {
  return mayExtend(game) || (game.status === 'playing' && game.decisions.some(isMoved));
}

/** Whether whoever looks on may ask for more time, or agree to it. */
export function mayExtend({ status, decisions, you, competition }: Game): boolean {
  const isTimed = decisions.some(({ deadline }) => deadline !== null);
  return status === 'playing' && competition === null && you.length > 0 && isTimed;
}

/** Whether a deadline is another than the clock alone says, or somebody wants it to be. */
export function isMoved({ because, asked }: Game['decisions'][number]): boolean {
  return because !== null || asked !== null;
}
