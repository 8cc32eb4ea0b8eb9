import { useState } from 'preact/hooks';
import { answerOf, api, doneOf, type Schemas } from '../core/api.ts';
import { dayOf } from '../core/moments.ts';
import { changeSession } from '../core/session.ts';
import { type Call, useCall } from '../core/use-call.ts';
import { useListed } from '../core/use-listed.ts';
import { WORDS_OF_ACCOUNT } from '../core/words/account.ts';
import { WORDS_OF_ME } from '../core/words/me.ts';
import { AddDevice } from './add-device.tsx';
import { Fault } from './fault.tsx';
import { Sure } from './sure.tsx';

type Token = Schemas['Token'];

/** Whatever plays as who plays here: listed, named, let in and signed out. */
export default function Devices() {
  const [devices, { listing, list }] = useListed(
    () => answerOf(api.GET('/v1/me/tokens')),
    ({ tokens }) => tokens.filter(({ scope }) => scope === 'play'),
  );
  const words = WORDS_OF_ACCOUNT.devices;
  const here = devices.find(({ current }) => current);
  return (
    <section class="panel form" aria-labelledby="devices">
      <h2 id="devices">{words.title}</h2>
      <p>{words.text}</p>
      <ul class="plain wide">
        {devices.map((device) => (
          <Device key={device.id} device={device} listing={listing} onEnded={() => void list()} />
        ))}
      </ul>
      <Fault refusal={listing.refusal} />
      {here !== undefined && <NameOfThis key={here.name} device={here} onNamed={() => void list()} />}
      <AddDevice devices={devices} onLook={list} />
      <EndOthers onEnded={() => void list()} />
    </section>
  );
}

interface DeviceProps {
  device: Token;
  listing: Call;
  onEnded(): void;
}

function Device({ device, listing, onEnded }: DeviceProps) {
  const words = WORDS_OF_ACCOUNT.devices;
  const name = device.name ?? words.unnamed;
  const since = dayOf(device.createdAt);
  const end = async () => {
    const params = { path: { tokenId: device.id } };
    const done = await listing.run(() => doneOf(api.DELETE('/v1/me/tokens/{tokenId}', { params })));
    if (done !== null) onEnded();
  };
  return (
    <li class="offer">
      <span>
        <strong>{name}</strong> {device.current && <em>({words.here})</em>}{' '}
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
      {!device.current && <Sure label={words.end(name, since)} question={words.endMeans} onSure={() => void end()} />}
    </li>
  );
}

function NameOfThis({ device, onNamed }: { device: Token; onNamed(): void }) {
  const [name, setName] = useState(device.name ?? '');
  const { run, refusal, busy } = useCall();
  const words = WORDS_OF_ACCOUNT.devices;
  const rename = async () => {
    const wanted = name.trim();
    const params = { path: { tokenId: device.id } };
    const body = { name: wanted === '' ? null : wanted };
    if ((await run(() => answerOf(api.PATCH('/v1/me/tokens/{tokenId}', { params, body })))) !== null) onNamed();
  };
  return (
    <form
      class="line"
      onSubmit={(event) => {
        event.preventDefault();
        void rename();
      }}
    >
      <label class="field">
        {words.name}
        <input maxLength={40} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={busy}>
        {words.rename}
      </button>
      <Fault refusal={refusal} />
    </form>
  );
}

function EndOthers({ onEnded }: { onEnded(): void }) {
  const { run, refusal } = useCall();
  const [isDone, setIsDone] = useState(false);
  const words = WORDS_OF_ACCOUNT.devices;
  const end = async () => {
    setIsDone(false);
    const ended = await run(() => answerOf(api.DELETE('/v1/me/tokens')));
    if (ended === null) return;
    // a link may have carried this very token to another browser
    const made = await run(() => answerOf(api.POST('/v1/me/token')));
    if (made !== null) changeSession({ token: made.token });
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
