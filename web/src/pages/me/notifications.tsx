import { useEffect, useRef, useState } from 'preact/hooks';
import { type Answer, answerOf, api, type Schemas } from '../../core/api.ts';
import { type PushFault, switchOnPush } from '../../core/push.ts';
import { emptied } from '../../core/unsent.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { WORDS_OF_NOTIFICATIONS } from '../../core/words/notifications.ts';
import { Fault } from '../../parts/fault.tsx';
import { DIGESTS, type Digest, EVENTS, NotificationChannel } from './notification-channel.tsx';
import { useListed } from './use-listed.ts';

type Channel = Schemas['NotificationChannel'];

/** The settings of notifications. `off`: the kind to turn off, from the link in a notification; null: none. */
export default function Notifications({ off }: { off: string | null }) {
  const [channels, { listing, list }] = useListed(
    () => answerOf(api.GET('/v1/me/notification-channels')),
    ({ channels }) => channels,
  );
  const words = WORDS_OF_NOTIFICATIONS;
  return (
    <section class="panel form" aria-labelledby="notifications">
      <h2 id="notifications">{words.title}</h2>
      <p>{words.text}</p>
      {off !== null && <NoMore of={off} channels={channels} onDone={() => void list()} />}
      {channels.length === 0 && <p class="dim">{words.none}</p>}
      <ul class="plain wide">
        {channels.map((channel) => (
          <NotificationChannel key={channel.id} channel={channel} onChanged={() => void list()} />
        ))}
      </ul>
      <Fault refusal={listing.refusal} />
      <InThisBrowser onMade={() => void list()} />
      <ByMail onMade={() => void list()} />
    </section>
  );
}

interface NoMoreProps {
  of: string;
  channels: readonly Channel[];
  onDone(): void;
}

/** Turns off a kind of notification in all browsers of the player that receive push messages. */
function NoMore({ of, channels, onDone }: NoMoreProps) {
  const { run, refusal, busy } = useCall();
  const button = useRef<HTMLButtonElement>(null);
  const event = EVENTS.find((each) => each === of);
  const telling = channels.filter(
    ({ kind, enabled, events }) => kind === 'push' && enabled && events.some((e) => e === of),
  );
  const isTold = telling.length > 0;
  useEffect(() => button.current?.focus(), [isTold]);
  if (event === undefined) return null;
  const end = async () => {
    for (const { id: channelId, events } of telling) {
      const rest = events.filter((each) => each !== event);
      const body = rest.length === 0 ? { enabled: false } : { events: rest };
      const params = { path: { channelId } };
      await run(() => answerOf(api.PATCH('/v1/me/notification-channels/{channelId}', { params, body })));
    }
    onDone();
  };
  const what = WORDS_OF_ME.webhooks.event[event];
  return (
    <p class="line">
      {isTold && (
        <button ref={button} type="button" class="go" disabled={busy} onClick={() => void end()}>
          {WORDS_OF_NOTIFICATIONS.noMore(what)}
        </button>
      )}
      <span role="status">{!isTold && WORDS_OF_NOTIFICATIONS.noMoreDone(what)}</span>
      <Fault refusal={refusal} />
    </p>
  );
}

function InThisBrowser({ onMade }: { onMade(): void }) {
  const { run, refusal, busy } = useCall();
  const [fault, setFault] = useState<PushFault | null>(null);
  const make = async () => {
    setFault(null);
    const made = await run(async (): Promise<Answer<Channel | null>> => {
      const outcome = await switchOnPush();
      if (typeof outcome !== 'string') return outcome;
      setFault(outcome);
      return { ok: true, value: null };
    });
    if (made !== null) onMade();
  };
  return (
    <div>
      <button type="button" disabled={busy} onClick={() => void make()}>
        {WORDS_OF_NOTIFICATIONS.push}
      </button>
      <p role="status">{fault !== null && WORDS_OF_NOTIFICATIONS.fault[fault]}</p>
      <Fault refusal={refusal} />
    </div>
  );
}

function ByMail({ onMade }: { onMade(): void }) {
  const [address, setAddress] = useState('');
  const [digest, setDigest] = useState<Digest>('immediate');
  const [asked, setAsked] = useState<string | null>(null);
  const { run, refusal, busy } = useCall();
  const words = WORDS_OF_NOTIFICATIONS;
  const make = async () => {
    setAsked(null);
    const body = { kind: 'mail' as const, address: address.trim(), digest };
    const made = await run(() => answerOf(api.POST('/v1/me/notification-channels', { body })));
    if (made === null) return;
    if (!made.enabled) setAsked(made.address);
    setAddress(emptied(address));
    onMade();
  };
  return (
    <form
      class="form wide"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <label class="field">
        {words.address}
        <input
          required
          type="email"
          autocomplete="email"
          maxLength={254}
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        {words.digest}
        <select value={digest} onChange={(event) => setDigest(event.currentTarget.value as Digest)}>
          {DIGESTS.map((each) => (
            <option key={each} value={each}>
              {words.digests[each]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={busy}>
        {words.mail}
      </button>
      <p role="status">{asked !== null && words.asked(asked)}</p>
      <Fault refusal={refusal} />
    </form>
  );
}
