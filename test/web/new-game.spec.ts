import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { openGame, readGame, resignGame } from './browser/house.ts';
import { picture } from './browser/picture.ts';
import { choicesOf, clickAnew, closeDrawer, openDrawer, playOn, sitDown } from './browser/playing.ts';
import { expect, type Locator, type Page, test } from './browser/test.ts';

async function openForm(page: Page, game: string): Promise<void> {
  await page.getByRole('link', { name: `Options: ${game}` }).click();
  await expect(page.getByRole('heading', { name: `New game of ${game}` })).toBeVisible();
}

test('every kind of option is a question with its sentence, and the chosen values are played', async ({ page }) => {
  await sitDown(page);
  await openForm(page, "Pascal's Ruin");
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await expect(page.getByLabel(/^match/)).toBeChecked();
  await page.getByLabel(/^eternal/).check();
  await page.getByLabel(/^spicy/).check();
  await page.getByLabel(/^max rounds/).fill('3');
  await page.getByLabel('Clock', { exact: true }).selectOption('bank');
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('10');
  await expect(page.getByLabel('Time: in')).toHaveValue('60');
  await page.getByLabel('Time', { exact: true }).fill('15');
  await page.getByLabel(/^Anyone with the link/).check();
  await expectFitsNarrow(page);
  const created = page.waitForResponse((answer) => answer.status() === 201);
  await page.getByRole('button', { name: 'Create the game' }).click();
  expect(await (await created).json()).toMatchObject({
    ruleset: 'pascals-ruin',
    options: { mode: 'eternal', spicy: true, maxRounds: 3 },
    seats: [{ kind: 'player' }, { kind: 'bot', policy: 'plain' }],
    visibility: 'unlisted',
    clock: { bank: 900, increment: 5, onTimeout: 'random' },
  });
  await expect(page.getByRole('timer', { name: 'time left' }).first()).toHaveText(/^ ?1[45]:\d\d$/);
  await openDrawer(page, 'Menu');
  await page.getByLabel('Send a choice without confirming').check();
  await closeDrawer(page);
  const table = page.locator('[data-status]');
  const version = await table.getAttribute('data-version');
  await (await choicesOf(page)).first().click();
  await expect(table).not.toHaveAttribute('data-version', version ?? '');
});

test('a clock is set in days or hours for games over weeks, and its minutes stay minutes while typing', async ({
  page,
}) => {
  await sitDown(page);
  await openForm(page, "Pascal's Ruin");
  await page.getByLabel('Clock', { exact: true }).selectOption('perAction');
  const [time, unit] = [page.getByLabel('Time', { exact: true }), page.getByLabel('Time: in')];
  await expect(time).toHaveValue('1');
  await expect(unit.getByRole('option', { selected: true })).toHaveText('days');
  await unit.selectOption('minutes');
  await time.fill('60');
  await expect(time).toHaveValue('60');
  await unit.selectOption('hours');
  await time.fill('36');
  await expectAccessible(page);
  await expectFitsNarrow(page);
  const created = page.waitForResponse((answer) => answer.status() === 201);
  await page.getByRole('button', { name: 'Create the game' }).click();
  expect(await (await created).json()).toMatchObject({ clock: { perAction: 36 * 3_600 } });
});

test('one screen for two players has a curtain between their seats', async ({ page }) => {
  await sitDown(page);
  await openForm(page, 'Champions of Chance');
  await page.getByLabel('Seat 2').selectOption('me');
  await page.getByRole('button', { name: 'Create the game' }).click();
  const curtain = page.getByRole('button', { name: /: show my side$/ });
  const board = page.getByRole('region', { name: 'The table' });
  await expect(board).toBeVisible();
  for (let turns = 0; turns < 2; turns++) {
    while (!(await curtain.isVisible())) await playOn(page, 1);
    await expect(board).toBeHidden();
    await expectAccessible(page);
    await curtain.click();
    await expect(board).toBeVisible();
  }
});

test('a player with the invite link joins a private game, and can leave, resign and play again', async ({
  page,
  browser,
}) => {
  await sitDown(page);
  await openForm(page, "Pascal's Ruin");
  await page.getByLabel('Seat 2').selectOption('open');
  await page.getByLabel(/^Only people with the invite link/).check();
  await page.getByRole('button', { name: 'Create the game' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for players to sit down');
  const waiting = page.getByRole('region', { name: "Pascal's Ruin" });
  await expect(waiting).toContainText('1 seat still free.');
  await expect(waiting.getByRole('listitem')).toHaveCount(6);
  await expectAccessible(page);
  const link = await page.getByRole('textbox', { name: 'Link for a friend' }).inputValue();
  expect(link).toContain('?invite=');

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await guest.getByLabel('Your name').fill(`Bob ${process.pid} ${Date.now()}`);
  await guest.getByRole('button', { name: 'Sit down' }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  await expect(guest.locator('[data-status=playing]')).toBeVisible();

  await openDrawer(guest, 'Menu');
  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('button', { name: 'Yes: Resign' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expect(guest.getByRole('button', { name: 'Play again' })).toBeVisible();
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/rematch') && answer.ok()).then(Date.now);
  await page.getByRole('button', { name: 'Play again' }).click();
  await guest.getByRole('button', { name: /^Play again .* waits for you$/ }).waitFor();
  expect(Date.now() - (await asked), 'ms until the rival sees the offer').toBeLessThan(1_000);
  await expect(page.locator('[data-status=open]')).toBeVisible();

  await guest.goto(link.replace(/g\/.*/, ''));
  const invitation = guest.getByRole('listitem').filter({ hasText: 'you are invited' });
  await expect(invitation).toContainText(/No clock\. Options: /);
  await invitation.getByRole('link').click();
  await guest.getByRole('button', { name: 'Take the seat that is kept for you' }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();

  await openDrawer(guest, 'Menu');
  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('button', { name: 'Yes: Resign' }).click();
  await guest.getByRole('button', { name: 'How it went' }).click();
  await expect(guest.getByRole('list', { name: 'Scores' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(guest);
  await expectFitsNarrow(guest);
  const saved = guest.waitForEvent('download');
  await guest.getByRole('button', { name: 'Save the picture' }).click();
  expect((await saved).suggestedFilename()).toBe('pascals-ruin-result.png');
  await closeDrawer(guest);

  // a second rematch: the guest asks for it, and the first player joins from the finished table
  await guest.getByRole('button', { name: 'Play again' }).click();
  await page.getByRole('button', { name: /^Play again .* waits for you$/ }).click();
  for (const each of [page, guest]) await expect(each.locator('[data-status=playing]')).toBeVisible();
  await guest.context().close();
});

test('the rival sees at the table who waits for a rematch', { tag: '@picture' }, async ({ page, browser, baseURL }) => {
  await sitDown(page, 'Mary Somerville');
  const id = await openGame(page, { ruleset: 'folly-and-fortune', seats: ['me', 'open'], seed: '7' });
  const rival = await browser.newPage({ baseURL: baseURL ?? '' });
  await sitDown(rival, 'Emmy Noether');
  await rival.goto(`./#/g/${id}`);
  await rival.getByRole('button', { name: 'Sit down' }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  await resignGame(page, id);
  await clickAnew(page.getByRole('button', { name: 'Play again' }));
  await expect(rival.getByRole('button', { name: /^Play again .*Mary Somerville.* waits for you$/ })).toBeVisible();
  await picture('rematch', rival, { isPhoto: true, size: { width: 960, height: 640 } });
  await rival.close();
});

test('a friend sees the host, the game and its pace, and makes a first move with three taps', {
  tag: '@picture',
}, async ({ page, browser, baseURL }) => {
  const host = await sitDown(page, 'Ada Lovelace');
  const id = await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
  const friend = await browser.newPage({ baseURL: baseURL ?? '' });
  await friend.goto(`./#/g/${id}`);
  const invitation = friend.getByRole('region', { name: `${host} invites you to Pascal's Ruin` });
  await expect(invitation).toContainText('15 to 30 minutes of play. No clock: take your time.');
  await expect(invitation.getByRole('listitem')).toHaveCount(6);
  await expectAccessible(friend);
  await expectFitsNarrow(friend);
  await picture('invitation', friend, { isPhoto: true });
  let taps = 0;
  const tap = async (thing: Locator) => {
    await thing.click();
    await friend.mouse.move(0, 0);
    taps++;
  };
  await tap(invitation.getByRole('button', { name: 'Sit down' }));
  const table = friend.locator('[data-status=playing]');
  await expect(table).toBeVisible();
  await page.goto(`./#/g/${id}`);
  // plays as seat 0 until another seat must act, because a random seat begins
  while ((await readGame(page, id)).toAct.includes(0)) await playOn(page, 1);
  await expect(friend.locator('[data-asked]')).toBeVisible();
  const version = await table.getAttribute('data-version');
  const [answer, die] = [friend.locator('.acts .act:not([data-testid])').last(), friend.locator('.felt button.can')];
  await expect(answer.or(die).first()).toBeVisible();
  if (await answer.isVisible()) {
    await tap(answer);
  } else {
    await tap(die.first());
    await tap(friend.getByTestId('confirm'));
  }
  await expect(table).not.toHaveAttribute('data-version', version ?? '');
  expect(taps).toBeLessThanOrEqual(3);
  await friend.close();
});

test('the lobby and the waiting games change at once', async ({ page, browser }) => {
  await sitDown(page);
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  const name = await sitDown(other, `Cy ${process.pid} ${Date.now()}`);
  await openForm(other, "Pascal's Ruin");
  await other.getByLabel('Seat 2').selectOption('open');
  await other.getByRole('button', { name: 'Create the game' }).click();
  const lobby = page.getByRole('region', { name: 'Open games' });
  await lobby.getByRole('listitem').filter({ hasText: name }).getByRole('link').click();
  await page.getByRole('button', { name: 'Sit down' }).click();
  await expect(other.locator('[data-status=playing]')).toBeVisible();
  await page.goto('./');
  await other.goto(new URL('.', page.url()).href);
  const told = async () => (await page.getByText('your turn').count()) + (await other.getByText('your turn').count());
  await expect.poll(told).toBe(1);
  await other.context().close();
});

test('the game of the day is played from the first page', async ({ page }) => {
  await sitDown(page);
  await page.getByRole('button', { name: 'Play today’s game: Pascal', exact: true }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  await expect(page).toHaveTitle('Your turn · Croupier');
});

test('a game with presets begins with the recommended one, and another is played once chosen', async ({ page }) => {
  await sitDown(page);
  await openForm(page, "Poker's Rogue Reckoning");
  await expect(page.getByLabel(/^A fair fight/)).toBeChecked();
  await expect(page.getByText('Bots win: medium 20 %, hard 41 %.')).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.getByLabel(/^bribe/).check();
  await expect(page.getByLabel(/^A fair fight/)).not.toBeChecked();
  await page.mouse.move(1, 1); // scrolling moves the next box under a pointer that rests, and such a click is ignored
  await page.getByLabel(/^An easy stroll/).check();
  const created = page.waitForResponse((answer) => answer.status() === 201);
  await page.getByRole('button', { name: 'Create the game' }).click();
  expect(await (await created).json()).toMatchObject({
    options: { startHp: 18, startAtk: 3, trade: 'allDice', finalBossDice: 5, bribe: false, printed: false },
  });
});

test('the rules name the author of the game and the published document', async ({ page }) => {
  await page.goto('./#/rules/pokers-rogue-reckoning');
  await expect(page.getByText('By Damian Reloaded, 2025.')).toBeVisible();
  await expect(page.getByText(/^Published document: Poker's Rogue Reckoning/)).toBeVisible();
});
