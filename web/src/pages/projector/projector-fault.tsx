import { useEffect, useState } from 'preact/hooks';
import type { Line } from '../../core/api.ts';
import { isFinal } from '../../core/final-refusal.ts';
import { clockOf } from '../../core/moments.ts';
import { useStore } from '../../core/store.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { WORDS_OF_BOARD } from '../../core/words/board.ts';
import { WORDS_OF_PROJECTOR } from './projector-words.ts';

export function ProjectorFault({ watched }: { watched: WatchedCompetition }) {
  const { line, refusal } = useStore(watched.state);
  const lostMs = useLost(line);
  const isClosed = refusal !== null && isFinal(refusal);
  const away = lostMs === null ? null : WORDS_OF_BOARD.away(clockOf(lostMs));
  const words = isClosed ? WORDS_OF_PROJECTOR.closed : away;
  return (
    <p role="status" class={words === null ? 'sr' : 'fault'}>
      {words}
    </p>
  );
}

/** Returns when a connection that had worked was lost, in milliseconds since 1970; null: it is not lost. */
function useLost(line: Line | null): number | null {
  const [hasBeen, setHasBeen] = useState(false);
  const [lostMs, setLostMs] = useState<number | null>(null);
  useEffect(() => {
    if (line === 'live' || line === 'polling') {
      setHasBeen(true);
      setLostMs(null);
    } else if (line === 'waiting' && hasBeen) {
      setLostMs((before) => before ?? Date.now());
    }
  }, [line, hasBeen]);
  return lostMs;
}
