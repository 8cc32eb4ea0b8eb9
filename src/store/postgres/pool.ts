import pg from 'pg';

/** `onConnectionLost` is told of idle connections that break off; the pool opens others when they are needed. */
export function openPool(config: pg.PoolConfig, onConnectionLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', onConnectionLost);
  // in the moment between two users nobody else listens, and an error that nobody listens to ends the process
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
