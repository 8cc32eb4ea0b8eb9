import { replayAction, replaySetup } from '#rules/kernel/replay.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { EventRow } from '../../store/game-rows.ts';
import type { Game, GameHeader } from './game.ts';

type Linked = Pick<EventRow, 'version' | 'kind' | 'action'>;

/** Returns the version to which the entry goes back; null: it continues from the entry before. */
function wentBackTo({ kind, action }: Linked): number | null {
  if (kind !== 'undone' && kind !== 'takenBack') return null;
  const { to } = (action ?? {}) as { to?: unknown };
  return typeof to === 'number' ? to : null; // checks the type, because an uploaded transcript may contain anything
}

/** Returns the version whose state `fold` needs for this entry; null: it needs none. */
export function stateNeededBy(entry: Linked): number | null {
  return entry.kind === 'takenBack' ? wentBackTo(entry) : null;
}

/** Returns the entries that led to a version, oldest first, without entries that were taken back. `log` must begin with
 * version 1 and have no gaps. */
export function lineageOf<Entry extends Linked>(log: readonly Entry[], version: number): Entry[] {
  const lineage: Entry[] = [];
  for (let at = version; at >= 1; ) {
    const entry = log[at - 1];
    if (entry === undefined) throw new Error(`a log without version ${at} does not lead to version ${version}`);
    const back = wentBackTo(entry);
    if (back === null) lineage.push(entry);
    at = back ?? at - 1;
  }
  return lineage.reverse();
}

export function stateAfter(header: GameHeader, state: unknown, { kind, seat, action, draws }: EventRow): unknown {
  const { ruleset, options, seatCount } = header;
  if (kind === 'started') return replaySetup(ruleset, options, seatCount, draws).state;
  if ((kind !== 'action' && kind !== 'timeout') || action === null) return state;
  return replayAction(ruleset, state, seat as Seat, action as unknown as ActionShape, draws).state;
}

/** Keeps, during one pass through a log, the states to which later takebacks return. */
export class KeptStates {
  readonly #states = new Map<number, unknown>();

  constructor(log: readonly Linked[]) {
    for (const entry of log) {
      const back = stateNeededBy(entry);
      if (back !== null) this.#states.set(back, null);
    }
  }

  keep({ version, state }: Pick<Game, 'version' | 'state'>): void {
    if (this.#states.has(version)) this.#states.set(version, state);
  }

  /** Returns the state to which an entry goes back; null: it goes back to none, or the log lacks that version. */
  neededBy(entry: Linked): unknown {
    const back = stateNeededBy(entry);
    return back === null ? null : (this.#states.get(back) ?? null);
  }
}
