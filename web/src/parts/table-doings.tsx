import type { Answer, Game } from '../core/api.ts';
import { isQuickClock } from '../core/clock.ts';
import { abortGame, leaveGame, rematchGame, resignGame, withdrawAbort } from '../core/endings.ts';
import { goTo, hrefTo } from '../core/router.ts';
import { session } from '../core/session.ts';
import { set, settings } from '../core/settings.ts';
import { useStore } from '../core/store.ts';
import { WORDS } from '../core/words.ts';
import { Sure } from './sure.tsx';

interface TableDoingsProps {
  game: Game;
  /** shows what became of it */
  onAnswer(answer: Answer<Game>): void;
}

/** What can be done to the game as a whole, and how this browser shows it. */
export function TableDoings({ game, onAnswer }: TableDoingsProps) {
  const { id, status, you, seats, abortAskedBy, createdBy } = game;
  const { sound, quick } = useStore(settings);
  const words = WORDS.doings;
  const mine = session.value?.playerId;
  const isMine = you.length > 0;
  /** who has resigned from all their seats has no more say */
  const plays = status === 'playing' && seats.some(({ seat, left }) => you.includes(seat) && left === null);
  const again = async () => {
    const answer = await rematchGame(id);
    if (answer.ok) goTo('g', answer.value.id);
    else onAnswer(answer);
  };
  const undo = (doing: Promise<Answer<Game>>) => void doing.then(onAnswer);
  const hasAsked = plays && abortAskedBy.includes(mine ?? '');
  const mayAbort = (status === 'open' && createdBy === mine) || (plays && !hasAsked);
  return (
    <details class="doings">
      <summary>{words.title}</summary>
      <div class="line">
        {status === 'finished' && isMine && (
          <button type="button" class="go" onClick={() => void again()}>
            {words.rematch}
          </button>
        )}
        {plays && <Sure label={words.resign} question={words.resignMeans} onSure={() => undo(resignGame(id))} />}
        {status === 'open' &&
          you.map((seat) => (
            <Sure
              key={seat}
              label={you.length > 1 ? words.leaveSeat(seat) : words.leave}
              question={words.leaveMeans}
              onSure={() => undo(leaveGame(id, seat))}
            />
          ))}
        {mayAbort && <Sure label={words.abort} question={words.abortMeans} onSure={() => undo(abortGame(id))} />}
        {status === 'playing' && abortAskedBy.length > 0 && <span>{words.abortAsked(abortAskedBy.length)}</span>}
        {hasAsked && (
          <button type="button" onClick={() => undo(withdrawAbort(id))}>
            {words.withdrawAbort}
          </button>
        )}
        <label>
          <input type="checkbox" checked={sound} onChange={(event) => set({ sound: event.currentTarget.checked })} />{' '}
          {words.sound}
        </label>
        {isQuickClock(game) && (
          <label>
            <input type="checkbox" checked={quick} onChange={(event) => set({ quick: event.currentTarget.checked })} />{' '}
            {words.quick}
          </label>
        )}
        <a href={`${hrefTo('rules', game.ruleset)}?version=${game.rulesVersion}`}>{WORDS.rules}</a>
        <a href={hrefTo('new', game.ruleset)}>{words.another}</a>
      </div>
    </details>
  );
}
