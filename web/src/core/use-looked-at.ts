import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Game } from './api.ts';
import { HouseLooked } from './house-looked.ts';
import { lastLookedAt, lookedAt } from './last-looked.ts';
import { session } from './session.ts';

/**
 * How far the game was when this person last looked, in this browser or, where they play, on any device; null: never. From now
 * on it has been looked at.
 */
export function useLookedAt({ id, version, you }: Game): number | null {
  const here = useMemo(() => lastLookedAt(id), [id]);
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
  }, [id, version, house]);
  const before = Math.max(here ?? 0, elsewhere ?? 0);
  return before === 0 ? null : before;
}
