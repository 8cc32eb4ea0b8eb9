import { sameJson } from '../../kernel/json.ts';
import type { MembershipRow } from '../../store/contract/store.ts';
import { type Game, isSeeded, seatsOf } from '../model/game.ts';
import { type SeatedPlayer, seatsHeldBy } from '../model/seats.ts';

/** The places in a game that a change has made or altered; `before` is null when the game is new. */
export function changedMemberships(before: Game | null, after: Game): MembershipRow[] {
  if (before?.seats === after.seats && before.status === after.status) return [];
  const known = new Map((before === null ? [] : placesIn(before)).map((place) => [place.playerId, place]));
  const now = placesIn(after);
  const stayed = new Set(now.map(({ playerId }) => playerId));
  const gone = [...known.values()].filter(({ playerId }) => !stayed.has(playerId));
  return [
    ...now.filter((place) => !sameJson(place, known.get(place.playerId))),
    ...gone.map((place): MembershipRow => ({ ...place, standing: 'gone', unfinished: false })),
  ];
}

function placesIn(game: Game): MembershipRow[] {
  const unfinished = game.status === 'open' || game.status === 'playing';
  return everyone(game).map(({ id: playerId }) => {
    const seated = seatsHeldBy(game.seats, playerId).length > 0;
    const result = seated ? resultFor(game, playerId) : null;
    return { playerId, gameId: game.header.id, standing: seated ? 'seated' : 'invited', unfinished, result };
  });
}

function everyone(game: Game): SeatedPlayer[] {
  const players = game.seats.flatMap((holder) =>
    holder.kind === 'player' || holder.kind === 'invited' ? [holder.player] : [],
  );
  return [...new Map(players.map((player) => [player.id, player])).values()];
}

/** Games whose chance somebody may have known, and those that a player played against themselves, say nothing. */
function resultFor(game: Game, playerId: string): MembershipRow['result'] {
  if (game.status !== 'finished' || game.outcome === null) return null;
  const [seat, second] = seatsOf(game, playerId);
  if (seat === undefined) return null;
  const daily = game.header.daily;
  const known = daily === null ? isSeeded(game.header) : daily.practice;
  if (known || second !== undefined) return 'unrated';
  const { winners } = game.outcome;
  if (!winners.includes(seat)) return 'lost';
  return winners.length > 1 ? 'shared' : 'won';
}
