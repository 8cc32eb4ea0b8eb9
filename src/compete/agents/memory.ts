import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
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

async function fromProc(groups: ReadonlySet<number>): Promise<Taken[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(processes.map((id) => takenBy(id, groups).catch(() => null))); // null: it has ended
  return found.filter((taken) => taken !== null);
}

async function takenBy(id: string, groups: ReadonlySet<number>): Promise<Taken | null> {
  const stat = await readFile(`/proc/${id}/stat`, 'latin1');
  const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[GROUP]);
  if (!groups.has(group)) return null;
  const status = await readFile(`/proc/${id}/status`, 'latin1');
  return { group, bytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * KILO };
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
