import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../problems/problem.ts';

/** Deeper than any body that fits anywhere. */
const DEEPEST = 24;

/** What is nested thousands of levels deep fits nowhere, and is more than a program that looks into it level by level can bear. */
export function refuseDeepBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, reply, done) => {
    if (!isDeeperThan(DEEPEST, request.body)) return done();
    const detail = `The body is nested more than ${DEEPEST} levels deep.`;
    sendProblem(request, reply, 'invalid-request', { detail });
  });
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}
