import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { Boards } from '../http/boards.ts';
import type { Caller } from '../http/caller.ts';
import type { Service } from '../http/service.ts';
import { act, stateOf } from '../http/table.ts';

export interface BoardAsked {
  ruleset: string;
  seats: number;
  seed: string;
  options?: object;
  looks: number;
  /** how many actions are played before the seats resign in turn */
  bound: number;
  sealed?: boolean;
}

export class BoardLeak extends Error {
  override name = 'BoardLeak';
}

/** Checks that callers who have not played a game receive the same answers about it, ETags and lengths included, during
 * the whole game. Throws `BoardLeak`. */
export async function lookAtBoard(service: Service, asked: BoardAsked): Promise<void> {
  const { seats, seed, sealed = true, ruleset, options = {} } = asked;
  const entrants = await Promise.all(
    Array.from({ length: 2 * seats + 1 }, (_, i) => service.stranger.register(`${seed} ${i}`.slice(-40))),
  );
  const [idle, tables] = [entrants[0] as Caller, [entrants.slice(1, seats + 1), entrants.slice(seats + 1)]];
  const boards = await Boards.of(service, entrants);
  for (const caller of entrants) await caller.post('/v1/me/webhooks', { url: 'https://agent.example/' });
  const dealt = { ruleset, options, seed, sealed };
  const ids = [
    await boards.deal(tables[0] as Caller[], { ...dealt, copy: 1 }),
    await boards.deal(tables[1] as Caller[], { ...dealt, copy: 2 }),
  ] as const;
  for (const [copy, id] of ids.entries()) {
    const players = tables[copy] as Caller[];
    const others = [service.stranger, idle, tables[1 - copy]?.[0] as Caller];
    const look = () => Promise.all(others.map((caller) => shownTo(caller, id, players)));
    const first = await look();
    await playOut(players, id, asked, async (when) =>
      held(first, await look(), `copy ${copy + 1} of ${seed}, ${when}`),
    );
  }
  await holdOwn(tables as Caller[][], ids);
  await boards.close(1);
  for (const id of ids) {
    const [open, { secret }] = [await service.stranger.get(`/v1/games/${id}`), await secretsOf(service.stranger, id)];
    const listed = (await service.stranger.get('/v1/games')).body.games.some((game: { id: string }) => game.id === id);
    if (open.status !== 200 || !secret || !listed) throw new Error(`${id} does not open when its board is closed`);
  }
}

async function shownTo(caller: Caller, id: string, players: readonly Caller[]): Promise<string[]> {
  const game = `/v1/games/${id}`;
  const reads = ['', '?text=true', '?version=1', '/events', '/states?from=1', '/fairness', '/transcript'].map(
    (path) => `${game}${path}`,
  );
  const lists = players.flatMap(({ id: player }) => [`/v1/players/${player}/record`, `/v1/games?player=${player}`]);
  const own = caller.token === null ? [] : [`${game}/actions`, `${game}/worlds?seat=0`, '/v1/me/turns'];
  const shown: string[] = [];
  let isOpen = false;
  for (const path of [...reads, ...lists, '/v1/games', '/v1/games?status=finished', ...own]) {
    const { status, headers, body } = await caller.get(path);
    isOpen ||= path === game && status === 200;
    shown.push(`${path} ${status} ${headers.get('etag')} ${headers.get('content-length')} ${nameless(body)}`);
  }
  for (const webhook of own.length === 0 ? [] : (await caller.get('/v1/me/webhooks')).body.webhooks) {
    const { body } = await caller.get(`/v1/me/webhooks/${webhook.id}`);
    shown.push(`told: ${JSON.stringify(body.deliveries.filter(({ gameId }: any) => gameId === id))}`);
  }
  if (isOpen) return shown; // the stream of a visible game would not end
  const { status, body } = await caller.get(`${game}/events`, { accept: 'text/event-stream' });
  shown.push(`stream ${status} ${nameless(body)}`);
  if (caller.token === null) return shown;
  for (const [path, sent] of [
    ['actions', { action: { type: 'pass' }, expectedVersion: 1 }],
    ...['resignation', 'abort', 'rematch', 'seats'].map((each) => [each, {}] as const),
  ] as const) {
    const answer = await caller.post(`${game}/${path}`, sent);
    shown.push(`${path} ${answer.status} ${answer.headers.get('content-length')} ${nameless(answer.body)}`);
  }
  return shown;
}

/** Removes the id of the request, the only part that may differ between two equal problems. */
function nameless(body: unknown): string {
  return JSON.stringify(body)?.replace(/"requestId":"[^"]*"/g, '') ?? '';
}

function held(first: readonly string[][], now: readonly string[][], where: string): void {
  for (const [who, before] of first.entries()) {
    const at = before.findIndex((shown, i) => shown !== now[who]?.[i]);
    if (at === -1) continue;
    throw new BoardLeak(`${where}: onlooker ${who} sees\n  ${now[who]?.[at]}\nwhere before was\n  ${before[at]}`);
  }
}

async function playOut(
  players: readonly Caller[],
  id: string,
  { seed, looks, bound }: BoardAsked,
  look: (when: string) => Promise<void>,
): Promise<void> {
  const chance = new FastChance(seed);
  const step = Math.ceil(bound / (looks + 1));
  for (let actions = 0; ; actions++) {
    const { status, version, toAct } = await stateOf(players[0] as Caller, id);
    if (status !== 'playing') return look(`${status} at version ${version}`);
    if (actions > 0 && actions < bound && actions % step === 0) await look(`at version ${version}`);
    const player = players[toAct[0]] as Caller;
    if (actions < bound) await act(player, id, chance);
    else await player.post(`/v1/games/${id}/resignation`, {});
  }
}

/** Checks that the players of a finished game see its result, but no secrets while the board is sealed. */
async function holdOwn(tables: readonly Caller[][], ids: readonly string[]): Promise<void> {
  for (const [copy, id] of ids.entries()) {
    for (const player of tables[copy] ?? []) {
      if ((await stateOf(player, id)).status !== 'finished') throw new Error(`${id} is not over`);
      const { secret, transcript } = await secretsOf(player, id);
      if (secret || transcript !== 'board-sealed') throw new BoardLeak(`${id} shows its secrets to its own player`);
    }
  }
}

async function secretsOf(caller: Caller, id: string): Promise<{ secret: boolean; transcript: unknown }> {
  const { seed, gameSeed, chainKey } = (await caller.get(`/v1/games/${id}/fairness`)).body;
  const { body } = await caller.get(`/v1/games/${id}/transcript`);
  return { secret: seed !== null || gameSeed !== null || chainKey !== null, transcript: body.code };
}
