import type { Seat } from '#rules/kernel/ruleset.ts';
import type { GameRow, MembershipRow, WithoutResult } from '../../store/game-rows.ts';
import { type Game, isSeeded, isStaying, isUnattended, type Outcome, seatsOf } from './game.ts';
import type { SeatHolder } from './seats.ts';

/** Codes are public. */
export type WhyNot = WithoutResult | 'botsAlone' | 'notPublic';

type Countable = Pick<
  GameRow,
  'visibility' | 'seeded' | 'daily' | 'practice' | 'place' | 'takenBack' | 'unattended'
> & {
  seats: readonly SeatHolder[];
};

/** Games do not count if chance was predictable, one player held two seats, play went back, or no player came. */
export function whyNotCounted(game: Countable): WhyNot | null {
  const { visibility, seeded, daily, place, seats } = game;
  // the house chose the seed of a day or a board
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

/** For the player's record. Null: unfinished, or without a result. */
export function resultFor(game: Game, playerId: string): MembershipRow['result'] {
  const { status, outcome } = game;
  const [seat] = seatsOf(game, playerId);
  if (seat === undefined || (status !== 'finished' && !isGivenUp(game, playerId))) return null;
  // visibility is checked later, from the row of the game
  const why = whyNotCounted({ ...countableIn(game), visibility: 'public' });
  const winners = outcome?.winners ?? [];
  if (why === 'takenBack' && !winners.includes(seat) && !isReleased(game, seat)) return 'lost';
  if (why !== null && why !== 'botsAlone' && why !== 'notPublic') return why;
  if (!winners.includes(seat)) return 'lost';
  return winners.length > 1 ? 'shared' : 'won';
}

/** Another player agreed while this one was in the game. Otherwise one player alone could undo every loss. */
function isReleased({ agreedBackAt, seats }: Game, seat: Seat): boolean {
  const holder = seats[seat];
  const leftAt = holder?.kind === 'player' ? holder.left?.version : undefined;
  return agreedBackAt !== null && (leftAt === undefined || leftAt > agreedBackAt);
}

/** Ended at this player's cost alone: they had left, or only bots were left. Agreed and voided ends do not count. */
function isGivenUp(game: Game, playerId: string): boolean {
  if (game.status !== 'aborted' || game.state === null || game.voidedBecause !== null) return false;
  const staying = new Set(
    game.seats.flatMap((holder) => (holder.kind === 'player' && isStaying(holder) ? [holder.player.id] : [])),
  );
  return !staying.has(playerId) || staying.size === 1;
}

/** `absent`: the time ran out without any action. `unasked`: no action was due. */
export type Attendance = 'came' | 'absent' | 'unasked';

/** Ignores entries after the player left. Resigning counts as `came`: otherwise it would call the game off. */
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
