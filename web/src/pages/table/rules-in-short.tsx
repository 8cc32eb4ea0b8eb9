import type { Game } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import { WORDS } from '../../core/words.ts';
import { InShort } from '../../parts/in-short.tsx';

export default function RulesInShort({ game: { ruleset, rulesVersion } }: { game: Game }) {
  const about = valueIn(useRuleset({ ruleset, rulesVersion }));
  if (about === null) return <p class="dim">{WORDS.loading}</p>;
  return (
    <>
      <InShort about={about} />
      <a href={`${hrefTo('rules', ruleset)}?version=${rulesVersion}`}>{WORDS.table.allRules}</a>
      <dl class="terms">
        {about.glossary.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
