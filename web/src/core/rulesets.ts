import { type Answer, anonymous, answerOf, type Ruleset, type RulesetSummary } from './api.ts';

let summaries: Promise<Answer<RulesetSummary[]>> | null = null;
const details = new Map<string, Promise<Answer<Ruleset>>>();

/** All that can be played, asked for once. */
export function listRulesets(): Promise<Answer<RulesetSummary[]>> {
  summaries ??= answerOf(anonymous.api.GET('/v1/rulesets')).then((answer) => {
    if (!answer.ok) summaries = null; // the next one asks again
    return answer.ok ? { ok: true, value: answer.value.rulesets } : answer;
  });
  return summaries;
}

/** One ruleset with its rules, its words and its schemas, as of the version by which a game is played. */
export function getRuleset(ruleset: string, rulesVersion?: number): Promise<Answer<Ruleset>> {
  const key = `${ruleset} ${rulesVersion}`;
  const known = details.get(key);
  if (known !== undefined) return known;
  const query = rulesVersion === undefined ? {} : { rulesVersion };
  const asked = answerOf(anonymous.api.GET('/v1/rulesets/{ruleset}', { params: { path: { ruleset }, query } }));
  details.set(key, asked);
  void asked.then(({ ok }) => ok || details.delete(key));
  return asked;
}
