import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../../core/api.ts';
import { emptied } from '../../core/unsent.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Fault } from '../../parts/fault.tsx';
import { useListed } from './use-listed.ts';
import { OneWebhook } from './webhook.tsx';

type Webhook = Schemas['Webhook'];
type Kind = Webhook['events'][number];

const KINDS = Object.keys(WORDS_OF_ME.webhooks.event) as Kind[];

export function Webhooks() {
  const [webhooks, { listing, list }] = useListed(
    () => answerOf(api.GET('/v1/me/webhooks')),
    (found) => found.webhooks,
  );
  const [secret, setSecret] = useState<string | null>(null);
  const words = WORDS_OF_ME.webhooks;
  return (
    <section class="panel form" aria-labelledby="webhooks">
      <h2 id="webhooks">{words.title}</h2>
      <p>{words.text}</p>
      {webhooks.length === 0 && <p class="dim">{words.none}</p>}
      <ul class="plain wide">
        {webhooks.map((webhook) => (
          <OneWebhook key={webhook.id} webhook={webhook} onChanged={() => void list()} />
        ))}
      </ul>
      <Fault refusal={listing.refusal} />
      {secret !== null && <CopyField label={words.secret} value={secret} isOnce />}
      <NewWebhook
        onMade={(made) => {
          setSecret(made);
          void list();
        }}
      />
    </section>
  );
}

function NewWebhook({ onMade }: { onMade(secret: string): void }) {
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState<readonly Kind[]>(KINDS);
  const { run, refusal, busy } = useCall();
  const words = WORDS_OF_ME.webhooks;
  const make = async () => {
    const body = { url: url.trim(), events: [...kinds] };
    const made = await run(() => answerOf(api.POST('/v1/me/webhooks', { body })));
    if (made === null) return;
    setUrl(emptied(url));
    onMade(made.secret);
  };
  const toggle = (kind: Kind) => setKinds(KINDS.filter((each) => kinds.includes(each) !== (each === kind)));
  return (
    <form
      class="form wide"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <label class="field">
        {words.url}
        <input
          required
          inputMode="url"
          maxLength={2000}
          spellcheck={false}
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </label>
      <fieldset class="question">
        <legend>{words.events}</legend>
        {KINDS.map((kind) => (
          <label key={kind} class="check">
            <input type="checkbox" checked={kinds.includes(kind)} onChange={() => toggle(kind)} /> {words.event[kind]}
          </label>
        ))}
      </fieldset>
      <button type="submit" disabled={busy}>
        {words.make}
      </button>
      <Fault refusal={refusal} />
    </form>
  );
}
