import { expectAccessible } from './browser/accessibility.ts';
import { openGame, readGame } from './browser/house.ts';
import { expectFits, expectNoSidewaysScroll, picture } from './browser/looks.ts';
import { clickAnew, playOn, ready, sitDown, startGame } from './browser/playing.ts';
import { actionTypes, Caller } from './browser/prepared.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const RULESET = 'champions-of-chance';
const LONGEST_GAME = 2_000;
const MOST_STEPS = 200;

test.use({ viewport: { width: 1060, height: 780 } });

test('Champions of Chance is played on its own table to its end by keyboard alone', async ({ page }) => {
  await sitDown(page);
  await startGame(page, 'Play against a bot: Champions of Chance');
  await expect(page.getByRole('list', { name: 'Your hand' })).toBeVisible();
  await expectAccessible(page);
  await playByKeys(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expect(page.locator('.board [aria-pressed]')).toHaveCount(0);
  await expectAccessible(page);
});

test('the table of Champions of Chance has a place for every type of action, and fits each screen', {
  tag: '@picture',
}, async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const seats = ['me', ...Array.from({ length: 4 }, () => ({ bot: 'random' }))];
  const game = { ruleset: RULESET, seats, options: { victoryDice: true, wackyNumbers: true } };
  const wanted = (await actionTypes(service.url, RULESET)).map(
    (type) => (action: BattleAction) => action.type === type,
  );
  for (const isWanted of [...wanted, ({ useTopCard }: BattleAction) => useTopCard === true]) {
    const { id, action } = await caller.find(game, isWanted);
    const battle: BattleAction = action;
    await page.goto(`./#/g/${id}`);
    await expect(page.locator('[data-asked]')).toBeVisible();
    await expectFits(page);
    if (battle.type === 'stealCard' || battle.useTopCard === true) {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    if (battle.type === 'unchooseDie') await picture(page, RULESET);
    await act(page, battle);
  }
});

test('the button of a die in Champions of Chance that is tapped too early says what to do first', async ({
  page,
  service,
}) => {
  await resize(page, { width: 390, height: 844 });
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const game = { ruleset: RULESET, seats: ['me', { bot: 'random' }] };
  const { id } = await caller.find(game, ({ type }) => type === 'chooseDie');
  await page.goto(`./#/g/${id}`);
  const early = page.getByTestId('confirm').filter({ hasText: 'Die not ready' });
  await early.click({ force: true });
  const bar = page.locator('.bar');
  await expect(bar.locator('p')).toHaveText('Not yet: first tap something that glows on the table.');
  await expect(bar.getByRole('status')).toHaveText('Not yet: first tap something that glows on the table.');
  await expectFits(page);
  await expectAccessible(page);
  await page.locator('.hand button').first().click();
  await expect(bar.locator('p.early')).toHaveCount(0);
});

test('a card of Champions of Chance that is shown large explains its icons', async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const game = { ruleset: RULESET, seats: ['me', { bot: 'random' }] };
  const { id } = await caller.find(game, ({ type }) => type === 'chooseDie');
  await page.goto(`./#/g/${id}`);
  await page.locator('.hand button').first().press('Shift+Enter');
  await expect(page.getByRole('dialog')).toContainText('Icon: A small die on a card.');
});

test('the table of Champions of Chance says it if the lowest number won', async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const game = { ruleset: RULESET, seats: ['me', { bot: 'random' }] };
  const { id } = await caller.find(game, ({ type }) => type === 'chooseChallenge');
  await page.goto(`./#/g/${id}`);
  await page.locator('.acts').getByRole('button', { name: 'Lowest wins' }).click();
  await expect(page.locator('.vs')).toContainText(/won: lowest wins|A tie/);
});

test('while a friend chooses a rival in Champions of Chance, the die of the friend is on the side of the friend', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = await sitDown(page);
  const id = await openGame(page, { ruleset: RULESET, seats: ['me', 'open'], seed: 'sides' });
  const friend = await browser.newPage({ baseURL: baseURL ?? '' });
  const friendName = await sitDown(friend);
  await friend.goto(`./#/g/${id}`);
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await expect(friend.locator('[data-status=playing]')).toBeVisible();
  const isOwnTurn = (await readGame(page, id)).toAct.includes(0);
  const [waiting, other] = isOwnTurn ? [friend, name] : [page, friendName];
  await expect(waiting.locator('.side.foe > p')).toHaveText(new RegExp(`^${other}’s die`));
  await expect(waiting.locator('.side:not(.foe) > p')).toHaveText('');
  await friend.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('while the next dice are made, words say who won the last battle', async ({ page }) => {
    await sitDown(page);
    await openGame(page, { ruleset: RULESET, seats: ['me', { bot: 'random' }], seed: 'x1' });
    const latest = page.locator('.latest');
    for (let actions = 0; (await latest.count()) === 0; actions++) {
      expect(actions).toBeLessThan(40);
      await playOn(page, 1);
    }
    await expect(latest.locator('figcaption')).toBeVisible();
    await expect(latest.locator('figcaption')).toHaveText(/ won|^A tie|^Called off/);
    await expectNoSidewaysScroll(page);
  });
});

interface BattleAction {
  type: string;
  seat?: number;
  useTopCard?: boolean;
  number?: number;
  card?: string;
  challenge?: string;
}

const SIZES = ['', '', 'two', 'three', 'four', 'five', 'six'];

/** Taps what an action needs. Cards of a die and challenges are sent at once; other actions need a confirmation. */
async function act(page: Page, { type, seat, useTopCard, number, card, challenge }: BattleAction): Promise<void> {
  const board = page.locator('.board');
  const table = page.locator('[data-status]');
  const version = (await table.getAttribute('data-version')) ?? '';
  if (seat !== undefined) await board.locator(`button[data-thing="seat ${seat}"]`).click();
  const top = board.getByRole('button', { name: useTopCard === true ? /^My top card/ : /^My opponent/ });
  if (useTopCard === true || (useTopCard === false && (await top.count()) > 0)) await top.click();
  if (number !== undefined) await board.getByRole('button', { name: `Dice of ${SIZES[number]}` }).click();
  if (card !== undefined) await board.locator(`button[data-thing="${card}"]`).click();
  const words = challenge === 'highest' ? 'Highest wins' : 'Lowest wins';
  if (challenge !== undefined) await page.locator('.acts').getByRole('button', { name: words }).click();
  const isAtOnce = type === 'chooseDie' || type === 'unchooseDie' || type === 'chooseChallenge';
  if (!isAtOnce) {
    await expect(page.getByTestId('meant')).toHaveText(/^(Fight|Stake it against|Dice of|Give the|Take the) /);
    await clickAnew(page.getByTestId('confirm'));
  }
  await expect(table).not.toHaveAttribute('data-version', version);
}

async function playByKeys(page: Page): Promise<void> {
  const table = page.locator('[data-status]');
  for (let actions = 0; actions < LONGEST_GAME; actions++) {
    if ((await ready(page)) === 'over') return;
    const version = (await table.getAttribute('data-version')) ?? '';
    const pieces = page.locator('.hand .can, .size.can, .challenger.can');
    if ((await pieces.count()) > 0) {
      await walkTo(page, 'Shift+Tab', '.hand .can, .size.can, .challenger.can');
      await page.keyboard.press('Enter');
    }
    if (!(await isDone(page, version))) {
      await walkTo(page, 'Tab', '.acts .go[aria-disabled=false]');
      await page.keyboard.press('Enter');
    }
    await expect(table).not.toHaveAttribute('data-version', version);
  }
}

async function isDone(page: Page, version: string): Promise<boolean> {
  const handle = await page.waitForFunction((before) => {
    if (document.querySelector('[data-version]')?.getAttribute('data-version') !== before) return 'done';
    return document.querySelector('.acts .go[aria-disabled=false]') === null ? null : 'meant';
  }, version);
  return (await handle.jsonValue()) === 'done';
}

async function walkTo(page: Page, key: string, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    await page.keyboard.press(key);
    if (await isThere()) return;
  }
  throw new Error(`no ${selector} is reached by ${key}`);
}
