// Opens the embedded database without the service: node embedded-alone.mjs <directory>. It creates the directory if
// needed.
import { openDurable } from '../../dist/src/store/embedded/durable-files.js';

const database = await openDurable(process.argv[2], { onLostWrite: fail, onLog: () => {} });
await database.query('select 1');
console.log('open');
await database.close();

function fail(error) {
  throw error;
}
