import { isolated } from '#rules/kernel/isolated.ts';
import { goTo, hrefTo } from '../core/router.ts';
import { setEnded } from '../core/session.ts';
import { useEnded } from '../core/use-ended.ts';
import { WORDS } from '../core/words.ts';

/** Says that the token was ended elsewhere. Keeps a stored recovery code until it is used. */
export function Ended() {
  const who = useEnded();
  if (who === null) return null;
  const sitDown = () => {
    setEnded(null);
    goTo();
  };
  return (
    <p class="notification" role="alert">
      {WORDS.ended.text(isolated(who.name))} <a href={hrefTo('me')}>{WORDS.ended.comeBack}</a>{' '}
      {who.recoveryCode === null && (
        <button type="button" onClick={sitDown}>
          {WORDS.start.anew}
        </button>
      )}
    </p>
  );
}
