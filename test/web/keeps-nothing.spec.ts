// Tests in browsers with full storage (writing throws) or blocked storage (access throws). Neither is mocked.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Game } from '../../clients/typescript/src/index.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { ask, PlayedCompetition, registerAgents } from './browser/competitions.ts';
import { fillStorage } from './browser/full-storage.ts';
import { openDrawer, openGroups, playOn, sitDown, startGame } from './browser/playing.ts';
import { expect, type Page, test as plain, useWatched } from './browser/test.ts';

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const KINDS = ['full', 'blocked'] as const;
const BLOCKED = JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } });
const LONGEST_GAME = 1_000;

const test = plain.extend<{ kind: (typeof KINDS)[number] }>({
  kind: ['full', { option: true }],
  context: async ({ browser, context, kind, service, viewport, launchOptions, expectedErrors }, use) => {
    if (kind === 'full') {
      await context.addInitScript(fillStorage);
      await use(context);
      return;
    }
    const directory = mkdtempSync(join(tmpdir(), 'croupier-blocked-'));
    mkdirSync(join(directory, 'Default'));
    writeFileSync(join(directory, 'Default/Preferences'), BLOCKED);
    const blocked = await browser
      .browserType()
      .launchPersistentContext(directory, { ...launchOptions, baseURL: service.url, viewport });
    await useWatched(blocked, expectedErrors, use);
    await blocked.close();
    rmSync(directory, { recursive: true, force: true });
  },
});

const panelOf = (page: Page) => page.locator('.keeps-nothing');
const codeIn = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Your recovery code' });
const linkIn = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Link that signs you in' });

async function expectSecrets(page: Page): Promise<void> {
  await expect(panelOf(page)).toContainText('This browser keeps nothing.');
  await expect(codeIn(page)).toHaveValue(/^crr_/);
  await expect(linkIn(page)).toHaveValue(/\/#\/carried\?token=crp_/);
}

async function comeBack(page: Page, name: string, code: string): Promise<void> {
  await page.getByRole('link', { name: 'Come back with your recovery code' }).click();
  const form = page.getByRole('region', { name: 'Come back with a recovery code' });
  await form.getByLabel('Your player name').fill(name);
  await form.getByLabel('Recovery code', { exact: true }).fill(code);
  await form.getByRole('button', { name: 'Come back' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

plain('a browser that fills up later shows the secrets that it can no longer keep', async ({ page }) => {
  const name = await sitDown(page);
  await expect(panelOf(page)).toHaveCount(0);
  await page.evaluate(fillStorage);
  await page.goto('./#/me');
  await page.getByLabel('New name').fill(`${name} the Longer`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `${name} the Longer` })).toBeVisible();
  await expectSecrets(page);
  await page.reload();
  await expect(panelOf(page)).toContainText('are safe on the server');
});

for (const kind of KINDS) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`in a browser whose storage is ${kind}, at the size of a ${size}`, () => {
      test.use({ kind, viewport });

      test('a guest sits down, copies the recovery code, and acts at all five tables', async ({ page }) => {
        await page.goto('./');
        await expect(panelOf(page)).toContainText('This browser keeps nothing.');
        await sitDown(page);
        await expectSecrets(page);
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await panelOf(page).getByRole('button', { name: 'Copy: Your recovery code' }).click();
        await expect(panelOf(page).getByText('Copied.')).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await codeIn(page).inputValue());
        const offers = page.getByRole('button', { name: /^Play (alone|against a bot): / });
        await expect(offers).toHaveCount(5);
        const names = await offers.evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? ''));
        for (const name of names) {
          await startGame(page, name);
          expect(await playOn(page, 1)).toBe(1);
          await expectSecrets(page);
          await page.getByRole('link', { name: 'All games' }).click();
          // waits for the list of games, because its arrival moves the tiles
          await expect(page.getByText(/ games? waits? for you\.$/)).toBeVisible();
        }
      });

      test('a player who reloads the page gets an explanation, and returns by code and by link', async ({ page }) => {
        const name = await sitDown(page);
        const first = await codeIn(page).inputValue();
        await page.reload();
        await expect(panelOf(page)).toContainText('are safe on the server');
        await comeBack(page, name, first);
        await expectSecrets(page);
        const second = await codeIn(page).inputValue();
        expect(second).not.toBe(first);
        await expectAccessible(page);
        await expectFitsNarrow(page);
        if (kind === 'blocked') {
          await openGroups(page);
          await page.getByRole('button', { name: 'Tell me in this browser' }).click();
          await expect(page.getByText('This browser cannot receive notifications.')).toBeVisible();
        }
        await page.reload();
        await comeBack(page, name, second);
        const link = await linkIn(page).inputValue();
        await page.reload();
        await page.goto(link);
        await page.getByRole('button', { name: `Play as ${name}` }).click();
        await expect(page.getByRole('heading', { name: 'My games' })).toBeVisible();
        await expect(linkIn(page)).toHaveValue(link);
        const asked = page.waitForEvent('dialog');
        await page.close({ runBeforeUnload: true });
        const question = await asked;
        expect(question.type()).toBe('beforeunload');
        await question.accept();
      });

      test('a spectator follows a game, and sits down at an open one and in a competition', async ({
        page,
        context,
        service,
      }) => {
        await sitDown(page);
        await startGame(page, "Play against a bot: Pascal's Ruin");
        const spectator = await context.newPage();
        await spectator.goto(page.url());
        const board = spectator.locator('[data-status=playing]');
        await expect(board).toBeVisible();
        const version = (await board.getAttribute('data-version')) ?? '';
        await page.bringToFront();
        expect(await playOn(page, 1)).toBe(1);
        await spectator.bringToFront();
        await expect(board).not.toHaveAttribute('data-version', version);

        const seat = { ruleset: 'pascals-ruin', seats: ['me', 'open'] };
        const [host] = await registerAgents(service.url, [`Ina ${kind} ${size} ${process.pid}`]);
        if (host === undefined) throw new Error('nobody is the host');
        const open = await ask<Game>(service.url, host.token, 'POST', '/v1/games', seat);
        await spectator.goto(`./#/g/${open.id}`);
        await spectator.getByLabel('Your name').fill(`Guest ${kind} ${size} ${process.pid}`);
        await spectator.getByRole('button', { name: 'Sit down' }).click();
        await expectSecrets(spectator);
        await expect(board).toBeVisible();

        const { id } = await PlayedCompetition.make(service.url, host, {});
        const entrant = await context.newPage();
        await entrant.goto(`./#/c/${id}`);
        await entrant.getByLabel('Your name').fill(`Entrant ${kind} ${size} ${process.pid}`);
        await entrant.getByRole('button', { name: 'Play under this name' }).click();
        await expectSecrets(entrant);
        await entrant.getByRole('button', { name: 'Enter', exact: true }).click();
        await expect(entrant.getByRole('button', { name: 'Pause' })).toBeVisible();
        await expectSecrets(entrant);
      });
    });
  }

  test.describe(`in a browser whose storage is ${kind}`, () => {
    test.use({ kind, viewport: SIZES[kind === 'full' ? 'desk' : 'phone'] });

    test("a whole game of Pascal's Ruin is played to its end, and replayed", async ({ page }) => {
      await sitDown(page);
      await page.getByRole('link', { name: "Options: Pascal's Ruin" }).click();
      await page.getByLabel(/^rounds to win/).fill('1');
      await page.getByRole('button', { name: 'Create the game' }).click();
      await expect(page.locator('[data-status]')).toBeVisible();
      await playOn(page, LONGEST_GAME);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
      await openDrawer(page, 'Menu');
      await page.getByRole('link', { name: 'Replay' }).click();
      await expect(page.locator('.replay')).toBeVisible();
      await page.goBack();
      await expectSecrets(page);
    });

    test.describe('and a part of the page is missing', () => {
      test.use({ expectedErrors: [/status of 404|dynamically imported module/] });

      test('the page says so, and does not reload, which would lose the player', async ({ page }) => {
        await sitDown(page);
        await page.route('**/assets/table-*.js', (route) => route.fulfill({ status: 404 }));
        await page.getByRole('button', { name: "Play against a bot: Pascal's Ruin", exact: true }).click();
        await expect(page.getByRole('heading', { name: 'This page has broken' })).toBeVisible();
        await page.getByRole('link', { name: 'Croupier' }).click();
        await expect(page.getByRole('heading', { name: 'My games' })).toBeVisible();
        await expectSecrets(page);
      });
    });
  });
}
