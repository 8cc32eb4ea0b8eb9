import type { GameSummary, TurnList } from '../../../../clients/typescript/src/index.ts';
import { nameOfHolder, seatNames } from '../../core/seat-names.ts';

type Turn = TurnList['turns'][number];

export function opponentNames({ opponents }: Pick<Turn, 'opponents'>): string[] {
  return [...new Set(opponents.map((holder) => nameOfHolder(holder, opponents)))];
}

export function othersIn(game: GameSummary, playerId: string | undefined): string[] {
  const names = seatNames(game);
  return names.filter((_, seat) => game.seats[seat]?.kind !== 'open' && game.seats[seat]?.player?.id !== playerId);
}

export function namesToAct(game: GameSummary): string[] {
  const names = seatNames(game);
  return game.toAct.map((seat) => names[seat] ?? '');
}

/** True if each word that was typed occurs in one of the texts. */
export function isFound(typed: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLocaleLowerCase('en');
  const words = typed.toLocaleLowerCase('en').split(/\s+/);
  return words.every((word) => all.includes(word));
}
