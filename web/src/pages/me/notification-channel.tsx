import { useState } from 'preact/hooks';
import { answerOf, api, doneOf, type Schemas } from '../../core/api.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { WORDS_OF_NOTIFICATIONS } from '../../core/words/notifications.ts';
import { Fault } from '../../parts/fault.tsx';
import { Sure } from '../../parts/sure.tsx';

export type Digest = NonNullable<Schemas['NotificationChannel']['digest']>;

export const DIGESTS = Object.keys(WORDS_OF_NOTIFICATIONS.digests) as Digest[];

type Channel = Schemas['NotificationChannel'];
type Event = Channel['events'][number];

export const EVENTS = Object.keys(WORDS_OF_ME.webhooks.event) as Event[];

interface NotificationChannelProps {
  channel: Channel;
  onChanged(): void;
}

export function NotificationChannel({ channel, onChanged }: NotificationChannelProps) {
  const { run, refusal, busy } = useCall();
  const [test, setTest] = useState<Schemas['NotificationTest'] | null>(null);
  const words = WORDS_OF_NOTIFICATIONS;
  const { id: channelId, enabled, events, digest } = channel;
  const params = { path: { channelId } };
  const name = channel.address ?? words.browser(channel.service ?? '');
  const change = async (body: Schemas['NotificationChannelChange']) => {
    const done = await run(() => answerOf(api.PATCH('/v1/me/notification-channels/{channelId}', { params, body })));
    if (done !== null) onChanged();
  };
  const tryIt = async () => {
    setTest(null);
    setTest(await run(() => answerOf(api.POST('/v1/me/notification-channels/{channelId}/test', { params }))));
  };
  const end = async () => {
    if ((await run(() => doneOf(api.DELETE('/v1/me/notification-channels/{channelId}', { params })))) !== null)
      onChanged();
  };
  const toggle = (event: Event) => {
    const chosen = EVENTS.filter((each) => events.includes(each) !== (each === event));
    if (chosen.length > 0) void change({ events: chosen });
  };
  return (
    <li>
      <strong>{name}</strong> <small>{stateOf(channel)}</small>
      <div class="line">
        <button type="button" disabled={busy} aria-label={words.testOf(name)} onClick={() => void tryIt()}>
          {words.test}
        </button>
        <button
          type="button"
          disabled={busy}
          aria-label={enabled ? words.pauseOf(name) : words.resumeOf(name)}
          onClick={() => void change({ enabled: !enabled })}
        >
          {enabled ? words.pause : words.resume}
        </button>
        <Sure label={words.end} question={words.endMeans} onSure={() => void end()} />
      </div>
      {digest !== null && (
        <label class="field">
          {words.digestOf(name)}
          <select value={digest} onChange={(event) => void change({ digest: event.currentTarget.value as Digest })}>
            {DIGESTS.map((each) => (
              <option key={each} value={each}>
                {words.digests[each]}
              </option>
            ))}
          </select>
        </label>
      )}
      <details>
        <summary>{words.types(name)}</summary>
        {EVENTS.map((event) => (
          <label key={event} class="check">
            <input type="checkbox" checked={events.includes(event)} onChange={() => toggle(event)} />{' '}
            {WORDS_OF_ME.webhooks.event[event]}
          </label>
        ))}
      </details>
      <p role="status">{test !== null && (test.delivered ? words.delivered : words.failed(test.error ?? ''))}</p>
      <Fault refusal={refusal} />
    </li>
  );
}

function stateOf({ disabledBecause, failingSince }: Channel): string {
  const words = WORDS_OF_NOTIFICATIONS;
  if (disabledBecause !== null) return words.off[disabledBecause];
  return failingSince === null ? words.on : words.failing;
}
