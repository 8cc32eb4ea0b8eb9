import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { Nullable, numbered, Ref, SeatNumber, Union, Words } from '#rules/kernel/schema.ts';
import { GameId, Moment, RulesetId } from '../../games/model/game-fields.ts';
import { Ask } from '../../games/queries/lobby-shapes.ts';
import type { DeliveryRow } from '../../store/deliveries.ts';
import type { WebhookRow } from '../../store/notifications.ts';
import { CHANGES, Event, sendingOf, sendingView, WantedEvents } from '../channel-shapes.ts';

const CompetitionId = Type.String({
  format: 'uuid',
  description: 'The competition, as in paths: `/v1/competitions/{competitionId}`.',
});
const Round = numbered('The round, from 1.');

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'Where to send to: `https://`, no user name or password, on a host that the internet can reach.',
});

export const NewWebhook = Type.Object(
  { url: Url, events: WantedEvents },
  { $id: 'NewWebhook', additionalProperties: false, description: 'A webhook to create.' },
);

export const WebhookChange = Type.Object(
  { url: Type.Optional(Url), ...CHANGES },
  { $id: 'WebhookChange', additionalProperties: false, description: 'The changes.' },
);

const WEBHOOK = {
  id: Type.String({ format: 'uuid', description: 'The id of the webhook, used in `/v1/me/webhooks/{webhookId}`.' }),
  url: Type.String({ description: 'The URL that receives the messages.' }),
  ...sendingOf({
    owner: 'you turned it off',
    gone: 'the answer was 410',
    failing: 'nothing succeeded for five days',
    backlog: 'too much waited for it',
  }),
};

export const Webhook = Type.Object(WEBHOOK, { $id: 'Webhook', description: 'Where you receive notifications.' });

export function webhookView(webhook: WebhookRow): Static<typeof Webhook> {
  return { id: webhook.id, url: webhook.url, ...sendingView(webhook, webhook.disabledBecause) };
}

export const WebhookWithSecret = Type.Object(
  {
    webhook: Ref(Webhook),
    secret: Type.String({
      description: 'The secret with which signatures are verified, by Standard Webhooks. Returned only this once.',
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
    gameId: Nullable(GameId, { description: 'The game that the message is about; null: it is about a competition.' }),
    competitionId: Nullable(CompetitionId, {
      description: 'The competition that the message is about; null: it is about a game.',
    }),
    version: Type.Integer({ description: 'The version of the game or competition that the message is about.' }),
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
    attempts: Type.Integer({ description: 'The number of attempts made or begun.' }),
    httpStatus: HttpStatus,
    error: Nullable(Type.String(), { description: 'Why the last attempt failed; null when it did not.' }),
    createdAt: { ...Moment, description: 'When the event of the game or competition happened.' },
    nextAttemptAt: Nullable(Moment, { description: 'When it is tried next; null unless it is pending.' }),
    deliveredAt: Nullable(Moment, { description: 'When an answer of 2xx came; null unless it is delivered.' }),
  },
  { $id: 'WebhookDelivery', description: 'A notification for a webhook, and its delivery.' },
);

export function deliveryView(delivery: DeliveryRow): Static<typeof WebhookDelivery> {
  const { id, type, gameId, competitionId, version, seat, round, status, attempts } = delivery;
  const { lastStatus, lastError, createdAt } = delivery;
  return {
    ...{ id, type, gameId, competitionId, version, seat, round, status, attempts },
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
  { $id: 'WebhookTest', description: 'The result of a test.' },
);

function message<const T extends string, D extends TProperties>(
  $id: string,
  type: T,
  description: string,
  { when, data, where }: { when: string; data: D; where: string },
) {
  return Type.Object(
    {
      type: Type.Literal(type, { description: when }),
      timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
      data: Type.Object(data, { description: where }),
    },
    { $id, description },
  );
}

/** Fields about a game that all its participants may know. */
const PLACE = {
  gameId: GameId,
  ruleset: RulesetId,
  version: Type.Integer({ description: 'The version of the game that it tells of; the game may be further by now.' }),
};
const AT_YOUR_SEAT = { ...PLACE, seat: { ...SeatNumber, description: 'Your seat that is to act.' } };
const AT_NO_SEAT = { ...PLACE, seat: Type.Null({ description: 'It is about no single seat.' }) };
const WHERE = 'Where to look: read the game with `getState`.';

/** Fields about a competition that all its participants may know. */
const OF_COMPETITION = {
  competitionId: CompetitionId,
  ruleset: RulesetId,
  version: Type.Integer({
    description: 'The version of the competition that it tells of; the competition may be further by now.',
  }),
};
const WHERE_IN_COMPETITION = 'Where to look: `getCompetition`.';

const MESSAGES = [
  message('TurnMessage', 'turn', 'It is your turn.', {
    when: 'You have something to decide and had nothing before.',
    data: AT_YOUR_SEAT,
    where: WHERE,
  }),
  message('ReminderMessage', 'reminder', 'The time for a decision of yours is nearly up.', {
    when: 'Little time is left for a decision of yours: once for each, when your calendar says so.',
    data: AT_YOUR_SEAT,
    where: WHERE,
  }),
  message('InvitedMessage', 'invited', 'You are invited to a game.', {
    when: 'A seat of a game is kept for you; `joinGame` takes it.',
    data: { ...PLACE, seat: { ...SeatNumber, description: 'The seat; the lowest of several.' } },
    where: WHERE,
  }),
  message('AskedMessage', 'asked', 'Another player requests something from you.', {
    when: 'Another player requests something from you. Each request is sent once, even if others agree to it.',
    data: { ...AT_NO_SEAT, ask: Ref(Ask) },
    where: WHERE,
  }),
  message('GameEndedMessage', 'gameEnded', 'A game of yours is over.', {
    when: 'A game that you sit in is over.',
    data: { ...PLACE, seat: Type.Null({ description: 'No one has to act any more.' }) },
    where: WHERE,
  }),
  message('ChatMessage', 'message', 'A player wrote a message.', {
    when: 'A player wrote in a game that you sit in, for the first time since you last read its messages.',
    data: AT_NO_SEAT,
    where: 'Where to look: `listMessages`.',
  }),
  message('PlanDroppedMessage', 'planDropped', 'A plan of yours ended, and it is your turn.', {
    when: 'A plan of yours ended and left the decision to you.',
    data: AT_YOUR_SEAT,
    where: 'Where to look: `getPlan` says why the plan ended.',
  }),
  message('RoundPairedMessage', 'roundPaired', 'A round of a competition is paired.', {
    when: 'A round of a competition that you have entered is paired; `turn` tells when you are to act in it.',
    data: { ...OF_COMPETITION, round: Round },
    where: WHERE_IN_COMPETITION,
  }),
  message('CompetitionEndedMessage', 'competitionEnded', 'A competition of yours is over.', {
    when: 'A competition that you have entered is over; its `status` says whether it was aborted.',
    data: { ...OF_COMPETITION, round: Type.Null({ description: 'It is about no single round.' }) },
    where: WHERE_IN_COMPETITION,
  }),
  message('TestMessage', 'test', 'A trial of a webhook; no game has changed.', {
    when: 'You asked for it with `testWebhook`.',
    data: { webhookId: Type.String({ format: 'uuid', description: 'The webhook that is tried.' }) },
    where: 'What is tried.',
  }),
];

export const WebhookMessage = Union('WebhookMessage', 'type', MESSAGES, 'What a webhook is sent.');
