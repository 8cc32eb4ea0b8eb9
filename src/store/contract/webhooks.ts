import type { RequestRow } from '../requests.ts';
import type { MadeAsk } from './asks.ts';

/** What a webhook can be told of a game. */
type GameEvent = 'turn' | 'reminder' | 'invited' | 'asked' | 'gameEnded' | 'message' | 'planDropped';

/** What a webhook can be told of a competition. */
type CompetitionEvent = 'roundPaired' | 'competitionEnded';

export type NotificationEvent = GameEvent | CompetitionEvent;

/** Somebody to be told of a change; the change itself names the game and its version. */
export interface Notification {
  playerId: string;
  type: GameEvent;
  /** the seat that is to act, or is kept for them; null when the notification is about no single seat */
  seat: number | null;
  /** what is asked of them, where it tells of that */
  ask?: MadeAsk;
  /** what says the same and more in another notification of this change: who is told of that is not told of this */
  unless?: GameEvent;
}

/** Why a webhook is told nothing: its owner turned it off, 410 Gone, failure for too long, or too much waiting. */
export type DisabledBecause = 'owner' | 'gone' | 'failing' | 'backlog';

/** Where something can be sent: to a program, to a browser, to a mail address. */
export type ChannelKind = 'webhook' | 'push' | 'mail';

export interface WebhookRow {
  id: string;
  playerId: string;
  url: string;
  /** `whsec_` and base64 */
  secret: string;
  events: NotificationEvent[];
  createdAt: Date;
  /** since when no attempt has succeeded; null when the last one did */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledBecause: DisabledBecause | null;
}

export interface DeliveryRow {
  id: string;
  webhookId: string;
  /** what it tells of: a game, or a competition; the other is null */
  gameId: string | null;
  competitionId: string | null;
  version: number;
  /** of a game alone */
  seat: number | null;
  /** of a competition alone */
  round: number | null;
  type: NotificationEvent;
  /** what is asked; null where it tells of something else */
  ask: MadeAsk | null;
  createdAt: Date;
  /** when the next attempt is due; while one is made, when another server may take it for lost */
  dueAt: Date;
  attempts: number;
  status: 'pending' | 'delivered' | 'failed';
  /** the HTTP status of the last attempt that was answered */
  lastStatus: number | null;
  lastError: string | null;
  deliveredAt: Date | null;
}

/** A delivery that this server alone is to attempt now, and all that the attempt needs. */
export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  kind: ChannelKind;
  playerId: string;
  /** the host that it goes to, whatever the port */
  destination: string;
  /** whether the last attempt for the webhook failed */
  failing: boolean;
  url: string;
  /** of a webhook what it signs with; of all else where it leads to, as JSON */
  secret: string;
  /** which attempt this is, from 1 */
  attempt: number;
  /** what it tells of: a game, or a competition; the other is null */
  gameId: string | null;
  competitionId: string | null;
  ruleset: string;
  version: number;
  seat: number | null;
  round: number | null;
  type: NotificationEvent;
  /** what is asked; null where it tells of something else */
  ask: MadeAsk | null;
  createdAt: Date;
}

export interface ClaimOptions {
  now: Date;
  /** until when no other server makes this attempt */
  leaseUntil: Date;
  most: number;
  mostAWebhook: number;
  mostAPlayer: number;
  mostADestination: number;
  /** for webhooks of which the last attempt failed */
  mostFailing: number;
  /** those that are to wait, by their ids and their hosts */
  except: { webhooks: readonly string[]; players: readonly string[]; destinations: readonly string[] };
}

/** What came of an attempt for one channel. */
export interface AttemptedDeliveries {
  at: Date;
  /** what the attempt held. `failed`: there will be no other; `dropped`: there was nothing to tell any more */
  deliveries: readonly {
    id: string;
    attempt: number;
    status: 'delivered' | 'failed' | 'pending' | 'dropped';
    /** when to try again; of a pending delivery alone */
    dueAt: Date;
  }[];
  /** what it says of the channel; null: nothing, because nothing was sent or the fault is not there */
  reached: boolean | null;
  lastStatus: number | null;
  lastError: string | null;
  /** it is not there any more: the channel is disabled at once */
  gone: boolean;
  /** a channel that has failed since then, or longer, is disabled */
  failingBefore: Date;
}

export type WebhookChanges = Partial<Pick<WebhookRow, 'url' | 'events'>> & { enabled?: boolean };

/** Webhooks and what they are to be told. Deliveries are written with the changes of games and competitions. */
export interface WebhookStore {
  /** Keeps a new webhook, and the request that asked for it. False: the player has `most` already, or the request was there. */
  create(webhook: WebhookRow, most: number, request?: RequestRow | null): Promise<boolean>;
  /** Every webhook of a player, oldest first. */
  of(playerId: string): Promise<WebhookRow[]>;
  /** Null: this player has no such webhook. */
  get(playerId: string, id: string): Promise<WebhookRow | null>;
  /** Enabling forgets failure; disabling gives up what is pending. Null: this player has no such webhook. */
  change(playerId: string, id: string, changes: WebhookChanges, now: Date): Promise<WebhookRow | null>;
  /** Removes a webhook with its deliveries. False: this player has no such webhook. */
  remove(playerId: string, id: string): Promise<boolean>;
  /** The last deliveries of a webhook, newest first. */
  deliveries(webhookId: string, most: number): Promise<DeliveryRow[]>;

  /**
   * Takes due deliveries, each for one attempt: no other claim returns them until `leaseUntil` has passed. Of a mail
   * address all that are due come together.
   */
  claim(options: ClaimOptions): Promise<ClaimedDelivery[]>;
  /** Keeps what came of an attempt, unless another server has taken it over; true when it disabled the webhook. */
  settle(attempted: AttemptedDeliveries): Promise<boolean>;
  /** Makes deliveries due at that time, as if they had not been claimed. */
  giveBack(deliveries: readonly Pick<ClaimedDelivery, 'id' | 'attempt'>[], dueAt: Date): Promise<void>;
  /** Disables webhooks for which more than `most` deliveries wait, and returns their ids. */
  disableCrowded(most: number, now: Date): Promise<string[]>;
  /** Deletes deliveries of before that time, at most so many; returns how many. */
  forget(before: Date, most: number): Promise<number>;
  /** Is called after each commit of this server's own that wrote deliveries. */
  onWritten(listener: () => void): void;
}
