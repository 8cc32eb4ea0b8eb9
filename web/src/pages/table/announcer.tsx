import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameEvent } from '../../core/api.ts';
import { useKeys } from '../../parts/use-keys.ts';

/** At most this many sentences are read aloud at once. The log shows all of them. */
const MOST_SENTENCES = 6;
/** Events within this time are announced together. */
const TOGETHER_MS = 250;
/** Events may arrive this much later than the state. */
const LATE_MS = 3_000;
/** A screen reader needs this time to notice that a text is repeated. */
const AGAIN_MS = 50;

interface AnnouncerProps {
  headline: string;
  events: readonly GameEvent[];
  version: number;
  busy: boolean;
}

/** Tells screen readers of moves, once for each version. The key L repeats the last announcement. */
export default function Announcer({ headline, events, version, busy }: AnnouncerProps) {
  const [said, setSaid] = useState('');
  const told = useRef<string | null>(null);
  const newest = events.at(-1)?.id ?? null;
  const isComplete = !busy && (events.at(-1)?.version ?? version) >= version;
  useEffect(() => {
    const speak = () => {
      // when the page opens, only the present state is announced
      const before = told.current ?? newest;
      told.current = newest;
      const news = events.slice(events.findIndex(({ id }) => id === before) + 1).flatMap(({ text }) => text ?? []);
      setSaid(news.length === 0 ? headline : `${headline}. ${news.slice(-MOST_SENTENCES).join(' ')}`);
    };
    const speaking = setTimeout(speak, isComplete ? TOGETHER_MS : LATE_MS);
    return () => clearTimeout(speaking);
  }, [headline, newest, isComplete]);
  useKeys(
    {
      l: () => {
        setSaid('');
        setTimeout(() => setSaid(said), AGAIN_MS);
      },
    },
    '.playing',
  );
  return (
    <p class="sr" role="status" data-testid="spoken">
      {said}
    </p>
  );
}
