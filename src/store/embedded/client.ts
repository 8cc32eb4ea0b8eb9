import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedServer } from './server.ts';

/** One connection to the embedded database of a directory, for a program that needs no store: nobody else has it open meanwhile. */
export async function connectEmbedded(directory: string): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const releases = [await lockDirectory(directory)];
  const close = async () => {
    for (const release of releases.toReversed()) await release();
  };
  try {
    const server = new EmbeddedServer(directory, () => {});
    releases.push(() => server.stop());
    await server.ready;
    const client = new pg.Client({ stream: () => server.connect(), user: 'postgres' });
    client.on('error', () => {}); // whoever waits for an answer gets the error as well
    await client.connect();
    releases.push(() => client.end());
    return { client, close };
  } catch (error) {
    await close();
    throw error;
  }
}
