import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { failedAgents } from '../../lab/arena/compete-run.ts';
import { csvFiles, csvOf } from '../../lab/arena/report/csv-files.ts';
import { html } from '../../lab/arena/report/markup.ts';
import { reportPage } from '../../lab/arena/report/page.ts';
import { terminalTable } from '../../lab/arena/report/terminal-table.ts';
import { placeOf, scaleOf } from '../../lab/arena/report/track.ts';
import { hostileResult } from './hostile-result.ts';
import { sampleResult } from './sample-result.ts';

const UNSEEN = /(?![\r\n])[\p{Cc}\p{Cf}]/u;

test('a text that is put into HTML is escaped', () => {
  const name = `<b title="x">'&`;
  expect(html`<i>${name}</i>${[html`<br>`, 3, null]}`.text).toBe('<i>&lt;b title=&quot;x&quot;&gt;&#39;&amp;</i><br>3');
});

test('a page has no script and loads nothing, and forbids both to the browser, for any names of agents', () => {
  for (const duplicate of ['none', 'movement'] as const) {
    const page = reportPage(hostileResult({ duplicate }));
    expect(page).not.toMatch(/<(script|img|iframe|object|embed|form|base|a)\b/i);
    expect(page.replace(/<style>.*<\/style>|<[^>]*>/gs, '')).not.toMatch(/[<>]/);
    expect(page).not.toMatch(UNSEEN);
    expect([...page.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, to]) => to)).toEqual(
      expect.arrayContaining(['data:,', '#all']),
    );
    expect(page).not.toMatch(/\b(href|src)="(?!data:,"|#all")/);
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`default-src &#39;none&#39;; style-src &#39;sha256-${digest}&#39;`);
    expect(style).not.toMatch(/url\(|@import/);
  }
});

test('a page shows each agent with its rating, its interval and its losses by rule, and stays small', () => {
  const result = sampleResult();
  const page = reportPage(result);
  for (const { strength } of result.standings) {
    expect(page).toContain(`${strength?.interval.low} – ${strength?.interval.high}`);
  }
  expect(page).toContain('Brave &lt;b&gt;Bertha&lt;/b&gt; &amp; Co.');
  for (const { rule, detail } of result.losses) {
    expect(page).toContain(rule);
    expect(page).toContain(detail);
  }
  expect(page.length).toBeLessThan(60_000);
});

test('a table of files has a line for each row, and no name that a spreadsheet would execute', () => {
  const result = hostileResult();
  const files = csvFiles(result);
  const linesOf = (name: string) => (files.get(name) ?? '').trimEnd().split('\r\n');
  expect(linesOf('standings.csv')).toHaveLength(1 + result.standings.length);
  expect(linesOf('games.csv')).toHaveLength(1 + 2 * result.games.length);
  expect(linesOf('ratings.csv').length).toBeGreaterThan(20);
  for (const text of files.values()) expect(text).not.toMatch(UNSEEN);
  for (const text of files.values()) expect(text).not.toMatch(/(^|,|")[=@]/);
  expect(csvOf(['a'], [['=1+1'], ['say "no", please'], [-3], [null]])).toBe(
    'a\r\n\'=1+1\r\n"say ""no"", please"\r\n-3\r\n\r\n',
  );
});

test('a terminal gets all agents in rank order, and no sequence that moves its cursor', () => {
  const result = hostileResult();
  const lines = terminalTable(result).split('\n');
  expect(lines[0]).toMatch(/^rank +agent +points +games +rating/);
  expect(lines.slice(1, 5).map((line) => Number.parseInt(line, 10))).toEqual(result.standings.map(({ rank }) => rank));
  expect(lines.join('')).not.toMatch(UNSEEN);
});

test('a scale ends at round numbers around all its values', () => {
  expect(scaleOf([1423, 1761]).ticks).toEqual([1400, 1500, 1600, 1700, 1800]);
  expect(scaleOf([0.5, 0.5]).ticks.length).toBeGreaterThan(1);
  expect(placeOf(1500, { low: 1400, high: 1800, ticks: [] })).toBe(25);
  expect(placeOf(9999, { low: 1400, high: 1800, ticks: [] })).toBe(100);
});

test('each failed agent is named once, with its rule and its log', () => {
  const [line, ...more] = failedAgents(sampleResult(), (entry) => `agents/${entry}.log`);
  expect(line).toMatch(/ lost its entry by the rule notStarted: What happened: .* It printed to agents\/3\.log\.$/);
  expect(more).toEqual([]);
});
