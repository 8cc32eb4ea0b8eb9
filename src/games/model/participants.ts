import { randomBytes, randomInt } from 'node:crypto';
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
import { type Game, type GameHeader, isOver, stayingAt, stayingPlayers } from './game.ts';
import { votersOn } from './more-time.ts';
import { invitationsOf, type SeatedPlayer, type SeatHolder } from './seats.ts';

const SALT_BYTES = 16;

/** Adds a salt for the name. The hash chain covers only a digest of salt and name, so both can be erased later. */
export function withNameSalt<Part extends object>(part: Part): Part & Pick<Named, 'nameSalt'> {
  const { player = null } = part as Named;
  return player === null ? part : { ...part, nameSalt: randomBytes(SALT_BYTES).toString('base64url') };
}

export function seatedPlayer({ id, name, kind }: SeatedPlayer): SeatedPlayer {
  return { id, name, kind };
}

export function playersExpected(holders: readonly SeatHolder[]): SeatedPlayer[] {
  const players = holders.flatMap((holder) =>
    holder.kind === 'player' || holder.kind === 'invited' ? [holder.player] : [],
  );
  return [...new Map(players.map((player) => [player.id, player])).values()];
}

/** Returns each player once, even a player with several seats. */
export function playersAt(holders: readonly SeatHolder[]): SeatedPlayer[] {
  const players = new Map<string, SeatedPlayer>();
  for (const holder of holders) {
    if (holder.kind === 'player' && !players.has(holder.player.id)) players.set(holder.player.id, holder.player);
  }
  return [...players.values()];
}

/** Returns the ids of all players at a table that a new player joins, including the game's creator. */
export function playersMet({ seats, header: { createdBy } }: Game): string[] {
  const ids = playersAt(seats).map(({ id }) => id);
  return createdBy === null ? ids : [...ids, createdBy];
}

/** Returns the memberships (who sits, is invited or hosts) that a change alters. `before` is null for a new game. */
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

/** Returns the notifications of a change: invitations and turns for all but the player who made the change; when the
 * game ends, one for each seated player. */
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

/** Adds notifications of plans that ended. Channels that send `planDropped` to a player then do not send `turn` too. */
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

/** Returns the id of the player who made the change; null: the server made it. */
export function actorOf(after: Game, [first]: readonly EventRow[]): string | null {
  if (first === undefined || first.kind === 'timeout' || first.seat === null) return null;
  const holder = after.seats[first.seat];
  return holder?.kind === 'player' ? holder.player.id : null;
}

/** Returns the players who must decide, each with the lowest seat for which the player must decide. */
function deciders({ seats, decisions }: Game): Map<string, number> {
  const lowest = new Map<string, number>();
  for (const seat of decisions.map((decision) => decision.seat).sort((one, other) => one - other)) {
    const player = stayingAt(seats, seat);
    if (player !== null && !lowest.has(player.id)) lowest.set(player.id, seat);
  }
  return lowest;
}

const ASKING: Readonly<Record<string, AskedThing['what']>> = {
  takebackAsked: 'takeback',
  timeAsked: 'moreTime',
  abortAsked: 'abort',
};

/** Returns open requests, with the players who have not answered. */
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

/** Returns the notifications of a new request, except for players who were asked for the same thing before. */
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

/** Codes have 16 characters, which is 79 bits. The alphabet has no characters that look alike. */
const LENGTH = 16;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export function newInviteCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
