import type { Competition } from '../../core/api.ts';
import { hrefOfCompetition } from '../../core/competition-address.ts';
import type { PageProps } from '../../core/page-props.ts';
import { useStore } from '../../core/store.ts';
import { useCompetition, usePart } from '../../core/use-competition.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { WORDS_OF_ROUNDS } from '../../core/words/rounds.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { OfCompetition } from '../../parts/of-competition.tsx';
import { type RoundRead, readRound } from './round-lines.ts';
import { RoundTables } from './round-tables.tsx';
import '../../look/rounds.css';

export default function RoundPage({ params: { competitionId = '', round = '' }, query }: PageProps) {
  const invite = query.get('invite');
  const watched = useCompetition(competitionId, invite);
  const number = Number(round);
  const isNumber = Number.isSafeInteger(number) && number > 0;
  const hrefOf = (...parts: (string | number)[]) => hrefOfCompetition(competitionId, invite, ...parts);
  return (
    <OfCompetition
      watched={watched}
      inviteCode={invite}
      title={WORDS_OF_ROUNDS.round(round)}
      ways={
        <>
          {isNumber && <Neighbours watched={watched} round={number} hrefOf={(other) => hrefOf('rounds', other)} />}
          <a href={hrefOf('crosstable')}>{WORDS_OF_ROUNDS.crossTable}</a>
          <a href={hrefOf('boards')}>{WORDS_OF_ROUNDS.boards}</a>
          <a href={hrefOf('projector')}>{WORDS_OF_ROUNDS.projector}</a>
        </>
      }
    >
      {(competition) =>
        isNumber && number <= competition.roundsPaired ? (
          <Tables key={number} watched={watched} competition={competition} round={number} inviteCode={invite} />
        ) : (
          <NoRound competition={competition} asked={round} isToCome={isNumber && isToCome(competition, number)} />
        )
      }
    </OfCompetition>
  );
}

interface NeighboursProps {
  watched: WatchedCompetition;
  round: number;
  hrefOf(round: number): string;
}

function Neighbours({ watched, round, hrefOf }: NeighboursProps) {
  const paired = useStore(watched.state).competition?.roundsPaired ?? 0;
  return (
    <>
      {round > 1 && round - 1 <= paired && <a href={hrefOf(round - 1)}>{WORDS_OF_ROUNDS.earlier}</a>}
      {round < paired && <a href={hrefOf(round + 1)}>{WORDS_OF_ROUNDS.later}</a>}
    </>
  );
}

function isToCome({ complete, status, roundsPlanned }: Competition, round: number): boolean {
  if (complete || status === 'finished' || status === 'aborted') return false;
  return roundsPlanned === null || round <= roundsPlanned;
}

interface NoRoundProps {
  competition: Competition;
  asked: string;
  isToCome: boolean;
}

function NoRound({ competition, asked, isToCome: comes }: NoRoundProps) {
  return (
    <section class="panel">
      <p>{comes ? WORDS_OF_ROUNDS.notPaired(asked) : WORDS_OF_ROUNDS.noSuchRound(asked, competition.roundsPaired)}</p>
    </section>
  );
}

interface TablesProps {
  watched: WatchedCompetition;
  competition: Competition;
  round: number;
  inviteCode: string | null;
}

function Tables({ watched, competition, round, inviteCode }: TablesProps) {
  const { value: read, refusal } = usePart(watched, ['rounds', 'games'], () => readRound(watched, round));
  return (
    <section class="panel" aria-label={WORDS_OF_ROUNDS.round(String(round))}>
      <p>{WORDS_OF_ROUNDS.clock(competition.clock)}</p>
      <Fault refusal={refusal} />
      {read === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {read !== null && (
        <>
          <Progress read={read} />
          {competition.duplicate !== 'none' && !read.ended && <p>⊘ {WORDS_OF_ROUNDS.sealed}</p>}
          {read.byes.length > 0 && <p>{WORDS_OF_ROUNDS.byes(read.byes)}</p>}
          <RoundTables competition={competition} round={round} lines={read.lines} inviteCode={inviteCode} />
        </>
      )}
    </section>
  );
}

function Progress({ read: { ended, counted, dealt } }: { read: RoundRead }) {
  return <p role="status">{ended ? WORDS_OF_ROUNDS.ended : WORDS_OF_ROUNDS.progress(counted, dealt)}</p>;
}
