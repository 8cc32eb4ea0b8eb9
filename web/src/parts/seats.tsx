import type { Game } from '../core/api.ts';
import { WORDS } from '../core/words.ts';

/** Who sits at the table, who is to act, and what each has in the end. */
export function Seats({ game, names }: { game: Game; names: readonly string[] }) {
  const { seats, toAct, you, outcome } = game;
  return (
    <ul class="seats">
      {seats.map(({ seat }) => (
        <li key={seat} class={toAct.includes(seat) ? 'acts' : ''}>
          {names[seat]}
          {you.includes(seat) && <small> ({WORDS.table.you})</small>}
          {toAct.includes(seat) && <small> · {WORDS.table.toAct}</small>}
          {outcome !== null && <small> · {WORDS.table.points(outcome.scores[seat] ?? 0)}</small>}
        </li>
      ))}
    </ul>
  );
}
