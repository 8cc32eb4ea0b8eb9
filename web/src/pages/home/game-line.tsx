import type { ComponentChildren } from 'preact';
import type { GameSummary } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { seatNames } from '../../core/seat-names.ts';
import { session } from '../../core/session.ts';
import { WORDS } from '../../core/words.ts';

interface GameLineProps {
  game: GameSummary;
  nameOf(ruleset: string): string;
  note: string;
  children?: ComponentChildren;
}

export function GameLine({ game, nameOf, note, children }: GameLineProps) {
  const mine = session.value?.playerId;
  const others = seatNames(game).filter((_, seat) => {
    const { kind, player } = game.seats[seat] ?? {};
    return kind !== 'open' && player?.id !== mine;
  });
  return (
    <li>
      <a href={hrefTo('g', game.id)}>{nameOf(game.ruleset)}</a> {others.length > 0 && WORDS.mine.with(others)}
      <small> · {note}</small>
      {children}
    </li>
  );
}
