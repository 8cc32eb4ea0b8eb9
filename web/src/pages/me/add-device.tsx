import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, connection, type Schemas } from '../../core/api.ts';
import { momentOf } from '../../core/moments.ts';
import { useCall } from '../../core/use-call.ts';
import { useTicks } from '../../core/use-ticks.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Fault } from '../../parts/fault.tsx';
import { WORDS_OF_ACCOUNT } from './account-words.ts';

const LOOK_MS = 3_000;

interface AddDeviceProps {
  devices: readonly Schemas['Token'][];
  onLook(): Promise<void>;
}

type DeviceCode = Schemas['DeviceCode'];

interface Waiting extends DeviceCode {
  /** ids of the tokens that existed before the code */
  known: readonly string[];
}

export function AddDevice({ devices, onLook }: AddDeviceProps) {
  const { run, refusal, busy } = useCall();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [said, setSaid] = useState('');
  const words = WORDS_OF_ACCOUNT.devices;
  const ticks = useTicks(LOOK_MS, waiting !== null);
  const added = waiting === null ? undefined : devices.find(({ id }) => !waiting.known.includes(id));
  useEffect(() => {
    if (waiting === null) return;
    const isLate = Date.parse(waiting.expiresAt) <= Date.now() + connection.aheadMs;
    if (added === undefined && !isLate) return void onLook();
    setSaid(added === undefined ? words.ended : words.added(isolated(added.name ?? words.unnamed)));
    setWaiting(null);
  }, [ticks, added?.id]);
  const add = async () => {
    setSaid('');
    const made = await run(() => answerOf(api.POST('/v1/me/device-codes')));
    if (made !== null) setWaiting({ ...made, known: devices.map(({ id }) => id) });
  };
  return (
    <>
      <button type="button" disabled={busy} onClick={() => void add()}>
        {words.add}
      </button>
      {waiting !== null && (
        <>
          <p>{words.addText}</p>
          <CopyField label={words.code} value={waiting.code} />
          <small>
            {words.goodUntil} <time dateTime={waiting.expiresAt}>{momentOf(waiting.expiresAt)}</time>
          </small>
        </>
      )}
      <p role="status">{said}</p>
      <Fault refusal={refusal} />
    </>
  );
}
