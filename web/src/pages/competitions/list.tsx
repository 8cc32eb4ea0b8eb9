import { useState } from 'preact/hooks';
import type { Competition, CompetitionSummary } from '../../core/api.ts';
import { enterCompetition, withdrawEntry } from '../../core/competition-calls.ts';
import { takesEntries } from '../../core/entering.ts';
import { momentOf } from '../../core/moments.ts';
import { hrefTo } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { useCall } from '../../core/use-call.ts';
import { FORMATS } from '../../core/words/competition-settings.ts';
import { WORDS_OF_COMPETITIONS } from '../../core/words/competitions.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { Name } from '../../parts/name.tsx';
import { Sure } from '../../parts/sure.tsx';
import { type CompetitionsWanted, useCompetitionList } from './use-competition-list.ts';

const words = WORDS_OF_COMPETITIONS;

interface CompetitionListProps {
  wanted: CompetitionsWanted;
  nameOf(ruleset: string): string;
}

export function CompetitionList({ wanted, nameOf }: CompetitionListProps) {
  const who = useStore(session);
  const { status } = wanted;
  const playerId = who?.playerId ?? null;
  const { competitions, next, refusal, more, again } = useCompetitionList(wanted, playerId);
  const mine = useCompetitionList({ ...wanted, mine: true }, playerId, playerId !== null && canBeEntered(status));
  const entered = new Set(mine.competitions?.map(({ id }) => id));
  const change = () => {
    mine.again();
    again();
  };
  return (
    <section class="panel" aria-labelledby={`list-${status}`}>
      <h2 id={`list-${status}`}>{words.sections[status]}</h2>
      <Fault refusal={refusal} />
      {competitions === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {competitions?.length === 0 && <p class="dim">{words.nothing[status]}</p>}
      <ul class="plain competitions">
        {competitions?.map((competition) => (
          <Line
            key={competition.id}
            competition={competition}
            nameOf={nameOf}
            playerId={playerId}
            isMine={wanted.mine || entered.has(competition.id)}
            onChange={change}
          />
        ))}
      </ul>
      {next !== null && (
        <button type="button" aria-label={words.moreOf(words.sections[status])} onClick={more}>
          {words.more}
        </button>
      )}
    </section>
  );
}

function canBeEntered(status: CompetitionSummary['status']): boolean {
  return status === 'open' || status === 'playing';
}

interface LineProps {
  competition: CompetitionSummary;
  nameOf(ruleset: string): string;
  playerId: string | null;
  isMine: boolean;
  onChange(): void;
}

function Line({ competition, nameOf, playerId, isMine, onChange }: LineProps) {
  const { id, name, ruleset, format, visibility, createdBy } = competition;
  const notes = [
    nameOf(ruleset),
    FORMATS[format],
    howMany(competition),
    ...(visibility === 'public' ? [] : [words[visibility]]),
  ];
  return (
    <li>
      <span>
        <a href={hrefTo('c', id)}>
          <Name of={name} />
        </a>{' '}
        <small>· {notes.join(' · ')}</small>
        <When competition={competition} />
        {createdBy === playerId && <small> · {words.yours}</small>}
      </span>
      {playerId !== null && takesEntries(competition) && (
        <EnterOrLeave key={String(isMine)} competition={competition} isMine={isMine} onChange={onChange} />
      )}
    </li>
  );
}

function howMany({ status, entries, maxEntries, gamesCounted }: CompetitionSummary): string {
  if (status === 'open') return words.entries(entries, maxEntries);
  return `${words.entered(entries)}, ${words.counted(gamesCounted)}`;
}

function When({
  competition: { status, entryUntil, startsAt, endsAt, updatedAt },
}: {
  competition: CompetitionSummary;
}) {
  const moments =
    status === 'open'
      ? [
          { word: words.entryUntil, at: entryUntil },
          { word: words.startsAt, at: startsAt },
        ]
      : [status === 'playing' ? { word: words.endsAt, at: endsAt } : { word: words.ended, at: updatedAt }];
  return (
    <small>
      {moments.map(
        ({ word, at }) =>
          at !== null && (
            <span key={word}>
              {' '}
              · {word} <time dateTime={at}>{momentOf(at)}</time>
            </span>
          ),
      )}
    </small>
  );
}

interface EnterOrLeaveProps {
  competition: CompetitionSummary;
  isMine: boolean;
  onChange(): void;
}

/** Enters with default options, or withdraws. If the refusal is `entry-over`, `isMine` was outdated. */
function EnterOrLeave({ competition: { id, name }, isMine, onChange }: EnterOrLeaveProps) {
  const { busy, refusal, run } = useCall();
  const [isIn, setIn] = useState(isMine);
  const ask = async (call: () => ReturnType<typeof enterCompetition>) => {
    const now: Competition | null = await run(call);
    if (now === null) return;
    setIn(now.you !== null && now.you.status !== 'withdrawn');
    onChange();
  };
  return (
    <span class="line on-screen">
      {isIn && refusal?.code !== 'entry-over' ? (
        <>
          <small role="status">{words.you}</small>
          <Sure
            label={words.withdrawOf(name)}
            question={words.withdrawMeans}
            onSure={() => void ask(() => withdrawEntry(id))}
          />
        </>
      ) : (
        <button type="button" disabled={busy} onClick={() => void ask(() => enterCompetition(id, {}))}>
          {words.enterOf(name)}
        </button>
      )}
      <Fault refusal={refusal} />
    </span>
  );
}
