import { useState } from 'preact/hooks';
import { type Answer, answerOf, api, type Game } from '../../core/api.ts';
import { momentOf } from '../../core/moments.ts';
import { seatNames } from '../../core/seat-names.ts';
import { session } from '../../core/session.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_TIME as words } from '../../core/words/calendar.ts';
import { Fault } from '../../parts/fault.tsx';
import { isMoved, mayExtend } from './time-left.ts';

interface MoreTimeProps {
  part: 'moved' | 'asking';
  game: Game;
  onAnswer(answer: Answer<Game>): void;
}

interface PartProps {
  game: Game;
  names: readonly string[];
  extend(seat: number, seconds: number): void;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AMOUNTS = [10 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY];

export default function MoreTime({ part, game, onAnswer }: MoreTimeProps) {
  const { run, refusal } = useCall();
  const [askedAt, setAskedAt] = useState(game.version);
  const extend = async (seat: number, seconds: number) => {
    const params = { path: { gameId: game.id } };
    setAskedAt(game.version);
    const value = await run(() =>
      answerOf(api.POST('/v1/games/{gameId}/extension', { params, body: { seat, seconds } })),
    );
    if (value !== null) onAnswer({ ok: true, value });
  };
  const parts: PartProps = { game, names: seatNames(game), extend: (...asked) => void extend(...asked) };
  return (
    <>
      {part === 'moved' && <Moved {...parts} />}
      {part === 'asking' && mayExtend(game) && <Asking {...parts} />}
      <Fault refusal={askedAt === game.version ? refusal : null} />
    </>
  );
}

function Moved({ game, names, extend }: PartProps) {
  const mine = session.value?.playerId ?? '';
  return (
    <ul class="plain">
      {game.decisions.filter(isMoved).map(({ seat, deadline, because, asked }) => {
        const who = names[seat] ?? '';
        const mayAgree = mayExtend(game) && !game.you.includes(seat) && asked?.by.includes(mine) === false;
        return (
          <li class="offer" key={seat}>
            <span>
              {deadline !== null && words.until(who, momentOf(deadline))} {because !== null && words.because[because]}{' '}
              {asked !== null && words.asked(who, asked.seconds)}
            </span>
            {asked !== null && mayAgree && (
              <button type="button" class="go" onClick={() => extend(seat, asked.seconds)}>
                {words.agree(who, asked.seconds)}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Asking({ game, names, extend }: PartProps) {
  const { clock, decisions, you } = game;
  const [seconds, setSeconds] = useState((clock?.perAction ?? clock?.bank ?? 0) < DAY ? 10 * MINUTE : DAY);
  const labelOf = (seat: number) => {
    const who = names[seat] ?? '';
    if (!you.includes(seat)) return words.grant(who);
    return words.ask(you.length > 1 ? who : null);
  };
  return (
    <details class="doings">
      <summary>{words.moreTime}</summary>
      <div class="line">
        <label>
          {words.howMuch}{' '}
          <select value={seconds} onChange={(event) => setSeconds(Number(event.currentTarget.value))}>
            {AMOUNTS.map((each) => (
              <option key={each} value={each}>
                {words.amount(each)}
              </option>
            ))}
          </select>
        </label>
        {decisions.map(
          ({ seat, deadline }) =>
            deadline !== null && (
              <button type="button" key={seat} onClick={() => extend(seat, seconds)}>
                {labelOf(seat)}
              </button>
            ),
        )}
      </div>
    </details>
  );
}
