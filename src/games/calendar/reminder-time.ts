import type { Calendar } from './calendar.ts';
import { quietSpanAt } from './working-time.ts';

const HOUR_MS = 60 * 60 * 1000;
/** For less time than this nobody is reminded. */
export const SHORTEST_REMINDED_MS = HOUR_MS;
const LONGEST_BEFORE_MS = 12 * HOUR_MS;
/** After quiet hours so much has to be left, or the reminder comes as long before them. */
const ENOUGH_MS = HOUR_MS / 4;

/** A decision as far as a reminder goes, in milliseconds since 1970. */
export interface Reminded {
  openedAt: number;
  deadline: number;
  /** how long its clock gave for it, before anything moved the deadline */
  ms: number;
}

/** When the player is to be reminded of a decision; null: not at all. Never in the first half of its time. */
export function reminderTime({ openedAt, deadline, ms }: Reminded, calendar: Calendar): number | null {
  const { timeZone, quietHours, reminderSeconds } = calendar;
  if (ms < SHORTEST_REMINDED_MS || reminderSeconds === 0) return null;
  const asked = reminderSeconds === null ? Math.min(ms / 4, LONGEST_BEFORE_MS) : reminderSeconds * 1000;
  const at = Math.ceil(deadline - Math.min(asked, ms / 2));
  const quiet = quietHours === null ? null : quietSpanAt(timeZone, quietHours, at);
  if (quiet === null) return at;
  if (quiet.to + ENOUGH_MS <= deadline) return quiet.to;
  // of what began in quiet hours that last to its end there is no better time
  return quiet.from - ENOUGH_MS > openedAt ? quiet.from - ENOUGH_MS : at;
}
