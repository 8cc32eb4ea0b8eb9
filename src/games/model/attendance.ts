import type { Seat } from '#rules/kernel/ruleset.ts';
import type { Outcome } from './game.ts';

/** `absent`: never acted, and its time ran out. `unasked`: never acted, and did not have to. */
export type Attendance = 'came' | 'absent' | 'unasked';

/** Entries made for a seat after its player left are not its player's. Who resigns came: else one could call games off. */
export function attendanceIn(
  log: readonly { version: number; kind: string; seat: Seat | null }[],
  left: Outcome['left'],
  seat: Seat,
): Attendance {
  const leaving = left.find((each) => each.seat === seat);
  const until = leaving?.version ?? Number.POSITIVE_INFINITY;
  const own = log.filter((entry) => entry.seat === seat);
  const acted = own.some(({ kind, version }) => kind === 'action' && version < until);
  if (acted || leaving?.how === 'resigned') return 'came';
  return leaving !== undefined || own.some(({ kind }) => kind === 'timeout') ? 'absent' : 'unasked';
}
