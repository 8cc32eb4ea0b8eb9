/** Caches answers about the object that was used last, because the laws examine one position after another. */
export function remembered<Of extends object, About extends string | number, Answer>(
  ask: (of: Of, about: About) => Answer,
): (of: Of, about: About) => Answer {
  const answers = new Map<About, Answer>();
  let latest: Of | null = null;
  return (of, about) => {
    if (of !== latest) answers.clear();
    latest = of;
    if (!answers.has(about)) answers.set(about, ask(of, about));
    return answers.get(about) as Answer;
  };
}
