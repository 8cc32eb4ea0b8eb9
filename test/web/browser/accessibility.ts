import axe from 'axe-core';
import { resize } from './sizes.ts';
import { expect, type Page } from './test.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks that axe finds no violation of WCAG 2.2 AA on the rendered page in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe.source); // code from a debugger is not stopped by the content security policy
    // axe's preloading puts the text of style sheets into the page, which the content security policy forbids
    const broken = await page.evaluate(async (runOnly) => {
      const { violations } = await window.axe.run(document, { runOnly, preload: false });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    }, RULES);
    expect(broken, colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

const NARROW = { width: 320, height: 640 };

/** Checks that the page needs no sideways scrolling on the smallest phone, or at a zoom of 400 %. */
export async function expectFitsNarrow(page: Page): Promise<void> {
  const wide = page.viewportSize();
  await resize(page, NARROW);
  const tooWide = await page.evaluate(() => {
    const all = [...document.querySelectorAll('main *')];
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    return all
      .filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
  expect(tooWide).toEqual([]);
  if (wide !== null) await resize(page, wide);
}
