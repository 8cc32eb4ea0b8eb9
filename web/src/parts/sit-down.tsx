import { useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, type Refusal } from '../core/api.ts';
import { goOnFromTop } from '../core/go-on-from-top.ts';
import { sendKept } from '../core/kept-key.ts';
import { hrefTo } from '../core/router.ts';
import { signIn } from '../core/session.ts';
import { browserStorage } from '../core/storage.ts';
import { WORDS } from '../core/words.ts';
import { Fault } from './fault.tsx';

const LONGEST_NAME = 40;

interface SitDownProps {
  /** heading within a page; left out: it is the page itself */
  purpose?: string;
  onSeated?(): void;
}

/** Playing needs only a name. */
export function SitDown({ purpose, onSeated }: SitDownProps) {
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const register = async (wanted: string) => {
    setBusy(true);
    const body = { name: wanted, kind: 'human' as const };
    const send = (key: string) => {
      return answerOf(api.POST('/v1/players', { params: { header: { 'idempotency-key': key } }, body }));
    };
    const answer = await sendKept('registration', body, send, ({ player, token, recoveryCode }) => {
      goOnFromTop(); // the focused element is about to disappear
      signIn({ token, playerId: player.id, name: player.name, recoveryCode });
    });
    setBusy(false);
    if (answer.ok) onSeated?.();
    else setRefusal(answer.refusal);
  };
  const suggestion = refusal?.suggestion ?? null;
  return (
    <section class={purpose === undefined ? 'panel' : 'panel on-screen'} aria-labelledby="start">
      {purpose === undefined ? <h1 id="start">{WORDS.start.title}</h1> : <h2 id="start">{purpose}</h2>}
      <p>
        {WORDS.start.text} {browserStorage.keeps && WORDS.start.kept}
      </p>
      {purpose === undefined && <p class="dim">{WORDS.rulesets.complete}</p>}
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          void register(name);
        }}
      >
        <label>
          {WORDS.start.name}{' '}
          <input
            required
            maxLength={LONGEST_NAME}
            autocomplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="go" disabled={busy}>
          {WORDS.start.go}
        </button>
      </form>
      <p>
        <a href={hrefTo('me')}>{WORDS.start.back}</a>
      </p>
      <Fault refusal={refusal} />
      {suggestion !== null && (
        <button type="button" onClick={() => void register(suggestion)}>
          {WORDS.start.taken(isolated(suggestion))}
        </button>
      )}
    </section>
  );
}
