import { useEffect, useRef, useState } from 'preact/hooks';
import { type Answer, answerOf, api, type CompetitionSummary, type Refusal, type Schemas } from '../../core/api.ts';
import { pause } from '../../core/pause.ts';
import { whileVisible } from '../../core/visible.ts';

export interface CompetitionsWanted {
  status: CompetitionSummary['status'];
  ruleset: string | null;
  format: CompetitionSummary['format'] | null;
  mine: boolean;
}

export interface CompetitionPages {
  competitions: readonly CompetitionSummary[] | null;
  next: string | null;
  refusal: Refusal | null;
  more(): void;
  again(): void;
}

type Known = Pick<CompetitionPages, 'competitions' | 'next' | 'refusal'>;

interface CompetitionQuery extends Partial<Record<'ruleset' | 'entrant' | 'cursor', string>> {
  status: CompetitionSummary['status'];
  format?: CompetitionSummary['format'];
  limit: number;
}

const A_PAGE = 20;
const NOTHING: Known = { competitions: null, next: null, refusal: null };
const ANEW_MS = 15_000;

/** Lists competitions page by page, the newest first. While the page is visible, reads all shown pages again every 15
 * seconds. */
export function useCompetitionList(
  wanted: CompetitionsWanted,
  reader: string | null,
  isNeeded = true,
): CompetitionPages {
  const [known, setKnown] = useState<Known>(NOTHING);
  const [anew, setAnew] = useState(0);
  const pages = useRef(1);
  const { status, ruleset, format, mine } = wanted;
  const key = JSON.stringify([status, ruleset, format, mine, reader]);
  useEffect(() => {
    pages.current = 1;
    setKnown(NOTHING);
  }, [key]);
  useEffect(() => {
    if (!isNeeded) return;
    return whileVisible(async (signal) => {
      while (!signal.aborted) {
        const now = await readPages(wanted, pages.current, signal);
        if (!signal.aborted) setKnown((before) => (now.refusal === null ? now : { ...before, refusal: now.refusal }));
        await pause(ANEW_MS, signal);
      }
    });
  }, [key, anew, isNeeded]);
  const again = () => setAnew((before) => before + 1);
  const more = () => {
    pages.current++;
    again();
  };
  return { ...known, more, again };
}

async function readPages(
  { status, ruleset, format, mine }: CompetitionsWanted,
  pages: number,
  signal: AbortSignal,
): Promise<Known> {
  const competitions: CompetitionSummary[] = [];
  let next: string | null = null;
  for (let page = 0; page < pages && (page === 0 || next !== null); page++) {
    const query: CompetitionQuery = {
      status,
      limit: A_PAGE,
      ...(ruleset === null ? {} : { ruleset }),
      ...(format === null ? {} : { format }),
      ...(mine ? { entrant: 'me' } : {}),
      ...(next === null ? {} : { cursor: next }),
    };
    const answer: Answer<Schemas['CompetitionList']> = await answerOf(
      api.GET('/v1/competitions', { params: { query }, signal }),
    );
    if (!answer.ok) return { ...NOTHING, refusal: answer.refusal };
    competitions.push(...answer.value.competitions);
    next = answer.value.next;
  }
  return { competitions, next, refusal: null };
}
