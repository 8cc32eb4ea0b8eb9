import { pino } from 'pino';
import { DEFAULT_CONNECTIONS, readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { fail } from './fail.ts';
import { Metrics } from './http/metrics.ts';
import { packageVersion } from './places.ts';
import { requirePorts } from './ports.ts';

export async function start(openFiles: number): Promise<void> {
  const config = readConfig(process.env, openFiles);
  const logger = pino({ level: config.logLevel });
  const version = packageVersion();
  logger.info({ version, node: process.version }, 'starting');
  const { connections } = config.limits;
  if (openFiles < DEFAULT_CONNECTIONS)
    logger.warn(
      { openFiles, connections },
      'the limit of open files is low (ulimit -n), and with it the limit of connections',
    );
  await requirePorts(config);
  const metrics = config.metrics ? new Metrics() : null;
  // runs both at the same time: the embedded database opens in its own thread while the code loads
  const opening = openDatabase(config, logger, { onBatch: metrics?.onBatch, onFailure: fail });
  const serving = import('./serve.ts').then(({ serve }) => serve({ config, logger, metrics, version, opening }));
  await Promise.all([opening, serving]);
}
