import type { Ruleset } from '../core/api.ts';

/** The rules in about six sentences; of a game without them, what it is about. */
export function InShort({ about: { inShort, summary } }: { about: Pick<Ruleset, 'inShort' | 'summary'> }) {
  if (inShort === null) return <p>{summary}</p>;
  return (
    <ol>
      {inShort.rules.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
  );
}
