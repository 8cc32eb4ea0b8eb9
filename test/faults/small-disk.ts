import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PIECE = Buffer.alloc(64 * 1024);

export function withoutDisk(): string | null {
  if (process.getuid?.() !== 0) return 'only root can mount a small disk';
  const directory = mkdtempSync(join(tmpdir(), 'croupier-disk-'));
  const mounted = mount(directory, '1m');
  if (mounted) unmount(directory);
  rmSync(directory, { recursive: true });
  return mounted ? null : 'a small disk cannot be mounted here';
}

export function mount(directory: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=1777`, 'croupier', directory]).status === 0;
}

export function remount(directory: string, how: 'ro' | 'rw'): boolean {
  return spawnSync('mount', ['-o', `remount,${how}`, directory]).status === 0;
}

export function unmount(directory: string): void {
  spawnSync('umount', ['-l', directory]);
}

export function fillUp(path: string): void {
  const file = openSync(path, 'w');
  for (let size = PIECE.length; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) if (writeSync(file, PIECE, 0, size) < size) break;
    } catch {
      // this piece does not fit, but a smaller one may
    }
  }
  closeSync(file);
}
