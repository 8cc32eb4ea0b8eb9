import { readFileSync, writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { loadCatalogue } from '#rules/catalogue.ts';
import { House } from '../house.ts';
import { buildApp } from '../http/app.ts';
import { withRecordedExamples } from '../http/documentation/recorded-examples.ts';
import { writeBuiltDocument } from '../http/documentation/served-document.ts';
import { NO_LIMITS } from '../http/limits.ts';
import { Readiness } from '../http/readiness.ts';
import { packageVersion, ROOT, TREES } from '../places.ts';
import type { Store } from '../store/store.ts';
import { refuseUnknownFlags } from './flags.ts';

/** The file that this program writes. With `--check` it only compares the file; with `--build` it writes the form that
 * the server serves. */
const FILE = new URL('openapi/openapi.json', ROOT);
/** the file of the calls that `test/session.test.ts` records */
const SESSION = new URL('openapi/session.jsonl', ROOT);

refuseUnknownFlags(process.argv.slice(2), ['--check', '--build']);
const catalogue = await loadCatalogue(false);
const described = withRecordedExamples(await describedApi(), readFileSync(SESSION, 'utf8'));
const document = `${JSON.stringify(described, null, 2)}\n`;
if (process.argv.includes('--build')) {
  writeBuiltDocument(TREES, JSON.stringify(described));
} else if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== document) {
    console.error('openapi/openapi.json does not match the routes: run `npm run openapi` and look at the difference.');
    process.exit(1);
  }
  console.log('openapi/openapi.json is current.');
} else {
  writeFileSync(FILE, document);
  console.log(`openapi/openapi.json: ${Object.keys(JSON.parse(document).paths).length} paths`);
}

/** Describes the API without a database. It needs only routes and schemas, so any use of the store is a bug. */
async function describedApi(): Promise<object> {
  const store = new Proxy({} as Store, {
    get: (_, name) => () => {
      throw new Error(`describing the API must not reach for store.${String(name)}`);
    },
  });
  const house = new House(store, catalogue, { games: { liveGames: 1 }, onTrouble: () => {} });
  const app = await buildApp({
    ...house,
    logger: pino({ level: 'silent' }),
    limits: NO_LIMITS,
    readiness: new Readiness(house),
    metrics: null,
    version: packageVersion(),
    document: null,
    pages: null,
    operator: null,
  });
  return app.swagger();
}
