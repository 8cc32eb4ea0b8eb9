import { isolated } from '#rules/kernel/isolated.ts';
import type { ActionShape, AnyRuleset } from '#rules/kernel/ruleset.ts';
import { seatName } from '#rules/kernel/tabletop/phrases.ts';
import type { SeatHolder } from '../model/seats.ts';

/** Says of words by a ruleset, in which a seat is always `seat 1`, the same for whoever reads them. */
export type Naming = (words: string) => string;

const SEAT = /\bseat (\d+)\b/gi;

/** Whether events are told as sentences besides, and whether those name players. */
export interface Telling {
  text: boolean;
  names: boolean;
}

export const NO_TELLING: Telling = { text: false, names: false };

/** Words as the ruleset has them. */
export const asWritten: Naming = (words) => words;

/** Puts who holds a seat in the place of its number; the number stays beside it where that would not tell seats apart. */
export function namingOf(seats: readonly SeatHolder[]): Naming {
  const names = toldApart(seats.map(nameOf));
  return (words) =>
    words.replace(SEAT, (written, digits: string) => {
      const name = names[Number(digits)] ?? written;
      // a player's name is written as its owner writes it; a bot has none of its own
      const begins = written.startsWith('S') && seats[Number(digits)]?.kind === 'bot';
      return begins ? `T${name.slice(1)}` : name;
    });
}

/** With the seat beside the names that several have; beside all of them where one is called what another is then told by. */
function toldApart(names: readonly (string | null)[]): (string | null)[] {
  const isShared = (name: string) => names.filter((other) => other === name).length > 1;
  const besideSeat = (name: string, seat: number) => `${name} (${seatName(seat)})`;
  const few = names.map((name, seat) => (name === null || !isShared(name) ? name : besideSeat(name, seat)));
  const written = few.map((name, seat) => name ?? seatName(seat));
  if (new Set(written).size === written.length) return few;
  return names.map((name, seat) => (name === null ? null : besideSeat(name, seat)));
}

function nameOf(holder: SeatHolder): string | null {
  switch (holder.kind) {
    case 'player':
      return isolated(holder.player.name);
    case 'bot':
      return `the bot ${holder.policy}`;
    case 'open':
    case 'invited':
      return null;
    default:
      return holder satisfies never;
  }
}

/** The actions, each in plain words, from what their seat sees. */
export function labelsOf(ruleset: AnyRuleset, actions: readonly ActionShape[], view: unknown, name: Naming): string[] {
  return actions.map((action) => name(ruleset.label(action, view)));
}
