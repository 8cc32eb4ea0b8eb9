import type { Competition } from '../../core/api.ts';
import { spokenSeconds } from '../../core/clock.ts';
import { momentOf } from '../../core/moments.ts';
import { useServiceTime } from '../../core/use-service-time.ts';
import { WORDS_OF_COMPETITION } from './competition-words.ts';

type Moment = 'entryUntil' | 'startsAt' | 'endsAt';

export function Coming({ competition }: { competition: Competition }) {
  const moments = momentsOf(competition);
  const now = useServiceTime(moments.length > 0);
  if (moments.length === 0) return null;
  return (
    <ul class="plain">
      {moments.map(({ what, at }) => (
        <li key={what}>
          {WORDS_OF_COMPETITION.next[what]} <Until at={at} nowMs={now} /> (<time dateTime={at}>{momentOf(at)}</time>).
        </li>
      ))}
    </ul>
  );
}

export function Until({ at, nowMs }: { at: string; nowMs: number }) {
  const seconds = Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 1000));
  const { within, now } = WORDS_OF_COMPETITION.next;
  return <span role="timer">{seconds === 0 ? now : within(spokenSeconds(seconds))}</span>;
}

function momentsOf(competition: Competition): { what: Moment; at: string }[] {
  const { status, format } = competition;
  const goesOn = status === 'open' || status === 'playing';
  const takesEntries = status === 'open' || (status === 'playing' && format === 'ladder');
  const when: Record<Moment, boolean> = { entryUntil: takesEntries, startsAt: status === 'open', endsAt: goesOn };
  return (Object.keys(when) as Moment[])
    .flatMap((what) => {
      const at = competition[what];
      return when[what] && at !== null ? [{ what, at }] : [];
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
