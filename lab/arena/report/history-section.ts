import type { CompeteResult, RatingStep } from '../result.ts';
import { html, type Markup } from './markup.ts';
import { placeOf, type Scale, scaleOf } from './track.ts';
import { counted, grouped, namesOf } from './words.ts';

type Rated = RatingStep['ratings'][number];

interface Course {
  entry: number;
  points: { games: number; rated: Rated }[];
}

const COLUMNS = 6;
/** The plots end at most this many points above the highest and below the lowest rating; they clip wide intervals. */
const FURTHEST = 200;

export function historySection(result: CompeteResult): Markup | null {
  const { ratingSteps: steps } = result;
  if (steps.length < 2) return null;
  const last = steps.at(-1)?.ratings ?? [];
  const order = [...last].sort((a, b) => b.rating - a.rating).map(({ entry }) => entry);
  const courses = order.map((entry) => courseOf(entry, steps));
  const all = steps.flatMap(({ ratings }) => ratings.map(({ rating }) => rating));
  const ends = last.flatMap(({ interval }) => [interval.low, interval.high]);
  const [least, most] = [Math.min(...all) - FURTHEST, Math.max(...all) + FURTHEST];
  const scale = scaleOf([...all, ...ends.map((end) => Math.min(most, Math.max(least, end)))]);
  const games = steps.at(-1)?.games ?? 1;
  const names = namesOf(result);
  return html`<section>
<h2>Rating against games</h2>
<p>The same fit over a growing number of games, in the order of the schedule: from 0 on the left to ${grouped(games)} on the right. The line is the
rating, the band its 95 % interval, and the thin lines are all others.</p>
<svg class="others" aria-hidden="true"><defs>
<symbol id="all" viewBox="0 0 100 100" preserveAspectRatio="none">${courses.map(({ points }) => html`<path d="${lineOf(points, games, scale)}"/>`)}</symbol>
</defs></svg>
<div class="courses">${courses.map((course) => figureOf(course, names.get(course.entry) ?? '', games, scale))}</div>
${tableOf(courses, steps, names)}
</section>`;
}

function courseOf(entry: number, steps: readonly RatingStep[]): Course {
  const points = steps.flatMap(({ games, ratings }) => {
    const rated = ratings.find((each) => each.entry === entry);
    return rated === undefined ? [] : [{ games, rated }];
  });
  return { entry, points };
}

/** Stretches the lines of the plot to the available width, but not its text. */
function figureOf({ points }: Course, name: string, games: number, scale: Scale): Markup {
  const [first, last] = [points[0]?.rated.rating ?? 0, points.at(-1)?.rated.rating ?? 0];
  return html`<figure><figcaption><bdi>${name}</bdi> <span>${last}</span></figcaption>
<svg class="course" role="img" aria-label="${`Rating of ${name}: ${first} at first, ${last} after ${counted(games, 'game')}`}">
${scale.ticks.map((tick) => html`<line class="grid" x1="0" x2="100%" y1="${100 - placeOf(tick, scale)}%" y2="${100 - placeOf(tick, scale)}%"/>`)}
<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
<path class="band" d="${bandOf(points, games, scale)}"/><use class="rest" href="#all"/><path class="line" d="${lineOf(points, games, scale)}"/>
</svg>
${[scale.ticks[0], scale.ticks.at(-1)].map((tick = 0, i) => html`<text x="2" y="${i === 0 ? '100%' : '0'}" dy="${i === 0 ? -3 : 11}">${tick}</text>`)}
</svg></figure>
`;
}

function lineOf(points: Course['points'], games: number, scale: Scale): string {
  return pathOf(
    points.map((point) => [point.games / games, point.rated.rating]),
    scale,
  );
}

function bandOf(points: Course['points'], games: number, scale: Scale): string {
  const there = points.map((point): [number, number] => [point.games / games, point.rated.interval.high]);
  const back = points.toReversed().map((point): [number, number] => [point.games / games, point.rated.interval.low]);
  return `${pathOf([...there, ...back], scale)}Z`;
}

function pathOf(points: readonly [part: number, value: number][], scale: Scale): string {
  const short = (number: number) => Number(number.toFixed(1));
  return `M${points.map(([part, value]) => `${short(100 * part)},${short(100 - placeOf(value, scale))}`).join(' ')}`;
}

function tableOf(courses: readonly Course[], steps: readonly RatingStep[], names: ReadonlyMap<number, string>): Markup {
  const many = Math.min(COLUMNS, steps.length);
  const shown = Array.from(
    { length: many },
    (_, i) => steps[Math.round(((i + 1) * steps.length) / many) - 1]?.games ?? 0,
  );
  return html`<div class="scroll" role="region" aria-label="Ratings after a number of games" tabindex="0"><table>
<caption>Ratings after a number of games, and how far the 95 % interval reaches to either side</caption>
<thead><tr><th scope="col">Agent</th>${shown.map((games) => html`<th scope="col" class="number">${grouped(games)}</th>`)}</tr></thead>
<tbody>${courses.map(({ entry, points }) => {
    return html`<tr><th scope="row"><bdi>${names.get(entry) ?? ''}</bdi></th>${shown.map((games) => {
      const rated = points.find((point) => point.games === games)?.rated;
      return html`<td class="number">${rated === undefined ? '–' : ratingOf(rated)}</td>`;
    })}</tr>
`;
  })}</tbody></table></div>`;
}

function ratingOf({ rating, interval }: Rated): Markup {
  return html`${rating} <small>±${Math.round((interval.high - interval.low) / 2)}</small>`;
}
