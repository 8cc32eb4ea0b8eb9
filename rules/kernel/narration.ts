import type { AnyRuleset, EventShape } from './ruleset.ts';
import { listOf, seatName, sentence } from './tabletop/phrases.ts';
import type { EventData } from './tabletop/step.ts';

export type Sentences<Event extends EventShape, Options> = {
  [T in Event['type']]: (data: EventData<Event, T>, who: string, options: Options) => string;
};

export function narratorOf<Event extends EventShape, Options = unknown>(sentences: Sentences<Event, Options>) {
  const byType = sentences as Record<string, (data: object, who: string, options: Options) => string>;
  return ({ type, seat, data }: Event, options: Options): string => {
    const told = byType[type];
    if (told === undefined) throw new Error(`nothing is said of ${type}`);
    return sentence(told(data, seat === null ? 'the house' : seatName(seat), options));
  };
}

/** Returns one sentence about an event. The caller has removed the details that the viewer may not know. */
export function sentenceOf(ruleset: AnyRuleset, event: EventShape, options: unknown): string {
  return ruleset.narrate === undefined ? plainSentence(event) : ruleset.narrate(event, options);
}

/** Writes "Seat 0: die rolled (level 2, value 5)." Omits details that are null: the viewer may not know them. */
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

function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}
