import type { AnyRuleset, EventShape } from './ruleset.ts';
import { listOf, seatName, sentence } from './tabletop/phrases.ts';
import type { EventData } from './tabletop/step.ts';

/** How events are told, by type: a sentence from the details and whose deed it was, such as "seat 1". */
export type Sentences<Event extends EventShape> = {
  [T in Event['type']]: (data: EventData<Event, T>, who: string) => string;
};

/** Tells events by these sentences; each begins with a capital letter whatever it begins with. */
export function narratorOf<Event extends EventShape>(sentences: Sentences<Event>) {
  const byType = sentences as Record<string, (data: object, who: string) => string>;
  return ({ type, seat, data }: Event): string => {
    const told = byType[type];
    if (told === undefined) throw new Error(`nothing is said of ${type}`);
    return sentence(told(data, seat === null ? 'the house' : seatName(seat)));
  };
}

/** What somebody may know of an event as one sentence: the ruleset's own, else one made of its type and details. */
export function sentenceOf(ruleset: AnyRuleset, event: EventShape): string {
  return ruleset.narrate === undefined ? plainSentence(event) : ruleset.narrate(event);
}

/** "Seat 0: die rolled (level 2, value 5)." What is null is left out: it is not known. */
export function plainSentence({ type, seat, data }: EventShape): string {
  const who = seat === null ? '' : `${seatName(seat)}: `;
  const details = detailsOf(data);
  return sentence(`${who}${spaced(type)}${details === '' ? '' : ` (${details})`}.`);
}

function detailsOf(data: object): string {
  return Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => (name === 'seat' ? inWords(value, 'seat ') : `${spaced(name)} ${inWords(value)}`))
    .join(', ');
}

function inWords(value: unknown, before = ''): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : listOf(value.map((item) => inWords(item)));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return value === '' || value === null ? '–' : `${before}${value}`;
  const { id } = value as { id?: unknown };
  return typeof id === 'string' ? id : `[${detailsOf(value)}]`;
}

/** `dieRolled` is "die rolled". */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}
