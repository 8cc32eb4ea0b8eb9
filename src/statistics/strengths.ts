import { ENOUGH_BOARDS, MIDDLE, ratingOf } from './rating-scale.ts';
import type { Interval, RankedEntry, Result } from './results.ts';
import { rounded } from './rounded.ts';
import type { Strength } from './strength.ts';
import { StrengthFit } from './strength-fit.ts';

/** The strength of every entry that played a game, computed from all games that were played. */
export function strengthsOf(results: readonly Result[], ranked: readonly RankedEntry[]): Map<number, Strength> {
  const anchors = new Set(ranked.filter(({ anchor }) => anchor).map(({ entry }) => entry));
  const fit = new StrengthFit(results, anchors);
  const played = new Set(results.flatMap(({ counted, entries }) => (counted === 'played' ? entries : [])));
  const present = ranked.filter(({ entry }) => played.has(entry));
  const rivals = present.filter(({ disqualified }) => !disqualified);
  return new Map(
    present.map(({ entry, anchor, disqualified }) => {
      const rankInterval = disqualified ? null : rankIntervalOf(entry, rivals, anchors, fit);
      return [entry, anchor ? anchored(results, entry, rankInterval) : rated(fit, entry, rankInterval)];
    }),
  );
}

/** Random play is as strong as it is by definition; what it did on a few boards places it no more than anybody else. */
function anchored(results: readonly Result[], entry: number, rankInterval: Interval | null): Strength {
  const played = results.filter(({ counted, entries }) => counted === 'played' && entries.includes(entry));
  const provisional = new Set(played.map(({ board }) => board)).size < ENOUGH_BOARDS;
  return { rating: MIDDLE, interval: { low: MIDDLE, high: MIDDLE }, rankInterval, provisional };
}

function rated(fit: StrengthFit, entry: number, rankInterval: Interval | null): Strength {
  const { value, low, high } = fit.strength(entry);
  const interval = { low: ratingOf(low), high: ratingOf(high) };
  return { rating: ratingOf(value), interval, rankInterval, provisional: fit.boards(entry) < ENOUGH_BOARDS };
}

/** The ranks that are left when everybody is counted who is better, or worse, with 95 % confidence. */
function rankIntervalOf(
  entry: number,
  rivals: readonly RankedEntry[],
  anchors: ReadonlySet<number>,
  fit: StrengthFit,
): Interval {
  let better = 0;
  let worse = 0;
  for (const rival of rivals) {
    if (rival.entry === entry) continue;
    const ahead = aheadBy(entry, rival.entry, anchors, fit);
    if (rounded(ahead.high, 6) < 0) better++;
    if (rounded(ahead.low, 6) > 0) worse++;
  }
  return { low: 1 + better, high: rivals.length - worse };
}

function aheadBy(entry: number, rival: number, anchors: ReadonlySet<number>, fit: StrengthFit): Interval {
  if (anchors.has(entry) && anchors.has(rival)) return { low: 0, high: 0 };
  if (anchors.has(rival)) return fit.strength(entry);
  if (!anchors.has(entry)) return fit.difference(entry, rival);
  const { low, high } = fit.strength(rival);
  return { low: -high, high: -low };
}
