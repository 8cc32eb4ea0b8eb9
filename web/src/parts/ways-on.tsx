import type { Game } from '../core/api.ts';
import { hrefTo } from '../core/router.ts';
import { WORDS } from '../core/words.ts';
import { useKeys } from './use-keys.ts';

/** From a table into its past. */
export function WaysOn({ game: { id, version, viewer }, invite }: { game: Game; invite: string | null }) {
  const query = new URLSearchParams({ seat: String(viewer), ...(invite === null ? {} : { invite }) });
  const replay = `${hrefTo('g', id, 'at', version)}?${query}`;
  useKeys({ ArrowLeft: () => location.assign(replay) });
  return (
    <p class="ways">
      <a href={replay} aria-keyshortcuts="ArrowLeft">
        {WORDS.table.replay}
      </a>
    </p>
  );
}
