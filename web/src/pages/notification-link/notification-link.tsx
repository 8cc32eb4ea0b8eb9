import { useEffect, useState } from 'preact/hooks';
import { type Answer, anonymous, answerOf, doneOf } from '../../core/api.ts';
import { sendKept } from '../../core/kept-key.ts';
import type { PageProps } from '../../core/page-props.ts';
import { goTo, hrefTo } from '../../core/router.ts';
import { signInForTurn } from '../../core/session.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_NOTIFICATIONS } from '../../core/words/notifications.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';

/** Asks for confirmation, because mail programs open links by themselves. */
export default function NotificationLink({ params }: PageProps) {
  const [token] = useState(params.token ?? '');
  const what = kindIn(params.what);
  const words = WORDS_OF_NOTIFICATIONS[what];
  const { run, refusal, busy } = useCall();
  const [isDone, setDone] = useState(false);
  useEffect(() => history.replaceState(null, '', hrefTo('mail', what, '…')), []);
  const spend = async () => {
    const done = await run(() => SPENT_BY[what](token));
    if (done !== null) setDone(true);
  };
  return (
    <section class="panel form">
      <h1>{words.title}</h1>
      <p role="status">{isDone ? words.done : words.text}</p>
      {!isDone && (
        <button type="button" class="go" disabled={busy} onClick={() => void spend()}>
          {words.yes}
        </button>
      )}
      <Fault refusal={refusal} />
      <a href={hrefTo()}>{WORDS.home}</a>
    </section>
  );
}

type Kind = 'confirm' | 'unsubscribe' | 'turn';

const SPENT_BY: Record<Kind, (token: string) => Promise<Answer<unknown>>> = {
  confirm: confirmed,
  unsubscribe: unsubscribed,
  turn: opened,
};

function kindIn(what: string | undefined): Kind {
  return what === 'unsubscribe' || what === 'turn' ? what : 'confirm';
}

async function opened(token: string) {
  const body = { token };
  const send = (key: string) => {
    const params = { header: { 'idempotency-key': key } };
    return answerOf(anonymous.api.POST('/v1/notifications/turns', { params, body }));
  };
  const answer = await sendKept('turn', body, send, ({ token: secret, player, gameId }) => {
    signInForTurn({ token: secret, playerId: player.id, name: player.name, recoveryCode: null, turnIn: gameId });
  });
  if (answer.ok) goTo('g', answer.value.gameId);
  return answer;
}

function confirmed(token: string) {
  return doneOf(anonymous.api.POST('/v1/notifications/confirmations', { body: { token } }));
}

function unsubscribed(token: string) {
  return doneOf(anonymous.api.POST('/v1/notifications/unsubscriptions/{token}', { params: { path: { token } } }));
}
