import type { FastifyRequest } from 'fastify';

/** Whether a request asks for something to be changed. */
export function isChange({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** The operation of a request and the headers that it looks at; null: it is none of the API. */
export function operationOf({ routeOptions }: FastifyRequest): { id: string; takes(header: string): boolean } | null {
  const { operationId, headers } = (routeOptions.schema ?? {}) as {
    operationId?: string;
    headers?: { properties?: Record<string, unknown> };
  };
  if (operationId === undefined) return null;
  return { id: operationId, takes: (header) => headers?.properties?.[header] !== undefined };
}
