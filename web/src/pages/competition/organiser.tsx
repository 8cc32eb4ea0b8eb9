import { useEffect, useState } from 'preact/hooks';
import type { Competition } from '../../core/api.ts';
import { abortCompetition, enterCompetition, startCompetition } from '../../core/competition-calls.ts';
import { takesEntries } from '../../core/entering.ts';
import { addressOf } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { useCall } from '../../core/use-call.ts';
import { usePart } from '../../core/use-competition.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { WORDS } from '../../core/words.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Fault } from '../../parts/fault.tsx';
import { Sure } from '../../parts/sure.tsx';
import { readEntries } from './competition-lists.ts';
import { WORDS_OF_COMPETITION } from './competition-words.ts';

const { organiser: WORDS_OF_ORGANISER } = WORDS_OF_COMPETITION;
/** This bot thinks for a fixed time, so it cannot enter competitions. */
const BY_TIME = 'search';

interface OrganizerProps {
  watched: WatchedCompetition;
  competition: Competition;
}

export default function Organizer({ watched, competition }: OrganizerProps) {
  const { busy, refusal, run } = useCall();
  const { id, status, visibility, inviteCode } = competition;
  const isOver = status === 'finished' || status === 'aborted';
  const invite = visibility === 'private' ? inviteCode : null;
  if (isOver && invite === null) return null;
  const ask = async (call: () => ReturnType<typeof startCompetition>) => {
    const now = await run(call);
    if (now !== null) watched.take(now);
  };
  return (
    <section class="panel on-screen" aria-labelledby="organiser">
      <h2 id="organiser">{WORDS_OF_ORGANISER.title}</h2>
      <Fault refusal={refusal} />
      {invite !== null && <CopyField label={WORDS_OF_ORGANISER.invite} value={addressOf({ invite }, 'c', id)} />}
      {status === 'open' && (
        <p>
          <Sure
            label={WORDS_OF_ORGANISER.start}
            question={WORDS_OF_ORGANISER.startMeans}
            onSure={() => void ask(() => startCompetition(id))}
          />
        </p>
      )}
      {takesEntries(competition) && (
        <AddBot
          watched={watched}
          competition={competition}
          busy={busy}
          onAdd={(bot) => void ask(() => enterCompetition(id, { bot }))}
        />
      )}
      {!isOver && <Abort onAbort={(reason) => void ask(() => abortCompetition(id, reason))} />}
    </section>
  );
}

function Abort({ onAbort }: { onAbort(reason: string): void }) {
  const [reason, setReason] = useState('');
  return (
    <div class="form">
      <label class="field">
        {WORDS_OF_ORGANISER.abortReason}
        <input value={reason} maxLength={200} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <Sure
        label={WORDS_OF_ORGANISER.abort}
        question={WORDS_OF_ORGANISER.abortMeans}
        onSure={() => onAbort(reason.trim())}
      />
    </div>
  );
}

interface AddBotProps {
  watched: WatchedCompetition;
  competition: Competition;
  busy: boolean;
  onAdd(bot: string): void;
}

function AddBot({ watched, competition: { ruleset }, busy, onAdd }: AddBotProps) {
  const policies = useBots(ruleset);
  const entries = usePart(watched, ['entries'], () => readEntries(watched)).value?.items ?? [];
  const there = new Set(entries.filter(({ status }) => status !== 'withdrawn').map(({ bot }) => bot));
  const bots = policies.filter((policy) => !there.has(policy));
  const [chosen, setBot] = useState('random');
  const bot = bots.includes(chosen) ? chosen : bots[0];
  if (bot === undefined) return policies.length === 0 ? null : <p class="dim">{WORDS_OF_ORGANISER.noBots}</p>;
  const add = (event: Event) => {
    event.preventDefault();
    onAdd(bot);
  };
  return (
    <form class="line" onSubmit={add}>
      <label class="line">
        {WORDS_OF_ORGANISER.bots}
        <select value={bot} onChange={(event) => setBot(event.currentTarget.value)}>
          {bots.map((each) => (
            <option key={each} value={each}>
              {WORDS.seats.bot(each)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" aria-disabled={busy}>
        {WORDS_OF_ORGANISER.addBot}
      </button>
    </form>
  );
}

function useBots(ruleset: string): readonly string[] {
  const [policies, setPolicies] = useState<readonly string[]>([]);
  useEffect(() => {
    void listRulesets().then((answer) => {
      if (answer.ok) setPolicies(answer.value.find(({ id }) => id === ruleset)?.policies ?? []);
    });
  }, [ruleset]);
  return policies.filter((policy) => policy !== BY_TIME);
}
