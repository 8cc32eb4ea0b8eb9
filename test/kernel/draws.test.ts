import { describe, expect, it } from 'vitest';
import { RecordedChance, RecordingChance, ReplayError } from '#rules/kernel/draws.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';

describe('kept draws', () => {
  it('are the given numbers, in order', () => {
    const recording = new RecordingChance(new FastChance('keep'));
    const given = [6, 6, 52, 1000].map((below) => recording.int(below));
    expect(recording.draws).toEqual(given);
  });

  it('do not include a draw with an impossible bound', () => {
    const recording = new RecordingChance(new FastChance('keep'));
    expect(() => recording.int(0)).toThrow(RangeError);
    expect(recording.draws).toEqual([]);
  });

  it('come back in the same order, and all are used', () => {
    const recorded = new RecordedChance([3, 0, 51]);
    expect([recorded.int(4), recorded.int(1), recorded.int(52)]).toEqual([3, 0, 51]);
    expect(() => recorded.assertAllUsed()).not.toThrow();
  });

  it('are reported if missing', () => {
    const recorded = new RecordedChance([3]);
    recorded.int(6);
    expect(() => recorded.int(6)).toThrow(ReplayError);
    expect(() => recorded.int(6)).toThrow('draw 2 (below 6) is missing: only 1 are stored');
  });

  it.each([6, -1, 2.5, Number.NaN])('are rejected when %d comes back for a die of six', (drawn) => {
    expect(() => new RecordedChance([drawn]).int(6)).toThrow(ReplayError);
    expect(() => new RecordedChance([drawn]).int(6)).toThrow('is impossible below 6');
  });

  it('are reported when some are left over', () => {
    const recorded = new RecordedChance([1, 2, 3]);
    recorded.int(6);
    expect(() => recorded.assertAllUsed()).toThrow(ReplayError);
    expect(() => recorded.assertAllUsed()).toThrow('2 of 3 stored draws were not used');
  });

  it('do not hide a wrong bound', () => {
    expect(() => new RecordedChance([0]).int(0)).toThrow(RangeError);
  });
});
