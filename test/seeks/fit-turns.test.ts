import { describe, expect, test } from 'vitest';
import { type Fit, FitTurns, isLive } from '../../src/seeks/runtime/fit-turns.ts';
import type { SeekRow } from '../../src/store/seeks.ts';

const NOW = 1_000_000;
const PATIENT = { patienceMs: 86_400_000, opponents: 'anyone' };

function seek(playerId: string, since: number, more: object = PATIENT): SeekRow {
  return { playerId, waitingSince: new Date(since), ...PATIENT, ...more } as unknown as SeekRow;
}

function fitOf(fit: string, ...seeks: SeekRow[]): Fit {
  return { fit, seeks, free: seeks };
}

const names = (fits: readonly Fit[]) => fits.map(({ fit }) => fit);

describe('a round over many fits, which are groups of seeks that may share a game,', () => {
  test('leaves out a fit of a single player for whom no bot is due', () => {
    expect(isLive(fitOf('alone', seek('ann', NOW - 500), seek('ann', NOW)), NOW)).toBe(false);
    expect(isLive(fitOf('pair', seek('ann', NOW), seek('ben', NOW)), NOW)).toBe(true);
    expect(isLive(fitOf('due', seek('ann', NOW - 500, { patienceMs: 500 })), NOW)).toBe(true);
    expect(isLive(fitOf('players', seek('ann', 0, { patienceMs: 0, opponents: 'players' })), NOW)).toBe(false);
    expect(isLive(fitOf('house', seek('ann', NOW, { opponents: 'house' })), NOW)).toBe(true);
    expect(isLive({ ...fitOf('busy', seek('ann', NOW), seek('ben', NOW)), free: [] }, NOW)).toBe(false);
  });

  test('takes the fit of the latest player first, and all others in turn', () => {
    const turns = new FitTurns();
    const flood = Array.from({ length: 150 }, (_, i) => fitOf(`odd ${i}`, seek('x', i), seek('y', i)));
    const seen = new Set<string>();
    for (let look = 0; look < 3; look++) for (const name of names(turns.take(flood, NOW + look).now)) seen.add(name);
    expect(seen.size).toBe(150);
    const comes = fitOf('honest', seek('ann', NOW + 10), seek('ben', NOW + 10));
    const { now, later } = turns.take([...flood, comes], NOW + 10);
    expect(names(now)[0]).toBe('honest');
    expect(now.length + later.length).toBe(151);
    const again = fitOf('honest', seek('ann', NOW + 20), seek('ben', NOW + 10));
    expect(names(turns.take([...flood, again], NOW + 20).now)[0]).toBe('honest');
    const due = fitOf('honest', seek('ann', NOW + 20, { patienceMs: 5_000 }), seek('ben', NOW + 10));
    turns.take([...flood, due], NOW + 30);
    expect(names(turns.take([...flood, due], NOW + 5_020).now)[0]).toBe('honest');
  });
});
