import type { Reporter, Vitest } from 'vitest/node';
import { BEYOND } from './checks.ts';
import { leftOut } from './programs.ts';

/** Reports skipped tests after a complete run of `npm test`. */
export class NotRun implements Reporter {
  #isWhole = false;

  onInit(vitest: Vitest): void {
    this.#isWhole = isWholeRun(vitest);
  }

  onTestRunEnd(): void {
    if (this.#isWhole) process.on('exit', () => console.log(text()));
  }
}

/** The arguments of `npm test` in package.json. */
const WHOLE = ['run', '--project=rules', '--project=service'];

/** False if files or tests were selected. */
export function isWholeRun({ config }: Vitest): boolean {
  const isChosen = process.argv.slice(2).some((argument) => !WHOLE.includes(argument));
  return !isChosen && config.testNamePattern === undefined;
}

function text(): string {
  const here = leftOut();
  return [
    ...(here.length === 0 ? [] : ['', 'Left out on this machine:', ...here.map((left) => `- ${left}`)]),
    '',
    'npm test does not run these; npm run test:all does:',
    ...BEYOND.map(({ title, command }) => `- ${title}: ${command}`),
    'Neither runs the long forms: CONTRIBUTING.md lists them.',
  ].join('\n');
}
