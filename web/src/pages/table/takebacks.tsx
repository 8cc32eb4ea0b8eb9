import { useEffect, useState } from 'preact/hooks';
import type { Answer, Game, GameEvent } from '../../core/api.ts';
import { seatNames } from '../../core/seat-names.ts';
import { session } from '../../core/session.ts';
import {
  isCasual,
  momentsOf,
  mustAgree,
  refuseTakeback,
  requestTakeback,
  undoAction,
  undoLabelOf,
} from '../../core/takebacks.ts';
import { WORDS_OF_TAKEBACKS as WORDS } from '../../core/words/takebacks.ts';

interface TakebacksProps {
  part: 'undo' | 'wish' | 'ask';
  game: Game;
  events: readonly GameEvent[];
  onAnswer(answer: Answer<Game>): void;
}

export default function Takebacks({ part, game, events, onAnswer }: TakebacksProps) {
  const [busy, setBusy] = useState(false);
  const run = (call: Promise<Answer<Game>>) => {
    if (busy) return;
    setBusy(true);
    void call.then((answer) => {
      setBusy(false);
      onAnswer(answer);
    });
  };
  const parts = { game, events, busy, run };
  if (part === 'undo') return <Undo {...parts} />;
  if (part === 'wish') return <Wish {...parts} />;
  return isCasual(game) ? <Ask {...parts} /> : null;
}

interface PartProps {
  game: Game;
  events: readonly GameEvent[];
  busy: boolean;
  run(call: Promise<Answer<Game>>): void;
}

function Undo({ game, busy, run }: PartProps) {
  const [offer, setOffer] = useState<{ head: string; label: string } | null>(null);
  const { head, undoTo } = game;
  useEffect(() => {
    if (undoTo === null) return;
    let isNewest = true;
    void undoLabelOf(game).then((label) => {
      if (isNewest && label !== null) setOffer({ head, label });
    });
    return () => {
      isNewest = false;
    };
  }, [head, undoTo]);
  const label = undoTo !== null && offer?.head === head ? offer.label : null;
  const undo = () => {
    if (label !== null && !busy) run(undoAction(game));
  };
  if (label === null) return null;
  return (
    <button type="button" class="act" disabled={busy} onClick={undo} title={label}>
      <span aria-hidden="true">{WORDS.undoLast}</span>
      <small class="what" aria-hidden="true">
        {label}
      </small>
      <span class="sr">{WORDS.undo(label)}</span>
    </button>
  );
}

function Wish({ game, events, busy, run }: PartProps) {
  const { to = 0, agreedBy = [] } = game.takeback ?? {};
  const mine = agreedBy.includes(session.value?.playerId ?? '');
  const event = momentsOf(events).find((moment) => moment.to === to)?.text;
  const moment = event === undefined ? WORDS.earlier : WORDS.moment(event);
  const names = seatNames(game);
  const asking = game.seats.flatMap(({ seat, player }) =>
    agreedBy.includes(player?.id ?? '') ? [names[seat] ?? ''] : [],
  );
  return (
    <>
      <span role="status">{mine ? WORDS.asked(moment) : WORDS.asks([...new Set(asking)].join(', '), moment)}</span>
      {!mine && (
        <button type="button" class="go" disabled={busy} onClick={() => run(requestTakeback(game.id, to))}>
          {WORDS.agree}
        </button>
      )}
      <button type="button" disabled={busy} onClick={() => run(refuseTakeback(game.id))}>
        {mine ? WORDS.withdraw : WORDS.refuse}
      </button>
    </>
  );
}

function Ask({ game, events, busy, run }: PartProps) {
  const moments = momentsOf(events);
  const [chosen, setChosen] = useState<number | null>(null);
  const to = moments.find((moment) => moment.to === chosen)?.to ?? moments[0]?.to;
  if (to === undefined) return null;
  const others = mustAgree(game, session.value?.playerId);
  return (
    <details class="doings">
      <summary>{WORDS.back}</summary>
      <p class="dim">{others ? WORDS.backMeans : WORDS.goesMeans}</p>
      <div class="line">
        <label>
          {WORDS.before}{' '}
          <select value={to} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {moments.map((moment) => (
              <option key={moment.to} value={moment.to}>
                {moment.text}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={busy} onClick={() => run(requestTakeback(game.id, to))}>
          {others ? WORDS.ask : WORDS.goes}
        </button>
      </div>
    </details>
  );
}
