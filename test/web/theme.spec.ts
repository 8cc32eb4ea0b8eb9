import { SIZES } from './browser/sizes.ts';
import { expect, test } from './browser/test.ts';

const GROUND = { light: 'rgb(239, 231, 217)', dark: 'rgb(20, 16, 12)' };

for (const [size, viewport] of SIZES) {
  for (const theme of ['light', 'dark'] as const) {
    test.describe(`${size}: a browser in which ${theme} was chosen`, () => {
      test.use({ viewport, colorScheme: theme === 'dark' ? 'light' : 'dark' });

      test('shows it from the first picture on, before the pages are loaded', async ({ page }) => {
        await page.addInitScript((chosen) => {
          localStorage.setItem('croupier settings', JSON.stringify({ theme: chosen }));
        }, theme);
        let come = () => {};
        const held = new Promise<void>((resolve) => {
          come = resolve;
        });
        await page.route('**/assets/index-*.js', async (route) => {
          await held;
          await route.continue();
        });
        const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        await page.goto('./', { waitUntil: 'commit' });
        await page.waitForFunction(() => document.styleSheets.length > 0);
        expect(await ground()).toBe(GROUND[theme]);
        come();
        await expect(page.getByLabel('Your name')).toBeVisible();
        expect(await ground()).toBe(GROUND[theme]);
      });
    });
  }
}
