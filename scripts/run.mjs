// Runs a TypeScript program of the tests without a build, by vitest's module loader:
//   node scripts/run.mjs test/faults/run.ts --short
import { resolve } from 'node:path';
import { createViteServer } from 'vitest/node';

const [program = '', ...args] = process.argv.slice(2);
process.argv = [process.argv[0], resolve(program), ...args];
// exits at a signal, so that child processes are ended too
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
