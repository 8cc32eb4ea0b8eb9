import { useState } from 'preact/hooks';
import { anonymous, answerOf } from '../../core/api.ts';
import { focusTop } from '../../core/focus-top.ts';
import { sendKept } from '../../core/kept-key.ts';
import { goTo } from '../../core/router.ts';
import { signIn } from '../../core/session.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_ACCOUNT } from './account-words.ts';
import { CallingForm } from './calling-form.tsx';

export default function PlayHere() {
  const [code, setCode] = useState('');
  const [device, setDevice] = useState('');
  const { run, ...call } = useCall();
  const words = WORDS_OF_ACCOUNT.playHere;
  const play = async () => {
    const called = device.trim();
    const body = { code: code.trim(), ...(called !== '' && { name: called }) };
    const send = (key: string) => {
      const params = { header: { 'idempotency-key': key } };
      return answerOf(anonymous.api.POST('/v1/devices', { params, body }));
    };
    const added = await run(() =>
      sendKept('device', body, send, ({ player: { id, name }, token }) => {
        focusTop();
        signIn({ token, playerId: id, name, recoveryCode: null });
      }),
    );
    if (added !== null) goTo();
  };
  return (
    <section class="panel form" aria-labelledby="play-here">
      <h2 id="play-here">{words.title}</h2>
      <p>{words.text}</p>
      <CallingForm layout="form wide" isMain go={words.go} call={call} onSend={play}>
        <label class="field">
          {words.code}
          <input
            required
            maxLength={40}
            autocomplete="one-time-code"
            autocapitalize="characters"
            spellcheck={false}
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          {words.name} <small>{words.optional}</small>
          <input maxLength={40} value={device} onInput={(event) => setDevice(event.currentTarget.value)} />
        </label>
      </CallingForm>
    </section>
  );
}
