import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { openGroups, sitDown } from './browser/playing.ts';
import { SIZES } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';
import config from './playwright.config.ts';

/** Browsers treat plain HTTP as insecure only if the name is not local. */
const HOST = 'house.example';
const { launchOptions = {} } = config.use ?? {};
const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
test.use({ launchOptions: { ...launchOptions, args } });
test.use({ baseURL: async ({ service }, use) => use(service.url.replace(/127\.0\.0\.1|localhost/, HOST)) });

// on an insecure page, browsers log each header that they ignore
test.use({ expectedErrors: [/Cross-Origin-Opener-Policy header has been ignored/] });

const RECOVERY = 'Your recovery code';

async function pasted(page: Page): Promise<string> {
  const field = page.getByLabel('New name');
  await field.fill('');
  await field.press('ControlOrMeta+V');
  return field.inputValue();
}

for (const [size, viewport] of SIZES) {
  test.describe(`${size}: over plain HTTP, where pages have no clipboard`, () => {
    test.use({ viewport });

    test('a recovery code is copied, and the page says so', async ({ page }) => {
      const name = await sitDown(page);
      await page.getByRole('link', { name }).click();
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await openGroups(page);
      const code = await page.getByRole('textbox', { name: RECOVERY }).inputValue();
      await page.getByRole('button', { name: `Copy: ${RECOVERY}` }).click();
      await expect(page.getByText('Copied.')).toBeVisible();
      expect(await pasted(page)).toBe(code.slice(0, 40));
    });

    test('a text that the browser does not copy is selected, and the page says so', async ({ page }) => {
      await page.addInitScript(() => {
        document.execCommand = () => false;
      });
      await sitDown(page);
      await page.getByRole('link', { name: "Options: Pascal's Ruin" }).click();
      await page.getByLabel('Seat 2').selectOption('open');
      await page.getByRole('button', { name: 'Create the game' }).click();
      const link = page.getByRole('textbox', { name: 'Link for a friend' });
      await page.getByRole('button', { name: 'Copy: Link for a friend' }).click();
      await expect(page.getByText('This browser does not copy. The text is selected: copy it by hand.')).toBeVisible();
      await expect(link).toBeFocused();
      const selected = await link.evaluate((field: HTMLInputElement) =>
        field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
      );
      expect(selected).toBe(await link.inputValue());
      await expectAccessible(page);
      await expectFitsNarrow(page);
    });
  });
}
