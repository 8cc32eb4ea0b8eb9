import type { GameEvent } from '../core/api.ts';
import { spoken, WORDS } from '../core/words.ts';

/** So many are in sight; the others fold out, so that nothing scrolls within the page. */
const IN_SIGHT = 8;

interface EventLogProps {
  events: readonly GameEvent[];
  /** how far the game was when this browser last showed it; null: it never has */
  lookedAt: number | null;
}

/** What happened, the newest first, in the sentences of the service; what is new since one last looked says so. */
export function EventLog({ events, lookedAt }: EventLogProps) {
  const newestFirst = [...events].reverse();
  const news = lookedAt === null ? 0 : newestFirst.filter(({ version }) => version > lookedAt).length;
  const inSight = Math.max(IN_SIGHT, Math.min(news, 3 * IN_SIGHT));
  const earlier = newestFirst.slice(inSight);
  return (
    <section class="panel log" aria-labelledby="log">
      <h2 id="log">{WORDS.table.log}</h2>
      {news > 0 && <p class="news">{WORDS.table.news(news)}</p>}
      <Sentences events={newestFirst.slice(0, inSight)} news={news} />
      {earlier.length > 0 && (
        <details>
          <summary>{WORDS.table.earlier(earlier.length)}</summary>
          <Sentences events={earlier} news={0} />
        </details>
      )}
    </section>
  );
}

/** `news`: so many of the first are new. */
function Sentences({ events, news }: { events: readonly GameEvent[]; news: number }) {
  return (
    <ol>
      {events.map((event, i) => (
        <li key={event.id} class={i < news ? 'new' : ''}>
          {event.text ?? spoken(event.type)}
        </li>
      ))}
    </ol>
  );
}
