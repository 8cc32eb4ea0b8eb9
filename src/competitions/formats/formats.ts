import type { Format } from '../model/settings.ts';
import { cup } from './cup.ts';
import type { FormatRules } from './format.ts';
import { ladder } from './ladder.ts';
import { match } from './match.ts';
import { roundRobin } from './round-robin.ts';
import { swiss } from './swiss.ts';

const RULES: Record<Format, FormatRules> = { roundRobin, swiss, ladder, match, cup };

export function formatOf(format: Format): FormatRules {
  return RULES[format];
}
