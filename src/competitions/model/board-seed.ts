import { createHmac } from 'node:crypto';
import { canonical } from '#rules/kernel/json.ts';
import type { Competition } from './competition.ts';

/**
 * The seed of all chance on a board, as hex: every copy of it is a game of this seed. It follows from the server seed, to
 * which the house is committed, and from the words of everyone who had entered when the board was first paired. A board that
 * nobody has met yet gets the one that it would have if it were paired next.
 */
export function boardSeedOf({ header, boards, entries }: Competition, board: number): string {
  const paired = boards[board - 1]?.version ?? Number.POSITIVE_INFINITY;
  const clientSeeds = entries.filter(({ version }) => version < paired).map(({ clientSeed }) => clientSeed);
  const text = canonical({ competitionId: header.id, board, clientSeeds });
  return createHmac('sha256', header.serverSeed).update(text).digest('hex');
}
