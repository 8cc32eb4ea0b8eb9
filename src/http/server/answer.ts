import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import type { Refused, Result } from '../../eventlog/result.ts';

/** What a handler returns: a value, a result of a feature, or the reply that it has sent. */
export type Answer<T> = T | FastifyReply | Result<T>;

/** No value has a field `ok`: operations whose answers had one would not be made. */
export function resultIn<T>(answer: Answer<T>): Result<T | FastifyReply> {
  const isResult = typeof answer === 'object' && answer !== null && 'ok' in answer && typeof answer.ok === 'boolean';
  return isResult ? (answer as Result<T>) : { ok: true, value: answer as T };
}

/** What is made of a success; a refusal stays as it is. */
export function whenDone<T, U>(result: Result<T>, make: (value: T) => U): U | Refused {
  return result.ok ? make(result.value) : result;
}

/** A body that holds nothing but these fields. */
export function bodyOf<T extends TProperties>(fields: T): TObject<T> {
  return Type.Object(fields, { additionalProperties: false });
}
