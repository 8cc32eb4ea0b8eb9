import { useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api } from '../../core/api.ts';
import { dayOf } from '../../core/moments.ts';
import { renewToken } from '../../core/session.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { Fault } from '../../parts/fault.tsx';
import { Name } from '../../parts/name.tsx';
import { Sure } from '../../parts/sure.tsx';
import { WORDS_OF_ACCOUNT } from './account-words.ts';
import { AddDevice } from './add-device.tsx';
import { NamingForm } from './naming-form.tsx';
import { type Token, useTokens } from './use-tokens.ts';

export default function Devices() {
  const { tokens: devices, listing, list, end } = useTokens('play');
  const words = WORDS_OF_ACCOUNT.devices;
  const here = devices.find(({ current }) => current);
  return (
    <section class="panel form" aria-labelledby="devices">
      <h2 id="devices">{words.title}</h2>
      <p>{words.text}</p>
      <ul class="plain wide">
        {devices.map((device) => (
          <Device key={device.id} device={device} onEnd={() => void end(device)} />
        ))}
      </ul>
      <Fault refusal={listing.refusal} />
      {here !== undefined && <NameOfThis key={here.name} device={here} onNamed={() => void list()} />}
      <AddDevice devices={devices} onLook={list} />
      <EndOthers onEnded={() => void list()} />
    </section>
  );
}

function Device({ device, onEnd }: { device: Token; onEnd(): void }) {
  const words = WORDS_OF_ACCOUNT.devices;
  const name = device.name ?? words.unnamed;
  const since = dayOf(device.createdAt);
  return (
    <li class="offer">
      <span>
        <strong>
          <Name of={name} />
        </strong>{' '}
        {device.current && <em>({words.here})</em>}{' '}
        <small>
          {words.since} <time dateTime={device.createdAt}>{since}</time>,{' '}
          {device.lastUsedOn === null ? (
            words.neverUsed
          ) : (
            <>
              {words.used} <time dateTime={device.lastUsedOn}>{dayOf(device.lastUsedOn)}</time>
            </>
          )}
        </small>
      </span>
      {!device.current && <Sure label={words.end(isolated(name), since)} question={words.endMeans} onSure={onEnd} />}
    </li>
  );
}

function NameOfThis({ device, onNamed }: { device: Token; onNamed(): void }) {
  const { run, ...call } = useCall();
  const words = WORDS_OF_ACCOUNT.devices;
  const rename = async (name: string | null) => {
    const params = { path: { tokenId: device.id } };
    if ((await run(() => answerOf(api.PATCH('/v1/me/tokens/{tokenId}', { params, body: { name } })))) !== null)
      onNamed();
    return false;
  };
  return <NamingForm label={words.name} go={words.rename} given={device.name ?? ''} call={call} onName={rename} />;
}

function EndOthers({ onEnded }: { onEnded(): void }) {
  const { run, refusal } = useCall();
  const [isDone, setIsDone] = useState(false);
  const words = WORDS_OF_ACCOUNT.devices;
  const end = async () => {
    setIsDone(false);
    const ended = await run(() => answerOf(api.DELETE('/v1/me/tokens')));
    if (ended === null) return;
    // replaces the token of this browser too, because a link may have copied it to another browser
    const made = await run(() => answerOf(api.POST('/v1/me/token')));
    if (made !== null) renewToken(made.token);
    setIsDone(made !== null);
    onEnded();
  };
  return (
    <>
      <Sure label={words.endOthers} question={words.endOthersMeans} onSure={() => void end()} />
      <p role="status">{isDone && words.endedOthers}</p>
      <Fault refusal={refusal} />
      {refusal?.status === null && <p class="warning">{WORDS_OF_ME.token.lost}</p>}
    </>
  );
}
