import type { Game, Schemas } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { botName, levelOf } from '../../rules/kernel/search/bots.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { type Agent, ask, PlayedCompetition, registerAgents } from './browser/competitions.ts';
import { picture } from './browser/picture.ts';
import { sitDown, tokenOf } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

let competitions = 0;

async function organise(url: string, body: Parameters<typeof PlayedCompetition.make>[2]): Promise<PlayedCompetition> {
  const [organiser] = await registerAgents(url, [`Ina ${++competitions}`]);
  if (organiser === undefined) throw new Error('nobody was registered');
  return PlayedCompetition.make(url, organiser, body);
}

const percent = (part: number) => `${Math.round(part * 100)} %`;

test('a board of several tables is compared by seat, with its table, its luck and its matchpoints', {
  tag: '@picture',
}, async ({ page, service: { url } }) => {
  const competition = await organise(url, {
    ruleset: 'folly-and-fortune',
    options: {},
    format: 'roundRobin',
    duplicate: 'movement',
    scoring: 'matchpoints',
  });
  await competition.enterBots('random', 'plain', 'search-10', 'search-100');
  await competition.start();
  await competition.playToEnd();
  const board = await competition.ask<Schemas['CompetitionBoard']>('GET', '/boards/1');
  await sitDown(page);
  await page.goto(`./#/c/${competition.id}/boards`);
  await page.getByRole('link', { name: 'Board 1', exact: true }).click();
  await expect(page.getByRole('link', { name: 'The next board' })).toBeVisible();
  const made = page.getByRole('region', { name: 'Results of board 1' });
  await expect(made.getByRole('row')).toHaveCount(1 + 2 * board.games.length);
  for (const { matchpoints, seats } of board.games) {
    for (const { seat, bot } of seats) {
      const row = made
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: `${botName(bot ?? '')} (${levelOf(bot ?? '')} bot)` }) });
      await expect(row.filter({ hasText: percent(matchpoints[seat] ?? 0) }).first()).toBeVisible();
    }
  }
  await expect(made.getByText(/^Seat 2 is (about even|an? (un)?lucky one): random play wins/)).toBeVisible();
  const beside = page.getByRole('region', { name: 'Side by side' });
  await expect(beside.getByRole('status')).toContainText(/They (differ at|do the same for)/);
  await picture('board', page, { of: made });
  await beside.getByRole('button', { name: 'To the first difference' }).click();
  await expect(beside.getByText('≠ here they differ')).toBeVisible();
  await expect(beside.locator('.parts-here [aria-current=step]')).toHaveCount(2);
  await beside.getByLabel('Show the tables at this moment').check();
  await expect(beside.locator('.tables [data-version]:not([data-version=""])')).toHaveCount(2);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.getByRole('button', { name: 'Deal it again' }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
});

test('the page “On the wall” mentions sealed tables only while games on them are running', async ({
  page,
  service: { url },
}) => {
  const competition = await organise(url, { format: 'roundRobin', duplicate: 'movement' });
  await page.goto(`./#/c/${competition.id}/projector`);
  await expect(page.getByText('It has not begun yet.')).toBeVisible();
  await expect(page.getByText('No game is being played just now.')).toBeVisible();
  await competition.enter(await registerAgents(url, ['Abe', 'Bea', 'Cal', 'Dee']));
  await competition.start();
  await expect(page.getByText('⊘ The tables are sealed')).toBeVisible();
  await competition.playToEnd();
  await expect(page.getByText('It is over.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Standings' }).getByRole('row')).toHaveCount(5);
  await expect(page.getByText('No game is being played just now.')).toBeVisible();
  await expect(page.getByText('sealed')).toHaveCount(0);
});

test('a sealed round names its opening, opens by itself, and its board is dealt again unchanged', {
  tag: '@picture',
}, async ({ page, service: { url } }) => {
  const competition = await organise(url, {
    ruleset: 'folly-and-fortune',
    options: {},
    format: 'swiss',
    rounds: 1,
    duplicate: 'movement',
  });
  const agents = await registerAgents(url, ['Ann', 'Ben', 'Cid', 'Dot']);
  await competition.enter(agents);
  await competition.start();
  await expect.poll(async () => (await competition.running()).length, 'games dealt').toBe(2);
  await competition.settle({ most: 1 });
  const games = received(page);
  await page.goto(`./#/c/${competition.id}/projector`);
  await expect(page.getByText('⊘ The tables are sealed')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Standings' }).getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('status').first()).toContainText('Round 1 of 1: 0 of 2 games count.');
  expect(games()).toEqual([]);
  await sitDown(page);
  await page.goto(`./#/c/${competition.id}/rounds/1`);
  const tables = page.getByRole('region', { name: 'Round 1', exact: true });
  await expect(tables.getByRole('link', { name: '⊘ sealed: when board 1 opens' })).toHaveCount(2);
  await expect(tables.getByRole('link', { name: /^(Watch|Replay)/ })).toHaveCount(0);
  await tables.getByRole('link', { name: '⊘ sealed: when board 1 opens' }).first().click();
  await expect(page.getByText('It opens when its last game is over')).toBeVisible();
  await page.goBack();
  await competition.playToEnd();
  await expect(tables.getByText('All of it counts.')).toBeVisible();
  await expect(tables.getByRole('link', { name: /^Replay of table/ })).toHaveCount(2);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await tables.getByRole('link', { name: 'Compare board 1' }).first().click();
  await page.getByRole('button', { name: 'Deal it again' }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  const again = await viewAtFirst(url, new URL(page.url()).hash.slice('#/g/'.length), await tokenOf(page));
  const [game] = await competition.games();
  const first = agents.find(({ id }) => id === game?.seats[0]?.player?.id);
  expect(again).toEqual(await viewAtFirst(url, game?.gameId ?? '', first?.token ?? ''));
  expect(JSON.stringify(again)).toMatch(/"hand":\[[^\]]/);

  await page.route('**/v1/rulesets', async (route) => {
    const answer = await route.fetch();
    const { rulesets } = await answer.json();
    const json = { rulesets: rulesets.map((each: object) => ({ ...each, rulesVersion: 99 })) };
    await route.fulfill({ response: answer, json });
  });
  await page.goto('about:blank');
  await page.goto(`./#/c/${competition.id}/boards/1`);
  await expect(page.getByText('New games follow version 99')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deal it again' })).toHaveCount(0);
  await page.goto(`./#/c/${competition.id}/boards/99`);
  await expect(page.getByText('There is no board 99')).toBeVisible();
  await expect(page.getByRole('link', { name: /^The (board before|next board)/ })).toHaveCount(0);
  await page.goto(`./#/c/${competition.id}/rounds/9`);
  await expect(page.getByRole('heading', { level: 1, name: 'Round 9' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cross table' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^The (round before|next round)/ })).toHaveCount(0);
});

async function viewAtFirst(url: string, gameId: string, token: string): Promise<unknown> {
  const { view } = await ask<{ view: unknown }>(url, token, 'GET', `/v1/games/${gameId}?seat=0&at=2`);
  return view;
}

test('a round that is watched live links to each game, and the cross table is read by keyboard', {
  tag: '@picture',
}, async ({ page, service: { url } }) => {
  const competition = await organise(url, { format: 'roundRobin', rounds: 1, duplicate: 'none' });
  const agents = await registerAgents(url, ['Eve', 'Fay', 'Gus', 'Hal']);
  await competition.enter(agents);
  await competition.start();
  await page.goto(`./#/c/${competition.id}/rounds/1`);
  const tables = page.getByRole('region', { name: 'Round 1', exact: true });
  await tables.getByRole('link', { name: /^Watch table 1: / }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  await page.goBack();
  await competition.playRound();
  await expect(tables.getByRole('link', { name: /^Replay of table/ })).toHaveCount(2);
  await page.getByRole('link', { name: 'The next round' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Round 2' })).toBeVisible();
  await competition.playToEnd();
  await page.getByRole('link', { name: 'Cross table' }).click();
  const first = page.locator('[data-at="0.0"]');
  await expect(first).toHaveAttribute('aria-label', / has no opponent here$/);
  await first.focus();
  await page.keyboard.press('ArrowRight');
  const [one, two] = [agents[0]?.name, agents[1]?.name];
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', `${one} against ${two}: 1 of 1`);
  await expect(page.locator(':focus')).toContainText('100');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', `${two} against ${one}: 0 of 1`);
  await picture('crosstable', page, { size: { width: 1_000, height: 620 } });
  await page.getByText('As a table').click();
  await expect(page.getByRole('table', { name: /against each that they met$/ }).getByRole('row')).toHaveCount(4);
  await expectAccessible(page);
  await expectFitsNarrow(page);
});

test('the page “On the wall” follows two tables of the leaders, shows no hand, and continues by itself', {
  tag: '@picture',
}, async ({ page, service: { url } }) => {
  const competition = await organise(url, {
    ruleset: 'champions-of-chance',
    options: {},
    format: 'swiss',
    rounds: 2,
    duplicate: 'none',
  });
  const agents = await registerAgents(url, ['Ike', 'Jan', 'Kim', 'Lea', 'Max', 'Nia']);
  await competition.enter(agents);
  await competition.start();
  await expect.poll(async () => (await competition.running()).length, 'games dealt').toBe(3);
  const told = received(page);
  const said = await listenTo(page);
  await resize(page, { width: 1600, height: 900 });
  await page.goto(`./#/c/${competition.id}/projector`);
  const shown = page.locator('[data-game][data-viewer=spectator]');
  await expect(shown).toHaveCount(2);
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
  await expectNothingSecret(page, url, competition, agents, told);
  await expect(page.locator('[role=alert], [aria-live=assertive]')).toHaveCount(0);
  expect(said.filter((text, i) => text === said[i - 1])).toEqual([]);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await picture('projector', page, { size: { width: 1_600, height: 900 }, isPhoto: true });
  const before = await shown.evaluateAll(idsOfGames);
  await competition.settle({ most: 1, wanted: ({ gameId }) => gameId === before[0] });
  await expect(page.locator(`[data-game="${before[0]}"]`)).not.toHaveAttribute('data-status', 'playing');
  await expect.poll(async () => (await shown.evaluateAll(idsOfGames)).includes(before[0] ?? '')).toBe(false);
  await expect(shown).toHaveCount(2);
  await competition.playRound();
  await expect(page.getByRole('status').first()).toContainText('Round 2 of 2');
  await expect(page.getByRole('table', { name: 'Standings' }).getByRole('row')).toHaveCount(7);
  await competition.playToEnd();
  await expect(page.getByText('It is over.')).toBeVisible();
});

test.describe('an outage of the server', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_/] });

  test('is reported on the page “On the wall” of a private competition, which continues by itself', async ({
    page,
    service,
  }) => {
    const competition = await organise(service.url, {
      ruleset: 'folly-and-fortune',
      options: {},
      format: 'swiss',
      rounds: 1,
      duplicate: 'none',
      visibility: 'private',
    });
    const agents = await registerAgents(service.url, ['Oda', 'Pim', 'Qin', 'Rex']);
    await competition.enter(agents);
    await competition.start();
    await expect.poll(async () => (await competition.running()).length, 'games dealt').toBe(2);
    const made = { name: 'wall' };
    const { token } = await ask<{ token: string }>(
      service.url,
      competition.organiser.token,
      'POST',
      '/v1/me/read-tokens',
      made,
    );
    const told = received(page);
    await page.goto(`./#/c/${competition.id}/projector?token=${token}`);
    await expect(page.locator('[data-game][data-viewer=spectator]')).toHaveCount(2);
    await expectNothingSecret(page, service.url, competition, agents, told);
    await service.goAway();
    await expect(page.getByText('No connection: this is how it stood at')).toBeVisible();
    await expect(page.locator('[role=alert], [aria-live=assertive]')).toHaveCount(0);
    await service.comeBack();
    await expect(page.getByText('No connection')).toBeHidden();
    await competition.playToEnd();
    await expect(page.getByText('It is over.')).toBeVisible();
    await page.goto('about:blank');
    await page.goto(`./#/c/${competition.id}/projector`);
    await expect(page.getByText('This address shows no competition')).toBeVisible();
  });
});

const MOVES = 4;

/** Plays at the tables that the page shows. The page must not receive secrets of any seat. */
async function expectNothingSecret(
  page: Page,
  url: string,
  competition: PlayedCompetition,
  agents: readonly Agent[],
  told: () => readonly string[],
): Promise<void> {
  const shown = await page.locator('[data-game][data-viewer=spectator]').evaluateAll(idsOfGames);
  const games = (await competition.running()).filter(({ gameId }) => shown.includes(gameId));
  let secrets = 0;
  for (const { gameId, seats } of games) {
    const tokens = seats.map(({ player }) => agents.find(({ id }) => id === player?.id)?.token ?? '');
    for (let move = 0; move <= MOVES; move++) {
      const read = (token: string, query = '') => ask<Game>(url, token, 'GET', `/v1/games/${gameId}${query}`);
      const open = await read(tokens[0] ?? '', '?seat=spectator');
      const own = await Promise.all(tokens.map((token) => read(token)));
      const toldNow = () => told().filter((text) => text.includes(gameId) && isAt(text, open.version));
      await expect.poll(() => toldNow().length, `version ${open.version} in the page`).toBeGreaterThan(0);
      for (const secret of own.flatMap(({ view }) => secretsOf(view, open.view))) {
        secrets++;
        expect(toldNow().filter((text) => text.includes(secret))).toEqual([]);
      }
      const [acting = 0] = open.toAct;
      const action = legalActionsOf(own[acting] ?? {})[0];
      if (move === MOVES || action === undefined) break;
      await ask(url, tokens[acting] ?? '', 'POST', `/v1/games/${gameId}/actions`, { action });
    }
  }
  expect(secrets).toBeGreaterThan(MOVES);
  for (const text of told()) expect(text).not.toMatch(/"viewer":\d|"choices":\[[^\]]|"you":\[\d/);
}

const isAt = (text: string, version: number) => JSON.parse(text).version === version;

function secretsOf(own: unknown, open: unknown, field = ''): string[] {
  const written = JSON.stringify(own);
  if (written === JSON.stringify(open) || own === null || own === undefined) return [];
  if (
    typeof own === 'object' &&
    typeof open === 'object' &&
    open !== null &&
    Array.isArray(own) === Array.isArray(open)
  ) {
    return Object.entries(own).flatMap(([name, value]) =>
      secretsOf(value, (open as Record<string, unknown>)[name], name),
    );
  }
  if (typeof own !== 'object' || written.length <= '[]'.length) return field === 'hand' ? [written] : [];
  return [written];
}

const idsOfGames = (all: Element[]) => all.map((each) => each.getAttribute('data-game') ?? '');

function received(page: Page): () => readonly string[] {
  const told: string[] = [];
  page.on('response', (answer) => {
    if (!/\/v1\/games\//.test(answer.url())) return;
    void answer.text().then(
      (text) => told.push(text),
      () => {}, // the call breaks off because the server goes away
    );
  });
  return () => told;
}

async function listenTo(page: Page): Promise<readonly string[]> {
  const said: string[] = [];
  await page.exposeFunction('heard', (text: string) => void said.push(text));
  await page.addInitScript(() => {
    const { heard } = globalThis as unknown as { heard(text: string): void };
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.map(({ target }) => {
          const element = target instanceof Element ? target : target.parentElement;
          return element?.closest('[role=status], [aria-live=polite]') ?? null;
        }),
      );
      for (const region of regions) if (region !== null) heard(region.textContent ?? '');
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return said;
}
