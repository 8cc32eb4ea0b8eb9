// Locks directories in another process. Reads "take <directory>" or "drop"; prints "took", "in use" or "dropped".
import { createInterface } from 'node:readline';
import { lockDirectory } from '../../dist/src/store/embedded/directory-lock.js';

let drop = async () => {};
console.log('here');
for await (const line of createInterface({ input: process.stdin })) {
  const [order, directory] = line.split(' ');
  if (order === 'take') {
    try {
      drop = await lockDirectory(directory);
      console.log('took');
    } catch (error) {
      console.log(error.name === 'DataDirectoryInUse' ? 'in use' : error.stack);
    }
  } else {
    await drop();
    console.log('dropped');
  }
}
