import type { RequestRow } from '../requests.ts';
import type { TokenRow, TurnGrant } from '../tokens.ts';

/** What a link in a mail is for: the decision of a seat that was open at `version`. */
export interface TurnLinkRow {
  /** SHA-256 of the token, which itself is kept nowhere */
  hash: Uint8Array;
  channelId: string;
  playerId: string;
  gameId: string;
  seat: number;
  version: number;
  createdAt: Date;
  expiresAt: Date;
}

/** The links in mails that open a game for one decision. */
export interface TurnLinkStore {
  /** Keeps links that are to be mailed; one that is mailed again, and was not spent, is good for longer. */
  keep(links: readonly TurnLinkRow[]): Promise<void>;
  /** What a link is for; null: there is none that can be spent, or its channel is gone. */
  find(hash: Uint8Array, now: Date): Promise<TurnLinkRow | null>;
  /** Spends a link and keeps the token that it gives, until the link would have expired. False: it cannot be spent. */
  spend(
    hash: Uint8Array,
    now: Date,
    token: Omit<TokenRow, 'turn'> & { turn: Omit<TurnGrant, 'expiresAt'> },
    request?: RequestRow | null,
  ): Promise<boolean>;
  /** Deletes tokens and links of turns that expired before now, and what confirmed addresses that expired before `kept`. */
  tidy(now: Date, kept: Date): Promise<void>;
}
