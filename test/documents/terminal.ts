import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './markdown.ts';
import { differenceTo, readPrinted } from './printed-answer.ts';

const run = promisify(execFile);

export class Terminal {
  readonly folder = mkdtempSync(join(tmpdir(), 'croupier-pages-'));
  readonly #host: string;
  readonly #learned: Map<string, string>;
  readonly #assignments: string[] = [];

  /** `learned` maps values that a page prints, such as ids, to those of this run. */
  constructor(url: string, learned: Record<string, string> = {}) {
    this.#host = new URL(url).host;
    this.#learned = new Map(Object.entries(learned));
    for (const name of readdirSync(ROOT)) symlinkSync(join(ROOT, name), join(this.folder, name));
  }

  async type(command: string): Promise<string> {
    const here = [...this.#learned].reduce((text, [printed, is]) => text.replaceAll(printed, is), command);
    const typed = here.replaceAll('localhost:3000', this.#host);
    if (/^([A-Z]+=('[^']*'|\S+)(; )?)+$/.test(typed)) {
      this.#assignments.push(typed);
      return '';
    }
    const script = [...this.#assignments, typed].join('\n');
    const { stdout } = await run('bash', ['-o', 'pipefail', '-c', script], { cwd: this.folder });
    return stdout;
  }

  async follow(block: string): Promise<string[]> {
    const differences: string[] = [];
    for (const part of block.split(/^\$ /m).slice(1)) {
      const { command, printed } = partsOf(part);
      const answer = await this.type(command);
      if (printed === '') continue;
      const difference = differenceTo(readPrinted(printed), JSON.parse(answer), this.#learned);
      if (difference !== null) differences.push(`${command}\n${difference}`);
    }
    return differences;
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }
}

function partsOf(part: string): { command: string; printed: string } {
  const lines = part.split('\n');
  const last = lines.findIndex((line) => !line.endsWith('\\'));
  return {
    command: lines.slice(0, last + 1).join('\n'),
    printed: lines
      .slice(last + 1)
      .join('\n')
      .trim(),
  };
}
