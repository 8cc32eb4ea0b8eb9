import type { NewGame, RulesetSummary, Schemas } from '../../../clients/typescript/src/index.ts';
import type { OptionValue } from './option-schema.ts';

/** Who is to sit on a seat: the player, anyone, a bot by its policy, or somebody by id. */
export type SeatWish = 'me' | 'open' | `bot ${string}` | `player ${string}`;
export type Visibility = 'public' | 'unlisted' | 'private';

export interface ChosenClock {
  kind: 'none' | 'perAction' | 'bank';
  /** seconds for each decision, or for all */
  seconds: number;
  /** seconds that each decision adds to a bank */
  increment: number;
  onTimeout: 'random' | 'resign';
}

/** A new game as it is being put together. */
export interface Wishes {
  options: Record<string, OptionValue>;
  seats: SeatWish[];
  clock: ChosenClock;
  visibility: Visibility;
  /** today's competition, of which everything else is given */
  daily: boolean;
}

/** The recommended options, against bots as they come first in the catalogue. */
export function usualWishes({ seats, policies, presets }: RulesetSummary): Wishes {
  const bot: SeatWish = `bot ${policies[0] ?? 'random'}`;
  return {
    options: (presets.find(({ isRecommended }) => isRecommended)?.options ?? {}) as Wishes['options'],
    seats: ['me', ...Array.from({ length: seats.min - 1 }, () => bot)],
    clock: { kind: 'none', seconds: 86_400, increment: 5, onTimeout: 'random' },
    visibility: 'public',
    daily: false,
  };
}

/** The body of `createGame`. */
export function newGameOf(ruleset: string, { options, seats, clock, visibility, daily }: Wishes): NewGame {
  // which of the new games it is, is known only by the id of its ruleset
  if (daily) return { ruleset, daily } as unknown as NewGame;
  const body = { ruleset, options, seats: seats.map(seatIn), visibility, ...clockIn(clock) };
  return body as unknown as NewGame;
}

function seatIn(wish: SeatWish) {
  if (wish === 'me' || wish === 'open') return wish;
  const [kind, name = ''] = wish.split(' ', 2);
  return kind === 'bot' ? { bot: name } : { player: name };
}

function clockIn({ kind, seconds, increment, onTimeout }: ChosenClock): { clock?: Schemas['Clock'] } {
  switch (kind) {
    case 'none':
      return {};
    case 'perAction':
      return { clock: { perAction: seconds, onTimeout } };
    case 'bank':
      return { clock: { bank: seconds, increment, onTimeout } };
    default:
      return kind satisfies never;
  }
}
