import { changeSession, type Session } from '../core/session.ts';
import { WORDS_OF_ME } from '../core/words/me.ts';
import { CopyField } from './copy-field.tsx';

export function RecoveryCode({ who }: { who: Session }) {
  const words = WORDS_OF_ME.recovery;
  return (
    <section class="panel form" aria-labelledby="recovery">
      <h2 id="recovery">{words.title}</h2>
      {who.recoveryCode === null ? (
        <p>{words.forgotten}</p>
      ) : (
        <>
          <p class="warning">{words.note}</p>
          <CopyField label={words.yours} value={who.recoveryCode} isLong />
          <button type="button" onClick={() => changeSession({ recoveryCode: null })}>
            {words.noted}
          </button>
        </>
      )}
    </section>
  );
}
