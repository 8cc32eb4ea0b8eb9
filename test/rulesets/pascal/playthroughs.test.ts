import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PlaythroughHeader, PlaythroughStep } from '#rules/kernel/playthrough.ts';
import { CANCEL_REASONS, EVENT_SCHEMAS, type Event } from '#rules/pascal/events.ts';
import type { State } from '#rules/pascal/state.ts';
import { ruleset } from './scripted-board.ts';

const FOLDER = new URL('../../playthroughs/pascal/', import.meta.url);
const MOST_BYTES = 100_000;
const files = readdirSync(FOLDER);

function read(file: string) {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const [header, ...steps] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line)) as [PlaythroughHeader, ...PlaythroughStep[]];
  const events = steps.flatMap((step) => step.events as Event[]);
  return { header, steps, events, last: steps.at(-1)?.state as State };
}

describe('the golden playthroughs', () => {
  test.each(files)('%s is a whole game and small enough to be read', (file) => {
    const { steps, last } = read(file);
    expect(ruleset.outcome(last)).not.toBeNull();
    expect(steps.at(-1)?.legal).toEqual({});
    expect(readFileSync(new URL(file, FOLDER)).length).toBeLessThan(MOST_BYTES);
  });

  test('contain every kind of event', () => {
    const told = new Set(files.flatMap((file) => read(file).events.map(({ type }) => type)));
    const kinds = EVENT_SCHEMAS.map(({ properties }) => properties.type.const);
    expect([...told].sort()).toEqual(kinds.sort());
  });

  test('contain a completed board, after an erase, a discarded roll and corners crossed out', () => {
    const { events, last } = read('completed-board.jsonl');
    const kinds = events.map(({ type }) => type);
    for (const kind of ['pencilErased', 'rollDiscarded', 'fieldCrossedOut']) expect(kinds).toContain(kind);
    expect(kinds.at(-1)).toBe('boardCompleted');
    expect(ruleset.outcome(last)).toMatchObject({ winners: [0], scores: [15] });
  });

  test('contain a completed Pascal triangle', () => {
    const { last } = read('pascal-triangle.jsonl');
    expect(ruleset.outcome(last)).toMatchObject({ winners: [0], scores: [-18] });
    expect(ruleset.view(last, 0).score).toMatchObject({ corners: 9, triangle: 25 });
  });

  test('contain canceled boards for every reason', () => {
    const { events, last } = read('boards-cancelled-three-ways.jsonl');
    const reasons = events.flatMap((event) => (event.type === 'boardCancelled' ? [event.data.reason] : []));
    expect(reasons.sort()).toEqual([...CANCEL_REASONS].sort());
    expect(ruleset.outcome(last)).toMatchObject({ winners: [], scores: [164] });
  });

  test('contain a board that is canceled in the middle of its first turn', () => {
    const { events } = read('cancelled-board.jsonl');
    expect(events.map(({ type }) => type)).not.toContain('turnEnded');
    expect(events.at(-1)).toMatchObject({ type: 'boardCancelled', data: { reason: 'chosen' } });
  });
});
