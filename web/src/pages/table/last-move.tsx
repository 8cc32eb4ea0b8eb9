import type { Game, GameEvent } from '../../core/api.ts';
import { seatHue } from '../../core/seat-hue.ts';
import { isResult, tellingIn } from './telling.ts';

interface LastMoveProps {
  game: Game;
  events: readonly GameEvent[];
}

/** Shows in the header what happened last, up to the version of the game that the table shows, without details. */
export default function LastMove({ game, events }: LastMoveProps) {
  const last = lastOf(events, game.version);
  if (last?.text === undefined) return null;
  return (
    <span class={`said ${last.seat === null ? '' : seatHue(game, last.seat)}`}>
      {last.seat !== null && <i />}
      {last.text.replace(/;.*$/s, '.').replace(/ \(\p{L}[^)]*\)/gu, '')}
    </span>
  );
}

/** Returns the version's last result, or else its last event with a text, or else the last event before the version. */
function lastOf(events: readonly GameEvent[], version: number): GameEvent | undefined {
  const telling = tellingIn(events, version);
  const result = telling.findLast(isResult) ?? telling.at(-1);
  return result ?? events.findLast((event) => event.version <= version);
}
