import type { Preset } from '../kernel/introduction.ts';

/**
 * How hard a run is. The rates are those of 2,000 runs each, and `npm run simulate -- --ruleset pokers-rogue-reckoning --presets
 * --games 2000 --seed presets` prints them anew.
 */
export const PRESETS: readonly Preset[] = [
  {
    id: 'recommended-start',
    name: 'The recommended start',
    text: 'The start that the published rules recommend. Most runs are lost.',
    options: {},
    isRecommended: false,
    winRates: { plain: 0.0115, skilled: 0.103 },
  },
  {
    id: 'fair-fight',
    name: 'A fair fight',
    text: 'You begin with 18 HP, and giving up 1 ATK brings all of them back. The final boss is harder, with 7 dice of HP.',
    options: { startHp: 18, trade: 'allDice', finalBossDice: 7 },
    isRecommended: true,
    winRates: { plain: 0.2005, skilled: 0.412 },
  },
  {
    id: 'easy-stroll',
    name: 'An easy stroll',
    text: 'You begin with 18 HP and 3 ATK, and giving up 1 ATK brings back all HP.',
    options: { startHp: 18, startAtk: 3, trade: 'allDice' },
    isRecommended: false,
    winRates: { plain: 0.5755, skilled: 0.776 },
  },
];
