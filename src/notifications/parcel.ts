import type { ClaimedDelivery } from '../store/deliveries.ts';
import type { Reach } from './address.ts';
import { type AttemptOptions, attempt } from './delivery.ts';
import { messageOf } from './webhook/message.ts';

/** Deliveries that go in one attempt: of a mail address all that are due, of all else one. */
export type Parcel = readonly [ClaimedDelivery, ...ClaimedDelivery[]];

/** What came of an attempt. */
export interface Sent {
  /** what that says of the channel; null: nothing, because nothing was sent or the fault is not there */
  reached: boolean | null;
  /** null when there was no answer */
  httpStatus: number | null;
  /** in plain words; null: there is nothing to try again */
  error: string | null;
  /** how long the receiver asks to be left alone */
  retryAfterMs: number;
  /** whether the channel is not there any more */
  gone: boolean;
  /** the ids of what was left out because it is no longer true */
  dropped: ReadonlySet<string>;
}

/** Sends to the channels of one kind. Whatever goes wrong with the receiver is told, not thrown. */
export type Send = (parcel: Parcel, options: Omit<AttemptOptions, 'reach'>) => Promise<Sent>;

export const NOTHING: ReadonlySet<string> = new Set();

/** Nothing of it was to be told any more. */
export function nothingFor(parcel: readonly ClaimedDelivery[]): Sent {
  const dropped = new Set(parcel.map(({ id }) => id));
  return { reached: null, httpStatus: null, error: null, retryAfterMs: 0, gone: false, dropped };
}

const GONE = 410;

/** Deliveries as they are to go: those of a mail address together. */
export function parcelsOf(claimed: readonly ClaimedDelivery[]): Parcel[] {
  const mails = new Map<string, [ClaimedDelivery, ...ClaimedDelivery[]]>();
  const parcels: Parcel[] = [];
  for (const delivery of claimed) {
    const mail = mails.get(delivery.webhookId);
    if (mail !== undefined) {
      mail.push(delivery);
      continue;
    }
    const parcel: [ClaimedDelivery, ...ClaimedDelivery[]] = [delivery];
    if (delivery.kind === 'mail') mails.set(delivery.webhookId, parcel);
    parcels.push(parcel);
  }
  return parcels;
}

export function sendToWebhook(reach: Reach): Send {
  return async ([delivery], options) => {
    const { delivered, ...outcome } = await attempt(messageOf(delivery), { ...options, reach });
    return { ...outcome, reached: delivered, gone: outcome.httpStatus === GONE, dropped: NOTHING };
  };
}
