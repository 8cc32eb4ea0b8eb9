import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { reportPage } from '../../lab/arena/report/page.ts';
import { hostileResult } from '../arena/hostile-result.ts';
import { sampleResult } from '../arena/sample-result.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { picture } from './browser/picture.ts';

const folder = mkdtempSync(join(tmpdir(), 'croupier-report-'));
test.afterAll(() => rmSync(folder, { recursive: true }));

const REPORTS = {
  'boards played once': sampleResult({ duplicate: 'none' }),
  'boards shared': sampleResult({ duplicate: 'movement' }),
  'names that mean harm': hostileResult(),
};

const MARKED_UP = 'Brave &lt;b&gt;Bertha&lt;/b&gt; &amp; Co.';
const PICTURED = 'boards shared';

for (const [name, result] of Object.entries(REPORTS)) {
  test(`a report of ${name} loads nothing, runs nothing, is accessible, fits a phone and prints`, {
    tag: name === PICTURED ? '@picture' : [],
  }, async ({ page }) => {
    const asked: string[] = [];
    const wrong: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => wrong.push(dialog.message()));
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => wrong.push(message.text()));
    const file = join(folder, 'report.html');
    const plain = (text: string) => (process.env.PICTURES === 'on' ? text.replaceAll(MARKED_UP, 'Brave Bertha') : text);
    writeFileSync(file, plain(reportPage(result)));
    await page.goto(pathToFileURL(file).href);
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await expect(page.locator('.track .disc, .track .ring').first()).toBeVisible();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    const printed = await page.pdf({ format: 'A4' });
    expect(printed.length).toBeGreaterThan(10_000);
    expect(asked).toEqual([pathToFileURL(file).href]);
    expect(wrong).toEqual([]);
    if (name === PICTURED) await picture('report', page);
  });
}
