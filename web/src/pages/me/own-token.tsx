import { useState } from 'preact/hooks';
import { answerOf, api } from '../../core/api.ts';
import { addressOf, goTo } from '../../core/router.ts';
import { type Session, signOut } from '../../core/session.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Fault } from '../../parts/fault.tsx';
import { Sure } from '../../parts/sure.tsx';

export function OwnToken({ who }: { who: Session }) {
  const [shown, setShown] = useState<'nothing' | 'token' | 'link'>('nothing');
  const words = WORDS_OF_ME.token;
  const toggle = (what: 'token' | 'link') => setShown(shown === what ? 'nothing' : what);
  return (
    <section class="panel form" aria-labelledby="token">
      <h2 id="token">{words.title}</h2>
      <p>{words.text}</p>
      <div class="line">
        <button type="button" aria-expanded={shown === 'token'} onClick={() => toggle('token')}>
          {shown === 'token' ? words.hide : words.show}
        </button>
        <button type="button" aria-expanded={shown === 'link'} onClick={() => toggle('link')}>
          {words.carry}
        </button>
      </div>
      {shown === 'token' && <CopyField label={words.token} value={who.token} />}
      {shown === 'link' && (
        <>
          <p class="warning">{words.carryMeans}</p>
          <CopyField label={words.link} value={addressOf({ token: who.token }, 'carried')} />
        </>
      )}
      <Endings />
    </section>
  );
}

function Endings() {
  const { run, refusal } = useCall();
  const words = WORDS_OF_ME.token;
  const endAll = async () => {
    if ((await run(() => answerOf(api.DELETE('/v1/me/tokens')))) === null) return;
    if ((await run(() => answerOf(api.POST('/v1/me/token')))) === null) return; // ends this browser's token too
    signOut();
    goTo();
  };
  const leave = () => {
    signOut();
    goTo();
  };
  const mayBeChanged = refusal !== null && ['unauthorized', 'unreachable', 'unreadable'].includes(refusal.code);
  return (
    <>
      <div class="line">
        <Sure label={words.leave} question={words.leaveMeans} onSure={leave} />
        <Sure label={words.endAll} question={words.endAllMeans} onSure={() => void endAll()} />
      </div>
      <Fault refusal={refusal} />
      {mayBeChanged && <p class="warning">{words.lost}</p>}
    </>
  );
}
