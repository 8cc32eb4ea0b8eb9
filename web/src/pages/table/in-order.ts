import type { Game, GameEvent } from '../../core/api.ts';
import { isQuickClock } from '../../core/clock.ts';
import { ROLL_MS } from '../../core/motion.ts';
import { Past } from '../../core/past.ts';
import { pause } from '../../core/pause.ts';
import { isChance, isResult, tellingIn } from './telling.ts';

/** If others made more moves than this, only the last ones are shown one by one. A quick clock allows only a few. */
const MOST_IN_ORDER = { usual: 100, quick: 3 };
/** How long a version is shown before the next one, in ms, after its dice have landed. A result takes time to read. */
const SHOWN_MS = { result: 1_600, chance: 700, other: 850 };
/** This many sentences fit into the bar of a phone. Further ones take their place after `PAGE_MS`. */
export const PAGE = 2;
export const PAGE_MS = 1_600;

/** The part of `TableModel` that is used here. */
interface ShownTable {
  readonly state: {
    readonly value: { game: Game | null; events: readonly GameEvent[] };
    patch(changes: { busy?: boolean; behind?: boolean }): void;
  };
  readonly shownAt: number;
  show(game: Game): void;
  add(events: readonly GameEvent[]): void;
}

/** Shows each version after `shown` that the viewer notices, then waits until `newest` may be shown. */
export async function showBetween(
  table: ShownTable,
  shown: number,
  newest: Game,
  inviteCode: string | null,
  signal: AbortSignal,
): Promise<void> {
  const most = isQuickClock(newest) ? MOST_IN_ORDER.quick : MOST_IN_ORDER.usual;
  const past = new Past(newest.id, newest.viewer, newest.you, inviteCode);
  let isNews = false;
  for (let version = Math.max(shown + 1, newest.version - most); version <= newest.version; version++) {
    if (!(await isNoticed(table, past, version))) continue;
    isNews = true;
    if (version === newest.version) break;
    const answer = await past.state(version);
    if (!answer.ok) break;
    await keepPace(table, signal);
    if (signal.aborted) return;
    table.show(answer.value);
    table.state.patch({ busy: false }); // the action that was sent is shown, but the next choices are not there yet
  }
  if (isNews) await keepPace(table, signal);
}

/** True if the viewer gets events of this version, or reading fails. A secret choice of another seat has no events. */
async function isNoticed(table: ShownTable, past: Past, version: number): Promise<boolean> {
  const { events } = table.state.value;
  if ((events.at(-1)?.version ?? 0) >= version) return events.some((event) => event.version === version);
  const answer = await past.happenedAt(version);
  if (answer.ok) table.add(answer.value);
  return !answer.ok || answer.value.length > 0;
}

async function keepPace({ state, shownAt }: ShownTable, signal: AbortSignal): Promise<void> {
  const { game, events } = state.value;
  const ms = shownAt + paceOf(tellingIn(events, game?.version ?? 0)) - performance.now();
  if (ms <= 0) return;
  state.patch({ behind: true });
  await pause(ms, signal);
}

function paceOf(telling: readonly GameEvent[]): number {
  const isRoll = telling.some(isChance);
  const shown = telling.some(isResult) ? 'result' : isRoll ? 'chance' : 'other';
  const pages = Math.ceil(telling.length / PAGE);
  return (isRoll ? ROLL_MS : 0) + (pages > 1 ? pages * PAGE_MS : SHOWN_MS[shown]);
}
