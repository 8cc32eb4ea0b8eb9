import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { markOf, processes, readIfThere } from './mark.ts';

const KILO = 1024;
/** Of `/proc/<pid>/stat`, counted behind the name in brackets, which may hold anything. */
const GROUP = 2;

/**
 * How many bytes of memory each of these groups of processes takes at this moment, all processes of it together; on Linux with
 * those that have left the group and have its mark.
 */
export async function memoryOf(marks: ReadonlyMap<number, string>): Promise<Map<number, number>> {
  const taken = new Map<number, number>();
  const all = process.platform === 'linux' ? fromProc(marks) : await fromPs();
  for (const { group, bytes } of all) {
    if (marks.has(group)) taken.set(group, (taken.get(group) ?? 0) + bytes);
  }
  return taken;
}

interface Taken {
  group: number;
  bytes: number;
}

function fromProc(marks: ReadonlyMap<number, string>): Taken[] {
  const groups = new Map([...marks].map(([group, mark]) => [mark, group]));
  return processes()
    .map((id) => takenBy(id, marks, groups))
    .filter((taken) => taken !== null);
}

/** These files are in memory: read at once, they take a third of what waiting for each costs. */
function takenBy(id: string, marks: ReadonlyMap<number, string>, groups: ReadonlyMap<string, number>): Taken | null {
  const stat = readIfThere(`/proc/${id}/stat`);
  const own = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[GROUP]);
  const group = marks.has(own) ? own : groups.get(markOf(id) ?? '');
  if (group === undefined) return null;
  const status = readIfThere(`/proc/${id}/status`);
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
