import { isolated } from '#rules/kernel/isolated.ts';
import { botName } from '#rules/kernel/search/bots.ts';
import type { Game, GameSummary } from './api.ts';
import { WORDS } from './words.ts';

type Holder = Pick<(Game | GameSummary)['seats'][number], 'seat' | 'kind' | 'player' | 'policy'>;

/** `seats` are all seats of the game, which say how many bots of the same name sit before this one. */
export function nameOfHolder({ seat, kind, player, policy }: Holder, seats: readonly Holder[]): string {
  if (player !== null) return isolated(player.name);
  if (kind !== 'bot') return WORDS.seats.open;
  return botName(
    policy ?? '',
    seats.filter((other) => other.seat < seat),
  );
}

/** Returns the names by seat. Names that occur several times get numbers. */
export function seatNames({ seats }: Pick<Game | GameSummary, 'seats'>): string[] {
  const names = seats.map((holder) => nameOfHolder(holder, seats));
  return names.map((name, seat) => {
    return names.filter((other) => other === name).length === 1 ? name : WORDS.seats.numbered(name, seat);
  });
}

/** Replaces `seat 1` in the words of a ruleset by the name of its player. */
export function named(words: string, names: readonly string[]): string {
  return words.replace(/\bseat (\d+)\b/gi, (written, seat: string) => names[Number(seat)] ?? written);
}
