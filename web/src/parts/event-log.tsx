import type { GameEvent } from '../core/api.ts';
import { spoken, WORDS } from '../core/words.ts';

/** So many are in sight; the others fold out, so that nothing scrolls within the page. */
const IN_SIGHT = 8;

/** What happened, the newest first, in the sentences of the service. */
export function EventLog({ events }: { events: readonly GameEvent[] }) {
  const newestFirst = [...events].reverse();
  const earlier = newestFirst.slice(IN_SIGHT);
  return (
    <section class="panel log" aria-labelledby="log">
      <h2 id="log">{WORDS.table.log}</h2>
      <Sentences events={newestFirst.slice(0, IN_SIGHT)} />
      {earlier.length > 0 && (
        <details>
          <summary>{WORDS.table.earlier(earlier.length)}</summary>
          <Sentences events={earlier} />
        </details>
      )}
    </section>
  );
}

function Sentences({ events }: { events: readonly GameEvent[] }) {
  return (
    <ol>
      {events.map((event) => (
        <li key={event.id}>{event.text ?? spoken(event.type)}</li>
      ))}
    </ol>
  );
}
