import { useState } from 'preact/hooks';
import type { Competition } from '../../core/api.ts';
import { changeEntry, enterCompetition, withdrawEntry } from '../../core/competition-calls.ts';
import { takesEntries } from '../../core/entering.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { useCall } from '../../core/use-call.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { Fault } from '../../parts/fault.tsx';
import { SitDown } from '../../parts/sit-down.tsx';
import { Sure } from '../../parts/sure.tsx';
import type { RoundSummary } from './competition-parts.ts';
import { WORDS_OF_COMPETITION } from './competition-words.ts';
import { Waiting } from './waiting.tsx';

const WORDS = WORDS_OF_COMPETITION.yours;
const MOST_AT_ONCE = 16;

interface OwnEntryProps {
  watched: WatchedCompetition;
  competition: Competition;
  inviteCode: string | null;
  round: RoundSummary | null;
  nameOf(entry: number): string;
}

export default function OwnEntry({ watched, competition, inviteCode, round, nameOf }: OwnEntryProps) {
  const who = useStore(session);
  const { you } = competition;
  if (who === null) return isOpenToPeople(competition) ? <SitDown purpose={WORDS.sitDown} /> : null;
  const isOver = competition.status === 'finished' || competition.status === 'aborted';
  if (you === null && isOver) return null;
  const isThere = you !== null && (you.status === 'active' || you.status === 'paused');
  return (
    <section class="panel on-screen" aria-labelledby="yours">
      <h2 id="yours">{WORDS.title}</h2>
      {you !== null && <p>{WORDS.entry(you.entry)}</p>}
      {you !== null && <Waiting watched={watched} competition={competition} you={you} round={round} nameOf={nameOf} />}
      {isThere ? (
        <Entered watched={watched} competition={competition} />
      ) : (
        <Enter watched={watched} competition={competition} inviteCode={inviteCode} />
      )}
    </section>
  );
}

function isOpenToPeople(competition: Competition): boolean {
  const { kinds, entries, maxEntries } = competition;
  return takesEntries(competition) && kinds.includes('human') && entries < maxEntries;
}

function Enter({ watched, competition, inviteCode }: Pick<OwnEntryProps, 'watched' | 'competition' | 'inviteCode'>) {
  const { busy, refusal, run } = useCall();
  const [words, setWords] = useState('');
  const [concurrency, setConcurrency] = useState(1);
  const { you, entries, maxEntries } = competition;
  if (you?.status === 'disqualified' || !takesEntries(competition))
    return you === null ? <p class="dim">{WORDS.closed}</p> : null;
  if (entries >= maxEntries) return <p class="dim">{WORDS.full}</p>;
  const isNew = you === null;
  const enter = async (event: Event) => {
    event.preventDefault();
    const code = inviteCode ?? competition.inviteCode;
    const chosen = isNew ? { concurrency, ...(words === '' ? {} : { clientSeed: words }) } : {};
    const now = await run(() =>
      enterCompetition(competition.id, { ...chosen, ...(code === null ? {} : { inviteCode: code }) }),
    );
    if (now !== null) watched.take(now);
  };
  return (
    <form class="form" onSubmit={enter}>
      {isNew && (
        <>
          <label class="field">
            {WORDS.wordsLabel}
            <input
              value={words}
              maxLength={64}
              aria-describedby="words"
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </label>
          <small id="words">{WORDS.words}</small>
          <AtOnce value={concurrency} onChange={setConcurrency} />
        </>
      )}
      <Fault refusal={refusal} />
      <button class="go" type="submit" aria-disabled={busy}>
        {isNew ? WORDS.enter : WORDS.reenter}
      </button>
    </form>
  );
}

function AtOnce({ value, onChange }: { value: number; onChange(value: number): void }) {
  return (
    <label class="field">
      {WORDS.concurrency}
      <input
        type="number"
        min={1}
        max={MOST_AT_ONCE}
        value={value}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

function Entered({ watched, competition }: Pick<OwnEntryProps, 'watched' | 'competition'>) {
  const { busy, refusal, run } = useCall();
  const { id, you, status } = competition;
  const [concurrency, setConcurrency] = useState(you?.concurrency ?? 1);
  if (status !== 'open' && status !== 'playing') return null;
  const ask = async (call: () => ReturnType<typeof changeEntry>) => {
    const now = await run(call);
    if (now !== null) watched.take(now);
  };
  const change = (event: Event) => {
    event.preventDefault();
    void ask(() => changeEntry(id, { concurrency }));
  };
  return (
    <>
      <Fault refusal={refusal} />
      <div class="line on-screen">
        {you?.status === 'paused' ? (
          <button
            type="button"
            class="go"
            disabled={busy}
            onClick={() => void ask(() => changeEntry(id, { paused: false }))}
          >
            {WORDS.resume}
          </button>
        ) : (
          <Sure
            label={WORDS.pause}
            question={WORDS.pauseMeans}
            onSure={() => void ask(() => changeEntry(id, { paused: true }))}
          />
        )}
        <Sure
          label={WORDS.withdraw}
          question={status === 'open' ? WORDS.withdrawOpen : WORDS.withdrawPlaying}
          onSure={() => void ask(() => withdrawEntry(id))}
        />
      </div>
      <form class="line on-screen" onSubmit={change}>
        <AtOnce value={concurrency} onChange={setConcurrency} />
        <button type="submit" disabled={busy || concurrency === you?.concurrency}>
          {WORDS.change}
        </button>
      </form>
    </>
  );
}
