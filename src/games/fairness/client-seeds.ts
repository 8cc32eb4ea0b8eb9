import type { Seat } from '#rules/kernel/ruleset.ts';
import { isTaken, type SeatHolder } from '../model/seats.ts';

/** What of the log says who sat down when. */
interface SeatingEntry {
  version: number;
  kind: string;
  seat: Seat | null;
  action: unknown;
}

/** At which version each seat was taken by who holds it, and so got its client seed; null: nobody has. */
export function versionsTaken(log: readonly SeatingEntry[]): (number | null)[] {
  let versions: (number | null)[] = [];
  for (const { version, kind, seat, action } of log) {
    if (kind === 'created') {
      const { seats } = action as { seats: SeatHolder[] };
      versions = seats.map((holder) => (isTaken(holder) ? version : null));
    } else if (kind === 'joined') versions = versions.with(seat as Seat, version);
    else if (kind === 'left') versions = versions.with(seat as Seat, null);
  }
  return versions;
}

/**
 * Whether every client seed came after the commitment was published. What a game is created with reaches the server
 * before it shows a commitment, unless that was made in a call of its own.
 */
export function isCommitmentFirst(
  game: { seeded: boolean; commitmentId: string | null },
  taken: readonly (number | null)[],
): boolean {
  if (game.seeded) return false;
  return game.commitmentId !== null || taken.every((version) => version === null || version > 1);
}
