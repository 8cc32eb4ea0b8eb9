import { ANALYSIS_REFUSALS } from '../../analyses/refusals.ts';
import { COMPETITION_REFUSALS } from '../../competitions/refusals.ts';
import type { RefusalKind, Refusals } from '../../eventlog/result.ts';
import { CHAT_REFUSALS, GAME_REFUSALS } from '../../games/refusals.ts';
import { NOTIFICATION_REFUSALS } from '../../notifications/refusals.ts';
import { PLAYER_REFUSALS } from '../../players/refusals.ts';
import { RATING_REFUSALS } from '../../ratings/refusals.ts';
import { SEEK_REFUSALS } from '../../seeks/refusals.ts';
import { CALL_PROBLEMS } from './calls.ts';

export type ProblemCode = keyof Refusals;

/** Codes never change their meaning. */
const KINDS: Record<ProblemCode, RefusalKind> = {
  ...CALL_PROBLEMS,
  ...PLAYER_REFUSALS,
  ...GAME_REFUSALS,
  ...COMPETITION_REFUSALS,
  ...RATING_REFUSALS,
  ...SEEK_REFUSALS,
  ...ANALYSIS_REFUSALS,
  ...CHAT_REFUSALS,
  ...NOTIFICATION_REFUSALS,
};

export const PROBLEM_CODES = Object.keys(KINDS) as ProblemCode[];

export function kindOf(code: ProblemCode): RefusalKind {
  return KINDS[code];
}
