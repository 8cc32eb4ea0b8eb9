import type { Seat } from '#rules/kernel/ruleset.ts';
import type { GameRow, MembershipRow } from '../../store/game-rows.ts';
import { seatsOf } from './access.ts';
import { type Game, isSeeded, isUnattended, type Outcome } from './game.ts';
import { isStaying, type SeatHolder } from './seats.ts';

/** Why a game counts in nobody's record. Codes are public. */
export type WhyNot = 'openSeed' | 'practice' | 'secondSeat' | 'takenBack' | 'unattended' | 'botsAlone' | 'notPublic';

/** What of a game settles whether it counts. */
type Countable = Pick<
  GameRow,
  'visibility' | 'seeded' | 'daily' | 'practice' | 'place' | 'takenBack' | 'unattended'
> & {
  seats: readonly SeatHolder[];
};

/**
 * Why a game counts for nobody; null when it counts. Somebody may have foreseen its chance, or a player sits across from
 * themselves, whoever else plays; or the players went back when they knew more; or none of them came; or there is no player, or not
 * everyone may look.
 */
export function whyNotCounted({
  visibility,
  seeded,
  daily,
  practice,
  place,
  takenBack,
  unattended,
  seats,
}: Countable): WhyNot | null {
  // the seed of a day and of a board is the house's
  if (seeded && daily === null && place === null) return 'openSeed';
  if (practice) return 'practice';
  const players = seats.flatMap((holder) => ('player' in holder ? [holder.player.id] : []));
  if (new Set(players).size < players.length) return 'secondSeat';
  if (takenBack) return 'takenBack';
  if (unattended) return 'unattended';
  if (seats.every(({ kind }) => kind === 'bot')) return 'botsAlone';
  return visibility === 'public' ? null : 'notPublic';
}

/** What of a game settles whether it counts in the ratings. */
type Ratable = Pick<GameRow, 'rated' | 'visibility' | 'seatCount' | 'place'>;

/** Whether how it ends counts in the ratings: it was declared so, or belongs to a public competition of two and more. */
export function countsInRatings({ rated, visibility, seatCount, place }: Ratable): boolean {
  return rated || (place !== null && visibility === 'public' && seatCount > 1);
}

/** What settles whether this game counts. */
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

/** How a game went for one of its players, for their record; null while it goes on, and where nothing came of it. */
export function resultFor(game: Game, playerId: string): MembershipRow['result'] {
  const { status, outcome } = game;
  const [seat] = seatsOf(game, playerId);
  if (seat === undefined || (status !== 'finished' && !isGivenUp(game, playerId))) return null;
  // who may look can be asked of the game later: its row says so
  const why = whyNotCounted({ ...countableIn(game), visibility: 'public' });
  const winners = outcome?.winners ?? [];
  if (why === 'takenBack' && !winners.includes(seat) && !isReleased(game, seat)) return 'lost';
  if (why !== null && why !== 'botsAlone' && why !== 'notPublic') return why;
  if (!winners.includes(seat)) return 'lost';
  return winners.length > 1 ? 'shared' : 'won';
}

/**
 * Whether another player agreed to go back while this seat's player was in the game. Otherwise going back, which one player among
 * bots does alone, would avoid every loss.
 */
function isReleased({ agreedBackAt, seats }: Game, seat: Seat): boolean {
  const holder = seats[seat];
  const leftAt = holder?.kind === 'player' ? holder.left?.version : undefined;
  return agreedBackAt !== null && (leftAt === undefined || leftAt > agreedBackAt);
}

/**
 * Whether a player ended a running game to nobody's loss but their own: they had left it, or the others at the table were
 * bots, or gone. Where several agree to abort, or an operator ends it, nothing came of it.
 */
function isGivenUp(game: Game, playerId: string): boolean {
  if (game.status !== 'aborted' || game.state === null || game.voidedBecause !== null) return false;
  const staying = new Set(
    game.seats.flatMap((holder) => (holder.kind === 'player' && isStaying(holder) ? [holder.player.id] : [])),
  );
  return !staying.has(playerId) || staying.size === 1;
}

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
