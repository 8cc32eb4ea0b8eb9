import { isolated } from '#rules/kernel/isolated.ts';
import type { Schemas } from './api.ts';
import { WORDS } from './words.ts';

type Entrant = Pick<Schemas['CompetitionEntry'], 'player' | 'bot'>;

export function nameOfEntrant({ player, bot }: Entrant): string {
  return player === null ? WORDS.seats.bot(bot ?? '') : isolated(player.name);
}
