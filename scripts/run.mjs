// Runs a program of the tests, in TypeScript as it stands: `node scripts/run.mjs test/faults/run.ts --short`.
// vitest's own way of loading modules does it, so that such programs need no build of their own.
import { resolve } from 'node:path';
import { createViteServer } from 'vitest/node';

const [program = '', ...args] = process.argv.slice(2);
process.argv = [process.argv[0], resolve(program), ...args];
// what the program has started goes when it goes
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const loader = await createViteServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const { main } = await loader.ssrLoadModule(resolve(program));
const code = await main(args);
await loader.close();
process.exit(code);
