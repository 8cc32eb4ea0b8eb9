import { isolated } from '#rules/kernel/isolated.ts';
import { takeName } from '../../core/registering.ts';
import { hrefTo } from '../../core/router.ts';
import type { Session } from '../../core/session.ts';
import { WORDS } from '../../core/words.ts';
import { NameForm } from '../../parts/name-form.tsx';
import { RecoveryCode } from '../../parts/recovery-code.tsx';

/** Lets a guest choose a name, so that games and results are kept, and then shows the recovery code. */
export default function KeepGuest({ who }: { who: Session }) {
  return (
    <details class="panel keep">
      <summary>{who.isGuest ? WORDS.start.keep : WORDS.start.areKept}</summary>
      {who.isGuest ? (
        <>
          <p>{WORDS.start.keepText(isolated(who.name))}</p>
          <NameForm label={WORDS.start.name} go={WORDS.start.underName} onName={takeName} />
          <p>
            <a href={hrefTo('me')}>{WORDS.start.ways}</a>
          </p>
        </>
      ) : (
        <RecoveryCode who={who} />
      )}
    </details>
  );
}
