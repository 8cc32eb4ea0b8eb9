import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, type Schemas } from '../../core/api.ts';
import { dayOf } from '../../core/moments.ts';
import { takeName } from '../../core/registering.ts';
import { changeSession, type Session } from '../../core/session.ts';
import { useCall } from '../../core/use-call.ts';
import { Fault } from '../../parts/fault.tsx';
import { Name } from '../../parts/name.tsx';
import { NameForm } from '../../parts/name-form.tsx';
import { WORDS_OF_ACCOUNT } from './account-words.ts';

type Named = Schemas['NamesOfPlayer']['names'][number];

export default function Rename({ who }: { who: Session }) {
  const listing = useCall();
  const [names, setNames] = useState<readonly Named[]>([]);
  const [isDone, setIsDone] = useState(false);
  const words = WORDS_OF_ACCOUNT.rename;
  const list = async () => {
    const params = { path: { playerId: who.playerId } };
    const found = await listing.run(() => answerOf(api.GET('/v1/players/{playerId}/names', { params })));
    if (found === null) return;
    setNames(found.names);
    const present = found.names.at(-1)?.name;
    // the name may have been changed on another device
    if (present !== undefined && present !== who.name) changeSession({ name: present, isGuest: false });
  };
  useEffect(() => void list(), [who.name]);
  const change = async (wanted: string) => {
    setIsDone(false);
    const answer = await takeName(wanted);
    setIsDone(answer.ok);
    return answer;
  };
  return (
    <section class="panel form" aria-labelledby="rename">
      <h2 id="rename">{words.title}</h2>
      <p>{words.text}</p>
      <NameForm label={words.name} go={words.go} onName={change} />
      <p role="status">{isDone && words.done(isolated(who.name))}</p>
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
