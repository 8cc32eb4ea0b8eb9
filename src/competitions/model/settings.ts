import type { Clock } from '../../games/model/clock.ts';
import type { Visibility } from '../../games/model/game.ts';
import type { SequentialStop } from '../../standings/sequential-test.ts';

export type Format = 'roundRobin' | 'swiss' | 'ladder' | 'match' | 'cup';

/**
 * How chance is shared between games: a board is played at several tables and nobody meets it twice; by the same entries
 * in every rotation of the seats; or once.
 */
export type Duplicate = 'movement' | 'permuted' | 'none';

/** What points are: the share of each win, or how a seat did beside the same seat of other copies of its board. */
export type Scoring = 'share' | 'matchpoints';

/** All that is settled when a competition is created; complete, and public but for the invite code that is kept apart. */
export interface Settings {
  name: string;
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  /** of each game: 2 to 5, or 1 in a cup */
  seats: number;
  format: Format;
  duplicate: Duplicate;
  scoring: Scoring;
  /** that each table plays in a round; of a cup: in all; of a ladder: 1 */
  boards: number;
  /** of a ladder: so many games an entry plays at most; of a round robin: how often everybody meets everybody; of a cup: 1 */
  rounds: number;
  clock: Clock;
  /** the policy that plays on for who leaves */
  standIn: string;
  visibility: Visibility;
  /** ISO 8601; null: entries are taken until the start (ladder: until its end) */
  entryUntil: string | null;
  /** ISO 8601; null: when its organiser starts it */
  startsAt: string | null;
  /** of a ladder alone: ISO 8601 */
  endsAt: string | null;
  maxEntries: number;
  /** who may enter */
  kinds: ('human' | 'agent')[];
  /** an entry is paused after so many games in a row in which it never acted */
  noShow: { pauseAfter: number };
  /** of a match alone */
  stop: SequentialStop | null;
}
