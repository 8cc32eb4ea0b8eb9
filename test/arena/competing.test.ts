import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CompeteResult, LossRule } from '../../lab/arena/result.ts';
import { competitionVerdict } from '../../src/cli/verdict.ts';
import { KINDS } from '../store/test-store.ts';
import { heldBetween, piped, policy, program } from './held.ts';

const onPostgres = test.runIf(KINDS.includes('postgres'));
const ANSWER = `echo '{"index": 0}'`;
const FIRST = `while read -r line; do ${ANSWER}; done`;

function rulesIn({ agents, losses }: CompeteResult): Record<string, LossRule[]> {
  const rules: Record<string, LossRule[]> = {};
  for (const { entry, rule } of losses) {
    const { name } = agents[entry - 1] as CompeteResult['agents'][number];
    rules[name] = [...new Set([...(rules[name] ?? []), rule])];
  }
  return rules;
}

onPostgres('An agent that cannot play on loses by the rule that is named, and the others play to the end', async () => {
  const held = await heldBetween([
    policy('random'),
    piped('good', FIRST),
    piped('silent', `read -r line; ${ANSWER}; exec sleep 1000`, { seconds: 0.2 }),
    piped('odd', `read -r line; ${ANSWER}; read -r line; echo 'I play 3'; exec sleep 1000`),
    piped('talker', 'echo Welcome; exec sleep 1000'),
    piped('cheat', `while read -r line; do echo '{"action": {"type": "fly"}}'; done`),
    piped('leaver', `read -r line; ${ANSWER}; read -r line; exit 3`),
    program('eater', 'pipe', ['python3', '-c', 'import time; a = bytearray(10 ** 8); time.sleep(1000)'], {
      memoryMb: 50,
    }),
    program('nowhere', 'pipe', ['./there-is-no-such-program']),
  ]);
  const result = (await held.run()) as CompeteResult;
  expect(held.troubles).toEqual([]);
  expect(rulesIn(result)).toEqual({
    silent: ['silent'],
    odd: ['malformedLine'],
    talker: ['malformedLine'],
    cheat: ['illegalAction'],
    leaver: ['ended'],
    eater: ['memory'],
    nowhere: ['notStarted'],
  });
  const staying = result.agents.filter(({ status }) => status === 'active').map(({ name }) => name);
  expect(staying).toEqual(['random', 'good', 'cheat']);
  expect(result.losses.filter(({ gameId }) => gameId === null)).toHaveLength(6);
  const lost = result.games.find(
    ({ gameId }) => gameId === result.losses.find(({ rule }) => rule === 'illegalAction')?.gameId,
  );
  expect(lost?.reason).toBe('resigned');
  expect(await competitionVerdict(held.folder.transcript, [])).toMatchObject({ verified: true });
  expect(JSON.parse(readFileSync(held.folder.result, 'utf8'))).toEqual(result);
});

onPostgres('A competition that was stopped and resumed comes out as one that was not', async () => {
  const agents = [policy('random'), piped('good', FIRST), piped('other', FIRST)];
  const [whole, halved] = await Promise.all([heldBetween(agents, { boards: 2 }), heldBetween(agents, { boards: 2 })]);
  const inOne = (await whole.run()) as CompeteResult;
  const first = await halved.run(({ games }, competing) => {
    if (games > 0) competing.stop();
  });
  expect(first).toBeNull();
  const inTwo = (await halved.run()) as CompeteResult;
  expect([...whole.troubles, ...halved.troubles]).toEqual([]);
  expect(inTwo.timing.runs).toBe(2);
  expect(inTwo.standings).toEqual(inOne.standings);
  const course = ({ games }: CompeteResult) => games.map(({ scores, actions }) => ({ scores, actions }));
  expect(course(inTwo)).toEqual(course(inOne));
  expect(await competitionVerdict(halved.folder.transcript, [])).toMatchObject({ verified: true });
});

onPostgres('The example plays over HTTP as it is, and sits with one that is asked and a policy', async () => {
  const example = program('over HTTP', 'command', [process.execPath, 'examples/turn-agent.mjs']);
  const lines = program('by lines', 'pipe', ['python3', 'examples/pipe-agent.py']);
  const held = await heldBetween([example, lines, policy('random')], { seats: 3 });
  const result = (await held.run()) as CompeteResult;
  expect(held.troubles).toEqual([]);
  expect(result).toMatchObject({ status: 'finished', losses: [], games: [{ counted: 'played' }] });
  expect(result.agents.map(({ starts }) => starts)).toEqual([1, 1, 0]);
  for (const { actions } of result.agents) expect(actions).toBeGreaterThan(0);
});
