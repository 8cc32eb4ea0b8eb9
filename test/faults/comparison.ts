import { sameJson } from '#rules/kernel/json.ts';
import type { Findings } from './audit.ts';

interface Answered {
  id: string;
  moves: readonly { appliedVersion: number; seat: number; action: unknown }[];
  resigned: readonly number[];
}

interface LogEntry {
  version: number;
  kind: string;
  seat: number | null;
  action: unknown;
}

/** Checks that the moves in the log are exactly the moves that were confirmed to a caller. Ignores moves that the
 * server makes for a player who has resigned. */
export function compare(
  { id, moves, resigned }: Answered,
  log: readonly LogEntry[],
  { lost, twice }: Pick<Findings, 'lost' | 'twice'>,
): void {
  const made = new Map(moves.map((move) => [move.appliedVersion, move]));
  if (made.size < moves.length) twice.push(`${id}: two answers name the same version`);
  for (const { appliedVersion, seat, action } of moves) {
    const entry = log[appliedVersion - 1];
    const there = entry?.kind === 'action' && entry.seat === seat && sameJson(entry.action, action as never);
    if (!there) lost.push(`${id}: the move of version ${appliedVersion}`);
  }
  const left = new Set<number | null>();
  for (const { kind, version, seat } of log) {
    if (kind === 'action' && left.has(seat) && made.has(version))
      twice.push(`${id}: version ${version} is of the house`);
    if (kind === 'action' && !left.has(seat) && !made.has(version))
      twice.push(`${id}: version ${version} answers nobody`);
    if (kind !== 'resigned') continue;
    if (!resigned.includes(seat as number)) twice.push(`${id}: the resignation of version ${version} answers nobody`);
    left.add(seat);
  }
  for (const seat of resigned) if (!left.has(seat)) lost.push(`${id}: the resignation of seat ${seat}`);
}
