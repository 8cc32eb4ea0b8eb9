import { useState } from 'preact/hooks';
import type { Game } from '../../core/api.ts';
import { resultOf } from '../../core/headline.ts';
import { isStill } from '../../core/motion.ts';
import { seatHue } from '../../core/seat-hue.ts';
import { WORDS } from '../../core/words.ts';
import './result.css';

interface ResultProps {
  game: Game;
  names: readonly string[];
  why?: string | undefined;
}

/** Shows large over the table, for some seconds, how the game ended: nothing if the player wants no motion, because
 * header and bar say the same. Screen readers hear it from the announcer. */
export default function Result({ game, names, why }: ResultProps) {
  const { seats, you, viewer } = game;
  const [isShown, setShown] = useState(!isStill());
  const { winners = [], scores = [], left = [] } = game.outcome ?? {};
  const lost = you.length === 1 && !winners.some((seat) => you.includes(seat));
  // after a player has left, the scores do not explain the result
  const ranked =
    left.length > 0 ? [] : [...winners, ...scores.keys()].filter((seat, at, all) => all.indexOf(seat) === at);
  const close = ({ target, currentTarget }: Event) => target === currentTarget && setShown(false);
  if (!isShown) return null;
  return (
    <div class={lost ? 'result' : 'result won'} aria-hidden="true" onAnimationEnd={close}>
      <strong>{resultOf({ outcome: game.outcome, seats, you }, names)}</strong>
      <p>
        {ranked.map((seat) => (
          <span key={seat} class={seatHue(game, seat)}>
            <b>{scores[seat]}</b>
            {seats.length > 1 && (seat === viewer ? WORDS.table.youFirst : names[seat])}
          </span>
        ))}
      </p>
      {why}
      {lost && <em>{WORDS.table.wellPlayed}</em>}
    </div>
  );
}
