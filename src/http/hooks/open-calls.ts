import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hostAddressOf } from '../limits/host-address.ts';
import { type OpenCallLimits, OpenCalls, type OpenKind } from '../limits/open-calls.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendProblem } from '../problems/problem.ts';
import { whenOver } from './call-lifetime.ts';

declare module 'fastify' {
  interface FastifyInstance {
    openCalls: OpenCalls;
  }
}

const CODES: Record<OpenKind, ProblemCode> = { stream: 'too-many-streams', wait: 'too-many-waiting' };

/** Lets routes whose answers stay open ask whether there is room for one more. */
export function countOpenCalls(app: FastifyInstance, most: OpenCallLimits): void {
  app.decorate('openCalls', new OpenCalls(most));
}

/** Takes a place until the answer is out; false: there is none, and the caller has been told. */
export function staysOpen(kind: OpenKind, request: FastifyRequest, reply: FastifyReply): boolean {
  const playerId = request.caller?.id ?? null;
  const taken = request.server.openCalls.take(kind, { playerId, address: hostAddressOf(request.ip ?? '') });
  if (typeof taken === 'function') {
    whenOver(request, reply, taken);
    return true;
  }
  const whose = taken.limit === 'address' ? 'of one address' : 'of one player, or of one address without a token';
  const detail = `Only ${taken.most} streams and waiting calls ${whose} are kept open here.`;
  sendProblem(request, reply, CODES[kind], { detail });
  return false;
}
