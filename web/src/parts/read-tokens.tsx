import { useState } from 'preact/hooks';
import { answerOf, api, doneOf, type Schemas } from '../core/api.ts';
import { momentOf } from '../core/moments.ts';
import { addressOf } from '../core/router.ts';
import { type Call, useCall } from '../core/use-call.ts';
import { useListed } from '../core/use-listed.ts';
import { WORDS_OF_ME } from '../core/words/me.ts';
import { Fault } from './fault.tsx';
import { Secret } from './secret.tsx';
import { Sure } from './sure.tsx';

type Token = Schemas['Token'];

/** Tokens that see and cannot play: listed, made, ended. */
export function ReadTokens() {
  const [tokens, { listing, list }] = useListed(
    () => answerOf(api.GET('/v1/me/tokens')),
    (found) => found.tokens.filter(({ scope }) => scope === 'read'),
  );
  const [made, setMade] = useState<Schemas['TokenWithSecret'] | null>(null);
  const words = WORDS_OF_ME.readTokens;
  return (
    <section class="panel form" aria-labelledby="read-tokens">
      <h2 id="read-tokens">{words.title}</h2>
      <p>{words.text}</p>
      {tokens.length === 0 && <p class="dim">{words.none}</p>}
      <ul class="plain wide">
        {tokens.map((token) => (
          <OneToken
            key={token.id}
            token={token}
            listing={listing}
            onEnded={() => {
              if (made?.id === token.id) setMade(null);
              void list();
            }}
          />
        ))}
      </ul>
      <Fault refusal={listing.refusal} />
      {made !== null && (
        <>
          <Secret label={words.token} value={made.token} isOnce />
          <Secret label={words.board} value={addressOf({ token: made.token }, 'board')} isOnce />
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

function OneToken({ token, listing, onEnded }: { token: Token; listing: Call; onEnded(): void }) {
  const words = WORDS_OF_ME.readTokens;
  const end = async () => {
    const params = { path: { tokenId: token.id } };
    const done = await listing.run(() => doneOf(api.DELETE('/v1/me/tokens/{tokenId}', { params })));
    if (done !== null) onEnded();
  };
  return (
    <li class="offer">
      <span>
        <strong>{token.name ?? words.unnamed}</strong>{' '}
        <small>
          {words.made} <time dateTime={token.createdAt}>{momentOf(token.createdAt)}</time>
        </small>
      </span>
      <Sure label={words.endOf(token.name ?? words.unnamed)} question={words.endMeans} onSure={() => void end()} />
    </li>
  );
}

function NewToken({ onMade }: { onMade(token: Schemas['TokenWithSecret']): void }) {
  const [name, setName] = useState('');
  const { run, refusal, busy } = useCall();
  const words = WORDS_OF_ME.readTokens;
  const make = async () => {
    const wanted = name.trim();
    const body = wanted === '' ? {} : { name: wanted };
    const made = await run(() => answerOf(api.POST('/v1/me/read-tokens', { body })));
    if (made === null) return;
    setName('');
    onMade(made);
  };
  return (
    <form
      class="line"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <label class="field">
        {words.name}
        <input maxLength={40} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={busy}>
        {words.make}
      </button>
      <Fault refusal={refusal} />
    </form>
  );
}
