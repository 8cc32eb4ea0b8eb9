import { closeSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';

const MOST_BYTES = 2_097_152;
const KEPT_BYTES = 1_048_576;

/**
 * Cuts a file that programs append to down to its end when it has grown too long; what is printed in that very moment may be lost.
 * Whoever appends goes on behind what is kept.
 */
export function keepEndOf(file: string): void {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size <= MOST_BYTES) return;
  const descriptor = openSync(file, 'r+');
  try {
    const end = Buffer.alloc(KEPT_BYTES);
    const read = readSync(descriptor, end, 0, KEPT_BYTES, size - KEPT_BYTES);
    ftruncateSync(descriptor, 0);
    writeSync(descriptor, end.subarray(0, read), 0, read, 0);
  } finally {
    closeSync(descriptor);
  }
}
