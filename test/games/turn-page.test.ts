import { describe, expect, test } from 'vitest';
import { type TurnsAsked, turnPageOf, turnRows } from '../../src/games/queries/turn-page.ts';
import type { WaitingGame } from '../../src/store/game-lists.ts';

const ADA = idOf(900);
const BOB = idOf(901);
const NOON_MS = Date.UTC(2026, 0, 1, 12);
const ALL = { limit: 500 };

function idOf(nth: number): string {
  return `01930000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
}

function playerAt(id: string, name: string) {
  return { kind: 'player', player: { id, name, kind: 'human' }, clientSeed: 'x' };
}

function game(nth: number, { due, changed = 0, ...more }: { due?: number; changed?: number } & Partial<WaitingGame>) {
  const seats = [playerAt(ADA, 'Ada'), playerAt(BOB, 'Bob')] as unknown as WaitingGame['seats'];
  const at = (minutes: number) => new Date(NOON_MS + minutes * 60_000);
  return {
    id: idOf(nth),
    ruleset: 'pascal',
    status: 'playing',
    version: 3,
    head: 'a'.repeat(64),
    toAct: [0],
    seats,
    standIn: 'random',
    deadline: due === undefined ? null : at(due),
    createdBy: BOB,
    place: null,
    rated: false,
    options: {},
    clock: null,
    updatedAt: at(changed),
    looked: 0,
    ...more,
  } satisfies WaitingGame;
}

function pageOf(games: WaitingGame[], asked: TurnsAsked, invitations: WaitingGame[] = []) {
  return turnPageOf(turnRows({ games, invitations }, ADA, asked), ADA);
}

function nthsIn({ turns, invitations }: ReturnType<typeof pageOf>): number[] {
  return [...turns, ...invitations].map(({ gameId }) => Number(gameId.slice(-12)));
}

describe('turns are ordered', () => {
  test('by their deadlines, those without one last, and invitations at the end', () => {
    const games = [game(1, {}), game(2, { due: 30 }), game(3, { due: 20 })];
    const invitation = game(4, { status: 'open', toAct: [], due: 1 });
    expect(nthsIn(pageOf(games, ALL, [invitation]))).toEqual([3, 2, 1, 4]);
  });

  test('at equal deadlines by the time since the last change, and then by id', () => {
    const games = [game(3, { changed: 5 }), game(2, { changed: 5 }), game(1, { changed: 9 }), game(4, { changed: 1 })];
    expect(nthsIn(pageOf(games, ALL))).toEqual([4, 2, 3, 1]);
    const due = games.map((row) => ({ ...row, deadline: new Date(NOON_MS) }));
    expect(nthsIn(pageOf(due, ALL))).toEqual([4, 2, 3, 1]);
  });

  test('without regard to the times at which the server runs bots', () => {
    const bot = { kind: 'bot', policy: 'random', clientSeed: 'x' };
    const seats = [playerAt(ADA, 'Ada'), bot] as unknown as WaitingGame['seats'];
    const thinking = game(1, { due: 1, seats, toAct: [0, 1] });
    const page = pageOf([thinking, game(2, { due: 2 })], ALL);
    expect(nthsIn(page)).toEqual([2, 1]);
    expect(page.turns[1]?.deadline).toBe(null);
  });
});

describe('a page', () => {
  const games = Array.from({ length: 7 }, (_, nth) => game(nth, nth < 5 ? { due: nth % 3 } : { changed: nth }));

  test('continues the previous one, over turns and invitations, to the end', () => {
    const invitations = [game(8, { status: 'open', toAct: [] })];
    const told: number[] = [];
    let cursor: string | undefined;
    do {
      const page = pageOf(games, { limit: 3, cursor }, invitations);
      expect(page.total).toEqual({ turns: 7, asks: 0, invitations: 1 });
      told.push(...nthsIn(page));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(told).toEqual(nthsIn(pageOf(games, ALL, invitations)));
    expect(told).toHaveLength(8);
  });

  test('neither repeats nor leaves out an unchanged game while others change', () => {
    const first = pageOf(games, { limit: 3 });
    const cursor = first.next ?? '';
    const [gone, extended] = nthsIn(first) as [number, number];
    const moved = games
      .filter(({ id }) => id !== idOf(gone))
      .map((row) => (row.id === idOf(extended) ? { ...row, deadline: new Date(NOON_MS + 3_600_000) } : row));
    const rest = nthsIn(pageOf(moved, { limit: 500, cursor }));
    const unmoved = nthsIn(pageOf(games, ALL)).slice(3);
    expect(rest.filter((nth) => nth !== extended)).toEqual(unmoved);
    expect(rest).toContain(extended);
  });
});

describe('requests of others', () => {
  const asks = [
    { what: 'abort', by: [BOB], of: [ADA] },
    { what: 'takeback', to: 2, by: [ADA], of: [BOB] },
  ] as const;
  const games = [
    game(1, { asks, toAct: [1] }),
    game(2, {}),
    game(3, { asks }),
    game(4, { asks: asks.slice(1), toAct: [1] }),
  ];
  const invitations = [game(5, { status: 'open', toAct: [], due: 1 })];

  test('come after all turns and before invitations, in both lists if a game is in both, and only for the asked player', () => {
    const { total, ...page } = pageOf(games, ALL, invitations);
    expect(page.turns.map(({ gameId }) => gameId)).toEqual([idOf(2), idOf(3)]);
    expect(page.asks.map(({ gameId }) => gameId)).toEqual([idOf(3), idOf(1)]);
    expect(page.asks[0]?.asks).toEqual([{ what: 'abort', by: [BOB] }]);
    expect(total).toEqual({ turns: 2, asks: 2, invitations: 1 });
  });

  test('are paged with the rest, and selected by a filter', () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = pageOf(games, { limit: 1, cursor }, invitations);
      const all = [...page.turns, ...page.asks, ...page.invitations].map(({ gameId }) => gameId);
      ids.push(...new Set(all));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toEqual([2, 3, 1, 5].map(idOf));
    const only = pageOf(games, { ...ALL, only: 'asks' }, invitations);
    expect(only.asks.map(({ gameId }) => gameId)).toEqual([idOf(1), idOf(3)]);
    expect([only.turns, only.invitations]).toEqual([[], []]);
  });
});

describe('a filter', () => {
  const place = { competitionId: idOf(1), round: 1, table: 1, board: 1, copy: 1, sealed: false };
  const others = [playerAt(ADA, 'Ada'), playerAt(idOf(902), 'Eve')] as unknown as WaitingGame['seats'];
  const games = [
    game(1, { due: 10 }),
    game(2, { due: 20, ruleset: 'pascals-ruin' }),
    game(3, { place }),
    game(4, { seats: others }),
  ];
  const invitations = [game(5, { status: 'open', toAct: [], due: 1 })];

  test.each<[string, Partial<TurnsAsked>, number[]]>([
    ['of a ruleset', { ruleset: 'pascals-ruin' }, [2]],
    ['of turns that are due before a time, and not at it', { deadlineBefore: new Date(NOON_MS + 20 * 60_000) }, [1]],
    ['of games of competitions', { competition: true }, [3]],
    ['of games outside competitions', { competition: false }, [1, 2, 4, 5]],
    ['of an opponent', { opponent: idOf(902) }, [4]],
    ['of oneself as an opponent: there is none', { opponent: ADA }, []],
    ['of turns', { only: 'turns' }, [1, 2, 3, 4]],
    ['of invitations', { only: 'invitations' }, [5]],
  ])('%s leaves only these, and counts them', (_, asked, expected) => {
    const page = pageOf(games, { ...ALL, ...asked }, invitations);
    expect(nthsIn(page)).toEqual(expected);
    expect(page.total.turns + page.total.invitations).toBe(expected.length);
  });
});

test('a turn names all other seats', () => {
  const [turn] = pageOf([game(1, {})], ALL).turns;
  expect(turn?.seats).toEqual([0]);
  expect(turn?.opponents).toEqual([
    { seat: 1, kind: 'player', player: { id: BOB, name: 'Bob', kind: 'human' }, policy: null, left: null },
  ]);
});
