import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import { messagesOf } from '#rules/input-errors.ts';
import { UNCHECKED } from '#rules/input-validator.ts';
import { Refused } from './refused.ts';

export const MOST_GAMES = 65_536;
const closed = { additionalProperties: false };
const number = (maximum: number) => Type.Integer({ minimum: 0, maximum });
const BatchNumber = number(65_535);
const GameNumber = number(MOST_GAMES - 1);
const SeatQuery = number(254);
const Seed = Type.String({ minLength: 1, maxLength: 200 });
const Want = Type.Optional(
  Type.Array(Type.Union([Type.Literal('legal'), Type.Literal('mask'), Type.Literal('observations')])),
);
const OneChoice = Type.Union([
  Type.Null(),
  number(0xffff_ffff),
  Type.Object({ type: Type.String() }, { additionalProperties: true }),
]);

const REQUESTS = {
  rulesets: Type.Object({ do: Type.Literal('rulesets') }, closed),
  layout: Type.Object({ do: Type.Literal('layout'), ruleset: Type.String() }, closed),
  reset: Type.Object(
    {
      do: Type.Literal('reset'),
      batch: Type.Optional(BatchNumber),
      ruleset: Type.String(),
      options: Type.Optional(Type.Object({}, { additionalProperties: true })),
      seats: Type.Optional(number(254)),
      seeds: Type.Array(Seed, { minItems: 1, maxItems: MOST_GAMES }),
      endless: Type.Optional(Type.Boolean()),
      want: Want,
    },
    closed,
  ),
  step: Type.Object(
    {
      do: Type.Literal('step'),
      batch: Type.Optional(BatchNumber),
      actions: Type.Array(OneChoice, { minItems: 1, maxItems: MOST_GAMES }),
      seats: Type.Optional(Type.Array(Type.Union([Type.Null(), SeatQuery]), { minItems: 1, maxItems: MOST_GAMES })),
      want: Want,
    },
    closed,
  ),
  observe: Type.Object({ do: Type.Literal('observe'), batch: Type.Optional(BatchNumber), want: Want }, closed),
  legal: Type.Object(
    {
      do: Type.Literal('legal'),
      batch: Type.Optional(BatchNumber),
      game: Type.Optional(GameNumber),
      seat: Type.Optional(SeatQuery),
    },
    closed,
  ),
  view: Type.Object(
    {
      do: Type.Literal('view'),
      batch: Type.Optional(BatchNumber),
      game: Type.Optional(GameNumber),
      viewer: Type.Union([SeatQuery, Type.Literal('spectator')]),
    },
    closed,
  ),
  redeal: Type.Object(
    {
      do: Type.Literal('redeal'),
      batch: Type.Optional(BatchNumber),
      game: Type.Optional(GameNumber),
      seat: SeatQuery,
      into: Type.Array(GameNumber, { minItems: 1, maxItems: MOST_GAMES }),
      seed: Seed,
      want: Want,
    },
    closed,
  ),
  outcome: Type.Object(
    { do: Type.Literal('outcome'), batch: Type.Optional(BatchNumber), game: Type.Optional(GameNumber) },
    closed,
  ),
  close: Type.Object({ do: Type.Literal('close'), batch: Type.Optional(BatchNumber) }, closed),
} satisfies Record<string, TObject>;

type Requests = { [K in keyof typeof REQUESTS]: Static<(typeof REQUESTS)[K]> };
export type Request = Requests[keyof Requests];
export type RequestOf<K extends keyof Requests> = Requests[K];

const ajv = new Ajv({ ...UNCHECKED, strict: false, allErrors: true });
const checks = new Map<string, ValidateFunction>();

export function requestIn(sent: unknown): Request {
  const word = typeof sent === 'object' && sent !== null ? (sent as { do?: unknown }).do : undefined;
  if (typeof word !== 'string' || !Object.hasOwn(REQUESTS, word)) {
    throw malformed(`do must be one of ${Object.keys(REQUESTS).join(', ')}.`);
  }
  const check = checks.get(word) ?? ajv.compile(REQUESTS[word as keyof Requests]);
  checks.set(word, check);
  if (check(sent)) return sent as Request;
  const errors = messagesOf(check.errors).map(({ pointer, message }) => `${pointer || 'the request'} ${message}`);
  throw malformed(`${errors.join('; ')}.`);
}

function malformed(detail: string): Refused {
  return new Refused(
    'malformed-request',
    `The request is not valid: ${detail}`,
    'docs/environments.md lists all requests and their fields.',
  );
}
