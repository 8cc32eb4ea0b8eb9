import { type Game, labelledActions, type Ruleset } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import { WORDS_OF_RULES } from '../../core/words/rules.ts';
import { WORDS } from '../../core/words.ts';
import { InShort } from '../../parts/in-short.tsx';
import { type Block, blocksIn, type Inline, rulingsIn } from '../rules/markdown.ts';
import { Markdown } from '../rules/markdown.tsx';

/** Shows first the words and rulings that the present choices need. */
export default function RulesInShort({ game }: { game: Game }) {
  const { ruleset, rulesVersion } = game;
  const about = valueIn(useRuleset({ ruleset, rulesVersion, rules: true }));
  if (about === null) return <p class="dim">{WORDS.loading}</p>;
  const choices = labelledActions(game);
  const labels = choices.map(({ label }) => label.toLowerCase());
  const isUsed = ({ term }: { term: string }) => labels.some((label) => label.includes(term.toLowerCase()));
  const types = new Set(choices.map(({ action }) => action.type));
  const numbers = new Set([...types].flatMap((type) => about.rulings?.[type] ?? []));
  const rulings = rulingsIn(blocksIn(about.rules ?? '')).filter(([number]) => numbers.has(number));
  const address = `${hrefTo('rules', ruleset)}?version=${rulesVersion}`;
  const used = about.glossary.filter(isUsed);
  const hasNow = used.length + rulings.length > 0;
  return (
    <>
      <InShort about={about} />
      {hasNow && (
        <section>
          <h3>{WORDS_OF_RULES.now}</h3>
          <Terms terms={used} />
          <Markdown
            blocks={[{ is: 'list', ordered: false, items: rulings.map(withWords) }]}
            ruling={(number) => <a href={`${address}&at=${number}`}>{WORDS_OF_RULES.ruling(number)}</a>}
          />
        </section>
      )}
      <a href={address}>{WORDS.table.allRules}</a>
      <section>
        <h3>{WORDS_OF_RULES[used.length > 0 ? 'otherWords' : 'glossary']}</h3>
        <Terms terms={about.glossary.filter((each) => !isUsed(each))} />
      </section>
    </>
  );
}

/** Writes the number at the start of a ruling as words. */
function withWords([number, [first, ...rest]]: [string, Block[]]): Block[] {
  if (first?.is !== 'paragraph') return [];
  const said: Inline = { is: 'strong', inner: [{ is: 'text', text: WORDS_OF_RULES.ownRuling(number) }] };
  return [{ ...first, inner: [said, ...first.inner.slice(1)] }, ...rest];
}

function Terms({ terms }: { terms: Ruleset['glossary'] }) {
  if (terms.length === 0) return null;
  return (
    <dl class="terms">
      {terms.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
