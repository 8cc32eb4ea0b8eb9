import type { FittedScore, Interval, Strength } from '../../../src/statistics/results.ts';
import type { CompeteResult } from '../result.ts';
import { html, type Markup } from './markup.ts';
import { axis, scaleOf, track } from './track.ts';
import { between, fixed, namesOf } from './words.ts';

/** the rating of random play; if no random player took part, the mean of all ratings */
const MIDDLE = 1500;
/** Confidence intervals are drawn at most this many points below the lowest and above the highest rating. */
const FURTHEST = 400;

export function ratingsSection(result: CompeteResult): Markup | null {
  return result.settings.format === 'cup' ? scores(result) : ratings(result);
}

function ratings(result: CompeteResult): Markup | null {
  const rated = result.standings
    .flatMap(({ entry, strength }) => (strength === null ? [] : [{ entry, ...strength }]))
    .sort((a, b) => b.rating - a.rating);
  if (rated.length === 0) return null;
  const scale = scaleOf(rated.flatMap(({ rating, interval }) => endsOf(rating, interval, rated)));
  const names = namesOf(result);
  return html`<section>
<h2>Ratings</h2>
<p>${anchored(result) ? 'Random play is 1500 by definition.' : 'The mean of all is 1500.'} 400 more are odds of ten to one. The line is the 95 % interval; a ring
instead of a disc is a provisional rating, from fewer than 10 boards. Ranks are those that the intervals leave open.</p>
<table class="tracks stacked">
<thead><tr><th scope="col">Agent</th><th scope="col" class="number">Rating</th><th scope="col" class="number">95 % interval</th>
<th scope="col" class="number wide">Ranks</th><td class="plot">${axis(scale, String)}</td></tr></thead>
<tbody>${rated.map(({ entry, rating, interval, rankInterval, provisional }) => {
    const shape = provisional ? ('ring' as const) : ('disc' as const);
    return html`<tr><th scope="row"><bdi>${names.get(entry) ?? ''}</bdi></th><td class="number">${rating}${provisional ? '?' : ''}</td>
<td class="number">${between(interval)}</td><td class="number wide">${ranks(rankInterval)}</td>
<td class="plot">${track({ scale, reference: MIDDLE, span: interval, marks: [{ at: rating, shape }] })}</td></tr>
`;
  })}</tbody></table>
</section>`;
}

function endsOf(rating: number, { low, high }: Interval, all: readonly Strength[]): number[] {
  const least = Math.min(...all.map((each) => each.rating)) - FURTHEST;
  const most = Math.max(...all.map((each) => each.rating)) + FURTHEST;
  return [rating, Math.max(low, least), Math.min(high, most)];
}

function ranks(interval: Interval | null): string {
  if (interval === null) return '–';
  return interval.low === interval.high ? String(interval.low) : between(interval);
}

function anchored({ agents, games }: CompeteResult): boolean {
  return (
    agents.some(({ plays }) => plays.kind === 'policy' && plays.policy === 'random') ||
    games.some(({ entries, counted }) => counted === 'played' && entries.includes(null))
  );
}

function scores(result: CompeteResult): Markup | null {
  const scored = result.standings.flatMap(({ entry, score }) => (score === null ? [] : [{ entry, ...score }]));
  if (scored.length === 0) return null;
  const scale = scaleOf(
    scored.flatMap(({ value, interval }) => [value, interval?.low ?? value, interval?.high ?? value]),
  );
  const names = namesOf(result);
  const row = ({ entry, value, interval }: FittedScore & { entry: number }) =>
    html`<tr><th scope="row"><bdi>${names.get(entry) ?? ''}</bdi></th><td class="number">${fixed(value, 2)}</td>
<td class="number">${interval === null ? '–' : between(interval, 2)}</td>
<td class="plot">${track({ scale, reference: null, span: interval, marks: [{ at: value, shape: 'disc' }] })}</td></tr>
`;
  return html`<section>
<h2>Scores</h2>
<p>What each scores on the average board, with the luck of the boards taken out; ${result.direction === 'highest' ? 'more' : 'less'} is better. The line is the 95 % interval.</p>
<table class="tracks stacked">
<thead><tr><th scope="col">Agent</th><th scope="col" class="number">Score</th><th scope="col" class="number">95 % interval</th><td class="plot">${axis(scale, String)}</td></tr></thead>
<tbody>${scored.map(row)}</tbody></table>
</section>`;
}
