#!/usr/bin/env node
// Replaces Prisma's native schema engine (`migrate diff|dev|deploy|status`) if it cannot be downloaded: the same
// JSON-RPC and engine, as WebAssembly. The shadow database is PGlite in memory.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

const require = createRequire(import.meta.url);
const { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } = createRequire(require.resolve('@prisma/adapter-pg'))(
  '@prisma/driver-adapter-utils',
);
const CHAR = 18;
const TEXT = 25;

const args = process.argv.slice(2);
const valuesOf = (option) => args.flatMap((arg, i) => (arg === option ? [args[i + 1]] : []));

async function loadEngine() {
  const glue = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import(glue);
  const module = new WebAssembly.Module(readFileSync(join(dirname(glue), 'schema_engine_bg.wasm')));
  const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': bindings });
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => process.stderr.write(`${message}\n`) };
  bindings.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return bindings.SchemaEngine;
}

let shadowPool;
function shadow() {
  shadowPool ??= startShadow();
  return shadowPool;
}

async function startShadow() {
  const config = createPgConfig(await PGlite.create());
  const parse = config.connection.parse.bind(config.connection);
  // pg passes functions as `types`, where PGlite expects a list of type ids
  config.connection.parse = (query) => parse({ ...query, types: undefined });
  return new pg.Pool({ ...config, max: 1 });
}

/** Returns Prisma's adapter, changed so that it knows the type "char" and does not split scripts at each `;`. */
async function adapterOver(pool) {
  const adapter = await new PrismaPg(pool).connect();
  const { performIO, queryRaw } = adapter;
  adapter.queryRaw = async (query) => {
    const chars = new Set();
    const asText = async (query) => {
      const result = await performIO.call(adapter, query);
      for (const [i, field] of result.fields.entries()) {
        if (field.dataTypeID !== CHAR) continue;
        field.dataTypeID = TEXT;
        chars.add(i);
      }
      return result;
    };
    const result = await queryRaw.call(Object.create(adapter, { performIO: { value: asText } }), query);
    for (const i of chars) result.columnTypes[i] = ColumnTypeEnum.Character;
    return result;
  };
  adapter.executeScript = async (script) => {
    await pool.query(script).catch((error) => adapter.onError(error));
  };
  return adapter;
}

const asRpcError = (error) => ({
  is_panic: false,
  message: String(error?.message ?? error),
  meta: error?.meta ?? null,
  error_code: error?.code ?? 'P3000',
});

async function startEngine(needsDatabase) {
  const { url } = JSON.parse(valuesOf('--datasource')[0] ?? '{}');
  const datamodels = valuesOf('--datamodels').map((path) => [path, readFileSync(path, 'utf8')]);
  const SchemaEngine = await loadEngine();
  return SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory({
      provider: 'postgres',
      adapterName: '@prisma/adapter-pg',
      connect: async () => adapterOver(needsDatabase ? new pg.Pool({ connectionString: url, max: 1 }) : await shadow()),
      connectToShadowDb: async () => adapterOver(await shadow()),
    }),
  );
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let engine;
let notices = 1_000_000;

async function answer({ id, method, params }) {
  try {
    const needsDatabase = method !== 'diff' || params.from.tag === 'url' || params.to.tag === 'url';
    engine ??= await startEngine(needsDatabase);
    const result = (await engine[method === 'getDatabaseVersion' ? 'version' : method](params)) ?? null;
    if (method === 'diff' && result.stdout != null) {
      send({ id: notices++, method: 'print', params: { content: result.stdout } });
      result.stdout = null;
    }
    send({ id, result });
  } catch (error) {
    send({ id, error: { code: 4466, message: 'error', data: asRpcError(error) } });
  }
}

if (args.includes('--version')) {
  console.log('schema-engine-cli wasm');
} else if (args.includes('cli')) {
  try {
    await (await startEngine(true)).version();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${JSON.stringify(asRpcError(error))}\n`);
    process.exit(1);
  }
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.method !== undefined) await answer(message); // messages without a method only confirm our output
  }
  process.exit(0);
}
