import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Game } from '../../clients/typescript/src/index.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { ask, registerAgents } from './browser/competitions.ts';
import { openDrawer, sitDown, tokenOf } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

test.use({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'allow' } });

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
    await page.getByRole('button', { name: 'Carry it to another browser' }).click();
    const link = await page.getByRole('textbox', { name: 'Link for your other browser' }).inputValue();

    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expect(other.getByRole('heading', { name: `Play here as ${name}?` })).toBeVisible();
    expect(other.url()).not.toContain('crp_');
    await expectAccessible(other);
    await other.getByRole('button', { name: `Play as ${name}` }).click();
    await expect(other.getByRole('heading', { name: 'My games' })).toBeVisible();

    await doForSure(page, 'Sign out everywhere else');
    await expect(page.getByText('Done: you are signed in here and nowhere else.')).toBeVisible();
    await other.goto(link);
    await expect(other.getByRole('alert').filter({ hasText: 'This link no longer works' })).toBeVisible();
    await other.goto(link.replace(/\?.*/, ''));
    await other.reload();
    await expect(other.getByRole('alert').filter({ hasText: 'This link is not complete' })).toBeVisible();
    await page.reload();
    await page.getByRole('link', { name: 'Your page: record and games' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await other.context().close();
  });

  test('that is lost is replaced by the recovery code, and a wrong code is refused in words', async ({ page }) => {
    const name = await sitDown(page);
    await page.getByRole('link', { name }).click();
    const code = await page.getByRole('textbox', { name: 'Your recovery code' }).inputValue();
    await page.getByRole('button', { name: 'I have noted it' }).click();
    await expect(page.getByRole('textbox', { name: 'Your recovery code' })).toBeHidden();
    await page.reload();
    await expect(page.getByText('is not kept here')).toBeVisible();
    await doForSure(page, 'Sign out everywhere');
    await page.getByRole('link', { name: 'I have played here before' }).click();
    await page.getByLabel('Your player name').fill(name);
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
  const reading = page.getByRole('region', { name: 'Screens and programs that only watch' });
  await reading.getByLabel('What for').fill('hall');
  await reading.getByRole('button', { name: 'Make a token' }).click();
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

async function receiver(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, server };
}

test.describe('a webhook', () => {
  test.use({ expectedErrors: [/status of 4[02]2/] });

  test('is refused beside its address if it leads nowhere, otherwise made, tried, paused and deleted', async ({
    page,
  }) => {
    const { url, server } = await receiver();
    await sitDown(page);
    await page.goto('./#/me');
    const hooks = page.getByRole('region', { name: 'Webhooks' });
    await hooks.getByLabel('Address (https://)').fill('ftp://nowhere.example');
    await hooks.getByRole('button', { name: 'Make a webhook' }).click();
    await expect(hooks.getByRole('alert').filter({ hasText: 'https' })).toBeVisible();
    await hooks.getByLabel('Address (https://)').fill(url);
    await hooks.getByLabel('an invitation').uncheck();
    await hooks.getByRole('button', { name: 'Make a webhook' }).click();
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

test('a webhook that is made while the list is still being read appears in the list', async ({ page }) => {
  const { url, server } = await receiver();
  await sitDown(page);
  let isMade = () => {};
  const made = new Promise<void>((resolve) => (isMade = resolve));
  await page.route('**/v1/me/webhooks', async (route) => {
    const answer = await route.fetch();
    if (route.request().method() === 'POST') isMade();
    else await made;
    await route.fulfill({ response: answer });
  });
  await page.goto('./#/me');
  const hooks = page.getByRole('region', { name: 'Webhooks' });
  await hooks.getByLabel('Address (https://)').fill(url);
  await hooks.getByRole('button', { name: 'Make a webhook' }).click();
  await expect(hooks.getByRole('button', { name: `Try it: ${url}` })).toBeVisible();
  await new Promise((closed) => server.close(closed));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('no setting is about keys', async ({ page }) => {
    await page.goto('./#/me');
    await expect(page.getByLabel('Ask before every move')).toBeVisible();
    await expect(page.getByLabel(/^Keys at a table/)).toBeHidden();
  });
});

test('a setting of this browser applies at once and stays', async ({ page }) => {
  await page.goto('./#/me');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByLabel('Colors').selectOption('light');
  const light = await ground();
  await page.getByLabel('Colors').selectOption('dark');
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.getByLabel('Each suit in a color of its own').uncheck();
  await page.getByLabel('No animations').focus();
  await page.keyboard.press('Space');
  await page.reload();
  await expect(page.getByLabel('No animations')).toBeChecked();
  await expect.poll(ground).toBe(dark);
  await expectAccessible(page);
});

test('on a phone the five groups of settings fit one screen, and a tap unfolds each', async ({ page }) => {
  await resize(page, { width: 390, height: 844 });
  await sitDown(page);
  await page.goto('./#/me');
  const group = page.getByRole('group').filter({ has: page.getByRole('heading', { level: 2, name: 'How you play' }) });
  await expect(group).toBeVisible();
  // the recovery code stands above the groups until the player has noted it
  await page.getByRole('button', { name: 'I have noted it' }).click();
  await expect(page.getByRole('textbox', { name: 'Your recovery code' })).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(844);
  await expectAccessible(page);
  await group.locator('summary').click();
  await expect(group.getByLabel('Colors')).toBeVisible();
});

test.describe('time', () => {
  test.use({ expectedErrors: [/status of 4(00|09|22)/] });

  test('in a calendar is kept, and a vacation is taken and canceled', async ({ page }) => {
    const name = await sitDown(page);
    await page.getByRole('link', { name }).click();
    const calendar = page.getByRole('region', { name: 'Calendar' });
    await expect(calendar.getByRole('textbox', { name: 'Time zone' })).not.toHaveValue('');
    await calendar.getByRole('textbox', { name: 'Time zone' }).fill('Mars/Olympus');
    await calendar.getByRole('button', { name: 'Save this calendar' }).click();
    await expect(calendar.getByRole('alert').filter({ hasText: 'This time zone is unknown' })).toBeVisible();
    await calendar.getByRole('textbox', { name: 'Time zone' }).fill('europe/berlin');
    for (const day of ['Saturday', 'Sunday']) await calendar.getByRole('checkbox', { name: day }).uncheck();
    await calendar.getByRole('checkbox', { name: /Quiet hours/ }).check();
    await calendar.getByLabel('Reminder before a deadline').selectOption('2 hours before');
    await calendar.getByRole('button', { name: 'Save this calendar' }).click();
    await expect(calendar.getByRole('status')).toContainText('Saved');
    await expect(calendar.getByRole('textbox', { name: 'Time zone' })).toHaveValue('Europe/Berlin');
    const day = `${new Date().getFullYear() + 1}-06-15`;
    await calendar.getByLabel('First day').fill(day);
    await calendar.getByLabel('Last day').fill(day);
    await calendar.getByRole('button', { name: 'Take a vacation' }).click();
    await expect(calendar.getByText(`${day} – ${day}`)).toBeVisible();
    await expect(calendar.getByText(/29 days left/)).toBeVisible();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await doForSure(page, `End the vacation of ${day}`);
    await expect(calendar.getByText('You have none.')).toBeVisible();
    await page.reload();
    await expect(calendar.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked();
  });

  test('is requested and granted at the table, with the new deadline and the reason', async ({ page }) => {
    const ada = await sitDown(page);
    const { origin } = new URL(page.url());
    const token = await tokenOf(page);
    const [bo] = await registerAgents(origin, [`Bo ${process.pid} ${Date.now()}`]);
    if (bo === undefined) throw new Error('there is no other player');
    const start = async (seats: string[]) => {
      const game = {
        ruleset: 'pascals-ruin',
        seats,
        seed: 'first game',
        clock: { perAction: 86_400, onTimeout: 'random' },
      };
      const { id } = await ask<Game>(origin, token, 'POST', '/v1/games', game);
      return ask<Game>(origin, bo.token, 'POST', `/v1/games/${id}/seats`, {});
    };
    const extend = (id: string, extension: object) =>
      ask<Game>(origin, bo.token, 'POST', `/v1/games/${id}/extension`, extension);

    const own = await start(['me', 'open']);
    await page.goto(`./#/g/${own.id}`);
    await openDrawer(page, 'Menu');
    await page.locator('summary', { hasText: /^More time$/ }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('How much more')).toBeFocused();
    await page.keyboard.type('3 d');
    await expect(page.getByLabel('How much more')).toHaveValue(String(3 * 86_400));
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Ask for more time' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`3 days more for ${ada}: not everyone has agreed yet.`)).toBeVisible();
    await expect(page.locator('.take.can').last()).toBeVisible();
    await page.keyboard.press('Shift+Tab'); // pressing Enter directly after the answer would count as a repetition
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const refusal = page.getByRole('alert').filter({ hasText: 'You have requested this time already' });
    await expect(refusal).toBeVisible();
    await extend(own.id, { seat: 0, seconds: 3 * 86_400 });
    await expect(page.getByText(/ has until .* Later, because all others agreed\./)).toBeVisible();
    await expect(refusal).toHaveCount(0);
    await expect(page.locator('.top .said')).toContainText('to decide: all others agreed');
    await expectAccessible(page);
    await expectFitsNarrow(page);

    const other = await start(['open', 'me']);
    await page.goto(`./#/g/${other.id}`);
    await extend(other.id, { seconds: 86_400 });
    await page.getByRole('button', { name: /^Give Bo .* 1 day more$/ }).click();
    await expect(page.getByText(/^Bo .* has until .* Later, because all others agreed\./)).toBeVisible();
  });
});
