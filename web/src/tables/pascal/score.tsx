import { useRef } from 'preact/hooks';
import type { Schemas } from '../../core/api.ts';
import { isOver } from '../../core/is-over.ts';
import type { PascalProps } from './view.ts';
import { WORDS } from './words.ts';

const maxBoardsOf = ({ game }: PascalProps) => (game.options as Schemas['PascalOptions']).maxBoards;

export function Score(props: PascalProps) {
  const { score, cancelledBoards } = props.view;
  const total = (
    <>
      <b key={score.total} class="pop">
        {signed(score.total)}
      </b>{' '}
      <span>{isOver(props.game) ? WORDS.final : WORDS.score}</span>
    </>
  );
  const parts: [string, number][] = [
    [WORDS.parts.dots, score.dots],
    [WORDS.parts.crosses, score.crosses],
    [WORDS.parts.boards(cancelledBoards, maxBoardsOf(props)), score.boards],
    [WORDS.parts.corners, -score.corners],
    [WORDS.parts.bonus, -score.bonus],
    [WORDS.parts.triangle, -score.triangle],
  ];
  return (
    <article class="score">
      <p class="total">{total}</p>
      <button type="button" class="total" popoverTarget="parts" title={WORDS.parts.title}>
        {total}
      </button>
      <dl id="parts" class="parts" popover="auto" aria-label={WORDS.parts.title}>
        {parts.map(([part, points]) => (
          <div key={part}>
            <dt>{part}</dt>
            <dd>{signed(points)}</dd>
          </div>
        ))}
      </dl>
      <GiveUp {...props} />
    </article>
  );
}

/** Asks for confirmation. The button with the focus is the safe one. */
function GiveUp(props: PascalProps) {
  const { choice, view } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  if (!choice.all.some(({ action }) => action.type === 'cancelBoard')) return null;
  const words = WORDS.cancel[view.cancelledBoards + 1 === maxBoardsOf(props) ? 'last' : 'next'];
  return (
    <>
      <button type="button" class="give-up" onClick={() => dialog.current?.showModal()}>
        {words.offer} <small>{words.cost}</small>
      </button>
      <dialog ref={dialog} aria-labelledby="really">
        <h2 id="really">{words.ask}</h2>
        <p>{words.means}</p>
        <form method="dialog">
          <button type="submit" class="act go">
            {WORDS.cancel.keep}
          </button>
          <button type="submit" class="act" onClick={() => choice.act({ type: 'cancelBoard' })}>
            {words.sure}
          </button>
        </form>
      </dialog>
    </>
  );
}

export function Marks({ view: { dots, dotSpaces, crosses, crossSpaces } }: PascalProps) {
  return (
    <article class="marks" aria-label={WORDS.marks}>
      <p>{WORDS.dots(dots, dotSpaces)}</p>
      <Track marked={dots} spaces={dotSpaces} rows={5} />
      <p>{WORDS.crosses(crosses, crossSpaces)}</p>
      <Track marked={crosses} spaces={crossSpaces} rows={1} isCross />
    </article>
  );
}

const WIDTH = 156;

interface TrackProps {
  marked: number;
  spaces: number;
  /** how many rows of spaces are drawn at most; if the spaces need more, a bar is drawn instead */
  rows: number;
  isCross?: boolean;
}

function Track({ marked, spaces, rows, isCross = false }: TrackProps) {
  const columns = spaces <= 10 * rows ? 10 : 20;
  if (spaces > columns * rows) {
    return (
      <svg viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true">
        <rect class="bar-of" x="1" y="1" width={WIDTH - 2} height="10" rx="5" />
        <rect class="bar-to" x="1" y="1" width={((WIDTH - 2) * marked) / spaces} height="10" rx="5" />
      </svg>
    );
  }
  const step = WIDTH / columns;
  const high = Math.min(step, 13);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${Math.ceil(spaces / columns) * high}`} aria-hidden="true">
      {Array.from({ length: spaces }, (_, i) => {
        const [x, y] = [((i % columns) + 0.5) * step, (Math.floor(i / columns) + 0.5) * high];
        const state = i < marked ? 'marked' : '';
        const r = step * 0.26;
        if (!isCross) return <circle key={i} class={state} cx={x} cy={y} r={i < marked ? step * 0.3 : step * 0.23} />;
        return <path key={i} class={state} d={`M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`} />;
      })}
    </svg>
  );
}

function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(Math.abs(points));
}
