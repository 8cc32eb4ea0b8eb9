import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import {
  type Candidate,
  type HouseBot,
  haveMet,
  isNear,
  mayMeet,
  type Pairing,
  type SeekGroup,
} from '../../src/seeks/pairing/candidate.ts';
import { HouseBench, nextTurningPoint, pair, whyUnpaired } from '../../src/seeks/pairing/pair.ts';

const BOTS: HouseBot[] = [
  { policy: 'random', rating: 1500, playouts: 0 },
  { policy: 'search-100', rating: 1700, playouts: 100 },
];

/** There are few names of players, so that some players have several seeks and some have played each other. */
const name = fc.integer({ min: 0, max: 11 }).map(String);

const candidate: fc.Arbitrary<Omit<Candidate, 'seekId'>> = fc.record({
  playerId: name,
  opponents: fc.constantFrom('anyone', 'anyone', 'players', 'house'),
  rating: fc.integer({ min: 1400, max: 1900 }),
  ratingWithin: fc.option(fc.integer({ min: 1, max: 300 }), { nil: null }),
  waitedMs: fc.integer({ min: 0, max: 20_000 }),
  patienceMs: fc.constantFrom(0, 500, 5_000),
  met: fc.array(fc.tuple(name, fc.integer({ min: 0, max: 60_000 })), { maxLength: 3 }).map(Object.fromEntries),
  apart: fc.constant(new Set<string>()),
});

const group: fc.Arbitrary<SeekGroup> = fc.record({
  seats: fc.integer({ min: 2, max: 4 }),
  free: fc.array(candidate, { maxLength: 12 }).map((all) => all.map((one, i) => ({ ...one, seekId: `s${i}` }))),
  busy: fc.array(candidate, { maxLength: 4 }).map((all) => all.map((one, i) => ({ ...one, seekId: `b${i}` }))),
  bots: fc.constantFrom(BOTS, BOTS.slice(1), []),
  playoutsLeft: fc.constantFrom(0, 100, 1_000),
});

const seeds = fc.string({ minLength: 4, maxLength: 8 });

function players(table: Pairing['tables'][number]): Candidate[] {
  return table.sittings.flatMap((sitting) => ('seek' in sitting ? [sitting.seek] : []));
}

function bots(table: Pairing['tables'][number]): HouseBot[] {
  return table.sittings.flatMap((sitting) => ('bot' in sitting ? [sitting.bot] : []));
}

function seeker(playerId: string, more: Partial<Candidate> = {}): Candidate {
  const usual = { opponents: 'anyone', rating: 1600, ratingWithin: null, waitedMs: 300, patienceMs: 500 } as const;
  return { seekId: `of ${playerId}`, playerId, ...usual, met: {}, apart: new Set(), ...more };
}

function grouped(free: Candidate[], more: Partial<SeekGroup> = {}): SeekGroup {
  return { seats: 2, free, busy: [], bots: BOTS, playoutsLeft: 1_000, ...more };
}

function reasons({ waiting }: Pairing): string[] {
  return waiting.map(({ because }) => because);
}

describe('pairing', () => {
  test.prop([group, seeds])('puts every free seek once at a full table, or gives a reason', (given, seed) => {
    const { tables, waiting } = pair(given, new FastChance(seed));
    const placed = [...tables.flatMap(players), ...waiting.map(({ seek }) => seek)];
    expect(placed.map(({ seekId }) => seekId).toSorted()).toEqual(given.free.map(({ seekId }) => seekId).toSorted());
    for (const table of tables) expect(table.sittings).toHaveLength(given.seats);
  });

  test.prop([group, seeds])('never seats a player twice or against their wishes', (given, seed) => {
    const { tables } = pair(given, new FastChance(seed));
    const seated = tables.flatMap(players).map(({ playerId }) => playerId);
    expect(new Set(seated).size).toBe(seated.length);
    for (const table of tables) {
      const there = players(table);
      for (const [i, one] of there.entries()) {
        for (const other of there.slice(i + 1)) expect(mayMeet(one, other)).toBe(true);
        for (const { rating } of bots(table)) expect(isNear(one, rating)).toBe(true);
        if (bots(table).length > 0) expect(one.opponents).not.toBe('players');
        if (bots(table).length > 0 && one.opponents === 'anyone') {
          expect(one.waitedMs).toBeGreaterThanOrEqual(one.patienceMs);
        }
      }
    }
    const playouts = tables.flatMap(bots).reduce((sum, bot) => sum + bot.playouts, 0);
    expect(playouts).toBeLessThanOrEqual(given.playoutsLeft);
  });

  test.prop([group, seeds])('leaves no two fitting seeks waiting that have not met and have waited', (given, seed) => {
    const { waiting } = pair({ ...given, seats: 2 }, new FastChance(seed));
    const left = waiting.flatMap(({ seek, because }) => (because === 'ownGames' || seek.waitedMs < 250 ? [] : [seek]));
    for (const [i, one] of left.entries()) {
      for (const other of left.slice(i + 1)) expect(mayMeet(one, other) && !haveMet(one, other)).toBe(false);
    }
  });

  test.prop([group, seeds])(
    'lets no player who accepts bots wait beyond their patience while a bot is free',
    (given, seed) => {
      const { waiting } = pair({ ...given, bots: BOTS }, new FastChance(seed));
      for (const { seek, because } of waiting) {
        if (seek.opponents === 'players' || seek.waitedMs < seek.patienceMs || because === 'ownGames') continue;
        expect(isNear(seek, 1500)).toBe(false);
      }
    },
  );

  test('seats a player with bots alone if too few others fit', () => {
    const [ann, ben] = [
      seeker('ann', { rating: 1666, ratingWithin: 34, patienceMs: 0 }),
      seeker('ben', { patienceMs: 0 }),
    ];
    const { tables, waiting } = pair(grouped([ann, ben], { seats: 4, playoutsLeft: 100 }), new FastChance('few bots'));
    expect(tables.map((table) => players(table).map(({ playerId }) => playerId))).toEqual([['ben']]);
    expect(waiting.map(({ seek }) => seek.playerId)).toEqual(['ann']);
  });

  test('draws the opponent from those with a near rating, so that no player can choose them', () => {
    const me = seeker('me', { waitedMs: 400 });
    const others = Array.from({ length: 20 }, (_, i) => seeker(`${i}`, { rating: 1600 + 10 * i }));
    const met = new Set<string>();
    for (let i = 0; i < 200; i++) {
      const { tables } = pair(grouped([me, ...others]), new FastChance(`lot ${i}`));
      const mine = tables.find((table) => players(table).includes(me)) as Pairing['tables'][number];
      for (const { playerId } of players(mine)) if (playerId !== 'me') met.add(playerId);
    }
    expect([...met].map(Number).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('waits a moment while others play, so that two simultaneous players need not meet', () => {
    const two = [seeker('a', { waitedMs: 10 }), seeker('b', { waitedMs: 10 })];
    const busy = [seeker('c')];
    expect(reasons(pair(grouped(two, { busy }), new FastChance('x')))).toEqual(['allBusy', 'allBusy']);
    expect(pair(grouped(two), new FastChance('x')).tables).toHaveLength(1);
    const apart = two.map((each) => ({ ...each, apart: new Set(['c']) }));
    expect(pair(grouped(apart, { busy }), new FastChance('x')).tables).toEqual([]);
    expect(nextTurningPoint(two)).toBe(240);
  });

  test('separates two players who met lately, and gives them bots', () => {
    const met = (waitedMs: number, opponents: Candidate['opponents'] = 'anyone') => [
      seeker('a', { waitedMs, opponents, met: { b: 29_000 } }),
      seeker('b', { waitedMs, opponents, met: { a: 29_000 } }),
    ];
    expect(reasons(pair(grouped(met(300)), new FastChance('x')))).toEqual(['recentlyMet', 'recentlyMet']);
    expect(pair(grouped(met(600)), new FastChance('x')).tables.map((table) => bots(table).length)).toEqual([1, 1]);
    expect(pair(grouped(met(600, 'players')), new FastChance('x')).tables).toHaveLength(1);
  });

  test.each([
    ['met them, too, and is at another game', {}, { busy: [seeker('c')] }],
    ['is blocked by both', { apart: new Set(['c']) }, { free: [seeker('c', { apart: new Set(['a', 'b']) })] }],
    ['has no rating that they ask for', { ratingWithin: 50 }, { free: [seeker('c', { rating: 1700 })] }],
  ])('lets the same two meet once in 30 seconds while another player seeks who %s', (_, wishes, others) => {
    const begun = (agoMs: number) => {
      const patient = { waitedMs: 20_000, opponents: 'players', ...wishes } as const;
      const two = [seeker('a', { ...patient, met: { b: agoMs, c: 29_000 } }), seeker('b', patient)];
      const { free = [], busy = [] } = others as Partial<SeekGroup>;
      return pair(grouped([...two, ...free], { busy, bots: [] }), new FastChance('x')).tables.length;
    };
    expect([1_000, 29_000, 30_000].map(begun)).toEqual([0, 0, 1]);
  });

  test.prop([group, fc.array(name), seeds])(
    'gives the reason for waiting, with any blocked players',
    (given, all, seed) => {
      const bench = new HouseBench(given, new FastChance(seed));
      const blocked = (seeks: readonly Candidate[]) => seeks.map((each) => ({ ...each, apart: new Set(all) }));
      const apart = { ...given, free: blocked(given.free) };
      for (const [i, seek] of apart.free.entries()) {
        expect(whyUnpaired(seek, apart, bench)).toBe(whyUnpaired(given.free[i] as Candidate, given, bench));
      }
    },
  );

  test.each([
    ['noOpponent', [seeker('a')], {}],
    ['noOpponent', [seeker('a'), seeker('a', { seekId: 'another' })], {}],
    ['noOpponent', [seeker('a'), seeker('b')], { seats: 3 }],
    ['allBusy', [seeker('a')], { busy: [seeker('b')] }],
    ['outOfRange', [seeker('a', { ratingWithin: 10 }), seeker('b', { rating: 1700 })], {}],
    ['outOfRange', [seeker('a', { ratingWithin: 50, apart: new Set('b') }), seeker('b', { rating: 1700 })], {}],
    ['allBusy', [seeker('a', { apart: new Set('b') }), seeker('b', { apart: new Set('a') })], {}],
    ['outOfRange', [seeker('a', { opponents: 'house', ratingWithin: 10 })], {}],
    ['allBusy', [seeker('a', { opponents: 'house', rating: 1700, ratingWithin: 10 })], { playoutsLeft: 0 }],
  ] as const)('gives the reason %s', (because, free, more) => {
    const said = reasons(pair(grouped([...free], more as Partial<SeekGroup>), new FastChance('x')));
    expect(said).toEqual(free.map(() => because));
  });
});
