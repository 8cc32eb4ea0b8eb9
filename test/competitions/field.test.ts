import { expect, test } from 'vitest';
import { fieldOf } from '../../src/competitions/formats/field.ts';
import type { CompetitionEventData } from '../../src/competitions/model/events.ts';
import { foldAll } from '../../src/competitions/model/fold.ts';
import { createdEvent, dealtGame, entryMade, gameCounted, headerOf, rowsOf } from './competition-log.ts';

function round(number: number, entries: number[], bye: number): CompetitionEventData[] {
  const game = dealtGame({ gameId: `game ${number}`, round: number, board: number, entries });
  const tables = [{ table: 1, entries, boards: [number] }];
  return [
    { type: 'roundPaired', data: { round: number, candidates: [1, 2, 3], tables, byes: [bye] } },
    { type: 'gamesDealt', data: { games: [game] } },
    gameCounted(game),
    { type: 'boardClosed', data: { board: number, seed: '', par: null } },
    { type: 'roundEnded', data: { round: number } },
  ];
}

const header = headerOf({ format: 'swiss' });
const begun = [createdEvent(header), ...[1, 2, 3].map(entryMade), { type: 'competitionStarted', data: {} } as const];
const after = (...events: CompetitionEventData[]) => foldAll(header, null, rowsOf(header, [...begun, ...events]));

test('the field, from which the next round is paired, has the results of all entries so far', () => {
  const { competition } = after(...round(1, [1, 2], 3), ...round(2, [2, 1], 3));
  const { candidates, absent, ...rest } = fieldOf(competition, [1, 2], 'highest');
  expect(rest).toEqual({ seats: 2, round: 3, seed: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(absent).toEqual([3]);
  expect(candidates).toEqual([
    { entry: 1, points: 1, counted: 2, met: [2, 2], seats: [1, 1], byes: 0, begun: 2, float: -1 },
    { entry: 2, points: 1, counted: 2, met: [1, 1], seats: [1, 1], byes: 0, begun: 2, float: 1 },
  ]);
  expect(fieldOf(competition, [3], 'highest').candidates).toMatchObject([{ points: 2, met: [], byes: 2, float: 0 }]);
});

test('the random seed of a field differs between rounds, and is the same each time it is computed', () => {
  const [one, other] = [after().competition, after(...round(1, [1, 2], 3)).competition];
  expect(fieldOf(one, [1], 'highest').seed).toBe(fieldOf(one, [2], 'lowest').seed);
  expect(fieldOf(one, [1], 'highest').seed).not.toBe(fieldOf(other, [1], 'highest').seed);
});

test('an entry that left before the start is not in the schedule, and one that leaves later is absent', () => {
  const left = (entry: number): CompetitionEventData => ({ type: 'entryWithdrawn', data: { entry } });
  const entered = [createdEvent(header), ...[1, 2, 3, 4].map(entryMade)];
  const events = [...entered, left(2), { type: 'competitionStarted', data: {} } as const, left(4)];
  const { competition } = foldAll(header, null, rowsOf(header, events));
  expect(competition.starters).toEqual([1, 3, 4]);
  expect(fieldOf(competition, [1, 3], 'highest').absent).toEqual([4]);
});

test('an entry of a ladder that has games left but is not free is absent from the field', () => {
  const rungs = headerOf({ format: 'ladder', rounds: 1 });
  const entered = [createdEvent(rungs), ...[1, 2, 3, 4, 5].map(entryMade)];
  const started: CompetitionEventData[] = [
    { type: 'competitionStarted', data: {} },
    ...round(1, [1, 2], 3).slice(0, 1),
  ];
  const left: CompetitionEventData = { type: 'entryWithdrawn', data: { entry: 4 } };
  const { competition } = foldAll(rungs, null, rowsOf(rungs, [...entered, ...started, left]));
  expect(fieldOf(competition, [3], 'highest').absent).toEqual([5]);
});
