import { useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { anonymous, answerOf } from '../../core/api.ts';
import { sendKept } from '../../core/kept-key.ts';
import { goTo } from '../../core/router.ts';
import { ended, type Session, signIn } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { CallingForm } from './calling-form.tsx';

export function ComeBack({ who }: { who: Session | null }) {
  const [player, setPlayer] = useState(ended.value?.name ?? '');
  const kept = useStore(ended)?.recoveryCode ?? null;
  const [code, setCode] = useState(kept ?? '');
  const { run, ...call } = useCall();
  const words = WORDS_OF_ME.comeBack;
  const comeBack = async () => {
    // the call is made without a token, because the service would refuse an invalid one
    const body = { player: player.trim(), recoveryCode: code.trim() };
    const send = (key: string) => {
      const params = { header: { 'idempotency-key': key } };
      return answerOf(anonymous.api.POST('/v1/players/recovery', { params, body }));
    };
    const back = await run(() =>
      sendKept('recovery', body, send, ({ player: { id, name }, token, recoveryCode }) => {
        signIn({ token, playerId: id, name, recoveryCode });
      }),
    );
    if (back === null) return;
    setCode('');
    goTo('me');
  };
  return (
    <section class="panel form" aria-labelledby="come-back">
      <h2 id="come-back">{words.title}</h2>
      <p>{words.text}</p>
      {kept !== null && <p class="warning">{words.kept}</p>}
      {who !== null && <p class="warning">{words.instead(isolated(who.name))}</p>}
      <CallingForm layout="form wide" isMain go={words.go} call={call} onSend={comeBack}>
        <label class="field">
          {words.player}
          <input
            required
            maxLength={40}
            autocomplete="username"
            value={player}
            onInput={(event) => setPlayer(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          {words.code}
          <input
            required
            maxLength={100}
            autocomplete="off"
            spellcheck={false}
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        </label>
      </CallingForm>
    </section>
  );
}
