import { useEffect, useMemo } from 'preact/hooks';
import type { Connection, Schemas } from '../../core/api.ts';
import { headlineOf } from '../../core/headline.ts';
import { NO_CHOICE } from '../../core/no-choice.ts';
import { seatNames } from '../../core/seat-names.ts';
import { useStore } from '../../core/store.ts';
import { whileVisible } from '../../core/visible.ts';
import { WatchedGame } from '../../core/watched-game.ts';
import { WORDS } from '../../core/words.ts';
import { Board } from '../../parts/board.tsx';
import { Seats } from '../../parts/seats.tsx';
import { WORDS_OF_PROJECTOR } from './projector-words.ts';

interface ProjectedGameProps {
  through: Connection;
  gameId: string;
  place: Schemas['CompetitionGame'] | undefined;
  onEnd(): void;
}

export function ProjectedGame({ through, gameId, place, onEnd }: ProjectedGameProps) {
  const watched = useMemo(() => new WatchedGame(through, gameId), [through, gameId]);
  useEffect(() => whileVisible((signal) => watched.follow(signal)), [watched]);
  const { game, events } = useStore(watched.state);
  const isOver = game !== null && game.status !== 'playing';
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  const title = place === undefined ? WORDS.table.board : WORDS_OF_PROJECTOR.table(place.round, place.table);
  if (game === null) {
    return (
      <section class="panel" aria-label={title} data-game={gameId}>
        <p class="dim">{WORDS.loading}</p>
      </section>
    );
  }
  const shown = { ...game, you: [] };
  const names = seatNames(game);
  return (
    <section class="panel" aria-label={title} data-game={gameId} data-status={game.status} data-viewer={game.viewer}>
      <h2>
        <small>{title}</small> {headlineOf(shown, names)}
      </h2>
      <Seats game={shown} names={names} isWall />
      <Board game={game} choice={NO_CHOICE} />
      <p aria-live="polite">{events[0]?.text ?? ''}</p>
    </section>
  );
}
