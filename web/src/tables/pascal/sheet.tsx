import type { Game } from '../../core/api.ts';
import type { PascalView } from './view.ts';
import { WORDS } from './words.ts';

interface SheetProps {
  view: PascalView;
  game: Game;
}

/** As the sheet draws them. */
const DOTS_A_BOX = 5;

/** What the game has cost so far: the tracks of this board, and the score with its parts. */
export function Sheet({ view, game }: SheetProps) {
  const { dots, dotSpaces, crosses, crossSpaces, cancelledBoards } = view;
  const { maxBoards = null } = game.options as { maxBoards?: number | null };
  return (
    <section class="sheet" aria-label={WORDS.marks}>
      <div>
        <h2>{WORDS.dots(dots, dotSpaces)}</h2>
        <div class="track">
          {partsOf(dotSpaces, DOTS_A_BOX).map((first) => (
            <svg aria-hidden="true" key={first} viewBox="0 0 30 30">
              <rect x="1" y="1" width="28" height="28" rx="3" />
              {PLACES.map(([x, y], i) => (
                <circle key={`${x}${y}`} class={first + i < dots ? 'marked' : ''} cx={x} cy={y} r="3.4" />
              ))}
            </svg>
          ))}
        </div>
        <h2>{WORDS.crosses(crosses, crossSpaces)}</h2>
        <div class="track">
          {partsOf(crossSpaces, 1).map((place) => (
            <svg aria-hidden="true" key={place} viewBox="0 0 30 30">
              <rect x="1" y="1" width="28" height="28" rx="3" />
              {place < crosses && <path class="marked" d="M7 7 23 23M23 7 7 23" />}
            </svg>
          ))}
        </div>
        <h2>{WORDS.boards(cancelledBoards, maxBoards)}</h2>
      </div>
      <Score view={view} />
    </section>
  );
}

function Score({ view: { score, totalDots, totalCrosses } }: { view: PascalView }) {
  const rows: [string, number][] = [
    [WORDS.parts.dots(totalDots), score.dots],
    [WORDS.parts.crosses(totalCrosses), score.crosses],
    [WORDS.parts.boards, score.boards],
    [WORDS.parts.corners, -score.corners],
    [WORDS.parts.bonus, -score.bonus],
    [WORDS.parts.triangle, -score.triangle],
  ];
  return (
    <table class="score">
      <caption>
        {WORDS.score} <small>({WORDS.low})</small>
      </caption>
      <tbody>
        {rows.map(([part, points]) => (
          <tr key={part}>
            <th scope="row">{part}</th>
            <td>{signed(points)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{WORDS.parts.total}</th>
          <td>{signed(score.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

const PLACES = [
  [8, 8],
  [22, 8],
  [15, 15],
  [8, 22],
  [22, 22],
] as const;

/** The number of the first space in each part of a track. */
function partsOf(spaces: number, size: number): number[] {
  return Array.from({ length: Math.ceil(spaces / size) }, (_, i) => i * size);
}

/** With a true minus. */
function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(Math.abs(points));
}
