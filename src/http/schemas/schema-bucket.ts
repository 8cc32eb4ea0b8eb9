import type { FastifyServerOptions } from 'fastify';

type Bucket = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['bucket']>;

/**
 * Where Fastify keeps the schemas that routes refer to. Its own bucket copies the list of all of them twice for each route
 * while the service starts; nobody changes what this one hands out.
 */
export const schemaBucket: Bucket = (inherited) => {
  const byId = { ...(inherited as Record<string, unknown> | undefined) };
  return {
    add(schema): never {
      const { $id } = schema as { $id: string };
      if ($id in byId) throw new Error(`there are two schemas ${$id}`);
      byId[$id] = schema;
      return undefined as never; // Fastify looks at no answer, though its types speak of one
    },
    getSchema: (id) => byId[id],
    getSchemas: () => byId,
  };
};
