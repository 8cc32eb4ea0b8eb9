import type { Schemas } from '../../core/api.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';

export function News({ since: { events, more, text } }: { since: Schemas['SinceLooked'] }) {
  if (events === 0) return null;
  return (
    <p class="news">
      <strong>{WORDS_OF_MANY.news(events, more)}</strong> {text.join(' ')}
    </p>
  );
}
