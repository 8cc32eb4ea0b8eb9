import { isolated } from '#rules/kernel/isolated.ts';
import { hrefTo } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { WORDS_OF_NOTIFICATIONS } from '../../core/words/notifications.ts';
import { WORDS } from '../../core/words.ts';

export default function TurnOnly() {
  const who = useStore(session);
  return (
    <p class="dim">
      {WORDS_OF_NOTIFICATIONS.turn.only(isolated(who?.name ?? ''))} <a href={hrefTo()}>{WORDS.home}</a>
    </p>
  );
}
