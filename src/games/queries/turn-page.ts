import type { Static } from '@sinclair/typebox';
import type { Seat } from '#rules/kernel/ruleset.ts';
import type { Turns, WaitingGame } from '../../store/game-lists.ts';
import type { GameRow, MadeAsk } from '../../store/game-rows.ts';
import { isAtTable, policyFor, stayingAt } from '../model/game.ts';
import { invitationsOf, type SeatHolder } from '../model/seats.ts';
import type { TurnList } from './lobby-shapes.ts';
import { type SeatView, seatView } from './table-view.ts';

export interface TurnsAsked {
  ruleset?: string | undefined;
  /** only games with an earlier deadline; games without one and invitations are left out */
  deadlineBefore?: Date | undefined;
  /** true: only games of competitions; false: only other games */
  competition?: boolean | undefined;
  /** the id of a player who must be seated or invited in the game */
  opponent?: string | undefined;
  only?: 'turns' | 'asks' | 'invitations' | undefined;
  /** `next` from the page before */
  cursor?: string | undefined;
  /** the number of turns, requests and invitations together */
  limit: number;
}

export type TurnPage = Static<typeof TurnList>;
type Turn = TurnPage['turns'][number];
type AskingGame = TurnPage['asks'][number];
type Invitation = TurnPage['invitations'][number];

interface Ways {
  acts: boolean;
  asks: MadeAsk[];
}

type WaitingRow = Ways & { row: WaitingGame };

export interface TurnRows {
  rows: WaitingRow[];
  total: TurnPage['total'];
  next: string | null;
}

/** The place of a row in the order: turns, requests, invitations; each by deadline, last change and id. */
type Position = readonly [kind: number, deadlineMs: number, updatedMs: number, id: string];

const [TURN, ASK, INVITATION] = [0, 1, 2] as const;
const NEVER_MS = Number.POSITIVE_INFINITY;

/** Returns one page. A cursor is a place in the order, so a row that does not change is on exactly one page. */
export function turnRows(waiting: Pick<Turns, 'games' | 'invitations'>, playerId: string, asked: TurnsAsked): TurnRows {
  const fits = (row: WaitingGame) => fitsIn(row, playerId, asked);
  const { only } = asked;
  const games = waiting.games.filter(fits).map((row) => ({ row, ...waysOf(row, playerId, only) }));
  const invitations = only === undefined || only === 'invitations' ? waiting.invitations.filter(fits) : [];
  const placed = [
    ...games
      .filter(({ acts, asks }) => acts || asks.length > 0)
      .map((game) => ({ ...game, at: positionOf(game.row, game.acts ? TURN : ASK) })),
    ...invitations.map((row) => ({ row, acts: false, asks: [], at: positionOf(row, INVITATION) })),
  ];
  placed.sort((one, other) => inOrder(one.at, other.at));
  const after = asked.cursor === undefined ? null : positionIn(asked.cursor);
  const rest = after === null ? placed : placed.filter(({ at }) => inOrder(at, after) > 0);
  const page = rest.slice(0, asked.limit);
  const last = page.at(-1);
  return {
    rows: page,
    total: {
      turns: games.filter(({ acts }) => acts).length,
      asks: games.filter(({ asks }) => asks.length > 0).length,
      invitations: invitations.length,
    },
    next: last === undefined || rest.length === page.length ? null : cursorAt(last.at),
  };
}

export function turnPageOf({ rows, total, next }: TurnRows, playerId: string): TurnPage {
  return {
    turns: rows.filter(({ acts }) => acts).map(({ row }) => turnIn(row, playerId)),
    asks: rows.filter(({ asks }) => asks.length > 0).map(({ row, asks }) => askingIn(row, asks, playerId)),
    invitations: rows.filter(({ row }) => !isPlaying(row)).map(({ row }) => invitationIn(row, playerId)),
    total,
    next,
  };
}

/** Returns the deadline of players. Null also if a bot must act: then `row.deadline` is the server's next check. */
export function deadlineIn(row: Pick<GameRow, 'seats' | 'toAct' | 'standIn' | 'deadline'>): Date | null {
  const holders = holdersIn(row);
  const botActs = row.toAct.some((seat) => policyFor(holders[seat], row.standIn) !== null);
  return botActs ? null : row.deadline;
}

export function holdersIn(row: Pick<GameRow, 'seats'>): SeatHolder[] {
  return row.seats as unknown as SeatHolder[];
}

function isPlaying({ status }: WaitingGame): boolean {
  return status === 'playing';
}

function fitsIn(row: WaitingGame, playerId: string, asked: TurnsAsked): boolean {
  const { ruleset, deadlineBefore, competition, opponent } = asked;
  if (ruleset !== undefined && row.ruleset !== ruleset) return false;
  if (competition !== undefined && (row.place !== null) !== competition) return false;
  if (deadlineBefore !== undefined && !(deadlineMsOf(row) < deadlineBefore.getTime())) return false;
  if (opponent === undefined) return true;
  return opponent !== playerId && isAtTable(holdersIn(row), opponent);
}

/** Returns the deadline in milliseconds. Rows without one, such as invitations, are sorted last. */
function deadlineMsOf(row: WaitingGame): number {
  return isPlaying(row) ? (deadlineIn(row)?.getTime() ?? NEVER_MS) : NEVER_MS;
}

function waysOf(row: WaitingGame, playerId: string, only: TurnsAsked['only']): Ways {
  const asked = (row.asks ?? []).filter(({ of }) => of.includes(playerId));
  return {
    acts: (only === undefined || only === 'turns') && seatsToActOf(row, playerId).length > 0,
    asks: only === undefined || only === 'asks' ? asked.map(({ of: _, ...ask }) => ask) : [],
  };
}

function positionOf(row: WaitingGame, kind: number): Position {
  return [kind, deadlineMsOf(row), row.updatedAt.getTime(), row.id];
}

function inOrder(one: Position, other: Position): number {
  for (const [i, part] of one.entries()) {
    const against = other[i] as string | number;
    if (part !== against) return part < against ? -1 : 1;
  }
  return 0;
}

/** Writes a cursor: kind, deadline (`-`: none) and last change in milliseconds, and the id of the game. */
function cursorAt([kind, deadlineMs, updatedMs, id]: Position): string {
  return [kind, deadlineMs === NEVER_MS ? '-' : deadlineMs, updatedMs, id].join('.');
}

function positionIn(cursor: string): Position {
  const [kind = '', deadline = '', updated = '', id = ''] = cursor.split('.');
  return [Number(kind), deadline === '-' ? NEVER_MS : Number(deadline), Number(updated), id];
}

function seatsToActOf(row: WaitingGame, playerId: string): Seat[] {
  return row.toAct.filter((seat) => stayingAt(holdersIn(row), seat)?.id === playerId);
}

function askingIn(row: WaitingGame, asks: MadeAsk[], playerId: string): AskingGame {
  return {
    gameId: row.id,
    ruleset: row.ruleset,
    asks: asks.map((ask) => ({ ...ask, by: [...ask.by] })),
    opponents: opponentsIn(row, playerId),
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  };
}

function turnIn(row: WaitingGame, playerId: string): Turn {
  return {
    gameId: row.id,
    ruleset: row.ruleset,
    seats: seatsToActOf(row, playerId),
    opponents: opponentsIn(row, playerId),
    version: row.version,
    competition: row.place,
    deadline: deadlineIn(row)?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  };
}

function invitationIn(row: WaitingGame, playerId: string): Invitation {
  return {
    gameId: row.id,
    ruleset: row.ruleset,
    seats: invitationsOf(holdersIn(row), playerId),
    opponents: opponentsIn(row, playerId),
    options: row.options as object,
    clock: row.clock as unknown as Invitation['clock'],
    rated: row.rated,
    version: row.version,
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
  };
}

function opponentsIn(row: WaitingGame, playerId: string): SeatView[] {
  const seats = holdersIn(row).map((holder, seat) => seatView(holder, seat, row.standIn));
  return seats.filter(({ player }) => player?.id !== playerId);
}
