import type { Game } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS } from '../../core/words.ts';
import { CopyField } from '../../parts/copy-field.tsx';

/** The link for a friend. The code is in the fragment, which no server or log sees. */
export default function OpenSeats({ game: { id, seats, inviteCode } }: { game: Game }) {
  if (!seats.some(({ kind }) => kind === 'open')) return null;
  const query = inviteCode === null ? '' : `?invite=${encodeURIComponent(inviteCode)}`;
  return (
    <div class="open">
      <CopyField label={WORDS.open.link} value={`${new URL('.', document.baseURI).href}${hrefTo('g', id)}${query}`} />
    </div>
  );
}
