import { expectAccessible } from './browser/accessibility.ts';
import { expectNoSidewaysScroll, picture } from './browser/looks.ts';
import { confirm, ready, sitDown, startGame } from './browser/playing.ts';
import { actionTypes, Caller } from './browser/prepared.ts';
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
  await expect(page.locator('.board .piece[aria-pressed]')).toHaveCount(0);
  await expectAccessible(page);
});

test('Champions of Chance has a place on its table for every type of action', async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const seats = ['me', { bot: 'random' }, { bot: 'random' }];
  const game = { ruleset: RULESET, seats, options: { victoryDice: true, wackyNumbers: true } };
  const wanted = (await actionTypes(service.url, RULESET)).map(
    (type) => (action: BattleAction) => action.type === type,
  );
  for (const isWanted of [...wanted, ({ useTopCard }: BattleAction) => useTopCard === true]) {
    const moment = await caller.find(game, isWanted);
    await page.goto(`./#/g/${moment.id}`);
    await touch(page, moment.action);
    await expect(page.getByTestId('meant')).toHaveText(moment.label);
    if (moment.action.type === 'stealCard') {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    if (moment.action.type === 'chooseChallenge') await picture(page, RULESET);
    await confirm(page);
  }
});

interface BattleAction {
  type: string;
  seat?: number;
  useTopCard?: boolean;
  number?: number;
  card?: string;
  challenge?: string;
}

/** Touches on the table what an action names. The page's own seat is the first. */
async function touch(page: Page, { seat, useTopCard, number, card, challenge }: BattleAction): Promise<void> {
  const board = page.locator('.board');
  if (seat !== undefined)
    await board
      .getByRole('button', { name: /^Fight/ })
      .nth(seat - 1)
      .click();
  const top = board.getByRole('button', { name: useTopCard === true ? /^My top card/ : /^My opponent/ });
  if (useTopCard === true || (useTopCard === false && (await top.count()) > 0)) await top.click();
  if (number !== undefined) await board.getByRole('button', { name: `${number} cards` }).click();
  if (card !== undefined) await board.getByRole('button', { name: new RegExp(`^${card}, `) }).click();
  if (challenge !== undefined) await board.getByRole('button', { name: new RegExp(`${challenge} wins`, 'i') }).click();
}

/** From the choices back to the last piece of the board that is not picked, and forth to what sends them. */
async function playByKeys(page: Page): Promise<void> {
  for (let actions = 0; actions < LONGEST_GAME; actions++) {
    const what = await ready(page);
    if (what === 'over') return;
    if (what === 'choose') {
      for (let more = await cardsToChoose(page); more > 0; more--) {
        await walkTo(page, 'Shift+Tab', '.board .piece[aria-pressed=false]');
        await page.keyboard.press('Enter');
      }
    }
    const table = page.locator('[data-status]');
    const version = await table.getAttribute('data-version');
    await walkTo(page, 'Tab', '[data-testid=confirm]');
    await page.keyboard.press('Enter');
    await expect(table).not.toHaveAttribute('data-version', version ?? '');
  }
}

/** A die is collected as a whole; all else is one piece. */
async function cardsToChoose(page: Page): Promise<number> {
  const asked = await page.locator('.board h2').textContent();
  return Number(/^Make your die: (\d)/.exec(asked ?? '')?.[1] ?? 1);
}

async function walkTo(page: Page, key: string, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    await page.keyboard.press(key);
    if (await isThere()) return;
  }
  throw new Error(`no ${selector} is reached by ${key}`);
}
