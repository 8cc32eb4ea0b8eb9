import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Game } from '../../core/api.ts';
import { session } from '../../core/session.ts';
import { HouseLooked } from './house-looked.ts';
import { lastLookedAt, lookedAt } from './last-looked.ts';

export interface Unseen {
  after: number;
  until: number;
}

/** Returns the versions of unseen events; null: the player never looked. `opened`: the version when the page opened. */
export function useUnseen({ id, version, you }: Game, opened: number): Unseen | null {
  const here = useMemo(() => lastLookedAt(id), [id, opened]);
  const [elsewhere, setElsewhere] = useState<number | null>(null);
  const isOwn = you.length > 0 && session.value?.turnIn === undefined;
  const house = useMemo(() => (isOwn ? new HouseLooked(id) : null), [id, isOwn]);
  useEffect(() => {
    if (house === null || document.visibilityState !== 'visible') return;
    void house.begin(version).then(setElsewhere);
    return () => house.end();
  }, [house]);
  useEffect(() => {
    if (document.visibilityState !== 'visible') return;
    lookedAt(id, version);
    house?.reached(version);
  }, [id, version, house, opened]);
  const after = Math.max(here ?? 0, elsewhere ?? 0);
  return after === 0 ? null : { after, until: opened };
}
