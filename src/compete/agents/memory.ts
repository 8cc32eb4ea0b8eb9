import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const KILO = 1024;
/** Of `/proc/<pid>/stat`, counted behind the name in brackets, which may hold anything. */
const GROUP = 2;

/** How many bytes of memory each of these groups of processes takes at this moment, all processes of it together. */
export async function memoryOf(groups: ReadonlySet<number>): Promise<Map<number, number>> {
  const taken = new Map<number, number>();
  const processes = process.platform === 'linux' ? await fromProc(groups) : await fromPs();
  for (const { group, bytes } of processes) {
    if (groups.has(group)) taken.set(group, (taken.get(group) ?? 0) + bytes);
  }
  return taken;
}

interface Taken {
  group: number;
  bytes: number;
}

function fromProc(groups: ReadonlySet<number>): Taken[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => takenBy(id, groups))
    .filter((taken) => taken !== null);
}

/** These files are in memory: read at once, they take a third of what waiting for each costs. */
function takenBy(id: string, groups: ReadonlySet<number>): Taken | null {
  const stat = readIfThere(`/proc/${id}/stat`);
  const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[GROUP]);
  if (!groups.has(group)) return null;
  const status = readIfThere(`/proc/${id}/status`);
  return { group, bytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * KILO };
}

/** Empty where the process has ended. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Where there is no such folder, as on macOS. */
async function fromPs(): Promise<Taken[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([group = 0, kilobytes = 0]) => ({ group, bytes: kilobytes * KILO }));
}
