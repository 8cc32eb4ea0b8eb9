import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameEvent } from '../../core/api.ts';
import { useKeys } from '../../parts/use-keys.ts';

/** More than this at once is not listened to; the log has it all. */
const MOST_SENTENCES = 6;
/** What comes within this time is told in one go. */
const TOGETHER_MS = 250;
/** What happened may be read this much later than what it led to. */
const LATE_MS = 3_000;
/** Long enough for a screen reader to notice that the same words come again. */
const AGAIN_MS = 50;

interface AnnouncerProps {
  headline: string;
  events: readonly GameEvent[];
  /** of the game as it is shown */
  version: number;
  /** a move of the player's own is being sent */
  busy: boolean;
}

/** The one place of a table that speaks of moves: once a version and politely; the key L says it again. */
export function Announcer({ headline, events, version, busy }: AnnouncerProps) {
  const [said, setSaid] = useState('');
  const told = useRef<string | null>(null);
  const newest = events.at(-1)?.id ?? null;
  const isComplete = !busy && (events.at(-1)?.version ?? version) >= version;
  useEffect(() => {
    const speak = () => {
      // a player who comes to the table hears how it stands, and not all that was
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
