import { useEffect, useState } from 'preact/hooks';
import type { Refusal, RulesetSummary } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { WORDS_OF_RULES } from '../../core/words/rules.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { Scene } from '../../parts/scene.tsx';
import '../../look/rules.css';

export default function AllRules() {
  const [rulesets, setRulesets] = useState<RulesetSummary[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    void listRulesets().then((answer) => (answer.ok ? setRulesets(answer.value) : setRefusal(answer.refusal)));
  }, []);
  return (
    <>
      <h1>{WORDS_OF_RULES.title}</h1>
      <Fault refusal={refusal} />
      {rulesets === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      <ul class="plain shelf">
        {rulesets?.map((ruleset) => (
          <li key={ruleset.id} class="panel about">
            <Scene of={ruleset.id} />
            <h2>{ruleset.name}</h2>
            <p>{ruleset.summary}</p>
            <p class="dim">{WORDS_OF_RULES.players(ruleset)}</p>
            <p class="links">
              <a href={hrefTo('rules', ruleset.id)} aria-label={WORDS_OF_RULES.readOf(ruleset.name)}>
                {WORDS_OF_RULES.read}
              </a>
              <a href={hrefTo('new', ruleset.id)} aria-label={WORDS_OF_RULES.playOf(ruleset.name)}>
                {WORDS_OF_RULES.play}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
