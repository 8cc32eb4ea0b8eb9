/** Calls that stay open: event streams, and calls that wait for news. */
export type OpenKind = 'stream' | 'wait';

/** How many a caller may have open at once, of both kinds together. */
export interface OpenCallLimits {
  /** of one player, or without a token from one address */
  player: number;
  /** from one address, whoever makes them */
  address: number;
}

/** Whose a call is that stays open. */
export interface Owner {
  /** null: no token was sent */
  playerId: string | null;
  address: string;
}

/** The limit that a call would go beyond, and what it allows. */
export interface Full {
  limit: 'player' | 'address';
  most: number;
}

/** Counts the calls that stay open, by player and by address, so that nobody takes all the room there is. */
export class OpenCalls {
  readonly #most: OpenCallLimits;
  readonly #open = new OpenCounts();
  #streams = 0;

  constructor(most: OpenCallLimits) {
    this.#most = most;
  }

  /** The event streams among them. */
  get streams(): number {
    return this.#streams;
  }

  /** Takes a place, to be given back once with the returned function; or says what is full. */
  take(kind: OpenKind, { playerId, address }: Owner): (() => void) | Full {
    const keys = { player: `player ${playerId ?? `at ${address}`}`, address: `address ${address}` };
    for (const limit of ['player', 'address'] as const) {
      const most = this.#most[limit];
      if (this.#open.at(keys[limit]) >= most) return { limit, most };
    }
    const count = (by: 1 | -1) => {
      for (const key of Object.values(keys)) this.#open.add(key, by);
      if (kind === 'stream') this.#streams += by;
    };
    count(1);
    return () => count(-1);
  }
}

/** Counts what is open, by name. */
export class OpenCounts {
  readonly #open = new Map<string, number>();

  at(name: string): number {
    return this.#open.get(name) ?? 0;
  }

  add(name: string, by: 1 | -1): void {
    const open = this.at(name) + by;
    if (open === 0) this.#open.delete(name);
    else this.#open.set(name, open);
  }
}
