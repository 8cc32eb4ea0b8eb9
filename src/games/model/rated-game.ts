import { sha256Hex } from '#rules/kernel/hashing.ts';
import { canonical, type Json } from '#rules/kernel/json.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { SEARCH } from '#rules/kernel/search/policy.ts';
import { type FieldError, type Refused, refused } from '../../eventlog/result.ts';
import type { PoolRow, RatedGameRow } from '../../store/ratings.ts';
import type { Clock } from './clock.ts';
import { type Game, isStaying, isUnattended, type Visibility } from './game.ts';
import type { SeatHolder } from './seats.ts';

const POOL_DIGITS = 16;

interface Pooled {
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  seats: number;
}

export function poolOf({ ruleset, rulesVersion, options, seats }: Pooled): PoolRow {
  const pool = { ruleset, rulesVersion, options: options as Json, seats };
  return { id: sha256Hex(canonical(pool)).slice(0, POOL_DIGITS), ...pool };
}

export function ratedBot(policy: string): string {
  return `bot:${policy}`;
}

/** Returns each seat's share of the win. Winners share it equally, or all seats if there are none. One seat: 1 or 0. */
export function sharesOf(winners: readonly number[], seats: number): number[] {
  if (seats === 1) return [winners.length > 0 ? 1 : 0];
  const sharers = winners.length > 0 ? winners : Array.from({ length: seats }, (_, seat) => seat);
  return Array.from({ length: seats }, (_, seat) => (sharers.includes(seat) ? 1 / sharers.length : 0));
}

/** Returns the result for the ratings; null: the game is unrated, goes on or was aborted, or no player came. */
export function ratedResultOf(game: Game): RatedGameRow | null {
  const { header, seats, outcome, updatedAt } = game;
  if (!header.rated || outcome === null || isUnattended(game)) return null;
  const { id, ruleset, options, seatCount } = header;
  return {
    gameId: id,
    pool: poolOf({ ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion, options, seats: seatCount }),
    competitionId: null,
    board: id,
    players: seats.map(ratedHolder),
    shares: sharesOf(outcome.winners, seatCount),
    at: updatedAt,
  };
}

function ratedHolder(holder: SeatHolder): string {
  switch (holder.kind) {
    case 'player':
      return holder.player.id;
    case 'bot':
      return ratedBot(holder.policy);
    case 'open':
    case 'invited':
      throw new Error('a game is over before every seat is taken');
    default:
      return holder satisfies never;
  }
}

interface RatedPlan {
  ruleset: AnyRuleset;
  options: unknown;
  seats: readonly SeatHolder[];
  visibility: Visibility;
  clock: Clock | null;
  standIn: string;
  /** true: others know the seed of the game, or other games have the same seed */
  seeded: boolean;
}

/** Returns why a game cannot be rated; null: it can. Rejects games that might never end or are not public, whose cards
 * and rolls a player could know in advance, or in which a player has two seats. */
export function ratedProblem(plan: RatedPlan): Refused | null {
  const { ruleset, options, seats, visibility, clock, standIn, seeded } = plan;
  const errors: FieldError[] = seatErrors(seats);
  const wrong = (pointer: string, message: string) => errors.push({ pointer, message });
  if (visibility !== 'public') wrong('/visibility', 'must be `public` in a rated game');
  if (clock === null)
    wrong('/clock', 'is required in a rated game, because without a clock a losing player could stop acting');
  else errors.push(...clockErrors(clock));
  if (standIn === SEARCH) wrong('/standIn', FIXED_STRENGTH);
  if (seeded) wrong('/seed', 'must be omitted in a rated game, because players could foresee the cards and dice');
  if (ruleset.isUnbounded?.(options) === true) wrong('/options', 'must be options with which a rated game always ends');
  if (errors.length === 0) return null;
  return refused('invalid-request', 'A game with these settings cannot be rated: `errors` says what to change.', {
    errors,
  });
}

/** The limit for each time of the clock, in seconds. With more, a player who is losing could delay the result. */
const LONGEST_TIME = 86_400;

function clockErrors(clock: Clock): FieldError[] {
  const errors: FieldError[] = [];
  const { onTimeout, ...times } = clock;
  if (onTimeout !== 'resign') {
    errors.push({
      pointer: '/clock/onTimeout',
      message: 'must be `resign` in a rated game: a player who runs out of time loses',
    });
  }
  for (const [name, seconds] of Object.entries(times)) {
    if (seconds > LONGEST_TIME)
      errors.push({ pointer: `/clock/${name}`, message: `must be at most ${LONGEST_TIME} seconds in a rated game` });
  }
  return errors;
}

const FIXED_STRENGTH =
  'must be another bot in a rated game, like `search-100`, because `search` plays worse on a busy server';

function seatErrors(seats: readonly SeatHolder[]): FieldError[] {
  const errors: FieldError[] = [];
  const ids = seats.map((holder) => ('player' in holder ? holder.player.id : null));
  for (const [seat, holder] of seats.entries()) {
    const pointer = `/seats/${seat}`;
    if (holder.kind === 'bot' && holder.policy === SEARCH) errors.push({ pointer, message: FIXED_STRENGTH });
    if (ids[seat] != null && ids.indexOf(ids[seat]) < seat) {
      errors.push({ pointer, message: 'must be another player: in a rated game each player has one seat' });
    }
  }
  if (seats.length < 2) errors.push({ pointer: '/seats', message: 'must have two entries or more in a rated game' });
  else if (seats.every(({ kind }) => kind === 'bot'))
    errors.push({ pointer: '/seats', message: 'must have a player in a rated game: bots alone cannot play one' });
  return errors;
}

/** True if a game can be aborted: an unrated one always, a rated one only before any action and without bots. Later,
 * players could choose by their cards which games count. */
export function mayBeCalledOff({ header, begun, seats }: Pick<Game, 'header' | 'begun' | 'seats'>): boolean {
  return !header.rated || (!begun && seats.every((holder) => holder.kind === 'player' && isStaying(holder)));
}
