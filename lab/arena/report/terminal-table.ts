import type { Standing } from '../../../src/statistics/results.ts';
import type { CompeteResult } from '../result.ts';
import { findingIn, findingText } from '../sequential-test/finding-text.ts';
import { between, counted, duration, fixed, namesOf } from './words.ts';

const LONGEST_NAME = 32;

export function terminalTable(result: CompeteResult): string {
  const names = namesOf(result);
  const lost = (entry: number) => result.losses.filter((loss) => loss.entry === entry).length;
  const columns: [head: string, cell: (row: Standing) => string, left?: boolean][] = [
    ['rank', ({ rank }) => String(rank)],
    ['agent', ({ entry }) => cut(names.get(entry) ?? ''), true],
    ['points', ({ points }) => fixed(points, 2)],
    ['games', ({ games }) => String(games)],
    ...(result.settings.format === 'cup' ? SCORES : RATINGS),
    ...(result.settings.scoring === 'share' ? [] : MATCHPOINTS),
    ['lost by rule', ({ entry }) => String(lost(entry))],
  ];
  const lines = [columns.map(([head]) => head), ...result.standings.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => widthOf(line[i] ?? ''))));
  const written = lines.map((line) => {
    const cells = line.map((cell, i) => {
      const space = ' '.repeat((widths[i] ?? 0) - widthOf(cell));
      return columns[i]?.[2] === true ? cell + space : space + cell;
    });
    return cells.join('  ').trimEnd();
  });
  const tested = findingIn(result);
  const told = tested === null ? [] : [findingText(tested.tested, tested.finding)];
  return [...written, '', ...told, howPlayed(result)].join('\n');
}

const MATCHPOINTS: [string, (row: Standing) => string][] = [
  ['matchpoints', ({ matchpoints }) => (matchpoints === null ? '–' : `${matchpoints.toFixed(1)} %`)],
];

const RATINGS: [string, (row: Standing) => string][] = [
  ['rating', ({ strength }) => (strength === null ? '–' : `${strength.rating}${strength.provisional ? '?' : ''}`)],
  ['95 %', ({ strength }) => (strength === null ? '–' : between(strength.interval))],
  ['ranks', ({ strength }) => (strength?.rankInterval ? between(strength.rankInterval) : '–')],
];

const SCORES: [string, (row: Standing) => string][] = [
  ['score', ({ score }) => (score === null ? '–' : fixed(score.value, 2))],
  ['95 %', ({ score }) => (score?.interval ? between(score.interval, 2) : '–')],
];

function howPlayed({ games, standings, status, abortReason, timing, settings }: CompeteResult): string {
  const played = games.filter(({ counted }) => counted !== 'void').length;
  const provisional = standings.some(({ strength }) => strength?.provisional === true);
  const lines = [
    `${counted(played, 'game')} of ${settings.ruleset} in ${duration(timing.seconds)}, ${timing.gamesPerSecond.toFixed(1)} games/s`,
    provisional ? 'A rating with ? is provisional: it rests on fewer than 10 boards.' : null,
    status === 'aborted' ? `It was ended early: ${abortReason ?? 'no reason was given'}` : null,
  ];
  return lines.filter((line) => line !== null).join('\n');
}

function cut(name: string): string {
  const signs = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return signs.length <= LONGEST_NAME ? name : `${signs.slice(0, LONGEST_NAME - 1).join('')}…`;
}

/** Estimates the width of a text in terminal columns: East Asian characters and emoji take two. */
function widthOf(text: string): number {
  const wide =
    /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;
  return [...new Intl.Segmenter().segment(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
}
