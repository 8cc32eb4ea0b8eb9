import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../../core/api.ts';
import { type Call, useCall } from '../../core/use-call.ts';

/** The call that lists, and how to make it again. */
export interface Listing {
  listing: Call;
  /** to be called when some were made, changed or ended */
  list(): Promise<void>;
}

/** What a person has of one sort: asked for when it is first shown, empty until then, and as it was where asking fails. */
export function useListed<Found, Each>(
  ask: () => Promise<Answer<Found>>,
  of: (found: Found) => readonly Each[],
): [readonly Each[], Listing] {
  const listing = useCall();
  const [listed, setListed] = useState<readonly Each[]>([]);
  const list = async () => {
    const found = await listing.run(ask);
    if (found !== null) setListed(of(found));
  };
  useEffect(() => void list(), []);
  return [listed, { listing, list }];
}
