import type { RefObject } from 'preact';
import { isolated } from '#rules/kernel/isolated.ts';
import type { Competition, Line } from '../../core/api.ts';
import { hrefOfCompetition } from '../../core/competition-address.ts';
import { lineNow } from '../../core/line-now.ts';
import { Name } from '../../parts/name.tsx';
import { Coming } from './coming.tsx';
import { WORDS_OF_COMPETITION } from './competition-words.ts';

interface HeadProps {
  competition: Competition;
  line: Line | null;
  inviteCode: string | null;
  nameOf(entry: number): string;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function Head({ competition, line, inviteCode, nameOf, heading }: HeadProps) {
  const words = WORDS_OF_COMPETITION;
  const { id, name, status, complete, abortedBy, abortReason, verdict, gamesCounted, gamesDealt } = competition;
  const isNews = line === 'live' || line === 'polling' || line === 'waiting';
  return (
    <section class="panel">
      <h1 ref={heading} tabIndex={-1}>
        <Name of={name} />
      </h1>
      <p>
        <strong>{howFar(competition)}</strong> {gamesDealt > 0 && words.counted(gamesCounted, gamesDealt)}{' '}
        {status !== 'open' && status !== 'playing' && !complete && words.incomplete}{' '}
        {isNews && !complete && <small class="on-screen">{words.line[lineNow(line)]}</small>}
      </p>
      {abortedBy !== null && (
        <p>
          {words.abortedBy[abortedBy]} {abortReason !== null && words.reason(isolated(abortReason))}
        </p>
      )}
      {verdict !== null && <p class="holds">{words.verdict(verdict.verdict, nameOf(1), nameOf(2), verdict.boards)}</p>}
      <Coming competition={competition} />
      <nav class="line on-screen ways" aria-label={words.pages}>
        {PAGES.map(([page, word]) => (
          <a key={page} href={hrefOfCompetition(id, inviteCode, page)}>
            {words[word]}
          </a>
        ))}
      </nav>
    </section>
  );
}

const PAGES = [
  ['crosstable', 'crossTable'],
  ['boards', 'boards'],
  ['projector', 'projector'],
] as const;

function howFar({ status, entries, maxEntries, roundsEnded, roundsPlanned }: Competition): string {
  const words = WORDS_OF_COMPETITION.status;
  if (status === 'open') return words.open(entries, maxEntries);
  return status === 'playing' ? words.playing(roundsEnded, roundsPlanned) : words[status];
}
