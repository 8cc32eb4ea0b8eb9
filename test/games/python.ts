import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KeptHead } from '../../src/games/model/verdict.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface ToVerify {
  content: unknown;
  kept?: readonly KeptHead[];
  flags?: readonly string[];
}

export const NOT_ALL_CHECKED = 3;

export function runOn(program: string[], content: unknown, kept: readonly KeptHead[] = [], ...flags: string[]): Ran {
  const [name, ...args] = program as [string, ...string[]];
  return withFiles([{ content, kept }], ([named = []]) => ran(name, [...args, ...named, ...flags]));
}

export function verifiedByPython(content: unknown, kept: readonly KeptHead[] = []): Ran {
  return allVerifiedByPython([{ content, kept }])[0] as Ran;
}

export function competitionVerifiedByPython(lines: readonly string[], kept: readonly KeptHead[] = []): Ran {
  return allVerifiedByPython([{ content: lines.join(''), kept, flags: ['--competition'] }])[0] as Ran;
}

/** Runs the script for all inputs in one interpreter, because starting it takes longest. */
const RUN_EACH = `
import contextlib, io, json, os, runpy, sys
program, answers = sys.argv[1], []
sys.path.insert(0, os.path.dirname(program))
for arguments in json.load(sys.stdin):
    sys.argv = [program, *arguments]
    said, complained = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        try:
            runpy.run_path(program, run_name="__main__")
        except SystemExit as ended:
            status = ended.code
    answers.append({"status": status, "stdout": said.getvalue(), "stderr": complained.getvalue()})
json.dump(answers, sys.stdout)`;

export function allVerifiedByPython(transcripts: readonly ToVerify[]): Ran[] {
  return withFiles(transcripts, (named) => {
    const { stdout, stderr } = ran('python3', ['-B', '-c', RUN_EACH, join(EXAMPLES, 'verify.py')], named);
    if (stderr !== '') throw new Error(stderr);
    return JSON.parse(stdout);
  });
}

function withFiles<T>(transcripts: readonly ToVerify[], use: (named: string[][]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-transcript-'));
  try {
    const named = transcripts.map(({ content, kept = [], flags = [] }, number) => {
      const file = join(folder, `transcript-${number}.json`);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return [file, ...flags, ...kept.flatMap(({ version, head }) => ['--head', `${version}=${head}`])];
    });
    return use(named);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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
