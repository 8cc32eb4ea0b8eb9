import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

type Measure = Schemas['Analysis']['measure'];

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const LISTED = new Intl.ListFormat('en', { type: 'conjunction' });

function difference(value: number, measure: Measure): string {
  if (measure === 'score') return counted(Number(value.toFixed(1)), 'point', 'points', NUMBER);
  return counted(Number((100 * value).toFixed(1)), 'percentage point', 'percentage points', NUMBER);
}

export const WORDS_OF_LOOKING_BACK = {
  scores: 'Scores',
  won: 'won',
  decisive: (name: string, taken: string, loss: number, measure: Measure, better: string) =>
    `What decided it: ${name} chose “${taken}”, which gave away about ${difference(loss, measure)}; “${better}” was better.`,
  orders: { best: 'Best decisions', worst: 'Worst decisions' },
  none: { best: 'None stands out.', worst: 'None gave anything away for certain.' },
  /** `name` is null if the game has only one player */
  took: (name: string | null, taken: string) => (name === null ? `“${taken}”` : `${name}: “${taken}”`),
  better: (by: number, measure: Measure) => `${difference(by, measure)} better than the next best`,
  gaveAway: (loss: number, measure: Measure, better: string) =>
    `gave away ${difference(loss, measure)}; “${better}” was better`,
  picture: {
    card: 'Croupier',
    row: (name: string, points: number, won: boolean) => `${won ? '★ ' : ''}${name}  ${points}`,
    alt: (game: string, result: string, why: string, rows: readonly string[], day: string) =>
      `Croupier, ${game}, ${day}. ${result}. ${why} ${LISTED.format(rows)}.`,
    file: (ruleset: string) => `${ruleset}-result.png`,
  },
};
