import type { Static } from '@sinclair/typebox';
import type { Seat } from '#rules/kernel/ruleset.ts';
import type { SeatedPlayer as Seated } from './seat-shapes.ts';

export type SeatedPlayer = Static<typeof Seated>;

export interface Leaving {
  how: 'resigned' | 'timedOut';
  version: number;
}

interface Seeded {
  clientSeed: string;
  ownSeed?: boolean;
}

export type SeatHolder =
  | { kind: 'open' }
  | { kind: 'invited'; player: SeatedPlayer }
  | ({ kind: 'player'; player: SeatedPlayer; left?: Leaving } & Seeded)
  | ({ kind: 'bot'; policy: string } & Seeded);

export type PlayerHolder = SeatHolder & { kind: 'player' };

export function isTaken(holder: SeatHolder): boolean {
  return holder.kind === 'player' || holder.kind === 'bot';
}

export function invitationsOf(holders: readonly SeatHolder[], playerId: string): Seat[] {
  return holders.flatMap((holder, seat) => (holder.kind === 'invited' && holder.player.id === playerId ? [seat] : []));
}
