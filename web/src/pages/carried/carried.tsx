import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, connectionAs, type Refusal, type Schemas } from '../../core/api.ts';
import type { PageProps } from '../../core/page-props.ts';
import { goTo, hrefTo } from '../../core/router.ts';
import { session, signIn } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { WORDS, wordsOf } from '../../core/words.ts';
import '../../look/me.css';

/** A link from the player's other device opens this page. It asks before it replaces the player of this browser. */
export default function Carried({ query }: PageProps) {
  const who = useStore(session);
  const [token] = useState(query.get('token'));
  const { player, refusal } = usePlayerOf(token);
  const words = WORDS_OF_ME.carried;
  useEffect(() => history.replaceState(null, '', hrefTo('carried')), []); // keeps the token out of the history
  if (token === null || refusal !== null) {
    return (
      <section class="panel form" role="alert">
        <h1>{WORDS_OF_ME.token.title}</h1>
        <p>{faultOf(refusal)}</p>
        <a href={hrefTo('me')}>{WORDS_OF_ME.comeBack.title}</a>
      </section>
    );
  }
  if (player === null) return <p class="dim">{WORDS.loading}</p>;
  const play = () => {
    const recoveryCode = who?.playerId === player.id ? who.recoveryCode : null;
    signIn({ token, playerId: player.id, name: player.name, recoveryCode });
    goTo();
  };
  return (
    <section class="panel form">
      <h1>{words.title(isolated(player.name))}</h1>
      <p>{words.text}</p>
      {who !== null && who.playerId !== player.id && <p class="warning">{words.instead(isolated(who.name))}</p>}
      <div class="line">
        <button type="button" class="go" onClick={play}>
          {words.yes(isolated(player.name))}
        </button>
        <a href={hrefTo()}>{words.no}</a>
      </div>
    </section>
  );
}

function faultOf(refusal: Refusal | null): string {
  if (refusal === null) return WORDS_OF_ME.carried.missing;
  return refusal.code === 'unauthorized' ? WORDS_OF_ME.carried.dead : wordsOf(refusal);
}

function usePlayerOf(token: string | null) {
  const [player, setPlayer] = useState<Schemas['Player'] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    if (token === null) return;
    void answerOf(connectionAs(() => token).api.GET('/v1/me')).then((answer) => {
      if (answer.ok) setPlayer(answer.value);
      else setRefusal(answer.refusal);
    });
  }, [token]);
  return { player, refusal };
}
