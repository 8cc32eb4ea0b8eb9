import { useEffect } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import type { Competition, Refusal } from '../../core/api.ts';
import { nameOfEntrant } from '../../core/entrants.ts';
import type { PageProps } from '../../core/page-props.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { setTab } from '../../core/tab.ts';
import { useCompetition, usePart } from '../../core/use-competition.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { ofAddress, WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { readBoardsInShort, readRounds, readStandings } from './competition-lists.ts';
import { WORDS_OF_COMPETITION } from './competition-words.ts';
import { Head } from './head.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { News } from './news.tsx';
import { RoundsInShort } from './rounds.tsx';
import { Standings } from './standings.tsx';
import './competition.css';

/** Parts that are loaded when needed, because few readers need them. */
const loadOwnEntry = () => import('./own-entry.tsx');
const loadOrganizer = () => import('./organiser.tsx');
const loadEntries = () => import('./entries.tsx');
const loadSettings = () => import('./settings.tsx');
const loadDownloads = () => import('./downloads.tsx');

const ROUNDS = 100;

export default function CompetitionPage({ params: { competitionId = '' }, query }: PageProps) {
  const inviteCode = query.get('invite');
  const watched = useCompetition(competitionId, inviteCode);
  const { competition, refusal } = useStore(watched.state);
  const name = competition?.name;
  useEffect(() => {
    if (name !== undefined) setTab(WORDS_OF_COMPETITION.tab(isolated(name)), false);
    return () => setTab(WORDS.title, false);
  }, [name]);
  if (competition === null) {
    return (
      <section class="panel">
        <h1>{WORDS_OF_COMPETITION.title}</h1>
        <Fault refusal={refusal && inWords(refusal)} />
        {refusal === null && <p class="dim">{WORDS.loading}</p>}
      </section>
    );
  }
  return <Known watched={watched} competition={competition} inviteCode={inviteCode} />;
}

function inWords(refusal: Refusal): Refusal {
  const isMissing = refusal.code === 'competition-not-found';
  return isMissing ? { ...refusal, detail: WORDS_OF_COMPETITION.notThere } : ofAddress(refusal);
}

interface KnownProps {
  watched: WatchedCompetition;
  competition: Competition;
  inviteCode: string | null;
}

function Known({ watched, competition, inviteCode }: KnownProps) {
  const { root, place } = useKeptFocus();
  const who = useStore(session);
  const { events, refusal, line } = useStore(watched.state);
  const { roundsPaired, status, createdBy } = competition;
  const hasBegun = status !== 'open';
  const standings = usePart(watched, ['standings'], () => readStandings(watched));
  const rounds = usePart(watched, ['rounds'], () => readRounds(watched, firstOf(watched), ROUNDS));
  const boards = usePart(watched, ['boards', 'rounds'], () => readBoardsInShort(watched));
  const names = new Map(standings.value?.items.map((each) => [each.entry, nameOfEntrant(each)]));
  const nameOf = (entry: number) => names.get(entry) ?? String(entry);
  const isOrganizer = who?.playerId === createdBy;
  return (
    <div ref={root} class="competition" data-status={status} data-rounds={roundsPaired}>
      <Head competition={competition} line={line} inviteCode={inviteCode} nameOf={nameOf} heading={place} />
      <Fault refusal={refusal} />
      <News events={events} />
      <Lazy
        load={loadOwnEntry}
        with={{ watched, competition, inviteCode, round: rounds.value?.at(-1) ?? null, nameOf }}
      />
      {isOrganizer && <Lazy load={loadOrganizer} with={{ watched, competition }} />}
      {hasBegun && <Standings competition={competition} part={standings} />}
      <RoundsInShort competition={competition} inviteCode={inviteCode} part={rounds} boards={boards.value} />
      <Lazy key={status} load={loadEntries} with={{ watched, competition, isOrganizer }} />
      <Lazy load={loadSettings} with={{ competition }} />
      <Lazy load={loadDownloads} with={{ watched, competition }} />
    </div>
  );
}

function firstOf({ state }: WatchedCompetition): number {
  return Math.max(1, (state.value.competition?.roundsPaired ?? 0) - ROUNDS + 1);
}
