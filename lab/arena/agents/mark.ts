import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** By it a process is known that has left its group: it is in the environment of all that a program starts. */
export const MARK = 'CROUPIER_PROGRAM';
const MARK_BYTES = 12;
/** One that starts processes faster than that is not waited for. */
const MOST_LOOKS = 20;

export function newMark(): string {
  return randomBytes(MARK_BYTES).toString('hex');
}

/** The mark in the environment that a process was started with; null: it has none, or it is not known here. Linux alone tells. */
export function markOf(process: string): string | null {
  const environment = readIfThere(`/proc/${process}/environ`);
  return new RegExp(`(?:^|\\0)${MARK}=([0-9a-f]+)(?:\\0|$)`).exec(environment)?.[1] ?? null;
}

/** Ends all processes with a mark at once, and those that they start meanwhile. Elsewhere than on Linux it finds none. */
export function killMarked(mark: string): void {
  if (process.platform !== 'linux') return;
  const ended = new Set<string>();
  for (let look = 0; look < MOST_LOOKS; look++) {
    const found = processes().filter((id) => !ended.has(id) && markOf(id) === mark);
    if (found.length === 0) return;
    for (const id of found) {
      ended.add(id);
      endNow(id);
    }
  }
}

/** The numbers of all processes; on Linux alone. */
export function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

/** Empty where the process has ended, or is somebody else's. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function endNow(id: string): void {
  try {
    process.kill(Number(id), 'SIGKILL');
  } catch {
    // it has ended meanwhile
  }
}
