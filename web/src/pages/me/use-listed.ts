import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../core/api.ts';
import { type Call, useCall } from '../../core/use-call.ts';

export interface Listing {
  listing: Call;
  list(): Promise<void>;
}

/** The list is empty until it was read, and stays the same after a failure. */
export function useListed<Found, Each>(
  ask: () => Promise<Answer<Found>>,
  of: (found: Found) => readonly Each[],
): [readonly Each[], Listing] {
  const listing = useCall();
  const [listed, setListed] = useState<readonly Each[]>([]);
  const asked = useRef(0);
  const list = async () => {
    if (asked.current++ > 0) return; // the call that runs may have missed what changed since, so it is made again
    do {
      asked.current = 1;
      const found = await listing.run(ask);
      if (found !== null) setListed(of(found));
    } while (asked.current > 1);
    asked.current = 0;
  };
  useEffect(() => void list(), []);
  return [listed, { listing, list }];
}
