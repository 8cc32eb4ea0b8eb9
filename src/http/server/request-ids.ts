import { randomBytes } from 'node:crypto';

const SERVER_BYTES = 9;

/**
 * Gives out ids of requests: short, in the order of arrival, and never the same again, on another server or after a
 * restart. The log speaks of a request under its id, and its answer carries it.
 */
export function requestIds(): () => string {
  const server = randomBytes(SERVER_BYTES).toString('base64url');
  let requests = 0;
  return () => `${server}-${(++requests).toString(36)}`;
}
