import { type Game, labelledActions, type Ruleset } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import { WORDS_OF_RULES } from '../../core/words/rules.ts';
import { WORDS } from '../../core/words.ts';
import { InShort } from '../../parts/in-short.tsx';

/** The words that the present choices use come first. */
export default function RulesInShort({ game }: { game: Game }) {
  const { ruleset, rulesVersion } = game;
  const about = valueIn(useRuleset({ ruleset, rulesVersion }));
  if (about === null) return <p class="dim">{WORDS.loading}</p>;
  const asked = labelledActions(game).map(({ label }) => label.toLowerCase());
  const isUsed = ({ term }: { term: string }) => asked.some((label) => label.includes(term.toLowerCase()));
  const now = about.glossary.filter(isUsed);
  return (
    <>
      <InShort about={about} />
      <a href={`${hrefTo('rules', ruleset)}?version=${rulesVersion}`}>{WORDS.table.allRules}</a>
      {now.length > 0 && <Terms title={WORDS_OF_RULES.now} terms={now} />}
      <Terms
        title={WORDS_OF_RULES[now.length > 0 ? 'otherWords' : 'glossary']}
        terms={about.glossary.filter((each) => !isUsed(each))}
      />
    </>
  );
}

function Terms({ title, terms }: { title: string; terms: Ruleset['glossary'] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="terms">
        {terms.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
