/** Beyond the limit so many more connections of an address are told why, and the rest is closed as it comes. */
const TOLD_AT_ONCE = 20;

/** `open`: it is served; `told`: there are too many, which its first call is told; `closed`: there is no room even for that. */
export type Admission = 'open' | 'told' | 'closed';

/** Counts the connections of each address, so that one cannot take them all. */
export class ConnectionShares {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a connection, unless it is to be closed; to be told of its end with `leave`. */
  admit(address: string): Admission {
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#most + TOLD_AT_ONCE) return 'closed';
    this.#open.set(address, open + 1);
    return open < this.#most ? 'open' : 'told';
  }

  leave(address: string): void {
    const open = (this.#open.get(address) ?? 1) - 1;
    if (open === 0) this.#open.delete(address);
    else this.#open.set(address, open);
  }
}
