import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../problems/problem.ts';

/** Options in a query, where an object has no place but as text. */
export const OptionsAsked = Type.String({
  maxLength: 2000,
  description: 'Options other than the defaults, as a JSON object.',
});

/** The options that a query names, `{}` where it names none; null where they are no JSON object. */
export function optionsIn(text: string | undefined): object | null {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

export function sendNoOptions(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const errors = [{ pointer: '/options', message: 'must be a JSON object' }];
  return sendProblem(request, reply, 'invalid-request', { detail: 'The options are not a JSON object.', errors });
}
