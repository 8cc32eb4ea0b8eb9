/** Asks each question about an object once: for what never changes, such as a position. */
export function remembered<Of extends object, About extends string | number, Answer>(
  ask: (of: Of, about: About) => Answer,
): (of: Of, about: About) => Answer {
  const known = new WeakMap<Of, Map<About, Answer>>();
  return (of, about) => {
    let answers = known.get(of);
    if (answers === undefined) {
      answers = new Map();
      known.set(of, answers);
    }
    if (!answers.has(about)) answers.set(about, ask(of, about));
    return answers.get(about) as Answer;
  };
}
