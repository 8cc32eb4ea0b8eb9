import { levelsOf } from '#rules/kernel/search/bots.ts';
import type { NewGame, RulesetSummary, Schemas } from '../../../clients/typescript/src/index.ts';
import type { OptionValue } from './option-schema.ts';

export type SeatWish = 'me' | 'open' | `bot ${string}` | `player ${string}`;
export type Visibility = 'public' | 'unlisted' | 'private';

export interface ChosenClock {
  kind: 'none' | 'perAction' | 'bank';
  /** `perAction`: for each decision; `bank`: for the whole game */
  seconds: number;
  increment: number;
  onTimeout: 'random' | 'resign';
}

export interface Wishes {
  options: Record<string, OptionValue>;
  seats: SeatWish[];
  clock: ChosenClock;
  visibility: Visibility;
  daily: boolean;
}

export function usualWishes({ seats, policies, presets }: RulesetSummary): Wishes {
  const bot: SeatWish = `bot ${levelsOf(policies).medium}`;
  return {
    options: (presets.find(({ isRecommended }) => isRecommended)?.options ?? {}) as Wishes['options'],
    seats: ['me', ...Array.from({ length: seats.min - 1 }, () => bot)],
    clock: { kind: 'none', seconds: 86_400, increment: 5, onTimeout: 'random' },
    visibility: 'public',
    daily: false,
  };
}

/** Returns the choices for a private game, whose other seats are open to people who have its link. */
export function wishesForFriend(ruleset: RulesetSummary): Wishes {
  const usual = usualWishes(ruleset);
  return { ...usual, seats: usual.seats.map((wish) => (wish === 'me' ? wish : 'open')), visibility: 'private' };
}

export function newGameOf(ruleset: string, { options, seats, clock, visibility, daily }: Wishes): NewGame {
  // `NewGame` is a union with one type for each ruleset; the plain string `ruleset` does not say which one this is
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
