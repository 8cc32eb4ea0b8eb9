import { type Answer, answerOf, api, type Game, type RulesetSummary } from '../../core/api.ts';
import { newGameOf, usualWishes } from '../../core/new-game.ts';
import { listRulesets } from '../../core/rulesets.ts';

/** Starts a game with default options, as a click on the picture of the ruleset on the first page does. */
export async function startUsual(id: string): Promise<Answer<Game>> {
  const listed = await listRulesets();
  if (!listed.ok) return listed;
  const summary = listed.value.find((each) => each.id === id) as RulesetSummary;
  return answerOf(api.POST('/v1/games', { params: {}, body: newGameOf(id, usualWishes(summary)) }));
}
