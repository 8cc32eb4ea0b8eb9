import { useEffect, useState } from 'preact/hooks';
import { type Answer, anonymous, answerOf, type Ruleset, type RulesetSummary } from './api.ts';

let summaries: Promise<Answer<RulesetSummary[]>> | null = null;
const details = new Map<string, Promise<Answer<Ruleset>>>();

export function listRulesets(): Promise<Answer<RulesetSummary[]>> {
  summaries ??= answerOf(anonymous.api.GET('/v1/rulesets')).then((answer) => {
    if (!answer.ok) summaries = null; // a failure is not cached
    return answer.ok ? { ok: true, value: answer.value.rulesets } : answer;
  });
  return summaries;
}

interface RulesetAsked {
  ruleset: string;
  /** left out: the newest version */
  rulesVersion?: number;
  rules?: true;
  schemas?: true;
}

export function getRuleset(
  { ruleset, ...query }: RulesetAsked,
  key = JSON.stringify({ ruleset, ...query }),
): Promise<Answer<Ruleset>> {
  const known = details.get(key);
  if (known !== undefined) return known;
  const asked = answerOf(anonymous.api.GET('/v1/rulesets/{ruleset}', { params: { path: { ruleset }, query } }));
  details.set(key, asked);
  void asked.then(({ ok }) => ok || details.delete(key));
  return asked;
}

/** Returns a ruleset; null while it is loading. */
export function useRuleset(asked: RulesetAsked): Answer<Ruleset> | null {
  const key = JSON.stringify(asked);
  const [found, setFound] = useState<{ key: string; answer: Answer<Ruleset> } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void getRuleset(asked, key).then((answer) => isWanted && setFound({ key, answer }));
    return () => {
      isWanted = false;
    };
  }, [key]);
  return found?.key === key ? found.answer : null;
}

export function valueIn<T>(answer: Answer<T> | null): T | null {
  return answer?.ok ? answer.value : null;
}

/** Returns what is printed on the card, without its id. */
export function cardSaid({ id, text }: { id: string; text: string }): string {
  return text.startsWith(id) ? text.slice(id.length).replace(/^: | ?\(|\)$/g, '') : text;
}
