import type { Neighbours } from '../neighbours.ts';
import type { RateCounter } from './rate-counter.ts';

const TELL_MS = 100;

/**
 * Lets a counter count what the processes beside this one have counted as well. They are told a few times a second and
 * not at each call, which would cost more than most calls: a caller gets through what they can send meanwhile.
 */
export function shareCalls(topic: string, counter: RateCounter, neighbours: Neighbours): void {
  const untold = new Map<string, number>();
  const tell = () => {
    neighbours.say(topic, [...untold]);
    untold.clear();
  };
  counter.onCount = (caller, cost) => {
    if (untold.size === 0) setTimeout(tell, TELL_MS).unref();
    untold.set(caller, (untold.get(caller) ?? 0) + cost);
  };
  neighbours.listen(topic, {
    hear: (calls) => {
      for (const [caller, cost] of calls as [string, number][]) counter.countElsewhere(caller, cost);
    },
  });
}
