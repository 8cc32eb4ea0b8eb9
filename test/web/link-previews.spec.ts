import { openGame } from './browser/house.ts';
import { sitDown } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, test } from './browser/test.ts';

const GAMES = ['pascals-ruin', 'champions-of-chance', 'folly-and-fortune', 'pascal', 'pokers-rogue-reckoning'];
const SIZE = { width: 1_200, height: 630 };

test('the link for a friend shows the host and the game, has a picture, and leads to the invitation', async ({
  page,
  browser,
}) => {
  const host = await sitDown(page);
  const id = await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
  const link = await page.getByRole('textbox', { name: 'Link for a friend' }).inputValue();
  expect(link).toMatch(new RegExp(`/g/${id}#/g/${id}$`));
  const friend = await (await browser.newContext()).newPage();
  await friend.goto(link);
  await expect(friend.getByRole('region', { name: `${host} invites you to Pascal's Ruin` })).toBeVisible();
  expect(new URL(friend.url()).pathname).toBe('/');
  await friend.reload();
  await expect(friend.getByRole('button', { name: 'Sit down' })).toBeVisible();
  const html = await (await page.request.get(`g/${id}`)).text();
  const [, title] = /"og:title" content="([^"]+)"/.exec(html) ?? [];
  expect(title?.replaceAll(/\p{Cf}/gu, '')).toBe(`${host} invites you to Pascal's Ruin`);
  const [, picture = ''] = /"og:image" content="([^"]+)"/.exec(html) ?? [];
  const shown = await page.request.get(picture);
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  await friend.context().close();
});

test('the link to a private game has the preview of its ruleset, and keeps its code from the server', async ({
  page,
}) => {
  const host = await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', 'open'], visibility: 'private' });
  const link = await page.getByRole('textbox', { name: 'Link for a friend' }).inputValue();
  const { search, hash } = new URL(link);
  expect([search, hash]).toEqual(['?ruleset=pascals-ruin', expect.stringContaining('?invite=')]);
  const html = await (await page.request.get(link)).text();
  expect(html).toContain(`"og:title" content="You are invited to Pascal's Ruin"`);
  expect(html).not.toContain(host);
});

test('every game has a picture for its links', { tag: '@picture' }, async ({ page }) => {
  for (const game of GAMES) {
    const path = `previews/${game}.jpg`;
    if (process.env.PICTURES !== 'on') {
      expect((await page.request.get(path)).status()).toBe(200);
      continue;
    }
    await resize(page, SIZE);
    await page.goto('./');
    await page
      .locator(`.scene:has(img[src*="/${game}-"])`)
      .first()
      .evaluate((scene) => {
        document.body.replaceChildren(scene);
        Object.assign((scene as HTMLElement).style, { position: 'fixed', inset: '0', width: '100vw', height: '100vh' });
        const picture = scene.querySelector('img') as HTMLElement;
        Object.assign(picture.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
      });
    const file = new URL(`../../web/public/${path}`, import.meta.url).pathname;
    await page.screenshot({ path: file, type: 'jpeg', quality: 80, animations: 'disabled' });
  }
});
