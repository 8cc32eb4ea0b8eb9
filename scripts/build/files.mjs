import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

/** Returns sorted names. Empty if there is no such folder. Leaves out names that begin with a dot. */
export function filesIn(folder, pattern = /./) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
    .filter((file) => pattern.test(file))
    .sort();
}

/** Returns a digest that changes with any name and any byte. A missing file differs from an empty one. */
export function digestOf(files) {
  const digest = createHash('sha256');
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : null;
    digest.update(`${file}\n${content?.length ?? 'missing'}\n`);
    if (content !== null) digest.update(content);
  }
  return digest.digest('base64url');
}

export function stateOf(files) {
  const digest = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    digest.update(`${file}\n${size}\n${mtimeMs}\n`);
  }
  return digest.digest('base64url');
}
