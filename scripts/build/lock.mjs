import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const NAME = '.build.lock';
const PAUSE_MS = 50;
/** an older lock is ignored: no build takes this long, so its process id now belongs to another process */
const LONGEST_MS = 600_000;

// Takes over the lock of a process that has died. If two processes do so at the same time, both build the same files.
export async function withLock(folder, work) {
  const lock = join(folder, NAME);
  mkdirSync(folder, { recursive: true });
  while (!taken(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else await sleep(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function taken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function isAbandoned(lock) {
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    const owner = Number(readFileSync(lock, 'utf8'));
    if (owner === 0) return age > PAUSE_MS * 10; // the lock file is empty for a moment after it was created
    return owner === process.pid || age > LONGEST_MS || !lives(owner);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
