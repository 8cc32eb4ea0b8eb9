import type { Seat } from '#rules/kernel/ruleset.ts';
import type { Layout, ObservationLayout } from './layout.ts';

/** Writes a value as numbers into `into` from index `at` on. The caller must have set these elements to 0. */
type Encode = (value: any, into: Int16Array, at: number) => void;

const LEAST = -32_768;
const GREATEST = 32_767;

/** Encodes a seat's view as 16-bit integers. A number outside the range becomes the nearest end of the range. */
export class ObservationEncoder {
  readonly layout: ObservationLayout;
  readonly #view: Encode;

  constructor(layout: ObservationLayout) {
    this.layout = layout;
    this.#view = encoderOf(layout.view);
  }

  /** Writes `layout.size` numbers from index `at` on, where `into` must hold only zeros. */
  write(view: unknown, seat: Seat, into: Int16Array, at: number): void {
    into[at + seat] = 1;
    this.#view(view, into, at + this.layout.seats.length);
  }

  of(view: unknown, seat: Seat): Int16Array {
    const numbers = new Int16Array(this.layout.size);
    this.write(view, seat, numbers, 0);
    return numbers;
  }
}

function encoderOf(layout: Layout): Encode {
  switch (layout.is) {
    case 'flag':
      return (value, into, at) => {
        if (value === true) into[at] = 1;
      };
    case 'number':
      return (value, into, at) => {
        into[at] = Math.max(LEAST, Math.min(GREATEST, value));
      };
    case 'word':
      return wordEncoder(layout.words, (place, into, at) => {
        into[at + place] = 1;
      });
    case 'code':
      return wordEncoder(layout.words, (place, into, at) => {
        into[at] = place + 1;
      });
    case 'order':
      return orderEncoder(layout.words);
    case 'list':
      return listEncoder(layout.most, layout.item);
    case 'maybe':
      return maybeEncoder(layout.part);
    case 'either':
      return eitherEncoder(layout.text, layout.number);
    case 'object':
      return objectEncoder(layout.fields);
    default:
      return layout satisfies never;
  }
}

function placesOf(words: readonly (string | number)[]): (value: any) => number {
  const places = new Map<unknown, number>(words.map((word, place) => [word, place]));
  return (value) => {
    const place = places.get(typeof value === 'object' ? value.id : value);
    if (place === undefined) throw new Error(`a view tells ${JSON.stringify(value)}, which its schema does not name`);
    return place;
  };
}

function wordEncoder(
  words: readonly (string | number)[],
  write: (place: number, into: Int16Array, at: number) => void,
): Encode {
  const placeOf = placesOf(words);
  return (value, into, at) => {
    if (value !== null && value !== undefined) write(placeOf(value), into, at);
  };
}

/** Goes through the list backward, so that a word that occurs twice gets the index of its first occurrence. */
function orderEncoder(words: readonly (string | number)[]): Encode {
  const placeOf = placesOf(words);
  return (list, into, at) => {
    for (let i = list.length - 1; i >= 0; i--) into[at + placeOf(list[i])] = i + 1;
  };
}

function listEncoder(most: number, layout: Layout): Encode {
  const item = encoderOf(layout);
  const { size } = layout;
  return (list, into, at) => {
    into[at] = list.length;
    const told = Math.min(list.length, most);
    for (let i = 0; i < told; i++) item(list[i], into, at + 1 + i * size);
  };
}

function maybeEncoder(layout: Layout): Encode {
  const part = encoderOf(layout);
  return (value, into, at) => {
    if (value === null || value === undefined) return;
    into[at] = 1;
    part(value, into, at + 1);
  };
}

function eitherEncoder(text: Layout, number: Layout): Encode {
  const [one, other] = [encoderOf(text), encoderOf(number)];
  return (value, into, at) => {
    if (typeof value === 'string') one(value, into, at);
    else other(value, into, at + text.size);
  };
}

function objectEncoder(fields: readonly { name: string; part: Layout }[]): Encode {
  let at = 0;
  const parts = fields.map(({ name, part }) => {
    const from = at;
    at += part.size;
    return { name, from, encode: encoderOf(part) };
  });
  return (value, into, start) => {
    for (const { name, from, encode } of parts) encode(value[name], into, start + from);
  };
}
