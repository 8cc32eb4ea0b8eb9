import type { Catalogue } from '#rules/catalogue.ts';
import { isolated } from '#rules/kernel/isolated.ts';
import type { ClaimedDelivery, NotificationFact } from '../store/deliveries.ts';
import { type AskedThing, isSameThing, type MadeAsk } from '../store/game-rows.ts';

export interface Words {
  title: string;
  text: string;
  /** the fragment of the page that opens: `#/g/<id>` */
  fragment: string;
}

/** The facts about a seat's holder that all players may know. */
interface Holder {
  kind: string;
  player?: { id: string; name: string };
}

/** Returns the words of a notification. They say only what all participants may know. */
export function wordsOf(delivery: ClaimedDelivery, fact: NotificationFact | undefined, catalogue: Catalogue): Words {
  const { type, gameId, competitionId } = delivery;
  const rules = catalogue.get(delivery.ruleset)?.ruleset.name ?? delivery.ruleset;
  const fragment = gameId === null ? `#/c/${competitionId}` : `#/g/${gameId}`;
  const others = othersIn(fact, delivery.playerId);
  const against = others === '' ? '.' : `, with ${others}.`;
  const named = fact?.competition?.name;
  const competition = named === undefined ? 'a competition' : isolated(named);
  const said = (title: string, text: string): Words => ({ title, text, fragment });
  switch (type) {
    case 'turn':
      return said(`Your turn: ${rules}`, `You have something to decide in a game of ${rules}${against}`);
    case 'invited':
      return said(`Invitation: ${rules}`, `A seat is kept for you in a game of ${rules}${against}`);
    case 'asked':
      return said(`You are asked: ${rules}`, `${askIn(delivery, fact)} in a game of ${rules}${against}`);
    case 'gameEnded':
      return said(`Game over: ${rules}`, `A game of ${rules} is over${against}`);
    case 'roundPaired':
      return said(`Round ${delivery.round}: ${competition}`, `Round ${delivery.round} of ${competition} is paired.`);
    case 'competitionEnded':
      return said(`Over: ${competition}`, `${competition} (${rules}) is over.`);
    case 'reminder':
      return said(`Time runs out: ${rules}`, `You still have something to decide in a game of ${rules}${against}`);
    case 'planDropped':
      return said(`Plan dropped: ${rules}`, `Your plan has ended in a game of ${rules}${against}`);
    case 'message':
      return said(`Chat: ${rules}`, `A player wrote at the table of a game of ${rules}${against}`);
    default:
      return type satisfies never;
  }
}

/** True if the notification is no longer true, for example because the turn is over. */
export function isStale(delivery: ClaimedDelivery, fact: NotificationFact | undefined): boolean {
  if (fact === undefined) return true;
  const { type, seat, playerId } = delivery;
  const { game, competition } = fact;
  switch (type) {
    case 'turn':
    case 'reminder':
      return game?.status !== 'playing' || (seat !== null && !game.toAct.includes(seat));
    case 'invited':
      return (
        game?.status !== 'open' ||
        !holdersOf(game.seats).some(({ kind, player }) => kind === 'invited' && player?.id === playerId)
      );
    case 'asked':
      return !isAskedStill(delivery.ask, playerId, game);
    case 'roundPaired':
      return competition?.status !== 'playing';
    case 'gameEnded':
    case 'planDropped':
    case 'message':
    case 'competitionEnded':
      return false;
    default:
      return type satisfies never;
  }
}

/** True if the player has not yet answered the request that the notification reports. */
function isAskedStill(ask: MadeAsk | null, playerId: string, game: NotificationFact['game'] | undefined): boolean {
  if (ask === null || game?.status !== 'playing') return false;
  return game.asks?.some((each) => isSameThing(each, ask) && each.of.includes(playerId)) ?? false;
}

function askIn({ ask }: ClaimedDelivery, fact: NotificationFact | undefined): string {
  const asker = holdersOf(fact?.game?.seats).find(({ player }) => player !== undefined && player.id === ask?.by.at(-1));
  const name = asker?.player === undefined ? 'A player' : isolated(asker.player.name);
  return `${name} asks you ${ask === null ? 'for something' : thingIn(ask)}`;
}

function thingIn(ask: AskedThing): string {
  if (ask.what === 'abort') return 'to call it off';
  return ask.what === 'takeback' ? 'to go back' : `for ${spanOf(ask.seconds)} more for a decision`;
}

function spanOf(seconds: number): string {
  const [size, unit] = seconds >= 172_800 ? [86_400, 'days'] : seconds >= 7_200 ? [3_600, 'hours'] : [60, 'minutes'];
  const count = Math.round(seconds / size);
  return count === 1 ? 'a minute' : `${count} ${unit}`;
}

function othersIn(fact: NotificationFact | undefined, playerId: string): string {
  const holders = holdersOf(fact?.game?.seats ?? []);
  const names = holders.flatMap(({ kind, player }) => {
    if (kind === 'bot') return ['a bot of the house'];
    return player === undefined || player.id === playerId ? [] : [isolated(player.name)];
  });
  const each = [...new Set(names)];
  return each.length < 2 ? each.join('') : `${each.slice(0, -1).join(', ')} and ${each.at(-1)}`;
}

function holdersOf(seats: unknown): Holder[] {
  return Array.isArray(seats) ? seats : [];
}
