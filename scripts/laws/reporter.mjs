/** Reports each broken law once, and nothing else. */
export default class LawsReporter {
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const broken = tests.filter((test) => test.result().state === 'failed');
    const tried = tests.filter((test) => test.result().state !== 'skipped');
    const suites = modules.flatMap((module) =>
      [module, ...module.children.allSuites()].flatMap((suite) => suite.errors()),
    );
    for (const text of complaints(broken)) console.error(text);
    for (const { stack, message } of [...suites, ...errors]) console.error(stack ?? message);
    if (broken.length + suites.length + errors.length > 0) return;
    console.log(`The laws hold: ${tried.length} trials, each of many games.`);
  }
}

function complaints(broken) {
  const byLaw = new Map();
  for (const test of broken) {
    for (const error of test.result().errors) {
      const law = error.law ?? error.message;
      const known = byLaw.get(law);
      if (known === undefined) byLaw.set(law, { text: textOf(error, test), others: 0 });
      else known.others++;
    }
  }
  return [...byLaw.values()].map(({ text, others }) => (others === 0 ? text : `${text}\n  broken ${others + 1} times`));
}

/** Returns the message of a broken law or a failed assertion, but the stack of any other exception. */
function textOf(error, test) {
  if (error.law !== undefined) return `${error.message}${error.cause?.stack ? `\n  ${error.cause.stack}` : ''}`;
  const isExpected = error.name === 'AssertionError';
  return `${test.fullName}:\n  ${isExpected ? error.message.replaceAll('\n', '\n  ') : (error.stack ?? error.message)}`;
}
