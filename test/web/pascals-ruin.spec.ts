import { expectAccessible } from './browser/accessibility.ts';
import { expectNoSidewaysScroll, picture } from './browser/looks.ts';
import { confirm, drawFromSchema, playOn, sitDown, startGame } from './browser/playing.ts';
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

test("Pascal's Ruin is played on its own table to its end, by clicks on dice, cards and rolls", async ({ page }) => {
  await sitDown(page);
  await startGame(page, OFFER);
  await expect(page.getByRole('heading', { name: /^The chain/ })).toBeVisible();
  await expectAccessible(page);
  await playOn(page, LONGEST_GAME, touchBestPiece);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expect(page.locator('.board .piece[aria-pressed]')).toHaveCount(0);
  await expectAccessible(page);
});

test("Pascal's Ruin has a place on its table for every type of action", async ({ page, service }) => {
  await sitDown(page);
  const caller = await Caller.of(page, service.url);
  const types = await actionTypes(service.url, RULESET);
  const seats = ['me', { bot: 'random' }, { bot: 'random' }];
  const game = { ruleset: RULESET, seats, options: { mode: 'eternal', maxRounds: null, spicy: true } };
  for (const type of types) {
    const moment = await caller.find(game, (action) => action.type === type);
    await page.goto(`./#/g/${moment.id}`);
    await touch(page, moment.action);
    await expect(page.getByTestId('meant')).toHaveText(moment.label);
    if (type === 'playCard') {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await picture(page, RULESET);
    }
    await confirm(page);
  }
});

/** What wins soonest: a new roll is forced, a chain is taken, the largest die is rolled. */
const BEST_FIRST = [/ rolled /, /^Take/, /^Decline/, /^Pass/, /not rolled yet/];

async function touchBestPiece(page: Page): Promise<void> {
  const pieces = page.locator('.board .piece[aria-pressed=false]');
  const names = await pieces.evaluateAll((all) => {
    return all.map((piece) => piece.textContent || piece.querySelector('svg')?.ariaLabel || '');
  });
  const best = BEST_FIRST.map((name) => names.findLastIndex((each) => name.test(each))).find((at) => at >= 0);
  await pieces.nth(best ?? 0).click();
}

interface RuinAction {
  type: string;
  die?: string;
  card?: string;
  targets?: number[];
}

const DEEDS: Readonly<Record<string, RegExp>> = {
  continue: /^Continue/,
  takeChain: /^Take \d/,
  pass: /^Pass/,
  challenge: /^Challenge/,
  declineChallenge: /^Decline/,
  voteContinue: /^Another round/,
  voteStop: /^End the game/,
};

const RANKS: Readonly<Record<string, string>> = { J: 'jack', Q: 'queen' };
const SUITS: Readonly<Record<string, string>> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };

/** Touches on the table what an action names: a die; a card and then rolls; or else its own sign. */
async function touch(page: Page, { type, die, card, targets = [] }: RuinAction): Promise<void> {
  const board = page.locator('.board');
  if (die !== undefined) await board.getByRole('button', { name: `${die}, not rolled yet` }).click();
  if (card !== undefined) {
    const [rank = '', suit = ''] = card;
    await board.getByRole('button', { name: `${RANKS[rank]} of ${SUITS[suit]}` }).click();
  }
  const rolls = board.getByRole('button', { name: / rolled \d/ });
  for (const [i] of targets.entries()) await rolls.nth(i).click();
  const deed = DEEDS[type];
  if (deed !== undefined) await board.getByRole('button', { name: deed }).click();
}
