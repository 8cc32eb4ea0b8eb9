import type { Seat } from '#rules/kernel/ruleset.ts';
import type { GameRow, MembershipRow, WithoutResult } from '../../store/game-rows.ts';
import { type Game, isSeeded, isStaying, isUnattended, type Outcome, seatsOf } from './game.ts';
import type { SeatHolder } from './seats.ts';

/** The reasons why a game does not count. These codes are public. */
export type WhyNot = WithoutResult | 'botsAlone' | 'notPublic';

type Deciding = 'visibility' | 'seeded' | 'daily' | 'practice' | 'place' | 'takenBack' | 'unattended';
type Countable = Pick<GameRow, Deciding> & { seats: readonly SeatHolder[] };

/** Returns why a game does not count, such as a known seed, a second seat or a takeback; null: it counts. */
export function whyNotCounted(game: Countable): WhyNot | null {
  const { visibility, seeded, daily, place, seats } = game;
  // in daily games and competitions the server chose the seed, so no player could predict it
  if (seeded && daily === null && place === null) return 'openSeed';
  if (game.practice) return 'practice';
  const players = seats.flatMap((holder) => ('player' in holder ? [holder.player.id] : []));
  if (new Set(players).size < players.length) return 'secondSeat';
  if (game.takenBack) return 'takenBack';
  if (game.unattended) return 'unattended';
  if (seats.every(({ kind }) => kind === 'bot')) return 'botsAlone';
  return visibility === 'public' ? null : 'notPublic';
}

export function countsInRatings(game: Pick<GameRow, 'rated' | 'visibility' | 'seatCount' | 'place'>): boolean {
  const { rated, visibility, seatCount, place } = game;
  return rated || (place !== null && visibility === 'public' && seatCount > 1);
}

export function countableIn(game: Game): Countable {
  const { header, seats, takenBack } = game;
  const { visibility, daily, place } = header;
  return {
    visibility,
    seeded: isSeeded(header),
    daily: daily?.name ?? null,
    practice: daily?.practice ?? false,
    place,
    takenBack: takenBack > 0,
    unattended: isUnattended(game),
    seats,
  };
}

/** Returns the result for the player's record; null: the game is unfinished or has no result. */
export function resultFor(game: Game, playerId: string): MembershipRow['result'] {
  const { status, outcome } = game;
  const [seat] = seatsOf(game, playerId);
  if (seat === undefined || (status !== 'finished' && !isGivenUp(game, playerId))) return null;
  // visibility is checked later, from the game's row
  const why = whyNotCounted({ ...countableIn(game), visibility: 'public' });
  const winners = outcome?.winners ?? [];
  if (why === 'takenBack' && !winners.includes(seat) && !isReleased(game, seat)) return 'lost';
  if (why !== null && why !== 'botsAlone' && why !== 'notPublic') return why;
  if (!winners.includes(seat)) return 'lost';
  return winners.length > 1 ? 'shared' : 'won';
}

/** True if a takeback cancels the seat's loss: a second player agreed to it while the seat was in the game. */
function isReleased({ agreedBackAt, seats }: Game, seat: Seat): boolean {
  const holder = seats[seat];
  const leftAt = holder?.kind === 'player' ? holder.left?.version : undefined;
  return agreedBackAt !== null && (leftAt === undefined || leftAt > agreedBackAt);
}

/** True if the player gave up a game that was then aborted: the player had left, or no other player remained. False if
 * players agreed to abort the game or an operator voided it. */
function isGivenUp(game: Game, playerId: string): boolean {
  if (game.status !== 'aborted' || game.state === null || game.voidedBecause !== null) return false;
  const staying = new Set(
    game.seats.flatMap((holder) => (holder.kind === 'player' && isStaying(holder) ? [holder.player.id] : [])),
  );
  return !staying.has(playerId) || staying.size === 1;
}

/** Whether a player came. `absent`: the time ran out before any action; `unasked`: the player never had to act. */
export type Attendance = 'came' | 'absent' | 'unasked';

/** Says whether the player came: acted before leaving, or resigned. Otherwise resigning could make a game not count. */
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
