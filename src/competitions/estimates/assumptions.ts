import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { Course } from '../formats/expected-course.ts';
import type { Settings } from '../model/settings.ts';
import type { TrialGames } from './trial-games.ts';

/** What an estimate rests on, in sentences. */
export function assumptionsIn(
  settings: Settings,
  course: Course,
  trials: TrialGames | null,
  secondsPerDecision: number,
): string[] {
  return [
    'Everybody who enters is there from the start to the end, and plays one game at a time.',
    ...ofLadder(settings, course),
    ...(trials === null ? [ENDLESS] : ofTrials(trials, secondsPerDecision)),
    ...ofDifference(settings),
  ];
}

const ENDLESS =
  'No game that was played by lot was over after 20,000 actions: by these options a game need never end, and nothing is said of time or certainty.';

function ofLadder({ format, seats, endsAt }: Settings, { games }: Course): string[] {
  if (format !== 'ladder') return [];
  const tables =
    games.least === games.most || seats === 2
      ? []
      : [
          'A ladder has the fewest games where all tables are full, and the most where each has two entries and the house.',
        ];
  const end = endsAt === null ? [] : ['A ladder may be over at its end before everybody has played all their games.'];
  return [...tables, ...end];
}

function ofTrials({ games }: TrialGames, secondsPerDecision: number): string[] {
  const trial = counted(games, 'game');
  return [
    `Games take as many decisions as ${trial} by the bot \`random\`, with these options; who plays better may take fewer, or more.`,
    `A decision takes ${counted(secondsPerDecision, 'second')}, or what the clock allows if that is less. Bots of the house take hardly any time.`,
  ];
}

function ofDifference(settings: Settings): string[] {
  const { format, stop } = settings;
  const luck = luckLeft(settings);
  const shared =
    luck < 1
      ? [
          `Of the variance of results ${Math.round(luck * 100)} % is left where boards are shared so, as measured at random play.`,
        ]
      : ['Sharing boards is taken to make results no more certain: nothing else was measured for this game.'];
  if (format === 'cup') {
    return ['Scores scatter as those of the bot `random` do.', ...(settings.duplicate === 'none' ? [] : shared)];
  }
  return [
    'All are of about the same strength. Between players of very different strength a game tells less, and intervals are wider.',
    ...(settings.duplicate === 'permuted' ? shared : []),
    ...(stop === null
      ? []
      : [
          'A match with `stop` is looked at after every board, so that its intervals are wider; it may end long before its last board.',
        ]),
  ];
}

/** By ruleset, what `npm run bench:luck` found; see docs/competitions.md. */
const SHARES: Record<string, Record<number, number>> = {
  'folly-and-fortune': { 2: 0.66, 5: 0.82 },
};
const SCORES: Record<string, number> = { pascal: 0.95, 'pokers-rogue-reckoning': 0.56 };

/**
 * What part of the variance of results is left where boards are shared as the settings say, by measurement. 1, all of it, wherever
 * nothing less was measured: games decided by dice, other numbers of seats, and boards that tables of other players play.
 */
export function luckLeft({ ruleset, seats, format, duplicate }: Settings): number {
  if (format === 'cup') return duplicate === 'none' ? 1 : (SCORES[ruleset] ?? 1);
  return duplicate === 'permuted' ? (SHARES[ruleset]?.[seats] ?? 1) : 1;
}
