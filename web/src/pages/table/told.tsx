import { useEffect, useState } from 'preact/hooks';
import type { Game, GameEvent } from '../../core/api.ts';
import { isStill } from '../../core/motion.ts';
import { settings } from '../../core/settings.ts';
import { PAGE, PAGE_MS } from './in-order.ts';
import type { TableModel } from './table-model.ts';
import { isResult, tellingIn } from './telling.ts';

/** After the moves of others, the result of the last turn stays in the bar for at least this many times `PAGE_MS`. */
const KEPT_PAGES = 3;

interface ToldProps {
  table: TableModel;
  game: Game;
  events: readonly GameEvent[];
  /** true: moves of others are being shown */
  behind: boolean;
}

/** Shows sentences about the version on the table while moves of others are shown. After these moves, keeps the
 * sentences for a while, but only if they tell a result and the next turn has begun. */
export default function Told({ table, game: { version }, events, behind }: ToldProps) {
  useSkip(table, behind);
  const [turned, setTurned] = useState({ version, page: KEPT_PAGES });
  const telling = tellingIn(events, version);
  const pages = Math.ceil(telling.length / PAGE);
  const last = Math.max(KEPT_PAGES, pages);
  const page = turned.version === version ? turned.page : 0;
  useEffect(() => {
    if (page >= last) return;
    const turning = setTimeout(() => setTurned({ version, page: page + 1 }), PAGE_MS);
    return () => clearTimeout(turning);
  }, [version, page, last]);
  const isPassed = telling.some(isResult) && hasNextTurn(events, version);
  if (!behind && (page >= last || !isPassed || !settings.value.paced || isStill())) return null;
  const from = Math.min(page, pages - 1) * PAGE;
  const sentences = telling.slice(from, from + PAGE).map(({ text }) => text);
  return sentences.length === 0 ? null : <p class="told">{sentences.join(' ')}</p>;
}

const hasNextTurn = (events: readonly GameEvent[], version: number) =>
  events.some((event) => event.version === version && event.type === 'turnStarted');

/** While moves of others are shown one by one, a tap on the cloth shows the newest state. */
function useSkip(table: TableModel, isBehind: boolean): void {
  useEffect(() => {
    if (!isBehind) return;
    const skip = ({ target }: MouseEvent) => {
      if ((target as Element).closest('.felt') !== null) table.skip();
    };
    addEventListener('click', skip);
    return () => removeEventListener('click', skip);
  }, [table, isBehind]);
}
