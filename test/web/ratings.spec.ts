import type { Schemas } from '../../clients/typescript/src/index.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { type Agent, ask, PlayedCompetition, registerAgents, TINY } from './browser/competitions.ts';
import { picture } from './browser/picture.ts';
import { expect, type Page, test } from './browser/test.ts';

test.use({ houseName: 'ratings' });

const { ruleset, options } = TINY;
const CLOCK = { perAction: 3_600, onTimeout: 'resign' };
/** An upper limit: the comparison decides after fewer games, because one player wins them all. */
const MOST_GAMES = 60;

async function lose(url: string, loser: Agent, winner: Agent, nth: number): Promise<void> {
  const [first, second] = nth % 2 === 0 ? [loser, winner] : [winner, loser];
  const asked = { ruleset, options, seats: ['me', { player: second.id }], clock: CLOCK, rated: true };
  const { id } = await ask<{ id: string }>(url, first.token, 'POST', '/v1/games', asked);
  await ask(url, second.token, 'POST', `/v1/games/${id}/seats`, {});
  await ask(url, loser.token, 'POST', `/v1/games/${id}/resignation`, {});
}

function poolOf(url: string): Promise<Schemas['RatingList']> {
  const query = new URLSearchParams({ ruleset, options: JSON.stringify(options) });
  return ask(url, null, 'GET', `/v1/ratings?${query}`);
}

/** Plays a competition of two boards. Each board is played once, so the service computes how much luck it gave. */
async function playedOut(url: string, agents: readonly Agent[], bots: readonly string[]): Promise<string> {
  const [organiser] = agents as [Agent];
  const settings = { format: 'roundRobin', duplicate: 'none', boards: 2 } as const;
  const competition = await PlayedCompetition.make(url, organiser, settings);
  await competition.enter(agents);
  await competition.enterBots(...bots);
  await competition.start();
  await competition.playToEnd();
  return competition.id;
}

async function expectTable(page: Page, name: string): Promise<void> {
  const details = page.getByRole('figure').filter({ hasText: name }).locator('details');
  await details.locator('summary').click();
  await expect(details.getByRole('table')).toBeVisible();
  expect(await details.getByRole('row').count()).toBeGreaterThan(1);
}

test('ratings are found by game, read with their certainty, and listed game by game', async ({ page, service }) => {
  const agents = await registerAgents(service.url, ['Ada of the list', 'Bob of the list']);
  await page.goto('./#/ratings');
  await expect(page.getByText('There are no rated games yet.')).toBeVisible();
  const competitionId = await playedOut(service.url, agents, ['random', 'plain', 'search-10']);
  const { pool } = await poolOf(service.url);

  await page.goto(`./#/c/${competitionId}`);
  const standings = page.getByRole('region', { name: 'Standings' });
  await standings.getByRole('link', { name: 'Mara (medium bot)' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mara (medium bot)');
  expect(new URL(page.url()).hash).toBe(`#/ratings/${pool.id}/bot%3Aplain`);

  await page.goto('./#/ratings');
  await page.reload();
  await expect(page).toHaveTitle(/^Ratings/);
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption(ruleset);
  await expect(page.getByRole('row').last()).toContainText('rounds to win: 1');
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.getByRole('link', { name: "Pascal's Ruin" }).click();

  const known = page.getByRole('region', { name: 'Known points: the bots of the house' });
  await expect(known.getByRole('rowheader')).toHaveCount(3);
  await expect(known).toContainText('Pip (easy bot)');
  const everybody = page.getByRole('region', { name: 'Everybody' });
  await expect(everybody.getByRole('row')).toHaveCount(6);
  await expect(everybody.locator('svg.interval-bar')).toHaveCount(5);
  await expect(page.locator('main')).toContainText('Provisional: fewer than 10 boards');
  await expectAccessible(page);
  await expectFitsNarrow(page);

  await everybody.getByRole('link', { name: 'Bob of the list' }).click();
  await expect(page).toHaveURL(new RegExp(`#/ratings/${pool.id}/${agents[1]?.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText("Bob of the list in Pascal's Ruin");
  await expectTable(page, 'Rating');
  const opponents = page.getByRole('region', { name: 'Against whom' });
  await expect(opponents.getByRole('rowheader')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'On which seat' }).first()).toContainText('Seat 1');
  await expect(page.getByRole('region', { name: 'Luck against skill' })).toContainText('without luck');
  const games = page.getByRole('region', { name: 'Games', exact: true });
  await expect(games.getByRole('rowheader')).toHaveCount(8);
  await expect(games).toContainText('lost');
  await expectAccessible(page);
  await expectFitsNarrow(page);

  await opponents.getByRole('link', { name: 'Compare with Mara (medium bot)' }).click();
  await expect(page.getByRole('heading', { name: 'Bob of the list and Mara (medium bot)' })).toBeVisible();
  await expect(page.getByLabel('Second player')).toHaveValue('bot:plain');
});

test('a comparison goes from undecided to decided while it is open', { tag: '@picture' }, async ({ page, service }) => {
  const [eve, fay] = (await registerAgents(service.url, ['Eve who wins', 'Fay who loses'])) as [Agent, Agent];
  await lose(service.url, fay, eve, 0);
  const { pool } = await poolOf(service.url);

  await page.goto('./#/compare');
  await page.getByLabel('Kind of game').selectOption(pool.id);
  await page.getByLabel('First player').selectOption({ label: eve.name });
  await page.getByLabel('Second player').selectOption({ label: fay.name });
  const section = page.locator('[data-verdict]');
  const status = section.getByRole('status');
  await expect(status).toContainText('Not decided yet who of Eve who wins and Fay who loses is better.');
  await expect(status).toContainText(/About [\d,]+ games? more|too alike/);
  await expectTable(page, 'the part of the wins of Eve who wins');
  await expectAccessible(page);
  await expectFitsNarrow(page);

  const query = `pool=${pool.id}&one=${eve.id}&other=${fay.id}`;
  for (let nth = 1; ; nth++) {
    await lose(service.url, fay, eve, nth);
    if (nth % 5 !== 0) continue;
    const { verdict } = await ask<Schemas['Comparison']>(service.url, null, 'GET', `/v1/comparisons?${query}`);
    if (verdict === 'better') break;
    expect(nth).toBeLessThan(MOST_GAMES);
    await expect(section.getByText(`${nth + 1} games together`)).toBeVisible();
  }
  await expect(status).toContainText('Decided: Eve who wins is better than Fay who loses.');
  await expect(section).toHaveAttribute('data-verdict', 'better');
  await expectTable(page, 'While you were looking');
  await expect(page.getByRole('cell', { name: 'undecided' }).first()).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await picture('comparison', page, { of: section });
});

test.describe('a comparison during an outage', () => {
  test.use({ expectedErrors: [/net::ERR_|status of 503/] });

  test('is requested again only after more games, and continues by itself', async ({ page, service }) => {
    const [gil, hal] = (await registerAgents(service.url, ['Gil', 'Hal'])) as [Agent, Agent];
    await lose(service.url, hal, gil, 0);
    const { pool } = await poolOf(service.url);
    let compared = 0;
    page.on('request', (request) => {
      if (request.url().includes('/v1/comparisons')) compared++;
    });
    await page.goto(`./#/compare?pool=${pool.id}&one=${gil.id}&other=${hal.id}`);
    await expect(page.getByText('1 game together')).toBeVisible();
    await page.waitForResponse((answer) => answer.url().includes('/v1/ratings/pools?ruleset='));
    expect(compared, 'a look without news costs no fit').toBe(1);
    await service.goAway();
    await service.comeBack();
    await lose(service.url, hal, gil, 1);
    await expect(page.getByText('2 games together')).toBeVisible();
  });
});

test.describe('missing parts', () => {
  test.use({ expectedErrors: [/status of 40[04]/] });

  test('are reported in words', async ({ page, service }) => {
    await page.goto('./#/ratings/nothing');
    await expect(page.getByRole('alert')).toContainText('The address may be cut off');
    await page.goto('./#/ratings/0123456789abcdef');
    await expect(page.getByRole('alert')).toContainText('There is no such list of ratings');
    const { pool } = await poolOf(service.url);
    await page.goto(`./#/ratings/${pool.id}/bot:search-1000`);
    await expect(page.getByRole('alert')).toContainText('has no game that counts here');
    await page.goto(`./#/compare?pool=${pool.id}&one=bot:random&other=bot:random`);
    await expect(page.getByText('Choose two different players')).toBeVisible();
    await expectAccessible(page);
  });
});
