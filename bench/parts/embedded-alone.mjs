// Opens the embedded database without the service, in a directory that it creates if needed:
// node embedded-alone.mjs <directory>
import { openDurable } from '../../dist/src/store/embedded/durable-files.js';

const database = await openDurable(process.argv[2], { onLostWrite: fail, onLog: () => {} });
await database.query('select 1');
console.log('open');
await database.close();

function fail(error) {
  throw error;
}
