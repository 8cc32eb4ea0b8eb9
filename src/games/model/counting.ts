import type { Seat } from '#rules/kernel/ruleset.ts';
import type { GameRow, MembershipRow, WithoutResult } from '../../store/game-rows.ts';
import { type Game, isSeeded, isStaying, isUnattended, type Outcome, seatsOf } from './game.ts';
import type { SeatHolder } from './seats.ts';

/** Why a game does not count. The codes are public. */
export type WhyNot = WithoutResult | 'botsAlone' | 'notPublic';

type Countable = Pick<
  GameRow,
  'visibility' | 'seeded' | 'daily' | 'practice' | 'place' | 'takenBack' | 'unattended'
> & {
  seats: readonly SeatHolder[];
};

/** Games do not count if chance was predictable, one player had two seats, the game was taken back, or no player
 * came. */
export function whyNotCounted(game: Countable): WhyNot | null {
  const { visibility, seeded, daily, place, seats } = game;
  // for a game of the day and for a board, the server chose the seed
  if (seeded && daily === null && place === null) return 'openSeed';
  if (game.practice) return 'practice';
  const players = seats.flatMap((holder) => ('player' in holder ? [holder.player.id] : []));
  if (new Set(players).size < players.length) return 'secondSeat';
  if (game.takenBack) return 'takenBack';
  if (game.unattended) return 'unattended';
  if (seats.every(({ kind }) => kind === 'bot')) return 'botsAlone';
  return visibility === 'public' ? null : 'notPublic';
}

export function countsInRatings({
  rated,
  visibility,
  seatCount,
  place,
}: Pick<GameRow, 'rated' | 'visibility' | 'seatCount' | 'place'>): boolean {
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
  // who may see the game is checked later, from its row
  const why = whyNotCounted({ ...countableIn(game), visibility: 'public' });
  const winners = outcome?.winners ?? [];
  if (why === 'takenBack' && !winners.includes(seat) && !isReleased(game, seat)) return 'lost';
  if (why !== null && why !== 'botsAlone' && why !== 'notPublic') return why;
  if (!winners.includes(seat)) return 'lost';
  return winners.length > 1 ? 'shared' : 'won';
}

/** True if another player agreed to a takeback while this one was in the game. Otherwise a player alone could undo
 * every loss. */
function isReleased({ agreedBackAt, seats }: Game, seat: Seat): boolean {
  const holder = seats[seat];
  const leftAt = holder?.kind === 'player' ? holder.left?.version : undefined;
  return agreedBackAt !== null && (leftAt === undefined || leftAt > agreedBackAt);
}

/** True if the game ended only at this player's cost: the player had left, or only bots were left. Ends that were
 * agreed or voided do not count. */
function isGivenUp(game: Game, playerId: string): boolean {
  if (game.status !== 'aborted' || game.state === null || game.voidedBecause !== null) return false;
  const staying = new Set(
    game.seats.flatMap((holder) => (holder.kind === 'player' && isStaying(holder) ? [holder.player.id] : [])),
  );
  return !staying.has(playerId) || staying.size === 1;
}

/** `absent`: the player's time ran out before any action. `unasked`: the player never had to act. */
export type Attendance = 'came' | 'absent' | 'unasked';

/** Ignores entries after the player left. A player who resigns `came`: otherwise resigning would make the game not
 * count. */
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
