import { isolated } from '#rules/kernel/isolated.ts';
import type { Game, GameSummary } from './api.ts';
import { WORDS } from './words.ts';

type Holder = Pick<(Game | GameSummary)['seats'][number], 'kind' | 'player' | 'policy'>;

/** What a player or a bot is called, whatever the seat. */
export function nameOfHolder({ kind, player, policy }: Holder): string {
  if (player !== null) return isolated(player.name);
  return kind === 'bot' ? WORDS.seats.bot(policy ?? '') : WORDS.seats.open;
}

/** Who sits where, by name. A person with several seats is told apart by their numbers. */
export function seatNames({ seats }: Pick<Game | GameSummary, 'seats'>): string[] {
  const names = seats.map(nameOfHolder);
  return names.map((name, seat) => {
    return names.filter((other) => other === name).length === 1 ? name : WORDS.seats.numbered(name, seat);
  });
}

/** Words of a ruleset, in which a seat is always `seat 1`, with who sits there in its place. */
export function named(words: string, names: readonly string[]): string {
  return words.replace(/\bseat (\d+)\b/gi, (written, seat: string) => names[Number(seat)] ?? written);
}
