import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, type Schemas } from '../../core/api.ts';
import { dayOf } from '../../core/moments.ts';
import { changeSession, type Session } from '../../core/session.ts';
import { emptied } from '../../core/unsent.ts';
import { useCall } from '../../core/use-call.ts';
import { Fault } from '../../parts/fault.tsx';
import { Name } from '../../parts/name.tsx';
import { WORDS_OF_ACCOUNT } from './account-words.ts';

type Named = Schemas['NamesOfPlayer']['names'][number];

const LONGEST_NAME = 40;

export default function Rename({ who }: { who: Session }) {
  const { run, refusal, busy } = useCall();
  const listing = useCall();
  const [name, setName] = useState('');
  const [names, setNames] = useState<readonly Named[]>([]);
  const [isDone, setIsDone] = useState(false);
  const words = WORDS_OF_ACCOUNT.rename;
  const list = async () => {
    const params = { path: { playerId: who.playerId } };
    const found = await listing.run(() => answerOf(api.GET('/v1/players/{playerId}/names', { params })));
    if (found === null) return;
    setNames(found.names);
    const present = found.names.at(-1)?.name;
    // another device may have changed it
    if (present !== undefined && present !== who.name) changeSession({ name: present });
  };
  useEffect(() => void list(), [who.name]);
  const change = async (wanted: string) => {
    setIsDone(false);
    const typed = name; // a suggestion replaces it
    const changed = await run(() => answerOf(api.PATCH('/v1/me', { body: { name: wanted } })));
    if (changed === null) return;
    setName(emptied(typed));
    setIsDone(true);
    changeSession({ name: changed.name });
  };
  const suggestion = refusal?.suggestion ?? null;
  return (
    <section class="panel form" aria-labelledby="rename">
      <h2 id="rename">{words.title}</h2>
      <p>{words.text}</p>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          void change(name);
        }}
      >
        <label class="field">
          {words.name}
          <input
            required
            maxLength={LONGEST_NAME}
            autocomplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={busy}>
          {words.go}
        </button>
      </form>
      <p role="status">{isDone && words.done(isolated(who.name))}</p>
      <Fault refusal={refusal} />
      {suggestion !== null && (
        <button type="button" disabled={busy} onClick={() => void change(suggestion)}>
          {words.taken(isolated(suggestion))}
        </button>
      )}
      <FormerNames names={names.filter(({ until }) => until !== null)} />
      <Fault refusal={listing.refusal} />
    </section>
  );
}

function FormerNames({ names }: { names: readonly Named[] }) {
  if (names.length === 0) return null;
  const words = WORDS_OF_ACCOUNT.rename;
  return (
    <div>
      <h3>{words.former}</h3>
      <ul class="plain">
        {names.toReversed().map(({ name, since, until }) => (
          <li key={since}>
            <Name of={name} />{' '}
            {until !== null && (
              <small>
                {words.until} <time dateTime={until}>{dayOf(until)}</time>
              </small>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
