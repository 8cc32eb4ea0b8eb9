import type { Game, NewGame } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { type Agent, ask, PlayedCompetition, registerAgents } from './browser/competitions.ts';
import { openGame } from './browser/house.ts';
import { choicesOf, openGroups, ready, sitDown, tokenOf } from './browser/playing.ts';
import { type Browser, expect, type Page, test } from './browser/test.ts';

const SIZES = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const TABLES: { game: NewGame; query?: string }[] = [
  { game: { ruleset: 'champions-of-chance', seats: ['me', { bot: 'random' }, { bot: 'random' }] } },
  { game: { ruleset: 'folly-and-fortune', seats: ['me', { bot: 'random' }] } },
  { game: { ruleset: 'pascal', seats: ['me'] } },
  { game: { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }] } },
  { game: { ruleset: 'pokers-rogue-reckoning', seats: ['me'] } },
  { game: { ruleset: 'pokers-rogue-reckoning', seats: ['me'] }, query: '?table=auto' },
];
const ACTIONS = 10;

/** Imitates translators of browsers: “translated” text is upper case in two nested elements. */
function translate(): void {
  const UNTRANSLATED = 'font, script, style, input, textarea, select, [translate=no]';
  const translateIn = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Node[] = root instanceof Text ? [root] : [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const words = text.textContent ?? '';
      const place = text.parentElement;
      if (words.trim() === '' || place === null || place.closest(UNTRANSLATED) !== null) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(words.toUpperCase());
      outer.append(inner);
      place.replaceChild(outer, text);
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const added of addedNodes) translateIn(added);
  }).observe(document, { subtree: true, childList: true });
}

async function untranslated(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: page.viewportSize(),
  });
  const plain = await context.newPage();
  // otherwise the service would tell this page which version the player has already seen on the other page
  await plain.route('**/looked', (route) => route.abort());
  return plain;
}

/** Returns the words of the page without announcements and tips, because their timing varies. */
function wordsOf(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as Element;
    for (const spoken of copy.querySelectorAll('.sr[role=status], .tip')) spoken.remove();
    const blocks = [
      ...copy.querySelectorAll('h1, h2, h3, p, li, td, th, dt, dd, button, output, summary, legend, label'),
    ];
    for (const block of blocks) block.append('\n');
    return (copy.textContent ?? '')
      .toLowerCase()
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== '');
  });
}

async function expectSameWords(page: Page, plain: Page): Promise<void> {
  await expect(async () => expect(await wordsOf(page)).toEqual(await wordsOf(plain))).toPass({ timeout: 30_000 });
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`translated by the browser, ${size}`, () => {
    test.use({ viewport });
    test.beforeEach(({ page }) => page.addInitScript(translate));

    for (const { game, query = '' } of TABLES) {
      test(`${game.ruleset}${query} shows the present state`, async ({ page, browser }) => {
        await sitDown(page);
        const plain = await untranslated(browser, page);
        const id = await openGame(page, { ...game, seed: 'translated' });
        if (query !== '') await page.goto(`./#/g/${id}${query}`);
        await plain.goto(page.url());
        const table = page.locator('[data-status]');
        for (let actions = 0; actions < ACTIONS && (await ready(page)) !== 'over'; ) {
          await expectSameWords(page, plain);
          if ((await ready(page)) === 'choose') {
            const choices = [await choicesOf(page), await choicesOf(plain)];
            const nth = (actions * 7) % ((await choices[0]?.count()) ?? 1);
            for (const each of [page, plain]) await each.mouse.move(0, 0);
            for (const each of choices) await each.nth(nth).click();
            continue;
          }
          const clear = plain.getByRole('button', { name: 'Choose again' });
          if (await clear.isVisible()) await clear.click();
          const version = await table.getAttribute('data-version');
          await page.mouse.move(0, 0);
          await page.getByTestId('confirm').click();
          await expect(table).not.toHaveAttribute('data-version', version ?? '');
          actions++;
        }
        await expectSameWords(page, plain);
        await plain.context().close();
      });
    }

    test('the first page and the page of a player show the present state', async ({
      page,
      browser,
      service: { url },
    }) => {
      await sitDown(page);
      const plain = await untranslated(browser, page);
      await plain.goto('./');
      const [host, guest] = await registerAgents(url, [`Ina ${size}`, `Guest ${size}`]);
      const offered = { ruleset: 'pascals-ruin', seats: ['me', 'open'] };
      const { id } = await ask<Game>(url, host?.token ?? null, 'POST', '/v1/games', offered);
      const lobby = plain.locator(`[aria-labelledby=lobby] a[href*="${id}"]`);
      await expect(lobby).toBeVisible();
      await expectSameWords(page, plain);
      await ask(url, guest?.token ?? null, 'POST', `/v1/games/${id}/seats`, {});
      await expect(lobby).toBeHidden();
      await expectSameWords(page, plain);
      const own = { ruleset: 'pascal', seats: ['me'] };
      const game = await ask<Game>(url, await tokenOf(page), 'POST', '/v1/games', own);
      await expect(plain.locator(`[aria-labelledby=mine] a[href*="${game.id}"]`).first()).toBeVisible();
      await expectSameWords(page, plain);
      for (const each of [page, plain]) {
        await each.goto('./#/me');
        await openGroups(each);
      }
      await expectSameWords(page, plain);
      for (const name of ['Show it', 'I have noted it']) {
        for (const each of [page, plain]) await each.getByRole('button', { name }).click();
        await expectSameWords(page, plain);
      }
      await plain.context().close();
    });

    test('the page of a competition shows the present state', async ({ page, browser, service: { url } }) => {
      const agents = await registerAgents(
        url,
        ['Ann', 'Bob', 'Cat', 'Dan'].map((name) => `${name} ${size}`),
      );
      const [organiser] = agents as [Agent];
      const swiss = await PlayedCompetition.make(url, organiser, { duplicate: 'none', rounds: 2 });
      const plain = await untranslated(browser, page);
      for (const each of [page, plain]) await each.goto(`./#/c/${swiss.id}`);
      await expect(plain.getByRole('heading', { level: 1 })).toBeVisible();
      const steps = [() => swiss.enter(agents), () => swiss.start(), () => swiss.playRound(), () => swiss.playToEnd()];
      for (const step of steps) {
        const before = await wordsOf(plain);
        await step();
        await expect.poll(() => wordsOf(plain)).not.toEqual(before);
        await expectSameWords(page, plain);
      }
      await plain.context().close();
    });

    test('a replay shows the present state', async ({ page, browser, service: { url } }) => {
      await sitDown(page);
      const plain = await untranslated(browser, page);
      const body = { ruleset: 'pokers-rogue-reckoning', seats: ['me'], seed: 'translated' };
      const token = await tokenOf(page);
      let game = await ask<Game>(url, token, 'POST', '/v1/games', body);
      for (let actions = 0; actions < ACTIONS; actions++) {
        const [action] = legalActionsOf(game);
        const { state } = await ask<{ state: Game }>(url, token, 'POST', `/v1/games/${game.id}/actions`, {
          action,
          seat: 0,
        });
        game = state;
      }
      for (const each of [page, plain]) await each.goto(`./#/g/${game.id}/at/1`);
      for (let version = 1; version < ACTIONS; version++) {
        await expectSameWords(page, plain);
        for (const each of [page, plain]) {
          await each.locator(`.replay[data-version="${version}"]`).waitFor();
          await each.getByRole('slider').press('ArrowRight');
        }
      }
      await plain.context().close();
    });
  });
}
