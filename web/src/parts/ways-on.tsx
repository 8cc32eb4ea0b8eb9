import type { Game } from '../core/api.ts';
import { hrefTo } from '../core/router.ts';
import { WORDS } from '../core/words.ts';
import { useKeys } from './use-keys.ts';

/** From a table into its past, and once it is over to the check of its fairness and its analysis. */
export function WaysOn({
  game: { id, version, viewer, status, ruleset, daily },
  invite,
}: {
  game: Game;
  invite: string | null;
}) {
  const query = new URLSearchParams({ seat: String(viewer), ...(invite === null ? {} : { invite }) });
  const replay = `${hrefTo('g', id, 'at', version)}?${query}`;
  const byInvite = invite === null ? '' : `?${new URLSearchParams({ invite })}`;
  useKeys({ ArrowLeft: () => location.assign(replay) });
  return (
    <p class="ways">
      <a href={replay} aria-keyshortcuts="ArrowLeft">
        {WORDS.table.replay}
      </a>
      {(status === 'finished' || status === 'aborted') && (
        <>
          <a href={`${hrefTo('g', id, 'fairness')}${byInvite}`}>{WORDS.table.fairness}</a>
          <a href={`${hrefTo('g', id, 'analysis')}${byInvite}`}>{WORDS.table.analysis}</a>
        </>
      )}
      {daily !== null && <a href={hrefTo('daily', ruleset, daily.date)}>{WORDS.daily.title}</a>}
    </p>
  );
}
