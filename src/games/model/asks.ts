import { type Ask, type AskedThing, type EventRow, isSameThing, type Notification } from '../../store/game-rows.ts';
import type { Game } from './game.ts';
import { votersOn } from './more-time.ts';
import { stayingPlayers } from './seats.ts';

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
