import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameEvent } from '../core/api.ts';

/** More than this at once is not listened to; the log has it all. */
const MOST_SENTENCES = 6;
/** What comes within so long is told in one go. */
const TOGETHER_MS = 250;
/** Long enough for a screen reader to notice that the same words come again. */
const AGAIN_MS = 50;

interface AnnouncerProps {
  headline: string;
  events: readonly GameEvent[];
}

/** Speaks what has changed, once a version and politely; the key L says it again. */
export function Announcer({ headline, events }: AnnouncerProps) {
  const [said, setSaid] = useState('');
  const told = useRef<string | null>(null);
  const newest = events.at(-1)?.id ?? null;
  useEffect(() => {
    const speak = () => {
      // who comes to the table is told how it stands, and not all that was
      const before = told.current ?? newest;
      told.current = newest;
      const news = events.slice(events.findIndex(({ id }) => id === before) + 1).flatMap(({ text }) => text ?? []);
      setSaid(news.length === 0 ? headline : `${headline}. ${news.slice(-MOST_SENTENCES).join(' ')}`);
    };
    const speaking = setTimeout(speak, TOGETHER_MS);
    return () => clearTimeout(speaking);
  }, [headline, newest]);
  useEffect(() => {
    const repeat = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key.toLowerCase() !== 'l' || ctrlKey || metaKey || altKey || isTyping(target)) return;
      setSaid('');
      setTimeout(() => setSaid(said), AGAIN_MS);
    };
    addEventListener('keydown', repeat);
    return () => removeEventListener('keydown', repeat);
  }, [said]);
  return (
    <p class="sr" role="status">
      {said}
    </p>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}
