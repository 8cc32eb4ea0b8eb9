import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { CatalogueEntry } from '#rules/catalogue.ts';
import type { Json } from '#rules/kernel/json.ts';
import {
  abortByOperator,
  abortCompetition,
  changeEntry,
  disqualifyEntry,
  enterCompetition,
  startCompetition,
  withdrawEntry,
} from '../../src/competitions/commands/commands.ts';
import type { Competition } from '../../src/competitions/model/competition.ts';
import type { DealtGame } from '../../src/competitions/model/events.ts';
import type { NewCompetition } from '../../src/competitions/model/settings.ts';
import { checkedGame } from '../../src/competitions/transcript/game-check.ts';
import { LogCheck } from '../../src/competitions/transcript/log-check.ts';
import { done } from '../../src/eventlog/result.ts';
import { endedBy, resignGame } from '../../src/games/commands/resign.ts';
import type { Transcript } from '../../src/games/fairness/fairness-shapes.ts';
import type { Game } from '../../src/games/model/game.ts';
import { poolOf } from '../../src/games/model/rated-game.ts';
import { RulesMissing } from '../../src/games/refusals.ts';
import type { Player } from '../../src/players/players.ts';
import type { Store } from '../../src/store/store.ts';
import { withNewerRules } from '../http/newer-rules.ts';
import { competitionCreation, competitionRow } from '../store/competition-rows.ts';
import { freshDatabase, KINDS, type Kind, openTestStore, type TestDatabase } from '../store/test-store.ts';
import {
  accepted,
  catalogue,
  type House,
  MOST_COMPETITIONS,
  newPlayer,
  openHouse,
  playThrough,
  QUICK,
  startedWith,
  whenIs,
} from './house.ts';

let database: TestDatabase;
let store: Store;
let house: House;
let rival: House;
let players: Player[];

beforeAll(async () => {
  database = await freshDatabase(KINDS.at(-1) as Kind);
  store = await database.open();
  house = await openHouse(store, { onChange: (game) => rival.competitions.gameChanged(game) });
  rival = await openHouse(store);
  players = [await newPlayer(house), await newPlayer(house), await newPlayer(house)];
});

afterAll(async () => {
  await rival.stop();
  await house.stop();
  await store.close();
  await database.remove();
  expect([...house.troubles, ...rival.troubles]).toEqual([]);
});

async function played(asked: Partial<NewCompetition>): Promise<Competition> {
  const id = await startedWith(house, players.slice(0, asked.format === 'match' ? 1 : 3), { ...QUICK, ...asked });
  const over = await playThrough(house, id);
  expect(over.status).toBe('finished');
  expect(over.boards.every(({ closed, seed }) => closed && seed !== null)).toBe(true);
  expect(new Set(over.counted.map(({ gameId }) => gameId)).size).toBe(over.games.length);
  await expectToHold(over);
  await expectRated(over);
  const { head, version } = accepted(await rival.competitions.open({ playerId: null }, id));
  expect({ head, version }).toEqual({ head: over.head, version: over.version });
  return over;
}

async function expectToHold(over: Competition): Promise<void> {
  const { ruleset } = catalogue.get(over.header.settings.ruleset) as CatalogueEntry;
  const check = new LogCheck(over.header, ruleset);
  for (const { type, data, version, head, at } of (await house.competitions.events(over, 0, 1000)) ?? []) {
    const line = { type, data: data as unknown as Json, version, head, at: at.toISOString() };
    expect(check.checkFailure(line)).toBe(null);
  }
  expect(check.competition?.head).toBe(over.head);
}

/** Checks that each game is rated once. Not rated are solo games and, if bots take part, later games on the same board,
 * because the players then know its cards. */
async function expectRated({ header, entries, counted }: Competition): Promise<void> {
  const { settings, id } = header;
  const rated = (await store.ratings.games(poolOf(settings).id, 0, 10_000)).filter((row) => row.competitionId === id);
  const isWithBots = entries.some(({ bot }) => bot !== null);
  const isForeknown = ({ copy }: { copy: number }) => settings.duplicate === 'permuted' && isWithBots && copy > 1;
  const met = settings.seats === 1 ? [] : counted.filter((game) => game.counted === 'played');
  const played = met.filter((game) => !isForeknown(game));
  const due = played.map(({ gameId, board, shares }) => ({ gameId, board: `${id}/${board}`, shares }));
  const byId = (one: { gameId: string }, other: { gameId: string }) => (one.gameId < other.gameId ? -1 : 1);
  expect(rated.map(({ gameId, board, shares }) => ({ gameId, board, shares })).sort(byId)).toEqual(due.sort(byId));
}

const placesIn = ({ counted }: Competition) =>
  counted.map(({ round, table, board, copy }) => [round, table, board, copy]);

test('two servers pair, deal, count and end each game of a round robin once', async () => {
  const over = await played({});
  expect(over.roundsEnded).toBe(3);
  expect(placesIn(over)).toEqual([1, 2, 3].flatMap((round) => [1, 2].map((table) => [round, table, round, table])));
  const meetings = over.counted.map(({ entries }) => entries.toSorted().join(' '));
  expect(meetings.sort()).toEqual(['1 2', '1 3', '1 4', '2 3', '2 4', '3 4']);
});

test('a Swiss tournament at tables of three plays all its rounds, with bots on the remaining seats', async () => {
  const over = await played({ format: 'swiss', seats: 3, rounds: 2, boards: 2 });
  expect(over.roundsEnded).toBe(2);
  expect(over.games.length).toBe(over.rounds.flatMap(({ tables }) => tables).length * 2);
  for (const { tables } of over.rounds) {
    expect(tables.flatMap(({ entries }) => entries.filter((entry) => entry !== null)).sort()).toEqual([1, 2, 3, 4]);
  }
});

test('a match with rotated seats plays each board on both seats', async () => {
  const { counted } = await played({ format: 'match', maxEntries: 2, duplicate: 'permuted', boards: 2 });
  const seats = counted.map(({ board, copy, entries }) => [board, copy, ...entries]);
  expect(seats.map(([board, copy]) => [board, copy])).toEqual(
    [1, 2].flatMap((board) => [1, 2].map((copy) => [board, copy])),
  );
  expect(seats.map((seat) => seat.slice(2).join(' '))).toEqual(['1 2', '2 1', '1 2', '2 1']);
});

test('a player who resigns before the first action loses a game that counts as played', async () => {
  const [player] = players as [Player];
  const id = await startedWith(house, [player], { ...QUICK, format: 'match', maxEntries: 2, rounds: 1 });
  const { games } = await whenIs(house, id, (competition) => competition.games.length > 0);
  const [{ gameId, entries }] = games as [DealtGame];
  const seat = entries.indexOf(2);
  accepted(await house.games.commands.handle(resignGame(player, gameId, seat, null)));
  const over = await whenIs(house, id, ({ seedPublished }) => seedPublished);
  const shares = entries.map((_, each) => (each === seat ? 0 : 1));
  expect(over.counted).toMatchObject([{ counted: 'played', shares, noShows: [] }]);
  const bytes = await house.games.fairness.transcriptInCompetition(gameId);
  const transcript = JSON.parse(bytes.toString()) as Transcript;
  expect(checkedGame(over, games[0] as DealtGame, over.counted[0], transcript, catalogue).checkFailure).toBe(null);
});

test('boards that are played once have a par, computed by random play', async () => {
  const { boards } = await played({ format: 'match', maxEntries: 2, boards: 2 });
  expect(boards.map(({ par }) => par)).toEqual(
    boards.map(() => ({ replays: 30, shares: [expect.any(Number), expect.any(Number)], scores: expect.any(Array) })),
  );
});

test('in a cup each entry plays the same boards alone', async () => {
  const over = await played({ format: 'cup', ruleset: 'pascal', boards: 2 });
  expect(over.boards.map(({ games }) => games.map(({ entries }) => entries[0]).sort())).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
});

test('a ladder goes on until all entries have played their games, and no entry meets a board twice', async () => {
  const over = await played({ format: 'ladder', rounds: 2 });
  const begun = [1, 2, 3, 4].map((entry) => over.games.filter(({ entries }) => entries.includes(entry)).length);
  expect(Math.max(...begun)).toBe(2);
  for (const { games } of over.boards) {
    const sitting = games.flatMap(({ entries }) => entries);
    expect(new Set(sitting).size).toBe(sitting.length);
  }
});

test('a competition that its organizer aborts finishes its games, counts them, and then publishes its seed', async () => {
  const id = await startedWith(house, players, QUICK);
  await whenIs(house, id, ({ games }) => games.length > 0);
  const [organiser] = players as [Player];
  const { games } = accepted(
    await house.competitions.handle(abortCompetition(organiser, id, 'It goes badly.')),
  ).competition;
  const over = await playThrough(house, id);
  expect(over).toMatchObject({ status: 'aborted', abortedBy: 'organiser', abortReason: 'It goes badly.', games });
  expect(over.counted.map(({ counted }) => counted)).toEqual(games.map(() => 'played'));
  await expectToHold(over);
  await expectRated(over);
});

test('a log of an earlier build in which an organizer ended games without result still verifies', async () => {
  const [organiser] = players as [Player];
  const id = await startedWith(house, players, QUICK);
  await whenIs(house, id, ({ games }) => games.length > 0);
  const { games } = accepted(await house.competitions.handle(abortCompetition(organiser, id, null))).competition;
  for (const { gameId } of games) {
    const decide = (game: Game, now: Date) => done(endedBy(game, now, null));
    accepted(await house.games.commands.handle({ gameId, by: null, request: null, decide }));
  }
  const over = await whenIs(house, id, ({ seedPublished }) => seedPublished);
  expect(over).toMatchObject({ abortedBy: 'organiser', counted: games.map(() => ({ counted: 'void' })) });
  await expectToHold(over);
});

test('a competition that the operator aborts, even after its organizer, ends its games without result', async () => {
  const id = await startedWith(house, players, QUICK);
  await whenIs(house, id, ({ games }) => games.length > 0);
  const [organiser] = players as [Player];
  accepted(await house.competitions.handle(abortCompetition(organiser, id, null)));
  accepted(await house.competitions.handle(abortByOperator(id, 'Nobody has time.')));
  const over = await whenIs(house, id, ({ seedPublished }) => seedPublished);
  expect(over).toMatchObject({ status: 'aborted', abortedBy: 'operator', abortReason: 'Nobody has time.' });
  expect(over.counted.map(({ counted }) => counted)).toEqual(over.games.map(() => 'void'));
  await expectToHold(over);
});

test('a request under one key is carried out once, on any server', async () => {
  const [organiser, other] = players as [Player, Player];
  const keyed = (operation: string) => ({ playerId: organiser.id, operation, key: 'one key', body: QUICK });
  const first = accepted(await house.competitions.create(organiser, QUICK, keyed('create')));
  const again = accepted(await rival.competitions.create(organiser, QUICK, keyed('create')));
  expect(again.competition).toEqual(first.competition);
  const { id } = first.competition.header;
  const entering = [house, rival, house].map(({ competitions }) =>
    competitions.handle(enterCompetition(other, id, {}, null)),
  );
  const entries = (await Promise.all(entering)).map(accepted);
  expect(entries.map(({ entry }) => entry)).toEqual([1, 1, 1]);
  expect(entries.filter(({ made }) => made).length).toBe(1);
});

test('each of many simultaneous requests is answered, and no player changes their entry too often', async () => {
  const [organiser] = players as [Player];
  const { competition } = accepted(await house.competitions.create(organiser, QUICK, null));
  const { id } = competition.header;
  accepted(await house.competitions.handle(enterCompetition(organiser, id, {}, null)));
  const asked = Array.from({ length: 60 }, (_, i) => ({ concurrency: 2 + (i % 2) }));
  const answers = await Promise.all(asked.map((patch) => house.competitions.handle(changeEntry(organiser, id, patch))));
  const concurrencies = answers.slice(0, 10).map((answer) => accepted(answer).competition.entries[0]?.concurrency);
  expect(concurrencies).toEqual(asked.slice(0, 10).map((patch) => patch.concurrency));
  expect(answers.find((answer) => !answer.ok)).toMatchObject({ refusal: { code: 'cap-reached', cap: 'changes' } });
  expect(accepted(await house.competitions.open({ playerId: organiser.id }, id)).version).toBe(12);
  expect(accepted(await house.competitions.handle(changeEntry(organiser, id, { concurrency: 3 }))).made).toBe(false);
});

test('a player can neither run the competition of another nor enter without permission, and nothing changes', async () => {
  const { competitions } = house;
  const [organiser, other, third] = players as [Player, Player, Player];
  const human = await newPlayer(house, 'human');
  const asked: NewCompetition = { ...QUICK, kinds: ['agent'], maxEntries: 2, visibility: 'private' };
  const { competition } = accepted(await competitions.create(organiser, asked, null));
  const { id, inviteCode } = competition.header;
  const invited = { inviteCode: inviteCode as string };
  const code = async (answer: Promise<{ ok: true } | { ok: false; refusal: { code: string } }>) => {
    const given = await answer;
    return given.ok ? 'done' : given.refusal.code;
  };
  expect(await code(competitions.handle(startCompetition(other, id)))).toBe('competition-not-found');
  expect(await code(competitions.handle(enterCompetition(other, id, { inviteCode: 'wrong' }, null)))).toBe(
    'competition-not-found',
  );
  expect(await code(competitions.handle(enterCompetition(human, id, invited, null)))).toBe('kind-not-admitted');
  expect(await code(competitions.handle(enterCompetition(other, id, { ...invited, bot: 'random' }, null)))).toBe(
    'not-organiser',
  );
  expect(await code(competitions.handle(enterCompetition(organiser, id, { bot: 'search' }, null)))).toBe(
    'unknown-policy',
  );
  expect(await code(competitions.handle(startCompetition(organiser, id)))).toBe('too-few-entries');
  expect(await code(competitions.handle(changeEntry(organiser, id, { paused: true })))).toBe('not-entered');
  expect(accepted(await competitions.open({ playerId: organiser.id }, id)).version).toBe(1);

  expect(await code(competitions.handle(enterCompetition(other, id, invited, null)))).toBe('done');
  expect(await code(competitions.handle(enterCompetition(organiser, id, {}, null)))).toBe('done');
  expect(await code(competitions.handle(enterCompetition(third, id, invited, null)))).toBe('competition-full');
  expect(await code(competitions.handle(startCompetition(other, id)))).toBe('not-organiser');
  expect(await code(competitions.handle(abortCompetition(other, id, null)))).toBe('not-organiser');
  expect(await code(competitions.handle(withdrawEntry(other, id)))).toBe('done');
  expect(await code(competitions.handle(enterCompetition(other, id, invited, null)))).toBe('done');
  expect(await code(competitions.handle(withdrawEntry(other, id)))).toBe('done');
  expect(await code(competitions.handle(enterCompetition(third, id, invited, null)))).toBe('done');
  expect(await code(competitions.handle(enterCompetition(other, id, invited, null)))).toBe('competition-full');
  expect(await code(competitions.handle(disqualifyEntry(organiser, id, { entry: 1, reason: 'Comes and goes.' })))).toBe(
    'done',
  );
  expect(await code(competitions.handle(enterCompetition(other, id, invited, null)))).toBe('entry-over');
  expect(await code(competitions.handle(disqualifyEntry(organiser, id, { entry: 9, reason: 'Not there.' })))).toBe(
    'entry-not-found',
  );
  expect(await code(competitions.handle(withdrawEntry(third, id)))).toBe('done');
  expect(await code(competitions.handle(abortCompetition(organiser, id, null)))).toBe('done');
  expect(await code(competitions.handle(enterCompetition(third, id, invited, null)))).toBe('competition-over');
});

test('an impossible schedule is rejected with the field that does not fit', async () => {
  const [organiser] = players as [Player];
  const past = '2020-01-01T00:00:00Z';
  const wrong: [Partial<NewCompetition>, string][] = [
    [{ startsAt: past }, '/startsAt'],
    [{ format: 'swiss', rounds: 5, maxEntries: 4 }, '/rounds'],
    [{ format: 'cup', ruleset: 'pascal', rounds: 2 }, '/rounds'],
    [{ format: 'match', duplicate: 'movement' }, '/duplicate'],
    [{ maxEntries: 1 }, '/maxEntries'],
    [{ seats: 5, ruleset: 'pascals-ruin' }, '/seats'],
    [{ standIn: 'nobody' }, '/standIn'],
  ];
  for (const [asked, pointer] of wrong) {
    const answer = await house.competitions.create(organiser, { ...QUICK, ...asked }, null);
    expect(answer.ok ? null : answer.refusal.errors?.[0]?.pointer).toBe(pointer);
  }
});

test('a player creates only a limited number of competitions a day', async () => {
  const player = await newPlayer(house);
  const asked = Array.from({ length: MOST_COMPETITIONS + 1 }, () => house.competitions.create(player, QUICK, null));
  const refused = (await Promise.all(asked)).filter((answer) => !answer.ok);
  expect(refused).toMatchObject([{ refusal: { code: 'cap-reached', cap: 'competitions' } }]);
});

test('after a change that leaves nothing to do, a competition is no longer late', async () => {
  const [organiser, entrant] = players as [Player, Player];
  const deadlineAfterChange = async (asked: Partial<NewCompetition>) => {
    const id = await startedWith(house, [organiser, entrant], { ...QUICK, ...asked });
    await whenIs(house, id, ({ games }) => games.length > 0);
    accepted(await house.competitions.handle(changeEntry(entrant, id, { concurrency: 5 })));
    const deadline = async () => (await store.competitions.row(id))?.deadline?.getTime() ?? Number.POSITIVE_INFINITY;
    // the change makes the competition due at once; waits until the director has set a later deadline
    await expect.poll(deadline).toBeGreaterThan(Date.now() + 1_000);
    const replaced = new Date(await deadline());
    accepted(await house.competitions.handle(abortCompetition(organiser, id, null)));
    return replaced;
  };
  await deadlineAfterChange({});
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const entryUntil = inHours(1);
  expect(await deadlineAfterChange({ format: 'ladder', rounds: 3, entryUntil, endsAt: inHours(2) })).toEqual(
    new Date(entryUntil),
  );
});

test('a competition whose step fails is not tried again until it is changed, on any server', async () => {
  const newer = await openHouse(store, { directs: false, rules: withNewerRules(catalogue) });
  onTestFinished(newer.stop);
  const organiser = await newPlayer(newer);
  const id = await startedWith(newer, [organiser], QUICK);
  for (const { troubles, competitions } of [house, rival]) {
    await expect.poll(() => troubles).toHaveLength(1);
    expect(troubles.pop()).toBeInstanceOf(RulesMissing);
    expect(competitions.loop.stuck).toBe(1);
  }
  accepted(await newer.competitions.handle(abortCompetition(organiser, id, 'It does not go on.')));
  const isComplete = async () => accepted(await house.competitions.open({ playerId: null }, id)).seedPublished;
  await expect.poll(isComplete).toBe(true);
  expect(new Set([...house.steps, ...rival.steps])).toEqual(new Set(['write', 'pair', 'deal', 'close', 'abort']));
});

test('while the database is unavailable, the director reports no error but a growing lag', async () => {
  const away = await openTestStore();
  const alone = await openHouse(away, { directs: false });
  onTestFinished(alone.stop);
  expect(alone.competitions.loop.lagMs).toBe(0);
  alone.competitions.loop.start();
  await away.close();
  await expect.poll(() => alone.competitions.loop.lagMs).toBeGreaterThan(2_500);
  expect(alone.troubles).toEqual([]);
});

test('a competition with a broken log is reported by every server, and others go on', async () => {
  const [organiser] = players as [Player];
  const broken = competitionRow(organiser.id, { deadline: new Date(0) });
  await store.competitions.create(competitionCreation(broken));
  for (const { troubles } of [house, rival]) {
    await expect.poll(() => troubles).toHaveLength(1);
    expect(String(troubles.pop())).toContain(
      `the log of competition ${broken.id} is damaged: it does not match its head`,
    );
  }
  expect((await played({ format: 'match', maxEntries: 2, duplicate: 'permuted' })).games.length).toBe(2);
});
