import type { ClaimedDelivery } from '../store/deliveries.ts';
import type { Reach } from './address.ts';
import { type AttemptOptions, attempt } from './delivery.ts';
import { messageOf } from './webhook/message.ts';

/** The deliveries of one attempt: all due ones for a mail address, but only one for other channels. */
export type OutgoingMessage = readonly [ClaimedDelivery, ...ClaimedDelivery[]];

export interface Sent {
  /** true: the receiver accepted the message; null: nothing was sent, or the failure says nothing about the channel */
  reached: boolean | null;
  httpStatus: number | null;
  /** the failure in plain words; null: all deliveries were sent or dropped */
  error: string | null;
  retryAfterMs: number;
  /** true: the channel no longer exists */
  gone: boolean;
  /** ids of deliveries that were left out because what they report is no longer true */
  dropped: ReadonlySet<string>;
}

/** Sends a message. Returns failures of the receiver and never throws them. */
export type Send = (parcel: OutgoingMessage, options: Omit<AttemptOptions, 'reach'>) => Promise<Sent>;

export const UNSENT: Sent = {
  ...{ reached: null, httpStatus: null, error: null, retryAfterMs: 0, gone: false },
  dropped: new Set(),
};

export function nothingFor(parcel: readonly ClaimedDelivery[]): Sent {
  return { ...UNSENT, dropped: new Set(parcel.map(({ id }) => id)) };
}

const GONE = 410;

export function outgoingMessages(claimed: readonly ClaimedDelivery[]): OutgoingMessage[] {
  const mails = new Map<string, [ClaimedDelivery, ...ClaimedDelivery[]]>();
  const parcels: OutgoingMessage[] = [];
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
    return { ...UNSENT, ...outcome, reached: delivered, gone: outcome.httpStatus === GONE };
  };
}
