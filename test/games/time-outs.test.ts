import { expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';
import { actionFor, followed, houseTurn } from '../../src/games/commands/actions.ts';
import { holderFor, newHeader, opening, startIfFull } from '../../src/games/commands/create-game.ts';
import { transcriptOf } from '../../src/games/fairness/transcript.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import type { OnTimeout } from '../../src/games/model/clock.ts';
import { created } from '../../src/games/model/fold.ts';
import { type Game, isOver, isUnattended, type Proposal } from '../../src/games/model/game.ts';
import { ratedResultOf } from '../../src/games/model/rated-game.ts';
import type { EventRow } from '../../src/store/game-rows.ts';
import { ADA } from './begun-game.ts';
import { NOT_ALL_CHECKED, verifiedByPython } from './python.ts';

const catalogue = await loadCatalogue(true);
const { ruleset, inputs } = catalogue.get('folly-and-fortune') as CatalogueEntry;
const LATER = new Date(ADA.createdAt.getTime() + 3_600_000);

function begun(seats: number, onTimeout: OnTimeout = 'resign'): Proposal {
  const options = inputs.options(undefined);
  if (!options.ok) throw new Error('there are no default options');
  const plan = {
    ...{ ruleset, options: options.value, creator: null, visibility: 'public' as const },
    ...{ clock: { perAction: 60, onTimeout }, standIn: 'random', seed: null, commitment: null },
    seats: Array.from({ length: seats }, (_, seat) =>
      holderFor({ ...ADA, id: `${ADA.id.slice(0, -1)}${seat}` }, `words ${seat}`),
    ),
    ...{ rematchOf: null, daily: null, rated: onTimeout === 'resign', place: null, allowsChat: true },
  };
  return opening(newHeader(plan, ADA.createdAt), plan.seats);
}

function withDeadlines({ game, ...rest }: Proposal, seconds: readonly number[]): Proposal {
  const decisions = game.decisions.map((open) => ({
    ...open,
    deadline: new Date(open.openedAt.getTime() + (seconds[open.seat] ?? 0) * 1_000),
  }));
  return { ...rest, game: { ...game, decisions } };
}

function ranOut(before: Proposal): Proposal {
  const after = houseTurn(before.game, LATER);
  if (after === null) throw new Error('nobody ran out of time');
  return { ...after, rows: [...before.rows, ...after.rows] };
}

function failedItems(before: Proposal): Proposal {
  let after = before;
  while (!isOver(after.game)) {
    const next = houseTurn(after.game, new Date(after.game.updatedAt.getTime() + 3_600_000)) as Proposal;
    after = { ...next, rows: [...after.rows, ...next.rows] };
  }
  return after;
}

const lastKinds = ({ rows }: Proposal) => rows.slice(2).map(({ kind, seat, action }) => ({ kind, seat, action }));

test.each([2, 3, 5])(
  '%i players with equal deadlines all run out of time in one change, and no player wins',
  (seats) => {
    const all = Array.from({ length: seats }, (_, seat) => seat);
    const over = ranOut(begun(seats));
    expect(lastKinds(over)).toEqual([{ kind: 'timeouts', seat: null, action: { seats: all } }]);
    expect(over.game.outcome).toMatchObject({
      winners: [],
      left: all.map((seat) => ({ seat, how: 'timedOut', version: 3 })),
    });
    expect(over.events.map(({ type, seat }) => [type, seat])).toEqual([
      ...all.map((seat) => ['seatTimedOut', seat]),
      ['gameEnded', null],
    ]);
    expect([isUnattended(over.game), ratedResultOf(over.game)]).toEqual([true, null]);
    const transcript = transcriptOf(over.game.header, over.rows);
    expect(verify(transcript, catalogue)).toMatchObject({ verified: true });
    expect(verifiedByPython(transcript).status).toBe(NOT_ALL_CHECKED);
  },
);

test('a seat with an earlier deadline runs out of time before the others, for any seat and any delay of the server', () => {
  const two = ranOut(withDeadlines(begun(2), [70, 60]));
  expect(lastKinds(two)).toEqual([{ kind: 'timeout', seat: 1, action: null }]);
  expect(two.game.outcome).toMatchObject({ winners: [0], left: [{ seat: 1 }] });
  expect([isUnattended(two.game), ratedResultOf(two.game)?.shares]).toEqual([false, [1, 0]]);
  const three = ranOut(withDeadlines(begun(3), [70, 70, 60]));
  expect(lastKinds(three)).toEqual([
    { kind: 'timeout', seat: 2, action: null },
    { kind: 'timeouts', seat: null, action: { seats: [0, 1] } },
  ]);
  expect(three.game.outcome).toMatchObject({ winners: [], left: [{ seat: 2 }, { seat: 0 }, { seat: 1 }] });
  expect([isUnattended(three.game), ratedResultOf(three.game)]).toEqual([true, null]);
  const last = ranOut(withDeadlines(begun(3), [60, 70, 60]));
  expect(last.game.outcome).toMatchObject({ winners: [1], left: [{ seat: 0 }, { seat: 2 }] });
  expect([isUnattended(last.game), ratedResultOf(last.game)?.shares]).toEqual([false, [0, 1, 0]]);
  const recorded = { ...two.game, header: { ...two.game.header, unattended: true } };
  expect(isUnattended(recorded), 'what was recorded of a finished game stays').toBe(true);
});

test('actions of all late seats are drawn in one change, and a game with only drawn actions counts as unattended', () => {
  const drawn = ranOut(begun(2, 'random'));
  expect(lastKinds(drawn).map(({ kind, seat }) => [kind, seat])).toEqual([
    ['timeout', 0],
    ['timeout', 1],
  ]);
  const after = failedItems(drawn);
  expect(after.game.outcome?.winners).not.toEqual([]);
  expect(isUnattended(after.game)).toBe(true);
  expect(verify(transcriptOf(after.game.header, after.rows), catalogue)).toMatchObject({ verified: true });
});

/** Returns a game in which both seats make a die of cards: before and after seat 0 chooses a card. */
function makingDice(): { before: Game; after: Proposal } {
  const { ruleset: champions, inputs: fields } = catalogue.get('champions-of-chance') as CatalogueEntry;
  const options = fields.options({ dieSelection: 'choose' });
  if (!options.ok) throw new Error('Champions has no such option');
  const { game: folly, rows } = begun(2, 'random');
  const header = { ...folly.header, ruleset: champions, options: options.value };
  const [first] = rows as [EventRow];
  const { seats } = first.action as { seats: [] };
  const row = { ...first, action: { seats } };
  let made: Proposal = startIfFull({ ...created(header, row), rows: [row] });
  while (made.game.decisions.length < 2) made = withFirst(made, made.game.decisions[0]?.seat as Seat);
  return { before: made.game, after: withFirst(made, 0) };
}

function withFirst(before: Proposal, seat: Seat): Proposal {
  const { game } = before;
  const [action] = game.header.ruleset.legalActions(game.state, seat);
  return followed(before, actionFor(game, new Date(game.updatedAt.getTime() + 1_000), seat, action, 'action'));
}

const deadlineOf = ({ decisions }: Game) => decisions.find(({ seat }) => seat === 0)?.deadline?.getTime() ?? 0;

test('a card of a die opens no new deadline', () => {
  const { before, after } = makingDice();
  expect(deadlineOf(after.game)).toBe(deadlineOf(before));
  const { game, rows } = failedItems(after);
  expect(verify(transcriptOf(game.header, rows), catalogue)).toMatchObject({ verified: true });
});

test('when the time of a decision is up, actions are drawn until it is made', () => {
  const { after } = makingDice();
  const drawn = houseTurn(after.game, LATER) as Proposal;
  const seats = drawn.rows.map(({ kind, seat }) => `${kind} ${seat}`);
  expect(new Set(seats)).toEqual(new Set(['timeout 0', 'timeout 1']));
  expect(seats.length).toBeGreaterThan(2);
  expect(seats).toEqual(seats.toSorted());
  expect(drawn.game.decisions).toHaveLength(1);
});
