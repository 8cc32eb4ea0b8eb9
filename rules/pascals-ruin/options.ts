import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Printed, schemaFamily, Words } from '../kernel/schema.ts';

const { object } = schemaFamily('PascalsRuin');

const DEFAULTS = { mode: 'match', roundsToWin: 3, maxRounds: 9, spicy: false } as const;

export const OptionsSchema = object(
  'Options',
  {
    mode: Words(['match', 'eternal'], {
      default: DEFAULTS.mode,
      description:
        'match: rounds are won, and the first seat with enough of them wins. eternal: points add up from round to round ' +
        'until all vote to stop after a round or maxRounds is reached, and the highest total wins.',
    }),
    roundsToWin: Type.Integer({
      minimum: 1,
      maximum: 9,
      default: DEFAULTS.roundsToWin,
      description: 'How many rounds win the match (match only).',
    }),
    maxRounds: Nullable(Type.Integer({ minimum: 1, maximum: 99 }), {
      default: DEFAULTS.maxRounds,
      description:
        'The game ends after this many rounds at the latest (eternal only). With null only a vote ends it, so a person has to play.',
    }),
    spicy: Type.Boolean({
      default: DEFAULTS.spicy,
      description:
        "The player who beats the deck's final card scores the winning dice, and a 20 on a d20, against that card or the fifth of a chain, brings 100 for the whole turn.",
    }),
    printed: Printed(
      'The printed rules to the letter: when a challenge fails, the seat that started the turn scores; a die that failed can ' +
        "be rolled again later in the turn; a Jack can be played on a King's throw too.",
    ),
  },
  "Options of Pascal's Ruin.",
);
export type Options = Static<typeof OptionsSchema>;

/** Returns whether only a vote can end the game (rule R16). */
export function isUnbounded({ mode, maxRounds }: Options): boolean {
  return mode === 'eternal' && maxRounds === null;
}

/** Rejects an option that has no effect in combination with the others. */
export function checkOptions(options: Options): string | null {
  if (options.mode === 'match' && options.maxRounds !== DEFAULTS.maxRounds) {
    return 'maxRounds has no effect in match mode: leave it out, or choose mode "eternal".';
  }
  if (options.mode === 'eternal' && options.roundsToWin !== DEFAULTS.roundsToWin) {
    return 'roundsToWin has no effect in eternal mode: leave it out, or choose mode "match".';
  }
  return null;
}
