import type { Json } from '#rules/kernel/json.ts';
import { replayAction, replaySetup } from '#rules/kernel/replay.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { Game, GameHeader } from './game.ts';

/** What of an entry of a log says where its position comes from. */
interface Linked {
  version: number;
  kind: string;
  action: Json | null;
}

/** What of an entry it takes to play it again. */
interface Played extends Linked {
  seat: number | null;
  draws: readonly number[];
}

/** The version from whose position the game goes on after this entry; null: from that of the entry before it. */
function wentBackTo({ kind, action }: Linked): number | null {
  if (kind !== 'undone' && kind !== 'takenBack') return null;
  const { to } = (action ?? {}) as { to?: unknown };
  return typeof to === 'number' ? to : null; // a transcript that somebody made may say anything
}

/** The version whose state has to be given to fold this entry; null where it needs none. */
export function stateNeededBy(entry: Linked): number | null {
  return entry.kind === 'takenBack' ? wentBackTo(entry) : null;
}

/**
 * The entries of a log that led to the position of a version, oldest first, without what was taken back before it. `log`:
 * from version 1 on without a gap.
 */
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

/** The state after one more entry of a lineage: that before it, unless the rules were asked. */
export function stateAfter(header: GameHeader, state: unknown, { kind, seat, action, draws }: Played): unknown {
  const { ruleset, options, seatCount } = header;
  if (kind === 'started') return replaySetup(ruleset, options, seatCount, draws).state;
  if ((kind !== 'action' && kind !== 'timeout') || action === null) return state;
  return replayAction(ruleset, state, seat as Seat, action as unknown as ActionShape, draws).state;
}

/** The states of a whole log that some later entry goes back to, kept on the way through it. */
export class KeptStates {
  readonly #states = new Map<number, unknown>();

  constructor(log: readonly Linked[]) {
    for (const entry of log) {
      const back = stateNeededBy(entry);
      if (back !== null) this.#states.set(back, null);
    }
  }

  /** To be called with each game on the way. */
  keep({ version, state }: Pick<Game, 'version' | 'state'>): void {
    if (this.#states.has(version)) this.#states.set(version, state);
  }

  /** The state that an entry goes back to; null where it needs none, and where the log does not have it before it. */
  neededBy(entry: Linked): unknown {
    const back = stateNeededBy(entry);
    return back === null ? null : (this.#states.get(back) ?? null);
  }
}
