import type { GameEvent } from '../../core/api.ts';
import { spoken, WORDS } from '../../core/words.ts';
import type { Unseen } from './use-unseen.ts';

/** This many events are shown. Older ones are folded, so that no list scrolls within the page. */
const IN_SIGHT = 8;

interface EventLogProps {
  events: readonly GameEvent[];
  unseen: Unseen | null;
  /** the player's own seats, whose moves are not marked as new */
  you: readonly number[];
}

/** Lists events, the newest first. Marks the events that others caused while the player was away. */
export default function EventLog({ events, unseen, you }: EventLogProps) {
  const newestFirst = [...events].reverse();
  const news = newsIn(events, unseen, you);
  const inSight = Math.max(IN_SIGHT, Math.min(newestFirst.findLastIndex(({ id }) => news.has(id)) + 1, 3 * IN_SIGHT));
  const earlier = newestFirst.slice(inSight);
  return (
    <section class="log" aria-label={WORDS.table.log}>
      {news.size > 0 && <p class="news">{WORDS.table.news(news.size)}</p>}
      <Sentences events={newestFirst.slice(0, inSight)} news={news} />
      {earlier.length > 0 && (
        <details>
          <summary>{WORDS.table.earlier(earlier.length)}</summary>
          <Sentences events={earlier} news={news} />
        </details>
      )}
    </section>
  );
}

function newsIn(events: readonly GameEvent[], unseen: Unseen | null, you: readonly number[]): ReadonlySet<string> {
  if (unseen === null) return new Set();
  const isNews = ({ version, seat }: GameEvent) => {
    return version > unseen.after && version <= unseen.until && (seat === null || !you.includes(seat));
  };
  return new Set(events.filter(isNews).map(({ id }) => id));
}

function Sentences({ events, news }: { events: readonly GameEvent[]; news: ReadonlySet<string> }) {
  return (
    <ol>
      {events.map((event) => (
        <li key={event.id} class={news.has(event.id) ? 'new' : ''}>
          {event.text ?? spoken(event.type)}
        </li>
      ))}
    </ol>
  );
}
