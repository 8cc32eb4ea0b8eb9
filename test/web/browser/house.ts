import type { Game, GameEvent, NewGame } from '../../../clients/typescript/src/index.ts';
import { expect, type Page } from './test.ts';

export async function openGame(page: Page, body: NewGame): Promise<string> {
  const answer = await page.request.post('v1/games', { headers: await headersOf(page), data: body });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as Game;
  await page.goto(`./#/g/${id}`);
  await expect(page.locator('[data-status]')).toBeVisible();
  return id;
}

export async function readGame(page: Page, id: string): Promise<Game> {
  const answer = await page.request.get(`v1/games/${id}`, { headers: await headersOf(page) });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Game;
}

export async function readEvents(page: Page, id: string): Promise<readonly GameEvent[]> {
  const answer = await page.request.get(`v1/games/${id}/events?after=0&limit=1000`, { headers: await headersOf(page) });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { events: GameEvent[] }).events;
}

export async function resignGame(page: Page, id: string): Promise<void> {
  const answer = await page.request.post(`v1/games/${id}/resignation`, { headers: await headersOf(page), data: {} });
  expect(answer.status(), await answer.text()).toBe(200);
}

export async function actIn(page: Page, id: string, action: unknown): Promise<void> {
  const answer = await page.request.post(`v1/games/${id}/actions`, {
    headers: await headersOf(page),
    data: { action },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function headersOf(page: Page): Promise<Record<string, string>> {
  const kept = await page.evaluate(() => Object.values(localStorage).find((value) => value.includes('"token"')));
  const { token } = JSON.parse(kept ?? '{}') as { token?: string };
  return { authorization: `Bearer ${token}` };
}
