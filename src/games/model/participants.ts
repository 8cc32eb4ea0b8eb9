import { randomBytes } from 'node:crypto';
import type { Named } from '#rules/kernel/chain.ts';
import { sameJson } from '#rules/kernel/json.ts';
import {
  type Ask,
  type AskedThing,
  type EventRow,
  isSameThing,
  type MembershipRow,
  type Notification,
} from '../../store/game-rows.ts';
import { resultFor } from './counting.ts';
import { type Game, type GameHeader, isOver } from './game.ts';
import { votersOn } from './more-time.ts';
import { invitationsOf, type SeatedPlayer, type SeatHolder, stayingPlayers } from './seats.ts';

const SALT_BYTES = 16;

/** A part that names a player as it goes into a log: with the salt by which the name is bound, and can be taken out again. */
export function withNameSalt<Part extends object>(part: Part): Part & Pick<Named, 'nameSalt'> {
  const { player = null } = part as Named;
  return player === null ? part : { ...part, nameSalt: randomBytes(SALT_BYTES).toString('base64url') };
}

export function seatedPlayer({ id, name, kind }: SeatedPlayer): SeatedPlayer {
  return { id, name, kind };
}

/** Every player who sits at the table or is invited to it, once. */
export function playersExpected(holders: readonly SeatHolder[]): SeatedPlayer[] {
  const players = holders.flatMap((holder) =>
    holder.kind === 'player' || holder.kind === 'invited' ? [holder.player] : [],
  );
  return [...new Map(players.map((player) => [player.id, player])).values()];
}

/** Every player at the table once, by their lowest seat. */
export function playersAt(holders: readonly SeatHolder[]): SeatedPlayer[] {
  const players = new Map<string, SeatedPlayer>();
  for (const holder of holders) {
    if (holder.kind === 'player' && !players.has(holder.player.id)) players.set(holder.player.id, holder.player);
  }
  return [...players.values()];
}

/** Everyone whom a player meets who sits down at a game: those who sit there, and its creator. */
export function playersMet({ seats, header: { createdBy } }: Game): string[] {
  const ids = playersAt(seats).map(({ id }) => id);
  return createdBy === null ? ids : [...ids, createdBy];
}

/** The memberships of a game that a change made or altered; `before` is null when the game is new. */
export function changedMemberships(before: Game | null, after: Game): MembershipRow[] {
  if (before?.seats === after.seats && before.status === after.status) return [];
  const known = new Map((before === null ? [] : membershipsIn(before)).map((each) => [each.playerId, each]));
  const now = membershipsIn(after);
  const stayed = new Set(now.map(({ playerId }) => playerId));
  const gone = [...known.values()].filter(({ playerId }) => !stayed.has(playerId));
  return [
    ...now.filter((each) => !sameJson(each, known.get(each.playerId))),
    ...gone.map((each): MembershipRow => ({ ...each, standing: 'gone', unfinished: false })),
  ];
}

function membershipsIn(game: Game): MembershipRow[] {
  const unfinished = !isOver(game);
  return membershipsOf(game.header, game.seats, unfinished, (id) => (unfinished ? null : resultFor(game, id)));
}

/** The membership rows of a game, one for each holder of a seat; `resultOf`: the result of that holder. */
export function membershipsOf(
  { id: gameId, createdBy }: Pick<GameHeader, 'id' | 'createdBy'>,
  seats: readonly SeatHolder[],
  unfinished: boolean,
  resultOf: (playerId: string) => MembershipRow['result'],
): MembershipRow[] {
  const sitting = new Set(playersAt(seats).map(({ id }) => id));
  const atTable = playersExpected(seats).map(({ id: playerId }): MembershipRow => {
    const row = { playerId, gameId, unfinished };
    if (!sitting.has(playerId)) return { ...row, standing: 'invited', result: null };
    return { ...row, standing: 'seated', result: resultOf(playerId) };
  });
  if (createdBy === null || atTable.some(({ playerId }) => playerId === createdBy)) return atTable;
  return [...atTable, { playerId: createdBy, gameId, unfinished, standing: 'host', result: null }];
}

/**
 * Who is to be told of a change: those for whom a seat is kept that was not before it, and those who had nothing to decide
 * before it and have now, unless they made it themselves; and, when it ends the game, everyone who sits in it. `before`
 * is null when the game was just created.
 */
export function notificationsOf(before: Game | null, after: Game, actorId: string | null): Notification[] {
  if (isOver(after)) {
    if (before !== null && isOver(before)) return [];
    return playersAt(after.seats).map(({ id: playerId }) => ({ playerId, type: 'gameEnded', seat: null }));
  }
  const decided = new Set(before === null ? [] : deciders(before).keys());
  const turns = [...deciders(after)]
    .filter(([playerId]) => playerId !== actorId && !decided.has(playerId))
    .map(([playerId, seat]): Notification => ({ playerId, type: 'turn', seat }));
  return [...turns, ...invitationNotifications(before, after, actorId)];
}

function invitationNotifications(before: Game | null, after: Game, actorId: string | null): Notification[] {
  const expected = new Set(before === null ? [] : playersExpected(before.seats).map(({ id }) => id));
  return playersExpected(after.seats)
    .filter(({ id }) => id !== actorId && !expected.has(id))
    .flatMap(({ id: playerId }) => {
      const [seat] = invitationsOf(after.seats, playerId);
      return seat === undefined ? [] : [{ playerId, type: 'invited', seat }];
    });
}

/**
 * The notifications of a change with those of plans that ended in it at these seats: for players who are to act there now, and did
 * not make it. It says that it is their turn as well, so that who is told of it is not told of the turn besides.
 */
export function withPlansDropped(
  notifications: readonly Notification[],
  { seats, decisions }: Game,
  dropped: readonly number[],
  actorId: string | null,
): Notification[] {
  const told = dropped.flatMap((seat): Notification[] => {
    const holder = seats[seat];
    if (holder?.kind !== 'player' || holder.player.id === actorId) return [];
    if (!decisions.some((open) => open.seat === seat)) return [];
    return [{ playerId: holder.player.id, type: 'planDropped', seat }];
  });
  const players = new Set(told.map(({ playerId }) => playerId));
  const others = notifications.map((notification): Notification => {
    const isSaid = notification.type === 'turn' && players.has(notification.playerId);
    return isSaid ? { ...notification, unless: 'planDropped' } : notification;
  });
  return [...others, ...told];
}

/** Who made a change: the player at the seat of its first entry; null for what the house did. */
export function actorOf(after: Game, [first]: readonly EventRow[]): string | null {
  if (first === undefined || first.kind === 'timeout' || first.seat === null) return null;
  const holder = after.seats[first.seat];
  return holder?.kind === 'player' ? holder.player.id : null;
}

/** Every player who has something to decide, and the lowest of their seats that has. */
function deciders({ seats, decisions }: Game): Map<string, number> {
  const lowest = new Map<string, number>();
  for (const seat of decisions.map((decision) => decision.seat).sort((one, other) => one - other)) {
    const holder = seats[seat];
    if (holder?.kind !== 'player' || holder.left !== undefined) continue;
    if (!lowest.has(holder.player.id)) lowest.set(holder.player.id, seat);
  }
  return lowest;
}

/** The entries of a log that ask the other players for something, and for what. */
const ASKING: Readonly<Record<string, AskedThing['what']>> = {
  takebackAsked: 'takeback',
  timeAsked: 'moreTime',
  abortAsked: 'abort',
};

/** All that players ask of others who have not answered. What nobody has to answer any more is not among it. */
export function asksIn(game: Game): Ask[] {
  if (game.status !== 'playing') return [];
  const { takeback: wish, abortAskedBy } = game;
  const staying = [...new Set(stayingPlayers(game))];
  const asks: Ask[] = [];
  if (wish !== null) {
    const { to, agreedBy: by } = wish;
    asks.push({ what: 'takeback', to, by, of: without(staying, by) });
  }
  for (const { seat, asked, deadline } of game.decisions) {
    if (asked === undefined || deadline === null) continue;
    const { seconds, by } = asked;
    asks.push({ what: 'moreTime', for: seat, seconds, by, of: without(votersOn(game, seat), by) });
  }
  if (abortAskedBy.length > 0) asks.push({ what: 'abort', by: abortAskedBy, of: without(staying, abortAskedBy) });
  return asks.filter(({ of }) => of.length > 0);
}

/** Tells those of whom a change asks something, which its first entry does, unless the same was asked of them before. */
export function newlyAsked(before: Game, after: Game, [first]: readonly EventRow[]): Notification[] {
  const asked = ASKING[first?.kind ?? ''];
  if (asked === undefined) return [];
  const known = asksIn(before);
  return asksIn(after)
    .filter(({ what }) => what === asked)
    .flatMap(({ of, ...ask }) => {
      const earlier = known.find((each) => isSameThing(each, ask));
      return without(of, earlier?.of ?? []).map(
        (playerId): Notification => ({ playerId, type: 'asked', seat: null, ask }),
      );
    });
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id));
}
