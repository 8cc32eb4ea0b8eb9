import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KeptHead } from '../../src/games/fairness/verification.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program on a file with this content, and on the heads that a player kept, as anyone would. */
export function runOn(program: string[], content: unknown, kept: readonly KeptHead[] = [], ...flags: string[]): Ran {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-transcript-'));
  try {
    const file = join(folder, 'transcript.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    const heads = kept.flatMap(({ version, head }) => ['--head', `${version}=${head}`]);
    const [name, ...args] = program as [string, ...string[]];
    return ran(name, [...args, file, ...heads, ...flags]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function verifiedByPython(content: unknown, kept?: readonly KeptHead[]): Ran {
  return runOn(['python3', '-B', join(EXAMPLES, 'verify.py')], content, kept);
}

/** Runs Python code that can `import verify`; its input is `input` as JSON. */
export function askPython(code: string, input: unknown): Ran {
  return ran('python3', ['-B', '-c', `import sys; sys.path.insert(0, ${JSON.stringify(EXAMPLES)})\n${code}`], input);
}

function ran(program: string, args: string[], input: unknown = null): Ran {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    input: JSON.stringify(input),
  });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}
