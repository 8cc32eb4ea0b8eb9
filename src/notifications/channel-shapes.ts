import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref, Union, Words } from '#rules/kernel/schema.ts';
import { Moment } from '../games/model/game-fields.ts';
import type { NotificationEvent } from '../store/game-rows.ts';
import type { ChannelRow, WebhookRow } from '../store/notifications.ts';

export const NOTIFICATION_EVENTS: readonly NotificationEvent[] = [
  'turn',
  'reminder',
  'invited',
  'asked',
  'gameEnded',
  'message',
  'planDropped',
  'roundPaired',
  'competitionEnded',
];

export const Event = Words(NOTIFICATION_EVENTS, {
  description:
    '`turn`: you have something to decide and had nothing before. `reminder`: little time is left for it. `invited`: a seat is kept for you. `asked`: another player asks something of you: to take the game back, for more time, or to call it off. `gameEnded`: a game that ' +
    'you sit in is over. `message`: a player wrote in a game that you sit in; the next one of that game is sent after you have read. ' +
    '`planDropped`: a plan of yours ended and left the decision to you; it replaces that ' +
    '`turn`. `roundPaired`: a round of a competition that you have entered is paired. `competitionEnded`: a ' +
    'competition that you have entered is over, at its end or because it was aborted.',
});

const Events = Type.Array(
  Words(NOTIFICATION_EVENTS, { description: 'A type of notifications: `WebhookDelivery` says what each is.' }),
  { minItems: 1, uniqueItems: true, description: 'The events that it is notified of.' },
);
export const WantedEvents = Type.Optional({ ...Events, description: 'The events to send. Default: all.' });

export const CHANGES = {
  events: Type.Optional({ ...Events, description: 'The events to send.' }),
  enabled: Type.Optional(
    Type.Boolean({ description: '`true` forgets earlier failure; `false` gives up what waits to be sent.' }),
  ),
};

/** Returns the fields that say what a channel sends. `reasons` are the possible reasons why it sends nothing. */
export function sendingOf<Reason extends string>(reasons: Record<Reason, string>) {
  const texts = Object.entries<string>(reasons).map(([reason, text]) => `\`${reason}\`: ${text}.`);
  return {
    events: Events,
    enabled: Type.Boolean({ description: 'Whether messages are sent.' }),
    disabledAt: Nullable(Moment, { description: 'When sending stopped; null while enabled.' }),
    disabledBecause: Nullable(Words(Object.keys(reasons) as Reason[]), {
      description: `Why nothing is sent; null while it is enabled. ${texts.join(' ')}`,
    }),
    failingSince: Nullable(Moment, { description: 'When the failures began; null if the last attempt succeeded.' }),
    createdAt: { ...Moment, description: 'When it was created.' },
  };
}

export function sendingView<Reason>(
  { events, disabledAt, failingSince, createdAt }: WebhookRow | ChannelRow,
  disabledBecause: Reason,
) {
  return {
    events,
    disabledBecause,
    enabled: disabledAt === null,
    disabledAt: disabledAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

const BASE64URL = '^[A-Za-z0-9_-]+={0,2}$';

const PushSubscription = Type.Object(
  {
    endpoint: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description:
        'Where the push service of the browser takes messages: `https://`, on a host that the internet can reach.',
    }),
    expirationTime: Type.Optional(
      Nullable(Type.Number(), { description: 'As browsers send it; the push service says when it has expired.' }),
    ),
    keys: Type.Object(
      {
        p256dh: Type.String({ maxLength: 200, pattern: BASE64URL, description: 'A point on P-256, in base64url.' }),
        auth: Type.String({ maxLength: 100, pattern: BASE64URL, description: '16 bytes, in base64url.' }),
      },
      { additionalProperties: false, description: 'What messages are encrypted for.' },
    ),
  },
  {
    $id: 'PushSubscription',
    additionalProperties: false,
    description: 'A subscription as `PushSubscription.toJSON()` of a browser gives it.',
  },
);

const Digest = Words(['immediate', 'hourly', 'daily'], {
  description: 'Whether each thing is mailed at once, or all of an hour or a day together.',
});
const DigestHour = Type.Integer({
  minimum: 0,
  maximum: 23,
  description: 'The hour of the day, in UTC, at which a daily mail is due.',
});
const KIND = '`push`: a browser with Web Push. `mail`: a mail address.';

const NewPushChannel = Type.Object(
  {
    kind: Type.Literal('push', { description: 'A browser with Web Push.' }),
    subscription: Ref(PushSubscription),
    events: WantedEvents,
  },
  { $id: 'NewPushChannel', additionalProperties: false, description: 'A browser that receives notifications.' },
);

const NewMailChannel = Type.Object(
  {
    kind: Type.Literal('mail', { description: 'A mail address.' }),
    address: Type.String({ minLength: 3, maxLength: 254, description: 'Like `ada@mail.example`.' }),
    events: WantedEvents,
    digest: Type.Optional(Digest),
    digestHour: Type.Optional(DigestHour),
  },
  { $id: 'NewMailChannel', additionalProperties: false, description: 'A mail address that receives notifications.' },
);

export const NewNotificationChannel = Union(
  'NewNotificationChannel',
  'kind',
  [NewPushChannel, NewMailChannel],
  'Where you receive notifications as a person.',
);

export const NotificationChannelChange = Type.Object(
  {
    ...CHANGES,
    digest: Type.Optional({ ...Digest, description: 'Of a mail address: how often.' }),
    digestHour: Type.Optional({ ...DigestHour, description: 'Of a mail address: when a daily mail is due, in UTC.' }),
  },
  { $id: 'NotificationChannelChange', additionalProperties: false, description: 'The changes.' },
);

export const NotificationChannel = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'Names the channel in paths: `/v1/me/notification-channels/{channelId}`.',
    }),
    kind: Words(['push', 'mail'], { description: KIND }),
    service: Nullable(Type.String(), { description: 'Of a browser, the host of its push service.' }),
    address: Nullable(Type.String(), { description: 'The mail address; null for a browser.' }),
    confirmedAt: Nullable(Moment, { description: 'Of a mail address, when its owner confirmed it.' }),
    digest: Nullable(Digest, { description: 'Of a mail address, how often; null for a browser.' }),
    digestHour: Nullable(DigestHour, { description: 'Of a mail address, the hour in UTC of a daily mail.' }),
    ...sendingOf({
      owner: 'you turned it off, or revoked all tokens',
      gone: 'the subscription has expired or was ended in the browser',
      failing: 'nothing succeeded for five days',
      backlog: 'too much waited for it',
      unconfirmed: 'its owner must confirm the address',
      unsubscribed: 'the link in a mail unsubscribed it',
    }),
  },
  { $id: 'NotificationChannel', description: 'Where you receive notifications as a person.' },
);

export function channelView(channel: ChannelRow): Static<typeof NotificationChannel> {
  const { id, kind } = channel;
  const service = kind === 'push' ? new URL(channel.to.endpoint).host : null;
  return { id, kind, service, ...shownMail(channel), ...sendingView(channel, channel.disabledBecause) };
}

function shownMail(channel: ChannelRow) {
  if (channel.kind === 'push') return { address: null, confirmedAt: null, digest: null, digestHour: null };
  const { to, confirmedAt, digest, digestHour } = channel;
  return { address: to.address, confirmedAt: confirmedAt?.toISOString() ?? null, digest, digestHour };
}

export const NotificationChannelList = Type.Object(
  { channels: Type.Array(Ref(NotificationChannel), { description: 'Oldest first; empty when you have none.' }) },
  { $id: 'NotificationChannelList', description: 'All channels that notify you as a person.' },
);

export const NotificationTest = Type.Object(
  {
    delivered: Type.Boolean({ description: 'Whether the push service or mail server accepted it.' }),
    error: Nullable(Type.String(), { description: 'Why it was not; null when it was.' }),
  },
  { $id: 'NotificationTest', description: 'The result of a test.' },
);

export const PushKey = Type.Object(
  {
    publicKey: Type.String({
      description: 'A point on P-256 in base64url: `applicationServerKey` of `PushManager.subscribe`.',
    }),
  },
  { $id: 'PushKey', description: 'What push services know this house by (RFC 8292).' },
);

export const Confirmation = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200, description: 'The token in the link of the mail.' }) },
  { $id: 'NotificationConfirmation', additionalProperties: false, description: 'What a link in a mail holds.' },
);
