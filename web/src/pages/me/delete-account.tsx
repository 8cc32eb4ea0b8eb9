import { useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { api, doneOf } from '../../core/api.ts';
import { hrefWith } from '../../core/router.ts';
import { type Session, signOut } from '../../core/session.ts';
import { useCall } from '../../core/use-call.ts';
import { Fault } from '../../parts/fault.tsx';
import { Sure } from '../../parts/sure.tsx';
import { WORDS_OF_ACCOUNT } from './account-words.ts';

export default function DeleteAccount({ who }: { who: Session }) {
  const [code, setCode] = useState('');
  const { run, refusal } = useCall();
  const words = WORDS_OF_ACCOUNT.deletion;
  const leave = async () => {
    const params = { header: { 'recovery-code': code.trim() } };
    if ((await run(() => doneOf(api.DELETE('/v1/me', { params })))) === null) return;
    signOut();
    location.hash = hrefWith({ deleted: '' });
    scrollTo(0, 0);
  };
  return (
    <section class="panel form" aria-labelledby="delete-account">
      <h2 id="delete-account">{words.title}</h2>
      <p class="warning">{words.what}</p>
      <ul>
        {words.happens.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <label class="field">
        {words.code}
        <input
          maxLength={100}
          autocomplete="off"
          spellcheck={false}
          aria-describedby="delete-means"
          value={code}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
        <small id="delete-means">{words.codeMeans}</small>
      </label>
      <Sure label={words.go} question={words.means(isolated(who.name))} disabled={code.trim() === ''} onSure={leave} />
      <Fault refusal={refusal} />
    </section>
  );
}
