// Reads how much processes use from /proc on Linux; NaN elsewhere.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Returns the fields of /proc/<pid>/stat from the third on. The second one, a name in brackets, may contain spaces. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

export function parentOf(pid) {
  return Number(statOf(pid)?.[1] ?? Number.NaN);
}

/** Returns CPU seconds of all threads of a process. */
export function cpuSeconds(pid) {
  const stat = statOf(pid);
  return stat === null ? Number.NaN : (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND;
}

/** Returns CPU seconds of a process and its children, including those that have ended. */
export function cpuSecondsOfFamily(pid) {
  const own = statOf(pid);
  if (own === null) return Number.NaN;
  const ended = (Number(own[13]) + Number(own[14])) / TICKS_PER_SECOND;
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return children.reduce((sum, child) => sum + (cpuSeconds(child) || 0), cpuSeconds(pid) + ended);
}

export function residentBytes(pid) {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}
