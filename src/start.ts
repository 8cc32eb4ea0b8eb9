import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { DEFAULT_CONNECTIONS, readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { fail } from './fail.ts';
import { Metrics } from './http/metrics.ts';
import { requirePorts } from './ports.ts';
import { Primary } from './workers/primary.ts';
import { PrimaryLine } from './workers/worker.ts';

/** Reads the environment, and serves or has others serve. */
export async function start(openFiles: number): Promise<void> {
  const line = cluster.isWorker ? new PrimaryLine() : null;
  const config = readConfig(process.env, openFiles);
  const logger = pino({ level: config.logLevel });
  const { workers } = config;
  const version = packageVersion();
  if (line === null) {
    logger.info({ version, node: process.version, workers }, 'starting');
    const { connections } = config.limits;
    if (openFiles < DEFAULT_CONNECTIONS) logger.warn({ openFiles, connections }, 'few files may be open (ulimit -n)');
    await requirePorts(config);
  }
  if (line === null && workers > 1) process.exit(await led(workers, logger));
  const metrics = config.metrics ? new Metrics(line) : null;
  // side by side: the embedded database opens in a thread of its own, while most of the code is still to be loaded
  const opening = openDatabase(config, logger, { onBatch: metrics?.onBatch, onFailure: fail });
  const serving = import('./serve.ts').then(({ serve }) => {
    return serve({ config, logger, metrics, line, version, opening });
  });
  await Promise.all([opening, serving]);
}

/** Has so many workers serve; the exit code, once all have ended. */
function led(workers: number, logger: Logger): Promise<number> {
  const primary = new Primary(workers, logger);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'stopping the workers');
      primary.stop(signal);
    });
  }
  primary.start();
  return primary.ended;
}

function packageVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
