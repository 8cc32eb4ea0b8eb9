import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { BEYOND } from './checks.ts';
import { leftOut } from './programs.ts';
import { callOf } from './run.ts';

/** After a complete run of `npm test`, lists what it left out, the checks that it never runs, and the failed tests. */
export class NotRun implements Reporter {
  #isWhole = false;

  onInit(vitest: Vitest): void {
    this.#isWhole = isWholeRun(vitest);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isWhole) process.on('exit', () => console.log(text(modules)));
  }
}

/** The arguments of `npm test` in package.json. */
const WHOLE = ['run', '--project=rules', '--project=service'];

export function isWholeRun({ config }: Vitest): boolean {
  const isChosen = process.argv.slice(2).some((argument) => !WHOLE.includes(argument));
  return !isChosen && config.testNamePattern === undefined;
}

function text(modules: readonly TestModule[]): string {
  const here = leftOut();
  const failed = modules.flatMap(failedIn);
  return [
    ...(here.length === 0 ? [] : ['', 'Left out on this machine:', ...here.map((left) => `- ${left}`)]),
    '',
    'npm test does not run these; npm run check -- all does:',
    ...BEYOND.map(({ name, title }) => `- ${title}: ${callOf(name)}`),
    'Neither runs the long forms: CONTRIBUTING.md lists them.',
    ...(failed.length === 0 ? [] : ['', 'Failed:', ...failed]),
  ].join('\n');
}

function failedIn(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const failed = [...module.children.allTests('failed')].map((test) => ({
    name: `${file} > ${test.fullName}`,
    errors: test.result().errors ?? [],
  }));
  const errors = module.errors();
  const all = errors.length === 0 ? failed : [...failed, { name: file, errors }];
  return all.map((each) => [`- ${each.name}`, ...each.errors.map(firstLines)].join('\n    '));
}

const firstLines = ({ message }: { message: string }) => message.split('\n').slice(0, 3).join('\n    ');
