import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serviceOfTest } from '../http/service.ts';
import { commandsOf, fencesOf, textOf } from './markdown.ts';
import { Terminal } from './terminal.ts';

const PAGE = 'docs/front-end.md';
const A_SCREEN = 70;

test('docs/front-end.md fits a screen, and its code compiles strictly and plays a game to its end', async () => {
  expect(textOf(PAGE).split('\n').length).toBeLessThanOrEqual(A_SCREEN);
  const service = await serviceOfTest();
  const terminal = new Terminal(service.url);
  onTestFinished(() => terminal.close());
  const [program] = fencesOf(PAGE).filter(({ language }) => language === 'ts');
  const { host } = new URL(service.url);
  writeFileSync(join(terminal.folder, 'table.mts'), program?.text.replaceAll('localhost:3000', host) ?? '');
  let said = '';
  for (const command of commandsOf(PAGE)) said = await terminal.type(command);
  const lines = said.trim().split('\n');
  expect(lines[0]).toMatch(/^Round 1, scores \d+ to \d+\./);
  expect(lines.at(-1)).toMatch(/^(?!Round ).+\.$/);
});
