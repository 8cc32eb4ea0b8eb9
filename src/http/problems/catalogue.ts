import type { HouseRefusalCode } from '../../games/model/result.ts';
import type { NotificationRefusalCode } from '../../notifications/refusals.ts';
import { ANALYSIS_PROBLEMS } from './analyses.ts';
import { CALL_PROBLEMS } from './calls.ts';
import { CHAT_PROBLEMS } from './chat.ts';
import { COMPETITION_PROBLEMS } from './competitions.ts';
import { GAME_PROBLEMS } from './games.ts';
import { NOTIFICATION_PROBLEMS } from './notifications.ts';
import { PLAYER_PROBLEMS } from './players.ts';
import type { ProblemKind } from './problem-kind.ts';
import { RATING_PROBLEMS } from './ratings.ts';
import { SEEK_PROBLEMS } from './seeks.ts';

/** Every code that an error can have, with the status that it travels under. Codes never change their meaning. */
const KINDS = {
  ...CALL_PROBLEMS,
  ...PLAYER_PROBLEMS,
  ...GAME_PROBLEMS,
  ...COMPETITION_PROBLEMS,
  ...RATING_PROBLEMS,
  ...SEEK_PROBLEMS,
  ...ANALYSIS_PROBLEMS,
  ...CHAT_PROBLEMS,
  ...NOTIFICATION_PROBLEMS,
} as const satisfies Record<HouseRefusalCode | NotificationRefusalCode | (string & {}), ProblemKind>;

export type ProblemCode = keyof typeof KINDS;

export const PROBLEM_CODES = Object.keys(KINDS) as ProblemCode[];

export function kindOf(code: ProblemCode): ProblemKind {
  return KINDS[code];
}
