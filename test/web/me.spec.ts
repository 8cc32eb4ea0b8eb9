import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { sitDown } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

test.use({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'allow' } });

/** Asks for what cannot be taken back, and means it. */
async function doForSure(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: `Yes: ${name}` }).click();
}

test.describe('a token', () => {
  test.use({ expectedErrors: [/status of 40[13]/] });

  test('is shown on demand, carried to another browser by a link, and ended there', async ({ page, browser }) => {
    const name = await sitDown(page);
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('button', { name: 'Show it' })).toBeVisible();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await expect(page.getByText(/crp_/)).toBeHidden();
    await page.getByRole('button', { name: 'Show it' }).click();
    await expect(page.getByRole('textbox', { name: 'Token', exact: true })).toHaveValue(/^crp_/);
    await page.getByRole('button', { name: 'Play on another device too' }).click();
    const link = await page.getByRole('textbox', { name: 'Link for your other device' }).inputValue();

    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expect(other.getByRole('heading', { name: `Play here as ${name}?` })).toBeVisible();
    expect(other.url()).not.toContain('crp_');
    await expectAccessible(other);
    await other.getByRole('button', { name: `Play as ${name}` }).click();
    await expect(other.getByRole('heading', { name: 'My games' })).toBeVisible();

    await doForSure(page, 'End it everywhere else');
    await expect(page.getByText('Done: this browser has a new token')).toBeVisible();
    await other.goto(link);
    await expect(other.getByRole('alert')).toContainText('no longer good');
    await other.goto(link.replace(/\?.*/, ''));
    await other.reload();
    await expect(other.getByRole('alert')).toContainText('no token in this link');
    await page.reload();
    await page.getByRole('link', { name: 'Your page: record and games' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await other.context().close();
  });

  test('that is lost comes back with the recovery code, and a wrong code is refused in words', async ({ page }) => {
    const name = await sitDown(page);
    await page.getByRole('link', { name }).click();
    const code = await page.getByRole('textbox', { name: 'Your recovery code' }).inputValue();
    await page.getByRole('button', { name: 'I have noted it' }).click();
    await expect(page.getByRole('textbox', { name: 'Your recovery code' })).toBeHidden();
    await page.reload();
    await expect(page.getByText('is not kept here')).toBeVisible();
    await doForSure(page, 'End it everywhere');
    await page.getByRole('link', { name: 'I have played here before' }).click();
    await page.getByLabel('Your name, or the id of your page').fill(name);
    await page.getByRole('textbox', { name: 'Recovery code', exact: true }).fill('crr_of_somebody_else');
    await page.getByRole('button', { name: 'Come back' }).click();
    const form = page.getByRole('region', { name: 'Come back with a recovery code' });
    await expect(form.getByRole('alert')).toContainText('not this player’s');
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Recovery code', exact: true }).fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Your recovery code' })).not.toHaveValue(code);
  });
});

test('a token that only reads is made, named and ended', async ({ page }) => {
  await sitDown(page);
  await page.goto('./#/me');
  const reading = page.getByRole('region', { name: 'Tokens that only read' });
  await reading.getByLabel('What for').fill('hall');
  await reading.getByRole('button', { name: 'Make one' }).click();
  await expect(reading.getByRole('textbox', { name: 'New token' })).toHaveValue(/^crp_/);
  await expect(reading.getByRole('textbox', { name: /^Address of your board/ })).toHaveValue(/#\/board\?token=/);
  await expect(reading.getByRole('listitem')).toContainText('hall');
  await expectFitsNarrow(page);
  await page.getByRole('button', { name: 'End hall' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'End hall' })).toBeFocused();
  await doForSure(page, 'End hall');
  await expect(reading.getByRole('listitem')).toHaveCount(0);
  await expect(reading.getByRole('textbox', { name: 'New token' })).toBeHidden();
});

/** Takes whatever comes; the closing of it is the caller's. */
async function receiver(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, server };
}

test.describe('a webhook', () => {
  test.use({ expectedErrors: [/status of 4[02]2/] });

  test('is refused beside its address when it leads nowhere, else made, tried, paused and deleted', async ({
    page,
  }) => {
    const { url, server } = await receiver();
    await sitDown(page);
    await page.goto('./#/me');
    const hooks = page.getByRole('region', { name: 'Webhooks' });
    await hooks.getByLabel('Address (https://)').fill('ftp://nowhere.example');
    await hooks.getByRole('button', { name: 'Make one' }).click();
    await expect(hooks.getByRole('alert').filter({ hasText: 'https' })).toBeVisible();
    await hooks.getByLabel('Address (https://)').fill(url);
    await hooks.getByLabel('an invitation').uncheck();
    await hooks.getByRole('button', { name: 'Make one' }).click();
    await expect(hooks.getByRole('textbox', { name: 'Secret of the new webhook' })).toHaveValue(/^whsec_/);
    await hooks.getByRole('button', { name: `Try it: ${url}` }).click();
    await expect(hooks.getByText(/^It was delivered in \d+ ms/)).toBeVisible();
    await hooks.getByText('Last deliveries').click();
    await expect(hooks.getByText('None in the last seven days.')).toBeVisible();
    await hooks.getByRole('button', { name: `Pause: ${url}` }).click();
    await expect(hooks.getByText('paused by you')).toBeVisible();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await new Promise((closed) => server.close(closed));
    await hooks.getByRole('button', { name: `Try it: ${url}` }).click();
    await expect(hooks.getByText(/^It was not delivered: /)).toBeVisible();
    await doForSure(page, 'Delete');
    await expect(hooks.getByText('You have none.')).toBeVisible();
  });
});

test('what is set in this browser shows at once and stays', async ({ page }) => {
  await page.goto('./#/me');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByLabel('Colours').selectOption('light');
  const light = await ground();
  await page.getByLabel('Colours').selectOption('dark');
  expect(await ground()).not.toBe(light);
  const dark = await ground();
  await page.getByLabel('Each suit in a colour of its own').uncheck();
  await page.getByLabel('Nothing moves').focus();
  await page.keyboard.press('Space');
  await page.reload();
  await expect(page.getByLabel('Nothing moves')).toBeChecked();
  expect(await ground()).toBe(dark);
  await expectAccessible(page);
});
