import type { ComponentChildren } from 'preact';
import type { Game } from '../core/api.ts';
import { WORDS } from '../core/words.ts';
import { Name } from './name.tsx';

interface WhoProps {
  game: Game;
  seat: number;
  name: string;
  /** one line about them: points, what they do */
  children?: ComponentChildren;
}

/** Who sits there: a disc in the color of the seat with a letter, gold around it while they are to act, and a name. */
export function Who({ game: { toAct, viewer, status }, seat, name, children }: WhoProps) {
  const letter = [...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase() ?? '';
  const acts = status === 'playing' && toAct.includes(seat);
  return (
    <div class={acts ? 'who on' : 'who'}>
      <span class="av" aria-hidden="true">
        {letter}
      </span>
      <span>
        <b>{seat === viewer ? WORDS.table.youFirst : <Name of={name} />}</b>
        <small>{children}</small>
        {acts && <span class="sr">{WORDS.table.toAct}</span>}
      </span>
    </div>
  );
}
