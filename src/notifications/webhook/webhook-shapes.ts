import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Ref, SeatNumber, Union, Words } from '#rules/kernel/schema.ts';
import { GameId, RulesetId } from '../../games/model/game-fields.ts';
import { Ask } from '../../games/queries/lobby-shapes.ts';
import type { DeliveryRow } from '../../store/deliveries.ts';
import type { WebhookRow } from '../../store/notifications.ts';
import { channelStanding, NOTIFICATION_EVENTS } from '../channel-shapes.ts';

const Moment = Type.String({ format: 'date-time' });

const CompetitionId = Type.String({
  format: 'uuid',
  description: 'The competition, as in paths: `/v1/competitions/{competitionId}`.',
});
const Round = Type.Integer({ minimum: 1, description: 'The round, from 1.' });

const Event = Words(NOTIFICATION_EVENTS, {
  description:
    '`turn`: you have something to decide and had nothing before. `reminder`: little time is left for it. `invited`: a seat is kept for you. `asked`: another player asks something of you: to take the game back, for more time, or to call it off. `gameEnded`: a game that ' +
    'you sit in is over. `message`: something has been said at a game that you sit in; of one game you are told again once you have read. ' +
    '`planDropped`: it is your turn, since a plan of yours matched nothing or was illegal, and ended; who wants it is not told of that ' +
    '`turn` besides. `roundPaired`: a round of a competition that you have entered is paired. `competitionEnded`: a ' +
    'competition that you have entered is over, at its end or because it was aborted.',
});

const Events = Type.Array(Event, { minItems: 1, uniqueItems: true, description: 'What it is told of.' });

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'Where to send to: `https://`, no user name or password, on a host that the internet can reach.',
});

export const NewWebhook = Type.Object(
  { url: Url, events: Type.Optional({ ...Events, description: 'What to be told of; without it, of everything.' }) },
  { $id: 'NewWebhook', additionalProperties: false, description: 'A webhook to be made.' },
);

export const WebhookChange = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional({ ...Events, description: 'What to be told of.' }),
    enabled: Type.Optional(
      Type.Boolean({ description: '`true` forgets earlier failure; `false` gives up what waits to be delivered.' }),
    ),
  },
  { $id: 'WebhookChange', additionalProperties: false, description: 'What is to be different.' },
);

const WEBHOOK = {
  id: Type.String({ format: 'uuid', description: 'Names the webhook in paths: `/v1/me/webhooks/{webhookId}`.' }),
  url: Type.String({ description: 'Where it is sent to.' }),
  events: Events,
  enabled: Type.Boolean({ description: 'Whether anything is sent.' }),
  disabledAt: Nullable(Moment, { description: 'Since when nothing is sent; null while it is enabled.' }),
  disabledBecause: Nullable(Words(['owner', 'gone', 'failing', 'backlog']), {
    description:
      'Why nothing is sent; null while it is enabled. `owner`: you turned it off. `gone`: the answer was 410. `failing`: ' +
      'nothing succeeded for five days. `backlog`: too many deliveries waited for it.',
  }),
  failingSince: Nullable(Moment, { description: 'Since when no attempt has succeeded; null when the last one did.' }),
  createdAt: { ...Moment, description: 'When the webhook was made.' },
};

export const Webhook = Type.Object(WEBHOOK, { $id: 'Webhook', description: 'Where you want to be told.' });

/** A webhook as its player sees it. */
export function webhookView(webhook: WebhookRow): Static<typeof Webhook> {
  const { id, url, events, disabledBecause } = webhook;
  return { id, url, events, disabledBecause, ...channelStanding(webhook) };
}

export const WebhookWithSecret = Type.Object(
  {
    webhook: Ref(Webhook),
    secret: Type.String({
      description: 'What signatures are verified with, after Standard Webhooks. Shown this once and never again.',
    }),
  },
  { $id: 'WebhookWithSecret', description: 'A new webhook and its secret.' },
);

export const WebhookList = Type.Object(
  { webhooks: Type.Array(Ref(Webhook), { description: 'Oldest first; empty when you have none.' }) },
  { $id: 'WebhookList', description: 'All of your webhooks.' },
);

const HttpStatus = Nullable(Type.Integer(), {
  description: 'The HTTP status of the last answer; null when none came.',
});

const WebhookDelivery = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Sent as `webhook-id`, the same in each attempt.' }),
    type: Event,
    gameId: Nullable(GameId, { description: 'The game that it tells of; null when it tells of a competition.' }),
    competitionId: Nullable(CompetitionId, {
      description: 'The competition that it tells of; null when it tells of a game.',
    }),
    version: Type.Integer({ description: 'The version of the game, or of the competition, that it tells of.' }),
    seat: Nullable(SeatNumber, {
      description:
        'Your seat that is to act, or that is kept for you; null when it is about no single seat, or tells of a competition.',
    }),
    round: Nullable(Round, { description: 'The round of the competition that is paired; null in all else.' }),
    status: Words(['pending', 'delivered', 'failed'], {
      description:
        '`pending`: an attempt is being made or will be. `delivered`: an answer of 2xx came. `failed`: none did, and there will ' +
        'be no other attempt.',
    }),
    attempts: Type.Integer({ description: 'How many have been made or begun.' }),
    httpStatus: HttpStatus,
    error: Nullable(Type.String(), { description: 'Why the last attempt failed; null when it did not.' }),
    createdAt: { ...Moment, description: 'When the game, or the competition, came to what it tells of.' },
    nextAttemptAt: Nullable(Moment, { description: 'When it is tried next; null unless it is pending.' }),
    deliveredAt: Nullable(Moment, { description: 'When an answer of 2xx came; null unless it is delivered.' }),
  },
  { $id: 'WebhookDelivery', description: 'What a webhook was to be told, and what came of it.' },
);

export function deliveryView(delivery: DeliveryRow): Static<typeof WebhookDelivery> {
  const { id, type, gameId, competitionId, version, seat, round, status, attempts } = delivery;
  const { lastStatus, lastError, createdAt } = delivery;
  return {
    id,
    type,
    gameId,
    competitionId,
    version,
    seat,
    round,
    status,
    attempts,
    httpStatus: lastStatus,
    error: lastError,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: status === 'pending' ? delivery.dueAt.toISOString() : null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
  };
}

export const WebhookDetail = Type.Object(
  { ...WEBHOOK, deliveries: Type.Array(Ref(WebhookDelivery), { description: 'The last 20, newest first.' }) },
  { $id: 'WebhookDetail', description: 'A webhook and its last deliveries.' },
);

export const WebhookTest = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'What was sent as `webhook-id`.' }),
    delivered: Type.Boolean({ description: 'Whether the answer was 2xx.' }),
    httpStatus: HttpStatus,
    error: Nullable(Type.String(), { description: 'Why it failed; null when it was delivered.' }),
    durationMs: Type.Integer({ description: 'How long it took, in milliseconds.' }),
  },
  { $id: 'WebhookTest', description: 'What came of a test.' },
);

const SentAt = Type.String({ format: 'date-time', description: 'When it happened.' });

/** Where to look, and nothing that is hidden from anybody at the table. */
const PLACE = {
  gameId: GameId,
  ruleset: RulesetId,
  version: Type.Integer({
    description: 'The version of the game that it tells of; the game may be further by now.',
  }),
};
const WHERE = { description: 'Where to look: read the game with `getState`.' };

const TurnMessage = Type.Object(
  {
    type: Type.Literal('turn', { description: 'You have something to decide and had nothing before.' }),
    timestamp: SentAt,
    data: Type.Object({ ...PLACE, seat: { ...SeatNumber, description: 'Your seat that is to act.' } }, WHERE),
  },
  { $id: 'TurnMessage', description: 'It is your turn.' },
);

const ReminderMessage = Type.Object(
  {
    type: Type.Literal('reminder', {
      description: 'Little time is left for a decision of yours: once for each, when your calendar says so.',
    }),
    timestamp: SentAt,
    data: Type.Object({ ...PLACE, seat: { ...SeatNumber, description: 'Your seat that is to act.' } }, WHERE),
  },
  { $id: 'ReminderMessage', description: 'The time for a decision of yours is nearly up.' },
);

const InvitedMessage = Type.Object(
  {
    type: Type.Literal('invited', { description: 'A seat of a game is kept for you; `joinGame` takes it.' }),
    timestamp: SentAt,
    data: Type.Object({ ...PLACE, seat: { ...SeatNumber, description: 'The seat; the lowest of several.' } }, WHERE),
  },
  { $id: 'InvitedMessage', description: 'You are invited to a game.' },
);

const AskedMessage = Type.Object(
  {
    type: Type.Literal('asked', {
      description: 'Another player asks something of you. Each ask is told once, however many agree to it.',
    }),
    timestamp: SentAt,
    data: Type.Object(
      { ...PLACE, seat: Type.Null({ description: 'It is about no single seat.' }), ask: Ref(Ask) },
      WHERE,
    ),
  },
  { $id: 'AskedMessage', description: 'Something is asked of you.' },
);

const GameEndedMessage = Type.Object(
  {
    type: Type.Literal('gameEnded', { description: 'A game that you sit in is over.' }),
    timestamp: SentAt,
    data: Type.Object({ ...PLACE, seat: Type.Null({ description: 'Nobody is to act any more.' }) }, WHERE),
  },
  { $id: 'GameEndedMessage', description: 'A game of yours is over.' },
);

const ChatMessage = Type.Object(
  {
    type: Type.Literal('message', {
      description: 'Something has been said at a game that you sit in, and you have not been told since you last read.',
    }),
    timestamp: SentAt,
    data: Type.Object(
      { ...PLACE, seat: Type.Null({ description: 'It is about no single seat.' }) },
      { description: 'Where to look: `listMessages`.' },
    ),
  },
  { $id: 'ChatMessage', description: 'Somebody has said something.' },
);

const PlanDroppedMessage = Type.Object(
  {
    type: Type.Literal('planDropped', {
      description:
        'A plan of yours ended, since nothing in it matched or its action was not legal, and it is your turn.',
    }),
    timestamp: SentAt,
    data: Type.Object(
      { ...PLACE, seat: { ...SeatNumber, description: 'Your seat that is to act.' } },
      { description: 'Where to look: `getPlan` says why the plan ended.' },
    ),
  },
  { $id: 'PlanDroppedMessage', description: 'A plan of yours ended, and it is your turn.' },
);

/** Where to look, and nothing that is hidden from anybody in the competition. */
const OF_COMPETITION = {
  competitionId: CompetitionId,
  ruleset: RulesetId,
  version: Type.Integer({
    description: 'The version of the competition that it tells of; the competition may be further by now.',
  }),
};
const WHERE_IN_COMPETITION = { description: 'Where to look: `getCompetition`.' };

const RoundPairedMessage = Type.Object(
  {
    type: Type.Literal('roundPaired', {
      description: 'A round of a competition that you have entered is paired; `turn` tells when you are to act in it.',
    }),
    timestamp: SentAt,
    data: Type.Object({ ...OF_COMPETITION, round: Round }, WHERE_IN_COMPETITION),
  },
  { $id: 'RoundPairedMessage', description: 'A round of a competition is paired.' },
);

const CompetitionEndedMessage = Type.Object(
  {
    type: Type.Literal('competitionEnded', {
      description: 'A competition that you have entered is over; its `status` says whether it was aborted.',
    }),
    timestamp: SentAt,
    data: Type.Object(
      { ...OF_COMPETITION, round: Type.Null({ description: 'It is about no single round.' }) },
      WHERE_IN_COMPETITION,
    ),
  },
  { $id: 'CompetitionEndedMessage', description: 'A competition of yours is over.' },
);

const TestMessage = Type.Object(
  {
    type: Type.Literal('test', { description: 'You asked for it with `testWebhook`.' }),
    timestamp: SentAt,
    data: Type.Object(
      { webhookId: Type.String({ format: 'uuid', description: 'The webhook that is tried.' }) },
      { description: 'What is tried.' },
    ),
  },
  { $id: 'TestMessage', description: 'A trial of a webhook; no game has changed.' },
);

/** The body that a receiver gets. */
const WebhookMessage = Union(
  'WebhookMessage',
  'type',
  [
    TurnMessage,
    ReminderMessage,
    InvitedMessage,
    AskedMessage,
    GameEndedMessage,
    ChatMessage,
    PlanDroppedMessage,
    RoundPairedMessage,
    CompetitionEndedMessage,
    TestMessage,
  ],
  'What a webhook is sent.',
);

export const WEBHOOK_PARTS = [
  NewWebhook,
  WebhookChange,
  Webhook,
  WebhookWithSecret,
  WebhookList,
  WebhookDelivery,
  WebhookDetail,
  WebhookTest,
  TurnMessage,
  ReminderMessage,
  InvitedMessage,
  AskedMessage,
  GameEndedMessage,
  ChatMessage,
  PlanDroppedMessage,
  RoundPairedMessage,
  CompetitionEndedMessage,
  TestMessage,
  WebhookMessage,
];
