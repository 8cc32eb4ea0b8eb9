import { OpenCounts } from './open-counts.ts';

/** Beyond the limit so many more connections of an address are told why, and the rest is closed as it comes. */
const TOLD_AT_ONCE = 20;

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
  readonly #ofAddress = new OpenCounts();
  #all = 0;

  constructor(most: ConnectionLimits) {
    this.#most = most;
  }

  /** Counts a connection, unless it is to be closed; to be told of its end with `leave`. `address`: null for one that has no share. */
  admit(address: string | null): Admission {
    const { connections, connectionsOfAddress } = this.#most;
    if (this.#all >= connections) return 'closed';
    const open = address === null ? 0 : this.#ofAddress.at(address);
    if (open >= connectionsOfAddress + TOLD_AT_ONCE) return 'closed';
    this.#count(address, 1);
    return open < connectionsOfAddress ? 'open' : 'told';
  }

  leave(address: string | null): void {
    this.#count(address, -1);
  }

  #count(address: string | null, by: 1 | -1): void {
    this.#all += by;
    if (address !== null) this.#ofAddress.add(address, by);
  }
}
