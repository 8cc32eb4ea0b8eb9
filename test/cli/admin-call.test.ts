import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { COMMANDS, readCall, usageOf } from '../../src/cli/admin-call.ts';

const ID = '01A20439-ae3a-7310-8e54-59a6965f7dd4';

test('a call is read with its target, its flags and its operator', () => {
  const suspended = readCall([
    'suspend',
    ID,
    '--until',
    '7d',
    '--because',
    'insults',
    '--yes',
    '--as',
    'Olga',
    '--json',
  ]);
  const flags = { until: '7d', because: 'insults', yes: true };
  expect(suspended).toEqual({ call: { command: 'suspend', target: ID.toLowerCase(), flags, by: 'Olga' }, json: true });
  const { call, json } = readCall(['find', 'Ada L.']);
  expect({ call, json }).toEqual({
    call: { command: 'find', target: 'Ada L.', flags: {}, by: userInfo().username },
    json: false,
  });
  expect(readCall(['log']).call.target).toBeNull();
});

test.each([
  [[], 'Name a command.'],
  [['suspnd'], 'There is no command suspnd.'],
  [['find'], 'The command must name a text.'],
  [['void'], 'The command must name a game.'],
  [['void', 'x'], 'x is not the id of a game: `npm run admin -- find` shows ids.'],
  [['queues', 'x'], 'Unexpected argument: x.'],
  [['player', ID, ID], `Unexpected argument: ${ID}.`],
  [['void', ID, '--becuase', 'x'], 'Unknown option --becuase: did you mean --because?'],
  [['void', ID, '--yes'], 'The option --because is missing.'],
  [['suspend', ID, '--until', '7d'], 'The option --because is missing.'],
  [['void', ID, '--because', ''], '--because must be a line of 1 to 200 characters.'],
  [['void', ID, '--because', 'two\nlines'], '--because must be a line of 1 to 200 characters.'],
  [['void', ID, '--because', 'x'.repeat(201)], '--because must be a line of 1 to 200 characters.'],
  [['void', ID, '--reason', 'boring'], '--reason must be fault, stuck, conduct, asked or other.'],
  [['suspend', ID, '--until', 'tomorrow'], /^--until must be a time/],
  [['suspend', ID, '--until', '2026-13-45T00:00Z'], /^--until must be a time/],
  [['suspend', ID, '--until', '2026-12-01T00:00'], /^--until must be a time/],
  [['take-over', ID, '--seat', '-1'], /--seat/],
  [['log', '--limit', '0'], '--limit must be a whole number from 1 to 9999.'],
] as [string[], string | RegExp][])('%j is rejected with the reason', (args, why) => {
  expect(() => readCall(args)).toThrow(why);
});

test('the help of a command names all its flags, and the general help names each command', () => {
  for (const [name, { flags = {} }] of Object.entries(COMMANDS)) {
    expect(usageOf(null)).toContain(`\n  ${name}`);
    for (const flag of Object.keys(flags)) expect(usageOf(name)).toContain(`\n  --${flag}`);
  }
});
