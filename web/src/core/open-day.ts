// Tells what is known of a game of the day: some information is available only once the day is closed.
import { answerOf, api, type Game, type Schemas } from './api.ts';
import { dayFrom } from './daily.ts';
import { useReading } from './use-reading.ts';

export type AnalysisOffer = { can: true } | { can: false; until: string };
type Asked = Pick<Game, 'ruleset' | 'daily'>;

/** Says whether the game can be analyzed, or when at the latest it can; null: not known yet. */
export function useAnalysisOffer({ ruleset, daily }: Asked): AnalysisOffer | null {
  const date = daily?.date ?? null;
  const { value } = useReading<Schemas['DailyResults'] | null>(async () => {
    if (date === null) return { ok: true, value: null };
    return answerOf(api.GET('/v1/rulesets/{ruleset}/daily', { params: { path: { ruleset }, query: { date } } }));
  }, `${ruleset} ${date}`);
  if (date === null || value?.closed === true) return { can: true };
  // games that are not finished end at the end of the following day
  return value === null ? null : { can: false, until: `${dayFrom(date, 2)}T00:00:00.000Z` };
}
