import type { Competition, Schemas } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { usePart } from '../../core/use-competition.ts';
import { useServiceTime } from '../../core/use-service-time.ts';
import { useTicks } from '../../core/use-ticks.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { Until } from './coming.tsx';
import type { RoundSummary } from './competition-parts.ts';
import { readOwnPart } from './own-part.ts';
import { type Waiting as Reason, waitingOf } from './waiting.ts';
import { sentenceOf, WORDS_OF_WAITING } from './waiting-words.ts';

/** The turn is polled, because the events of the competition do not include moves. */
const LOOK_MS = 4_000;
const TOPICS = ['competition', 'rounds', 'games', 'entries'] as const;

interface WaitingProps {
  watched: WatchedCompetition;
  competition: Competition;
  you: Schemas['CompetitionEntry'];
  round: RoundSummary | null;
  nameOf(entry: number): string;
}

export function Waiting({ watched, competition, you, round, nameOf }: WaitingProps) {
  const ticks = useTicks(LOOK_MS, competition.status === 'playing' && you.status !== 'withdrawn');
  const part = usePart(watched, TOPICS, () => readOwnPart(watched, competition, you), String(you.entry), ticks);
  if (part.value === null) return null;
  const waitedFor = competition.waitingFor.map(nameOf);
  const reason = waitingOf({ competition, you, round, part: part.value, waitedFor });
  return (
    <>
      <h3>{WORDS_OF_WAITING.title}</h3>
      <p>
        <span role="status">{sentenceOf(reason)}</span> <InGame reason={reason} />
      </p>
    </>
  );
}

function InGame({ reason }: { reason: Reason }) {
  const isTurn = reason.why === 'yourTurn' || reason.why === 'theirTurn';
  const now = useServiceTime(isTurn && reason.deadline !== null);
  if (!isTurn) return null;
  const { gameId, deadline } = reason;
  return (
    <>
      <a href={hrefTo('g', gameId)}>{WORDS_OF_WAITING.toGame}</a>
      {deadline !== null && (
        <small>
          {' '}
          {WORDS_OF_WAITING.ends} <Until at={deadline} nowMs={now} />
        </small>
      )}
    </>
  );
}
