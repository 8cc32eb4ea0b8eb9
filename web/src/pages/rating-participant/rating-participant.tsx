import { anonymous, answerOf, type RulesetSummary, type Schemas } from '../../core/api.ts';
import { isFinal } from '../../core/final-refusal.ts';
import type { PageProps } from '../../core/page-props.ts';
import { gameOf, poolOf } from '../../core/pool-words.ts';
import { type PoolRatings, participantId, participantName, type Rating, readRatings } from '../../core/rated.ts';
import { hrefTo, hrefWith } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { useReading } from '../../core/use-reading.ts';
import { useTab } from '../../core/use-tab.ts';
import { WORDS_OF_RATINGS } from '../../core/words/ratings.ts';
import { PageFault } from '../../parts/page-fault.tsx';
import { RatedGames } from './rated-games.tsx';
import { RatingHistory } from './rating-history.tsx';
import { WORDS_OF_PARTICIPANT } from './rating-participant-words.ts';
import { RatingRecord } from './rating-record.tsx';

type Params = { playerId: string; poolId: string };

export default function RatingParticipantPage({ params: { pool = '', participant = '' } }: PageProps) {
  const path = { playerId: participant, poolId: pool };
  const key = `${pool} ${participant}`;
  const ratings = useReading(() => readRatings(pool), pool);
  const record = useReading(() => readRecord(path), key);
  const history = useReading(() => readHistory(path), key);
  const rulesets = useReading(listRulesets, 'rulesets').value ?? [];
  const who = record.value === null ? WORDS_OF_RATINGS.title : participantName(record.value);
  useTab(record.value === null ? who : WORDS_OF_PARTICIPANT.title(who, gameOf(record.value.pool, rulesets)));
  const refusal = [record.refusal, ratings.refusal].find((each) => each !== null) ?? null;
  if (record.value === null || (refusal !== null && isFinal(refusal))) {
    return <PageFault title={WORDS_OF_RATINGS.title} refusal={refusal} />;
  }
  return (
    <>
      <Heading record={record.value} ratings={ratings.value} rulesets={rulesets} />
      <RatingHistory history={history.value} refusal={history.refusal} name={who} />
      <RatingRecord record={record.value} />
      <RatedGames key={key} path={path} />
    </>
  );
}

interface HeadingProps {
  record: Schemas['RatingRecord'];
  ratings: PoolRatings | null;
  rulesets: readonly RulesetSummary[];
}

function Heading({ record, ratings, rulesets }: HeadingProps) {
  const { pool, player } = record;
  const id = participantId(record);
  const row = ratings?.items.find((each) => participantId(each) === id);
  return (
    <section class="panel">
      <h1>{WORDS_OF_PARTICIPANT.title(participantName(record), gameOf(pool, rulesets))}</h1>
      <p>{poolOf(pool, rulesets)}</p>
      {row !== undefined && <Summary row={row} />}
      <p class="line">
        <a href={hrefWith({ pool: pool.id, one: id }, 'compare')}>{WORDS_OF_PARTICIPANT.compare}</a>
        <a href={hrefTo('ratings', pool.id)}>{WORDS_OF_PARTICIPANT.list}</a>
        {player !== null && <a href={hrefTo('p', player.id)}>{WORDS_OF_PARTICIPANT.player}</a>}
      </p>
    </section>
  );
}

function Summary({ row }: { row: Rating }) {
  const { rating, interval, games, boards, opponents, provisional } = row;
  return (
    <>
      <p>
        <strong>{WORDS_OF_PARTICIPANT.summary(rating, interval.low, interval.high)}</strong>{' '}
        {WORDS_OF_PARTICIPANT.rank(WORDS_OF_RATINGS.rank(row))} {WORDS_OF_PARTICIPANT.played(games, boards, opponents)}
      </p>
      {provisional && <p class="dim">{WORDS_OF_RATINGS.provisionalMean}</p>}
    </>
  );
}

function readRecord(path: Params) {
  return answerOf(anonymous.api.GET('/v1/players/{playerId}/ratings/{poolId}/record', { params: { path } }));
}

function readHistory(path: Params) {
  return answerOf(anonymous.api.GET('/v1/players/{playerId}/ratings/{poolId}/history', { params: { path } }));
}
