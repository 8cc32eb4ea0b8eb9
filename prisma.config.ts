import { defineConfig } from 'prisma/config';

// For the Prisma command line only; the service is handed its database by src/main.ts.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/croupier' },
});
