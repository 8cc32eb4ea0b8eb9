import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { sitDown, startGame, tokenOf } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

test.use({ expectedErrors: [/status of 40[139]/] });

async function openMe(page: Page): Promise<void> {
  await page.goto('./#/me');
  await expect(page.getByRole('region', { name: 'Delete your account' })).toBeVisible();
}

async function pressForSure(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  const label = (await button.getAttribute('aria-label')) ?? (await button.textContent());
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Yes: ${label}` }).focus();
  await page.keyboard.press('Enter');
}

async function newBrowser(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error('the browser is gone');
  return context.newPage();
}

async function letIn(page: Page, other: Page, device: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a device' }).focus();
  await page.keyboard.press('Enter');
  const code = await page.getByRole('textbox', { name: 'Code for the other device' }).inputValue();
  await other.goto('./');
  await other.getByRole('link', { name: 'I have played here before' }).click();
  const form = other.getByRole('region', { name: 'Play on this device too' });
  await form.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await form.getByLabel('What you call this device').fill(device);
  await other.keyboard.press('Enter');
  await expect(other.getByRole('heading', { name: 'My games' })).toBeVisible();
}

test('another browser sees a new name, with the former one', async ({ page }) => {
  const name = await sitDown(page);
  await page.getByRole('link', { name: 'Note your recovery code' }).click();
  await expect(page.getByRole('textbox', { name: 'Your recovery code' })).toHaveValue(/^crr_/);
  const form = page.getByRole('region', { name: 'Your name', exact: true });
  const other = await newBrowser(page);
  const rival = await sitDown(other, `${name} rival`);
  await form.getByLabel('New name').fill(rival);
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: /^Take “/ })).toBeVisible();
  await form.getByLabel('New name').fill(`${name} anew`);
  await page.keyboard.press('Enter');
  await expect(form.getByRole('status')).toHaveText(`You are ${name} anew now.`);
  await expect(form.getByRole('listitem')).toContainText(name);
  await expect(page.getByRole('heading', { level: 1, name: `${name} anew` })).toBeVisible();
  const { playerId } = await page.evaluate(() => JSON.parse(Object.values(localStorage)[0] as string));
  await other.goto(`./#/p/${playerId}`);
  await expect(other.getByRole('heading', { level: 1, name: `${name} anew` })).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await other.context().close();
});

test('a second browser becomes a device by a code, and is signed out', async ({ page }) => {
  await sitDown(page);
  await openMe(page);
  const devices = page.getByRole('region', { name: 'Your devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('listitem')).toContainText('(this one)');
  await devices.getByLabel('What you call this device').fill('desk');
  await page.keyboard.press('Enter');
  await expect(devices.getByRole('listitem')).toContainText('desk');

  const phone = await newBrowser(page);
  await letIn(page, phone, 'phone');
  await expect(devices.getByText('A device was added: phone.')).toBeVisible({ timeout: 30_000 });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  expect(await tokenOf(phone)).not.toBe(await tokenOf(page));
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await pressForSure(page, /^Sign out: phone/);
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await phone.goto('./#/me');
  await expect(phone.getByRole('button', { name: 'Sit down again' }).first()).toBeVisible();
  await phone.getByRole('button', { name: 'Sit down again' }).first().click();

  await letIn(page, phone, 'tablet');
  await expect(devices.getByText('A device was added: tablet.')).toBeVisible({ timeout: 30_000 });
  await pressForSure(page, 'Sign out everywhere else');
  await expect(devices.getByText('Done: you are signed in here and nowhere else.')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(devices.getByRole('listitem')).toContainText('desk');
  await phone.goto('./#/me');
  await phone.getByRole('button', { name: 'Sit down again' }).first().click();
  await phone.getByRole('link', { name: 'I have played here before' }).click();
  const form = phone.getByRole('region', { name: 'Play on this device too' });
  await form.getByLabel('Code', { exact: true }).fill('AAAA-BBBB-CCCC');
  await phone.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText('code');
  await expectAccessible(phone);
  await expectFitsNarrow(phone);
  await phone.context().close();
});

test("the archive of a player's data is saved, and is a ZIP", async ({ page }) => {
  const name = await sitDown(page);
  await openMe(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the archive' }).focus();
  await page.keyboard.press('Enter');
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^croupier-.*\.zip$/);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  expect(JSON.parse(Buffer.from(files['profile.json'] as Uint8Array).toString()).name).toBe(name);
  await expect(page.getByText('The archive was handed to your browser.')).toBeVisible();
});

test('a deleted account leaves this browser, and its name leaves the tables of others', async ({ page }) => {
  const name = await sitDown(page);
  await startGame(page, "Play against a bot: Pascal's Ruin");
  const table = page.url();
  await openMe(page);
  const code = await page.getByRole('textbox', { name: 'Your recovery code' }).inputValue();
  const form = page.getByRole('region', { name: 'Delete your account' });
  await expect(form.getByRole('listitem').filter({ hasText: 'You resign from running games' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Delete my account' })).toBeDisabled();
  await form.getByLabel('To confirm, type the recovery code').fill('crr_of_somebody_else');
  await pressForSure(page, 'Delete my account');
  await expect(form.getByRole('alert').filter({ hasText: 'not this player’s' })).toBeVisible();
  const other = await newBrowser(page);
  await sitDown(other);
  await other.goto(table);
  await expect(other.locator('[data-status]')).toContainText(name);
  await form.getByLabel('To confirm, type the recovery code').fill(code);
  await pressForSure(page, 'Delete my account');
  await expect(page.getByText('Your account is deleted.')).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Play cards and dice' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^croupier \//.test(key)))).toEqual([]);
  const shown = async () => {
    await other.reload();
    await expect(other.locator('[data-status]')).toBeVisible();
    return other.locator('main').textContent();
  };
  await expect.poll(shown, { timeout: 60_000 }).toContain('deleted');
  expect(await shown()).not.toContain(name);
  await other.context().close();
});
