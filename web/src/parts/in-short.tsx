import type { Ruleset } from '../core/api.ts';

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
