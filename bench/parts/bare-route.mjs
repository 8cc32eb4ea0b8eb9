// Answers every request with the same bytes: `node bare-route.mjs <{status, type, etag} as JSON> <body>`.
import Fastify from 'fastify';

const [given, body] = process.argv.slice(2);
const { status, type, etag } = JSON.parse(given);
const app = Fastify();
app.all('/*', async (_, reply) => {
  reply.code(status);
  if (etag !== undefined) reply.header('etag', etag);
  if (type !== undefined) reply.type(type);
  return reply.send(body === '' ? undefined : body);
});
console.log(`Server listening at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
