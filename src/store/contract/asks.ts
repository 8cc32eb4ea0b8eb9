/** What players at a table can ask of the others, who may agree to it or not. */
export type AskedThing =
  | { what: 'takeback'; to: number }
  | { what: 'moreTime'; for: number; seconds: number }
  | { what: 'abort' };

/** `by`: the ids of those who want it, who asked first the first. */
export type MadeAsk = AskedThing & { by: readonly string[] };

/** `of`: the ids of those who have not answered yet, at least one. */
export type Ask = MadeAsk & { of: readonly string[] };

/** Whether both ask for the same, whoever does. */
export function isSameThing(one: AskedThing, other: AskedThing): boolean {
  if (one.what === 'takeback') return other.what === 'takeback' && one.to === other.to;
  if (one.what === 'abort') return other.what === 'abort';
  return other.what === 'moreTime' && one.for === other.for && one.seconds === other.seconds;
}
