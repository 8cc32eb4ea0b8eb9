import { expectAccessible } from './browser/accessibility.ts';
import { expectFits, expectNoSidewaysScroll, picture } from './browser/looks.ts';
import { drawFromSchema, playOn, ready, sitDown, startGame } from './browser/playing.ts';
import { actionTypes, Caller } from './browser/prepared.ts';
import { expect, type Page, test } from './browser/test.ts';

const RULESET = 'pascals-ruin';
const OFFER = "Play against a bot: Pascal's Ruin";
const LONGEST_GAME = 1_000;

test.use({ viewport: { width: 1060, height: 780 } });

test("Pascal's Ruin is played by clicks to its end on the table drawn from its schema", async ({ page }) => {
  await sitDown(page);
  await expectAccessible(page);
  await startGame(page, OFFER);
  await drawFromSchema(page);
  await playOn(page, 2);
  await expectAccessible(page);
  await playOn(page, LONGEST_GAME);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expectAccessible(page);
});

test("Pascal's Ruin is played on its own table to its end, by taps on dice, cards, rolls and the bar", async ({
  page,
}) => {
  await sitDown(page);
  await startGame(page, OFFER);
  await expect(page.getByRole('list', { name: /chain/ })).toBeVisible();
  await expectAccessible(page);
  await playByTaps(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expect(page.locator('.board [aria-pressed]')).toHaveCount(0);
  await expectAccessible(page);
});

test("the table of Pascal's Ruin has a place for every type of action, and fits each screen", {
  tag: '@picture',
}, async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const types = await actionTypes(service.url, RULESET);
  const seats = ['me', { bot: 'random' }, { bot: 'random' }];
  const game = { ruleset: RULESET, seats, options: { mode: 'eternal', maxRounds: null, spicy: true } };
  for (const type of types) {
    const moment = await caller.find(game, (action) => action.type === type);
    await page.goto(`./#/g/${moment.id}`);
    await expect(page.locator('[data-asked]')).toBeVisible();
    await expectFits(page);
    if (type === 'playCard') {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await picture(page, RULESET);
    }
    await act(page, moment.action);
  }
});

test("the header says the last move of Pascal's Ruin in one short sentence", async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const game = { ruleset: RULESET, seats: ['me', { bot: 'random' }] };
  const { id } = await caller.find(game, ({ type }) => type === 'continue');
  await page.goto(`./#/g/${id}`);
  await expect(page.locator('.top .said')).toHaveText(/^You win level \d with \d+ on the d\d+\.$/);
});

const BEST_FIRST = [
  '.acts .go:not([aria-disabled=true])',
  '.acts .act:not([data-testid]):not([disabled])',
  '.me .held .can',
  '.on-card .can',
  '.take.can',
];

async function playByTaps(page: Page): Promise<void> {
  const table = page.locator('[data-status]');
  for (let taps = 0; taps < LONGEST_GAME && (await ready(page)) !== 'over'; taps++) {
    await page.mouse.move(0, 0);
    const found = await page.evaluate((all) => all.find((one) => document.querySelector(one) !== null), BEST_FIRST);
    if (found === undefined) throw new Error('nothing can be touched');
    const version = await table.getAttribute('data-version');
    const acts = found.startsWith('.acts');
    await page.locator(found).last().click();
    if (acts) await expect(table).not.toHaveAttribute('data-version', version ?? '');
  }
}

interface RuinAction {
  type: string;
  die?: string;
  card?: string;
  targets?: number[];
}

const ACTS: Readonly<Record<string, RegExp>> = {
  continue: /^Turn level/,
  takeChain: /^Take \d/,
  pass: /^Let it stand/,
  challenge: /^Roll my/,
  declineChallenge: /^Leave it/,
  voteContinue: /^Another round/,
  voteStop: /^End the game/,
};

const RANKS: Readonly<Record<string, string>> = { J: 'jack', Q: 'queen' };
const SUITS: Readonly<Record<string, string>> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };

async function act(page: Page, { type, die, card, targets = [] }: RuinAction): Promise<void> {
  const board = page.locator('.board');
  const table = page.locator('[data-status]');
  const version = (await table.getAttribute('data-version')) ?? '';
  const button = ACTS[type];
  if (button !== undefined) await page.locator('.acts').getByRole('button', { name: button }).click();
  if (die !== undefined) {
    const taken = board.getByRole('button', { name: `${die}, not rolled yet` });
    await taken.click();
    await expect(page.getByTestId('meant')).toHaveText(`Roll the ${die}`);
    await page.mouse.move(0, 0);
    await taken.click();
  }
  if (card !== undefined) {
    const [rank = '', suit = ''] = card;
    await board.getByRole('button', { name: `${RANKS[rank]} of ${SUITS[suit]}` }).click();
    const rolls = board.getByRole('button', { name: / rolled \d/ });
    for (const [i] of targets.entries()) await rolls.nth(i).click();
    await page.getByTestId('confirm').click();
  }
  await expect(table).not.toHaveAttribute('data-version', version);
}
