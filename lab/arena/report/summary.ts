import type { Interval, Standing } from '../../../src/statistics/results.ts';
import type { CompeteResult } from '../result.ts';
import { findingIn, findingText } from '../sequential-test/finding-text.ts';
import { html, type Markup } from './markup.ts';
import { counted, digitsOf, duration, fixed, grouped, moment, namesOf } from './words.ts';

export function summary(result: CompeteResult, title: string): Markup {
  const { settings, games, agents, timing } = result;
  const tested = findingIn(result);
  const played = games.filter((game) => game.counted !== 'void');
  const boards = new Set(played.map(({ board }) => board)).size;
  return html`<header>
<h1>${title}</h1>
<p class="lead">${tested === null ? leader(result) : findingText(tested.tested, tested.finding)}</p>
${ended(result)}
<dl class="facts">
<div><dt>Game</dt><dd>${settings.ruleset}, rules version ${settings.rulesVersion}</dd></div>
<div><dt>Format</dt><dd>${FORMATS[settings.format]}, ${counted(settings.seats, 'seat')}</dd></div>
<div><dt>Agents</dt><dd>${grouped(agents.length)}</dd></div>
<div><dt>Games</dt><dd>${grouped(played.length)} on ${counted(boards, 'board')}</dd></div>
<div><dt>Luck</dt><dd>${settings.format === 'cup' ? 'the same boards for all' : DUPLICATES[settings.duplicate]}</dd></div>
<div><dt>Took</dt><dd>${duration(timing.seconds)}, ${timing.gamesPerSecond.toFixed(1)} games/s</dd></div>
<div><dt>Ended</dt><dd>${moment(timing.endedAt)}</dd></div>
</dl>
</header>`;
}

const FORMATS: Record<CompeteResult['settings']['format'], string> = {
  roundRobin: 'round robin',
  swiss: 'Swiss',
  ladder: 'ladder',
  match: 'match',
  cup: 'cup',
};

const DUPLICATES: Record<CompeteResult['settings']['duplicate'], string> = {
  movement: 'the same boards at all tables',
  permuted: 'each board on every seat',
  none: 'every board once',
};

function leader({ standings, agents, settings }: CompeteResult): Markup | string {
  const [first, second] = standings;
  if (first === undefined) return 'No one took part.';
  const names = namesOf({ agents });
  const leaders = standings.filter(({ rank }) => rank === 1);
  if (leaders.length > 1)
    return html`${list(leaders.map(({ entry }) => names.get(entry) ?? ''))} share the first rank.`;
  const name = html`<strong><bdi>${names.get(first.entry) ?? ''}</bdi></strong>`;
  const by = rankedBy(settings, first.points);
  return html`${name} comes first${second === undefined ? '' : ` of ${standings.length}`} ${by}. ${certainty(first)}`;
}

/** Says why the winner is first. Mentions points only if points decide the ranking. */
function rankedBy({ format, scoring }: CompeteResult['settings'], points: number): string {
  if (format === 'ladder') return 'by rating';
  if (format === 'cup' && scoring === 'share') return 'by its scores';
  return `with ${fixed(points, digitsOf([points]))} ${points === 1 ? 'point' : 'points'}`;
}

function certainty({ strength, score }: Standing): string {
  if (score?.interval)
    return `On the average board it scores ${fixed(score.value, 2)} (95 %: ${apart(score.interval, 2)}).`;
  if (strength?.rankInterval == null) return '';
  const { low, high } = strength.rankInterval;
  const rated = `Its rating of ${strength.rating} (95 %: ${apart(strength.interval, 0)})`;
  const provisional = strength.provisional ? ' is provisional, and' : '';
  return low === high
    ? `${rated}${provisional} tells it apart from all others.`
    : `${rated}${provisional} leaves ranks ${low} to ${high} possible.`;
}

function apart({ low, high }: Interval, digits: number): string {
  return `${fixed(low, digits)} to ${fixed(high, digits)}`;
}

function ended({ status, abortReason }: CompeteResult): Markup | null {
  if (status === 'finished') return null;
  return html`<p class="warning">It was ended early: ${abortReason ?? 'no reason was given'}. What follows is of the games until then.</p>`;
}

function list(names: readonly string[]): Markup[] {
  return names.map(
    (name, i) => html`${i === 0 ? '' : i === names.length - 1 ? ' and ' : ', '}<strong><bdi>${name}</bdi></strong>`,
  );
}
