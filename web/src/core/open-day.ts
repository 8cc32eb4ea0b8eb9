// A game of the day can be analyzed only after its day is closed, because others may still play the same board.
import { answerOf, api, type Game, type Schemas } from './api.ts';
import { dayFrom } from './daily.ts';
import { useReading } from './use-reading.ts';

export type AnalysisOffer = { can: true } | { can: false; until: string };
type Asked = Pick<Game, 'ruleset' | 'daily'>;

/** Returns whether the game can be analyzed, or else by when at the latest it can be; null: not known yet. */
export function useAnalysisOffer({ ruleset, daily }: Asked): AnalysisOffer | null {
  const date = daily?.date ?? null;
  const { value } = useReading<Schemas['DailyResults'] | null>(async () => {
    if (date === null) return { ok: true, value: null };
    return answerOf(api.GET('/v1/rulesets/{ruleset}/daily', { params: { path: { ruleset }, query: { date } } }));
  }, `${ruleset} ${date}`);
  if (date === null || value?.closed === true) return { can: true };
  // a day's unfinished games end when the following day ends, and then the day is closed
  return value === null ? null : { can: false, until: `${dayFrom(date, 2)}T00:00:00.000Z` };
}
