import type { SharedCounts } from './shared-counts.ts';

/** Beyond the limit so many more connections of an address are told why, and the rest is closed as it comes. */
const TOLD_AT_ONCE = 20;
const ALL = 'all';

/** `open`: it is served; `told`: there are too many, which its first call is told; `closed`: there is no room even for that. */
export type Admission = 'open' | 'told' | 'closed';

/** How many connections there may be, and how many of them one address may have. */
export interface ConnectionLimits {
  connections: number;
  connectionsOfAddress: number;
}

/** Counts the connections, and those of each address, so that one cannot take them all. */
export class ConnectionShares {
  readonly #most: ConnectionLimits;
  readonly #open: SharedCounts;

  constructor({ connections, connectionsOfAddress }: ConnectionLimits, open: SharedCounts) {
    this.#most = { connections, connectionsOfAddress };
    this.#open = open;
  }

  /** Counts a connection, unless it is to be closed; to be told of its end with `leave`. `address`: null for one that has no share. */
  admit(address: string | null): Admission {
    const { connections, connectionsOfAddress } = this.#most;
    if (this.#open.at(ALL) >= connections) return 'closed';
    const open = address === null ? 0 : this.#open.at(`address ${address}`);
    if (open >= connectionsOfAddress + TOLD_AT_ONCE) return 'closed';
    this.#count(address, 1);
    return open < connectionsOfAddress ? 'open' : 'told';
  }

  leave(address: string | null): void {
    this.#count(address, -1);
  }

  #count(address: string | null, by: 1 | -1): void {
    this.#open.add(ALL, by);
    if (address !== null) this.#open.add(`address ${address}`, by);
  }
}
