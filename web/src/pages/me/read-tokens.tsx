import { useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, type Schemas } from '../../core/api.ts';
import { momentOf } from '../../core/moments.ts';
import { addressOf } from '../../core/router.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Fault } from '../../parts/fault.tsx';
import { Name } from '../../parts/name.tsx';
import { Sure } from '../../parts/sure.tsx';
import { NamingForm } from './naming-form.tsx';
import { type Token, useTokens } from './use-tokens.ts';

export function ReadTokens() {
  const { tokens, listing, list, end } = useTokens('read');
  const [made, setMade] = useState<Schemas['TokenWithSecret'] | null>(null);
  const words = WORDS_OF_ME.readTokens;
  const endOne = async (token: Token) => {
    if ((await end(token)) && made?.id === token.id) setMade(null);
  };
  return (
    <section class="panel form" aria-labelledby="read-tokens">
      <h2 id="read-tokens">{words.title}</h2>
      <p>{words.text}</p>
      {tokens.length === 0 && <p class="dim">{words.none}</p>}
      <ul class="plain wide">
        {tokens.map((token) => (
          <OneToken key={token.id} token={token} onEnd={() => void endOne(token)} />
        ))}
      </ul>
      <Fault refusal={listing.refusal} />
      {made !== null && (
        <>
          <CopyField label={words.token} value={made.token} isOnce />
          <CopyField label={words.board} value={addressOf({ token: made.token }, 'board')} isOnce />
        </>
      )}
      <NewToken
        onMade={(token) => {
          setMade(token);
          void list();
        }}
      />
    </section>
  );
}

function OneToken({ token, onEnd }: { token: Token; onEnd(): void }) {
  const words = WORDS_OF_ME.readTokens;
  return (
    <li class="offer">
      <span>
        <strong>
          <Name of={token.name ?? words.unnamed} />
        </strong>{' '}
        <small>
          {words.made} <time dateTime={token.createdAt}>{momentOf(token.createdAt)}</time>
        </small>
      </span>
      <Sure label={words.endOf(isolated(token.name ?? words.unnamed))} question={words.endMeans} onSure={onEnd} />
    </li>
  );
}

function NewToken({ onMade }: { onMade(token: Schemas['TokenWithSecret']): void }) {
  const { run, ...call } = useCall();
  const words = WORDS_OF_ME.readTokens;
  const make = async (name: string | null) => {
    const body = name === null ? {} : { name };
    const made = await run(() => answerOf(api.POST('/v1/me/read-tokens', { body })));
    if (made !== null) onMade(made);
    return made !== null;
  };
  return <NamingForm label={words.name} go={words.make} call={call} onName={make} />;
}
