import type { Answer, Game } from '../../core/api.ts';
import { isQuickClock } from '../../core/clock.ts';
import { hrefTo } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { set, settings } from '../../core/settings.ts';
import { useStore } from '../../core/store.ts';
import { WORDS } from '../../core/words.ts';
import { Sure } from '../../parts/sure.tsx';
import { abortGame, leaveGame, resignGame, withdrawAbort } from './endings.ts';

interface TableDoingsProps {
  game: Game;
  /** true: the page shows one turn only, so there are only switches */
  forTurn: boolean;
  onAnswer(answer: Answer<Game>): void;
}

export default function TableDoings(props: TableDoingsProps) {
  return (
    <>
      {!props.forTurn && <Doings {...props} />}
      <Switches game={props.game} />
    </>
  );
}

function Doings({ game, onAnswer }: TableDoingsProps) {
  const { id, status, you, seats, abortAskedBy, createdBy } = game;
  const words = WORDS.doings;
  const mine = session.value?.playerId;
  /** false after the player has resigned from all seats */
  const plays = status === 'playing' && seats.some(({ seat, left }) => you.includes(seat) && left === null);
  const undo = (doing: Promise<Answer<Game>>) => void doing.then(onAnswer);
  const hasAsked = plays && abortAskedBy.includes(mine ?? '');
  const mayAbort = (status === 'open' && createdBy === mine) || (plays && !hasAsked);
  return (
    <section class="doings">
      <h3>{words.title}</h3>
      <div class="line">
        {plays && <Sure label={words.resign} question={words.resignMeans} isSaid onSure={() => undo(resignGame(id))} />}
        {status === 'open' &&
          you.map((seat) => (
            <Sure
              key={seat}
              label={you.length > 1 ? words.leaveSeat(seat) : words.leave}
              question={words.leaveMeans}
              isSaid
              onSure={() => undo(leaveGame(id, seat))}
            />
          ))}
        {mayAbort && <Sure label={words.abort} question={words.abortMeans} isSaid onSure={() => undo(abortGame(id))} />}
        {status === 'playing' && abortAskedBy.length > 0 && <span>{words.abortAsked(abortAskedBy.length)}</span>}
        {hasAsked && (
          <button type="button" onClick={() => undo(withdrawAbort(id))}>
            {words.withdrawAbort}
          </button>
        )}
        <a href={hrefTo('new', game.ruleset)}>{words.another}</a>
      </div>
    </section>
  );
}

function Switches({ game }: { game: Game }) {
  const { sound, quick, ask, list } = useStore(settings);
  const words = WORDS.doings;
  return (
    <section>
      <Switch label={WORDS.table.list} testId="list" isOn={list} onSet={(on) => set({ list: on })} />
      <Switch label={words.sound} isOn={sound} onSet={(on) => set({ sound: on })} />
      <Switch label={words.ask} isOn={ask} onSet={(on) => set({ ask: on })} />
      {isQuickClock(game) && <Switch label={words.quick} isOn={quick} onSet={(on) => set({ quick: on })} />}
    </section>
  );
}

interface SwitchProps {
  label: string;
  testId?: string;
  isOn: boolean;
  onSet(on: boolean): void;
}

function Switch({ label, testId, isOn, onSet }: SwitchProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        data-testid={testId}
        checked={isOn}
        onChange={(event) => onSet(event.currentTarget.checked)}
      />{' '}
      {label}
    </label>
  );
}
