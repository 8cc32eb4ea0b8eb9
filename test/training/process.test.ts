import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../dist/lab/training/env.js', import.meta.url));
const HEAD_BYTES = 8;
const RESET = { do: 'reset', ruleset: 'pascals-ruin', seeds: ['one', 'two'], endless: true, want: ['legal', 'mask'] };

function frame(batch: number, wanted: number, indices: readonly number[]): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES + 4 * indices.length);
  bytes.writeUInt8(0x53, 0);
  bytes.writeUInt8(wanted, 1);
  bytes.writeUInt16LE(batch, 2);
  bytes.writeUInt32LE(4 * indices.length, 4);
  for (const [i, index] of indices.entries()) bytes.writeUInt32LE(index, HEAD_BYTES + 4 * i);
  return bytes;
}

function told(...messages: (object | Buffer | string)[]) {
  const input = messages.map((message) => {
    if (Buffer.isBuffer(message)) return message;
    return Buffer.from(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`);
  });
  return spawnSync(process.execPath, [PROGRAM], { input: Buffer.concat(input), maxBuffer: 1 << 26 });
}

function linesOf(output: Buffer): any[] {
  return output
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('an environment behind a pipe', () => {
  it('answers frames like lines, and rejects illegal actions without a change', () => {
    const choice = [1, 4];
    const { stdout, status } = told(RESET, frame(0, 6, choice), frame(0, 6, [59, 59]), {
      do: 'observe',
      want: ['legal', 'mask'],
    });
    expect(status).toBe(0);
    const afterReset = stdout.indexOf('\n') + 1;
    const bytes = stdout.readUInt32LE(afterReset + 4);
    const body = stdout.subarray(afterReset + HEAD_BYTES, afterReset + HEAD_BYTES + bytes);
    const [refusal, table] = linesOf(stdout.subarray(afterReset + HEAD_BYTES + bytes));
    expect(refusal.problem).toMatchObject({ code: 'illegal-action' });
    expect([...body.subarray(0, 2)]).toEqual(table.agents);
    const legal: number[][] = table.legal;
    expect([body.readUInt32LE(24), body.readUInt32LE(28)]).toEqual(legal.map(({ length }) => length));
    const indices = legal.flat().map((_, i) => body.readUInt16LE(32 + 2 * i));
    expect(indices).toEqual(legal.flat());
    expect(body.subarray(body.length - 16).toString('hex')).toBe(table.mask.join(''));
  });

  it('ends with one line and exit code 2 after unreadable input', () => {
    for (const nonsense of ['blub\n', Buffer.from([0x53, 0xff, 0, 0, 0, 0, 0, 0])]) {
      const { stderr, status } = told(nonsense);
      expect(status).toBe(2);
      expect(stderr.toString()).toMatch(/^[^\n]+ this process ends\.\n$/);
    }
  });

  it('reports what is wrong with a request, and goes on', () => {
    const { stdout, status } = told(
      { do: 'observe' },
      RESET,
      { ...RESET, ruleset: 'whist' },
      { ...RESET, seats: 9 },
      { ...RESET, options: { mode: 'match', maxRounds: 3 } },
      { ...RESET, options: { stakes: 1 } },
      { ...RESET, seed: 'x' },
      { do: 'step', actions: [0] },
      { do: 'step', actions: [0, 0], seats: [9, null] },
      { do: 'view', viewer: 2 },
      { do: 'view', viewer: 0, game: 2 },
      { do: 'outcome' },
    );
    expect(status).toBe(0);
    expect(linesOf(stdout).map(({ problem, outcome }) => problem?.code ?? outcome)).toEqual([
      'unknown-batch',
      undefined,
      'unknown-ruleset',
      'seats-out-of-range',
      'invalid-options',
      'invalid-options',
      'malformed-request',
      'wrong-length',
      'not-your-turn',
      'seats-out-of-range',
      'unknown-game',
      null,
    ]);
  });

  it('draws worlds that the seat cannot distinguish from the position', () => {
    const game = { ruleset: 'champions-of-chance', seeds: ['a', 'b', 'c'] };
    const { stdout } = told(
      { do: 'reset', ...game },
      { do: 'redeal', seat: 1, into: [1, 2], seed: 'worlds' },
      { do: 'view', game: 0, viewer: 1 },
      { do: 'view', game: 1, viewer: 1 },
      { do: 'view', game: 0, viewer: 0 },
      { do: 'view', game: 2, viewer: 0 },
    );
    const [, , mine, world, other, drawn] = linesOf(stdout);
    expect(world).toEqual(mine);
    expect(drawn).not.toEqual(other);
  });
});
