import { type Static, Type } from '@sinclair/typebox';
import { schemaFamily, Words } from '../../kernel/schema.ts';

const { object } = schemaFamily('PascalsRuin');

const DEFAULTS = { mode: 'match', roundsToWin: 3, maxRounds: 9, spicy: false } as const;

export const OptionsSchema = object(
  'Options',
  {
    mode: Words(['match', 'eternal'], {
      default: DEFAULTS.mode,
      description:
        'match: rounds are won, and the first seat with enough of them wins. eternal: points add up from round to round ' +
        'until all vote to stop or the last round is played, and the highest total wins.',
    }),
    roundsToWin: Type.Integer({
      minimum: 1,
      maximum: 9,
      default: DEFAULTS.roundsToWin,
      description: 'match only: how many rounds win the match.',
    }),
    maxRounds: Type.Integer({
      minimum: 1,
      maximum: 99,
      default: DEFAULTS.maxRounds,
      description: 'eternal only: the game ends after this many rounds at the latest.',
    }),
    spicy: Type.Boolean({
      default: DEFAULTS.spicy,
      description:
        "Spicy scoring: whoever beats the deck's final card scores the winning dice, and a 20 on a d20, against that card or " +
        'the fifth of a chain, brings 100 for the whole turn.',
    }),
  },
  "Options of Pascal's Ruin.",
);
export type Options = Static<typeof OptionsSchema>;

/** Refuses an option that was chosen on purpose and would have no effect. */
export function checkOptions(options: Options): string | null {
  if (options.mode === 'match' && options.maxRounds !== DEFAULTS.maxRounds) {
    return 'maxRounds has no effect in match mode: leave it out, or choose mode "eternal".';
  }
  if (options.mode === 'eternal' && options.roundsToWin !== DEFAULTS.roundsToWin) {
    return 'roundsToWin has no effect in eternal mode: leave it out, or choose mode "match".';
  }
  return null;
}
