import { isolated } from '#rules/kernel/isolated.ts';
import type { Schemas } from './api.ts';
import { WORDS } from './words.ts';

/** Who takes part, as entries, standings and seats tell it. */
type Entrant = Pick<Schemas['CompetitionEntry'], 'player' | 'bot'>;

/** The name of a player, or that it is a bot of the house and which. */
export function nameOfEntrant({ player, bot }: Entrant): string {
  return player === null ? WORDS.seats.bot(bot ?? '') : isolated(player.name);
}
