import { firstHead } from '../../kernel/chain.ts';
import type { EventRow } from '../../store/contract/event-log.ts';
import type { GameRow } from '../../store/contract/games.ts';
import type { Clock } from './clock.ts';
import { headAfter } from './fold.ts';
import { dailyView } from './game.ts';

/** The head to which a whole log leads, which needs none of the game's rules. */
export function headOfLog(game: GameRow, events: readonly EventRow[]): string {
  const { id: gameId, ruleset, rulesVersion, options, seatCount: seats, standIn, rated, chainKey } = game;
  const { commitment, commitmentId, place: competition } = game;
  const daily = dailyView(game.daily === null ? null : { name: game.daily, practice: game.practice });
  const clock = game.clock as Clock | null;
  const settled = { gameId, ruleset, rulesVersion, options, seats, standIn, clock, daily, competition, rated };
  const first = firstHead(chainKey, { ...settled, commitment, commitmentId });
  return events.reduce((head, event) => headAfter(chainKey, head, event), first);
}
