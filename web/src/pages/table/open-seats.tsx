import type { Game } from '../../core/api.ts';
import { gameAddress } from '../../core/router.ts';
import { WORDS } from '../../core/words.ts';
import { CopyField } from '../../parts/copy-field.tsx';

/** The link for a friend. The code is in the fragment, which no server or log sees. */
export default function OpenSeats({ game: { id, seats, inviteCode } }: { game: Game }) {
  if (!seats.some(({ kind }) => kind === 'open')) return null;
  return (
    <div class="open">
      <CopyField label={WORDS.open.link} value={gameAddress(id, inviteCode)} />
    </div>
  );
}
