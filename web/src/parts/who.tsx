import type { ComponentChildren } from 'preact';
import type { Game } from '../core/api.ts';
import { WORDS } from '../core/words.ts';
import { Name } from './name.tsx';

interface WhoProps {
  game: Game;
  seat: number;
  name: string;
  children?: ComponentChildren;
}

/** Shows a player as a disc with a letter. It has a gold ring while the seat must act. */
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
