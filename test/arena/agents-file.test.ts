import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { agentsIn } from '../../lab/arena/agents/agents-file.ts';
import { fileWith } from './held.ts';

test('agents are read with their default bounds, in the folder of their file', () => {
  const file = fileWith('[{"name": "A", "pipe": "python3", "args": ["a.py"]}, {"name": "B", "policy": "plain"}]');
  const bounds = { seconds: 10, memoryMb: 1024, restarts: 5 };
  const plays = { kind: 'pipe', command: ['python3', 'a.py'] };
  expect(agentsIn(file)).toEqual([
    { name: 'A', plays, env: {}, cwd: dirname(file), bounds, concurrency: null },
    { name: 'B', plays: { kind: 'policy', policy: 'plain' } },
  ]);
});

test('the examples are agents that can take part', () => {
  expect(agentsIn('examples/agents.json').map(({ plays }) => plays.kind)).toContain('command');
  for (const agent of agentsIn('examples/agents.json')) if ('cwd' in agent) expect(agent.cwd).toBe(resolve('examples'));
});

test.each([
  ['{"name": "A"}', 'must hold a list of agents'],
  ['[{"name": "A"', 'cannot be read'],
  ['[{"name": "A"}]', 'agent 1 in .* must have exactly one of the fields policy, command, pipe'],
  ['[{"name": "A", "policy": "random", "pipe": "a"}]', 'must have exactly one of the fields'],
  ['[{"name": "A", "pipe": "a", "memory": 5}]', 'agent 1 .*memory'],
  ['[{"name": "A", "command": "a", "seconds": 5}]', 'agent 1 .*seconds'],
  ['[{"name": "A", "pipe": "a", "restarts": -1}]', 'restarts must be'],
  ['[{"name": "A", "pipe": "python3 a.py"}]', 'arguments separately: "pipe": "python3", "args": ."a.py".'],
  ['[{"name": " ", "pipe": "a"}]', 'name of the agent 1 .* must begin and end with a visible character'],
  ['[{"name": "Ann", "pipe": "a"}, {"name": "ANN", "pipe": "b"}]', '"Ann" and "ANN" .* look the same'],
  ['[{"name": "A", "policy": "plain"}, {"name": "B", "policy": "plain"}]', '"A" and "B" .* same policy'],
])('agents that are written %s are rejected', (text, message) => {
  expect(() => agentsIn(fileWith(text))).toThrow(new RegExp(message));
});
