import { type Refused, refused } from '../../eventlog/result.ts';

export interface PlayerCaps {
  /** unfinished games in which the player has a seat */
  games: number;
  /** unfinished games that the player created without a seat, for bots or other players */
  hostedGames: number;
  /** unfinished rated games in which the player has a seat */
  ratedGames: number;
  /** games in which the player has a seat and that wait for other players to join */
  pendingGames: number;
  /** seats that the player's games reserve for invited players */
  invitations: number;
  commitments: number;
  /** competitions that the player created within 24 hours */
  competitions: number;
  seeks: number;
  /** vacation days in a year */
  vacationDays: number;
}

/** The cap of rated games is low, because with many unfinished games a player could choose which of them to finish. */
export const DEFAULT_CAPS: PlayerCaps = {
  games: 1000,
  hostedGames: 100,
  ratedGames: 16,
  pendingGames: 500,
  invitations: 1000,
  commitments: 500,
  competitions: 12,
  seeks: 16,
  vacationDays: 30,
};

const FIXED_CAPS = ['mutes', 'blocks', 'changes', 'calendarChanges', 'vacationsCalledOff'] as const;

type CapName = keyof PlayerCaps | (typeof FIXED_CAPS)[number];

export const CAP_NAMES = [...Object.keys(DEFAULT_CAPS), ...FIXED_CAPS] as CapName[];

const WORDS: Record<keyof PlayerCaps, string> = {
  games: 'unfinished games in which you sit',
  hostedGames: 'unfinished games that you created and in which you do not sit',
  ratedGames: 'unfinished rated games in which you sit',
  pendingGames: 'games in which you sit and that wait for players',
  invitations: 'open invitations to your games',
  commitments: 'commitments that no game has used',
  competitions: 'competitions created within 24 hours',
  seeks: 'open seeks (searches for opponents)',
  vacationDays: 'vacation days in a year',
};

const HINTS: Record<keyof PlayerCaps, string> = {
  games: 'Finish a game that you play, or leave one: `resignGame`. `listTurns` lists the games that wait for you.',
  hostedGames: 'Wait until a game that you created is over, or abort one before it starts: `abortGame`.',
  ratedGames: 'Finish a rated game, or resign one: `resignGame`. `listTurns` lists the games that wait for you.',
  pendingGames: 'Wait until one of your games has all its players, or give up your seat in one: `leaveGame`.',
  invitations:
    'Wait until an invited player joins, or call `leaveGame` with that player’s `seat`, which withdraws the invitation.',
  commitments: 'Use one of your commitments: send its id as `commitmentId` in `createGame`.',
  vacationDays:
    '`listVacations` says how many days are left. If you end a vacation early, you get its remaining days back.',
  competitions: 'Create the competition later: each competition counts for 24 hours, even if it is over.',
  seeks: 'Cancel a seek: `cancelSeek`. `listMySeeks` lists your seeks.',
};

export function capRefused(cap: CapName, detail: string, hint?: string): Refused {
  return refused('cap-reached', detail, { cap, ...(hint !== undefined && { hint }) });
}

export function capReached(cap: keyof PlayerCaps, most: number): Refused {
  return capRefused(cap, `You have reached the limit of ${WORDS[cap]}: ${most}.`, HINTS[cap]);
}
