import { useEffect, useMemo } from 'preact/hooks';
import type { Connection } from '../../core/api.ts';
import { headlineOf } from '../../core/headline.ts';
import { NO_CHOICE } from '../../core/no-choice.ts';
import { seatNames } from '../../core/seat-names.ts';
import { useStore } from '../../core/store.ts';
import { whileVisible } from '../../core/visible.ts';
import { WatchedGame } from '../../core/watched-game.ts';
import { WORDS_OF_BOARD } from '../../core/words/board.ts';
import { WORDS } from '../../core/words.ts';
import { Board } from '../../parts/board.tsx';
import { Seats } from '../../parts/seats.tsx';
import { WallFault } from './wall-fault.tsx';

export function WallGame({ through, gameId }: { through: Connection; gameId: string }) {
  const watched = useMemo(() => new WatchedGame(through, gameId), [through, gameId]);
  useEffect(() => whileVisible((signal) => watched.follow(signal)), [watched]);
  const { game, events, refusal, seenMs } = useStore(watched.state);
  if (game === null) {
    return (
      <div class="wall">
        <h1 class="sr">{WORDS_OF_BOARD.title}</h1>
        <WallFault refusal={refusal} seenMs={null} />
        {refusal === null && <p class="dim">{WORDS.loading}</p>}
      </div>
    );
  }
  const names = seatNames(game);
  return (
    <div class="wall one" data-status={game.status} data-version={game.version}>
      <section class="panel head">
        <h1>{headlineOf({ ...game, you: [] }, names)}</h1>
        <Seats game={{ ...game, you: [] }} names={names} isWall />
        <WallFault refusal={refusal} seenMs={seenMs} />
      </section>
      <Board game={game} choice={NO_CHOICE} label={WORDS.table.board} />
      <section class="panel log" aria-label={WORDS.table.log} aria-live="polite">
        <ul class="plain">
          {events.map((event) => (
            <li key={event.id}>{event.text}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
