import type { GameSummary, TurnList } from '../../../../clients/typescript/src/index.ts';
import { nameOfHolder, seatNames } from '../../core/seat-names.ts';

type Turn = TurnList['turns'][number];

/** Whom somebody plays with, each once, in the order of the seats. */
export function opponentNames({ opponents }: Pick<Turn, 'opponents'>): string[] {
  return [...new Set(opponents.map(nameOfHolder))];
}

/** The other seats of a game of theirs. */
export function othersIn(game: GameSummary, playerId: string | undefined): string[] {
  const names = seatNames(game);
  return names.filter((_, seat) => game.seats[seat]?.kind !== 'open' && game.seats[seat]?.player?.id !== playerId);
}

/** Who is to act. */
export function namesToAct(game: GameSummary): string[] {
  const names = seatNames(game);
  return game.toAct.map((seat) => names[seat] ?? '');
}

/** Whether each word that is typed begins, or stands in, one of these texts. */
export function isFound(typed: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLocaleLowerCase('en');
  const words = typed.toLocaleLowerCase('en').split(/\s+/);
  return words.every((word) => all.includes(word));
}
