import type { Game } from '../core/api.ts';
import { secondsLeft, spokenSeconds } from '../core/clock.ts';
import { hrefTo } from '../core/router.ts';
import { useServiceTime } from '../core/use-service-time.ts';
import { WORDS } from '../core/words.ts';
import { Name } from './name.tsx';

interface SeatsProps {
  game: Game;
  names: readonly string[];
  /** true: names are no links, because an unattended screen cannot be touched */
  isWall?: boolean;
}

export function Seats({ game, names, isWall = false }: SeatsProps) {
  const { seats, toAct, you, outcome, status } = game;
  const nowMs = useServiceTime(status === 'playing' && game.clock !== null);
  return (
    <ul class="seats">
      {seats.map(({ seat, kind, left, player, policy }) => (
        <li key={seat} class={toAct.includes(seat) ? 'acts' : ''}>
          {player === null || isWall ? (
            <Name of={names[seat] ?? ''} />
          ) : (
            <a href={hrefTo('p', player.id)}>
              <Name of={names[seat] ?? ''} />
            </a>
          )}
          {you.includes(seat) && <small> ({WORDS.table.you})</small>}
          {kind === 'bot' && <small> · {WORDS.seats.level(policy ?? '')}</small>}
          {toAct.includes(seat) && <small> · {WORDS.table.toAct}</small>}
          {left !== null && <small> · {WORDS.table.left[left]}</small>}
          {status === 'playing' && <TimeLeft game={game} seat={seat} nowMs={nowMs} />}
          {outcome !== null && <small> · {WORDS.table.points(outcome.scores[seat] ?? 0)}</small>}
        </li>
      ))}
    </ul>
  );
}

/** Shows a seat's time: the countdown of its decision or, if it has no decision to make, the rest of its time bank. */
function TimeLeft({ game, seat, nowMs }: { game: Game; seat: number; nowMs: number }) {
  const seconds = secondsLeft(game, seat, nowMs) ?? game.clock?.remaining?.[seat] ?? null;
  if (seconds === null) return null;
  return (
    <span role="timer" aria-label={WORDS.table.timeLeft}>
      {' '}
      {spokenSeconds(seconds)}
    </span>
  );
}
