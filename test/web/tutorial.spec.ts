import { loadCatalogue } from '#rules/catalogue.ts';
import { gameSeedFromText, PublishedChance } from '#rules/kernel/chance.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import type { Tutorial } from '#rules/kernel/tutorial.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { expectAccessible } from './browser/accessibility.ts';
import { actIn, readGame } from './browser/house.ts';
import { picture } from './browser/picture.ts';
import { openDrawer, ready } from './browser/playing.ts';
import { SIZES } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const taught = [...(await loadCatalogue(false)).values()].flatMap(({ ruleset }) => {
  return ruleset.tutorial === undefined ? [] : [{ ruleset, tutorial: ruleset.tutorial }];
});

for (const [size, viewport] of SIZES) {
  test.describe(size, () => {
    test.use({ viewport });

    for (const { ruleset, tutorial } of taught) {
      test(`${ruleset.name} teaches a guest by one tap, and its hints lead to the end`, async ({ page }) => {
        await learn(page, ruleset.name);
        await expect(page.getByTestId('hint')).toHaveText(/./);
        await expectAccessible(page);
        expect(await playLesson(page, ruleset, tutorial)).toEqual(new Set(tutorial.hints.map(({ text }) => text)));
        const lesson = page.getByRole('complementary', { name: 'Hint' });
        const goesOn = (await page.locator('[data-status=playing]').count()) > 0;
        if (size === 'desk' && goesOn) {
          await lesson.getByRole('button', { name: 'Play on' }).click();
          await expect(page.getByTestId('hint')).toHaveCount(0);
          return;
        }
        if (!goesOn) {
          await expect(page.locator('.bar').getByRole('button')).toHaveText([
            'How it went',
            'Play again',
            'Start a whole game',
          ]);
        }
        const address = page.url();
        await page.locator('.bar').getByRole('button', { name: 'Start a whole game' }).click();
        await expect(page).not.toHaveURL(address);
        await ready(page);
        await expect(page.getByTestId('hint')).toHaveCount(0);
      });
    }
  });
}

test('hints are skipped by the keyboard, for good, and the game goes on', { tag: '@picture' }, async ({ page }) => {
  await learn(page, 'Pascal');
  await expect(page.getByTestId('hint')).toHaveText(/^Choose one die/);
  await picture('tutorial', page, { isPhoto: true, size: { width: 960, height: 640 } });
  await page.reload();
  await expect(page.getByTestId('hint')).toHaveText(/^Choose one die/);
  await page.getByRole('button', { name: 'Skip the hints' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('hint')).toHaveCount(0);
  await page.reload();
  expect(await ready(page)).toBe('choose');
  await expect(page.getByTestId('hint')).toHaveCount(0);
});

test('each of two learning games keeps its hints until they are skipped in that game', async ({ page }) => {
  await learn(page, 'Pascal');
  await expect(page.getByTestId('hint')).toHaveText(/^Choose one die/);
  const pascal = page.url();
  await learn(page, 'Folly & Fortune');
  await expect(page.getByTestId('hint')).toHaveText(/./);
  const folly = page.url();
  await page.goto(pascal);
  await expect(page.getByTestId('hint')).toHaveText(/^Choose one die/); // the table of Folly & Fortune has gone
  await page.mouse.move(0, 0);
  await page.getByTestId('confirm').click({ force: true });
  await expect(page.locator('.ask > [role=status]')).toHaveText(/^Not yet/);
  await expect(page.getByTestId('hint')).toBeVisible();
  await expect(page.getByTestId('hint')).toHaveText(/^Choose one die/);
  await page.reload();
  await expect(page.getByTestId('hint')).toHaveText(/^Choose one die/);
  await page.getByRole('button', { name: 'Skip the hints' }).click();
  await expect(page.getByTestId('hint')).toHaveCount(0);
  await page.goto(folly);
  await expect(page.getByTestId('hint')).toHaveText(/./);
});

test('the rules show the words and rulings of the moment', async ({ page }) => {
  await learn(page, 'Folly & Fortune');
  const rules = await openDrawer(page, 'Rules');
  const now = rules.locator('section', { has: page.getByRole('heading', { name: 'Just now' }) });
  await expect(now.locator('dt')).toHaveText(['row', 'health']);
  await expect(now.locator('li strong:first-child')).toHaveText(['Ruling 1', 'Ruling 2', 'Ruling 8']);
  await expectAccessible(page);
});

async function learn(page: Page, name: string): Promise<void> {
  await page.goto('./');
  await page.getByRole('button', { name: `Learn in two minutes: ${name}`, exact: true }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
}

/** Plays with the policy `plain`. Resolves to the hints that appeared. */
async function playLesson(page: Page, ruleset: AnyRuleset, tutorial: Tutorial): Promise<Set<string>> {
  const id = page.url().split('/').at(-1) ?? '';
  const gameSeed = gameSeedFromText(tutorial.game.seed);
  const hints = new Set<string>();
  const inPlay = tutorial.hints.filter(({ when }) => when.isOver !== true).length;
  const table = page.locator('[data-status]');
  for (;;) {
    const state = await readGame(page, id);
    if (state.status === 'playing' && !state.toAct.includes(0)) continue;
    await expect(table).toHaveAttribute('data-version', `${state.version}`);
    if (state.status === 'playing') await ready(page);
    if (state.status !== 'playing' || hints.size < inPlay) {
      await page.waitForTimeout(50);
      // an event may arrive a moment after the state
      const hint = page.getByTestId('hint').filter({ hasText: /./ });
      const text = await hint.textContent({ timeout: 500 }).catch(() => null);
      if (text !== null) hints.add(text);
    }
    if (state.status !== 'playing') break;
    await expect.poll(() => page.evaluate(hiddenByHint)).toEqual([]);
    if (hints.size === tutorial.hints.length) break;
    const chance = new PublishedChance(gameSeed, `${state.version + 1}:choice`);
    await actIn(page, id, ruleset.policies?.plain?.(state.view, legalActionsOf(state), chance));
  }
  return hints;
}

/** Returns the faults of a hint: choices that it covers, and on tall screens a table that must be scrolled. */
function hiddenByHint(): string[] {
  const { scrollHeight = 0, clientHeight = 0 } = document.querySelector('.felt') ?? {};
  const covered = [...document.querySelectorAll('.felt .can, .acts button')].filter((choice) => {
    choice.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = choice.getBoundingClientRect();
    const place = choice.closest('.felt, .acts');
    return place?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) !== true;
  });
  return [
    ...covered.map((choice) => choice.outerHTML.replaceAll(/<svg.*?<\/svg>/gs, '').slice(0, 140)),
    ...(innerHeight >= 800 && scrollHeight > clientHeight
      ? [`the cloth scrolls by ${scrollHeight - clientHeight} px`]
      : []),
  ];
}
