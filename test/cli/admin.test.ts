import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/admin.js', import.meta.url));
const ID = '01a20439-ae3a-7310-8e54-59a6965f7dd4';

function admin(settings: Record<string, string>, ...args: string[]) {
  const env = { PATH: process.env.PATH ?? '', ...settings };
  return spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', timeout: 60_000, env });
}

test.each([
  [{}, 2, ['suspnd'], 'There is no command suspnd.'],
  [{}, 2, ['log', '--limit', 'x'], '--limit must be a whole number from 1 to 9999.'],
  [{ DATA_DIR: '/nowhere' }, 2, ['game', ID], '/nowhere holds no embedded database'],
  [{ DATABASE_URL: 'nonsense' }, 1, ['queues'], 'begin with postgresql://'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 1, ['queues'], 'ECONNREFUSED'],
])(
  'a call that fails with %j ends with exit code %i and a message, as text or on request as JSON',
  (settings, code, args, why) => {
    const told = admin(settings, ...args);
    expect({ code: told.status, stdout: told.stdout }).toEqual({ code, stdout: '' });
    expect(told.stderr).toContain(why);
    const json = admin(settings, ...args, '--json');
    expect({ code: json.status, stderr: json.stderr }).toEqual({ code, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({ failed: expect.stringContaining(why) });
  },
);
