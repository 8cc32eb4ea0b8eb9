import type { Viewer } from '#rules/kernel/ruleset.ts';
import { lotOf, type Position, seatsOf } from './position.ts';
import { dealtHere } from './redealt.ts';
import { remembered } from './remembered.ts';
import { one } from './samples.ts';
import type { Subject } from './trial.ts';

const counted = new WeakMap<Subject, Map<string, number>>();

export const eyesOn = remembered((at: Position, _purpose: ''): Viewer[] => {
  const { seat, action, events } = at.origin;
  // if nothing is hidden, checking the set-up is enough
  if (at.step > 0 && dealtHere(at, 'spectator')[0] === at.state) return [];
  const kinds = new Set([action?.type ?? 'the set-up', ...events.map(({ type }) => `event ${type}`)]);
  const counts = counted.get(at.subject) ?? new Map<string, number>();
  counted.set(at.subject, counts);
  const isDue = (role: string) => {
    const times = [...kinds].map((kind) => {
      const count = (counts.get(`${role}: ${kind}`) ?? 0) + 1;
      counts.set(`${role}: ${kind}`, count);
      return count;
    });
    return times.some((count) => (count & (count - 1)) === 0);
  };
  const others = seatsOf(at.seats).filter((other) => other !== seat);
  const looking: Viewer[] = [];
  if (seat !== null && isDue('actor')) looking.push(seat);
  if (others.length > 0 && isDue('other')) looking.push(one(others, lotOf(at, 'eyes')));
  if (isDue('spectator')) looking.push('spectator');
  return looking;
});
