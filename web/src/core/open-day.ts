// The day of a game of the day, for what is told of its games only when it is closed.
import { answerOf, api, type Game, type Schemas } from './api.ts';
import { dayFrom } from './daily.ts';
import { useReading } from './use-reading.ts';

export type AnalysisOffer = { can: true } | { can: false; until: string };
type Asked = Pick<Game, 'ruleset' | 'daily'>;

/** Whether the game can be analysed now, and otherwise until when at the latest it cannot; null until that is known. */
export function useAnalysisOffer({ ruleset, daily }: Asked): AnalysisOffer | null {
  const date = daily?.date ?? null;
  const { value } = useReading<Schemas['DailyResults'] | null>(async () => {
    if (date === null) return { ok: true, value: null };
    return answerOf(api.GET('/v1/rulesets/{ruleset}/daily', { params: { path: { ruleset }, query: { date } } }));
  }, `${ruleset} ${date}`);
  if (date === null || value?.closed === true) return { can: true };
  // whoever has not finished their game of a day by the end of the day after has given it up
  return value === null ? null : { can: false, until: `${dayFrom(date, 2)}T00:00:00.000Z` };
}
