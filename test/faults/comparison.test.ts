import { describe, expect, it } from 'vitest';
import { compare } from './comparison.ts';
import type { Acknowledged } from './table.ts';

const ROLL = { type: 'roll' };

describe("a player's answers", () => {
  it('are found in the log, and the log has no others of the player', () => {
    const log = logOf(['action', 0], ['action', 1]);
    expect(compared([move(2, 0), move(3, 1)], [], log)).toEqual({ lost: [], twice: [] });
  });

  it('tell a lost move from one without an answer', () => {
    const log = logOf(['action', 0], ['action', 1]);
    expect(compared([move(2, 0), move(4, 1)], [], log)).toEqual({
      lost: ['game: the move of version 4'],
      twice: ['game: version 3 answers nobody'],
    });
    expect(compared([move(2, 0), move(3, 1), move(3, 1)], [], log).twice).toEqual([
      'game: two answers name the same version',
    ]);
  });

  it('cover the moves that the server plays for a resigned seat, and no others', () => {
    const log = logOf(['action', 0], ['resigned', 0], ['action', 0], ['action', 1]);
    expect(compared([move(2, 0), move(5, 1)], [0], log)).toEqual({ lost: [], twice: [] });
    expect(compared([move(2, 0)], [0], log).twice).toEqual(['game: version 5 answers nobody']);
    expect(compared([move(5, 1)], [0], log).twice).toEqual(['game: version 2 answers nobody']);
    expect(compared([move(2, 0), move(4, 0), move(5, 1)], [0], log).twice).toEqual(['game: version 4 is of the house']);
  });

  it('include resignations, each in the log and requested', () => {
    const log = logOf(['resigned', 0], ['action', 0]);
    expect(compared([], [], log).twice).toEqual(['game: the resignation of version 2 answers nobody']);
    expect(compared([], [0, 1], log)).toEqual({ lost: ['game: the resignation of seat 1'], twice: [] });
  });
});

function logOf(...entries: [kind: string, seat: number][]) {
  const created = { version: 1, kind: 'created', seat: null, action: null };
  const later = entries.map(([kind, seat], i) => ({
    version: i + 2,
    kind,
    seat,
    action: kind === 'action' ? ROLL : null,
  }));
  return [created, ...later];
}

function move(appliedVersion: number, seat: number): Acknowledged {
  return { appliedVersion, seat, action: ROLL, version: appliedVersion, head: '', shown: '' };
}

function compared(moves: Acknowledged[], resigned: number[], log: ReturnType<typeof logOf>) {
  const findings = { lost: [] as string[], twice: [] as string[] };
  compare({ id: 'game', moves, resigned }, log, findings);
  return findings;
}
