// The short form of `npm run faults -- archive`.
import { expect, test } from 'vitest';
import { archive } from '../faults/archive.ts';

test.runIf(archive.leftOut?.() === null)(
  'whoever is killed while archiving or restoring leaves each game whole, in the database or in a file, and readable',
  async () => {
    const { games, moves, done, ...faults } = await archive.run('short');
    expect(faults).toEqual({ lost: [], twice: [], unexplained: [] });
    expect(games).toBeGreaterThan(3);
    expect(moves).toBeGreaterThan(100);
    expect(done).toMatch(/^5 × SIGKILL of who archives, [1-9]\d* files made, [1-9]\d* transcripts read meanwhile$/);
  },
);
