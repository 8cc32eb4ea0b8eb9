import { useState } from 'preact/hooks';
import type { Competition } from '../../core/api.ts';
import { disqualifyEntry, withdrawBot } from '../../core/competition-calls.ts';
import { nameOfEntrant } from '../../core/entrants.ts';
import { useCall } from '../../core/use-call.ts';
import { usePart } from '../../core/use-competition.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { Sure } from '../../parts/sure.tsx';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import { type BotPlaces, useBotPlaces } from './bot-places.ts';
import { readEntries } from './competition-lists.ts';
import type { Entry } from './competition-parts.ts';
import { WORDS_OF_COMPETITION } from './competition-words.ts';
import { EntrantName } from './entrant-name.tsx';

const { entries: WORDS_OF_ENTRIES, organiser: WORDS_OF_ORGANISER } = WORDS_OF_COMPETITION;

interface EntriesProps {
  watched: WatchedCompetition;
  competition: Competition;
  isOrganizer: boolean;
}

/** After the start the standings list the entries, so this list is loaded only when it is opened. */
export default function Entries(props: EntriesProps) {
  const isOpen = props.competition.status === 'open';
  const [isShown, setShown] = useState(isOpen);
  return (
    <section class={isShown ? 'panel' : 'panel on-screen'} aria-labelledby="entries">
      <h2 id="entries">{WORDS_OF_ENTRIES.title}</h2>
      {isShown ? (
        <List {...props} />
      ) : (
        <button type="button" onClick={() => setShown(true)}>
          {WORDS_OF_ENTRIES.show}
        </button>
      )}
    </section>
  );
}

function List({ watched, competition, isOrganizer }: EntriesProps) {
  const { value, refusal } = usePart(watched, ['entries'], () => readEntries(watched));
  const [away, setAway] = useState<Entry | null>(null);
  const goesOn = competition.status === 'open' || competition.status === 'playing';
  const own = competition.you?.entry;
  const places = useBotPlaces(competition);
  if (value === null) return refusal === null ? <p class="dim">{WORDS.loading}</p> : <Fault refusal={refusal} />;
  if (value.items.length === 0) return <p class="dim">{WORDS_OF_ENTRIES.none}</p>;
  return (
    <>
      <Fault refusal={refusal} />
      {away !== null && <SendAway key={away.entry} watched={watched} entry={away} onDone={() => setAway(null)} />}
      <WindowedRows
        caption={WORDS_OF_ENTRIES.caption}
        columns={[...columnsWith(places), ...(isOrganizer && goesOn ? [organizerColumn(setAway)] : [])]}
        rows={value.items}
        keyOf={({ entry }) => entry}
        nameOf={nameOfEntrant}
        isMarked={({ entry }) => entry === own}
      />
    </>
  );
}

const columnsWith = (places: BotPlaces): Column<Entry>[] => [
  { name: WORDS_OF_ENTRIES.number, isNumber: true, cell: ({ entry }) => entry },
  {
    name: WORDS_OF_ENTRIES.name,
    isHeader: true,
    cell: (entry) => <EntrantName entrant={entry} places={places} />,
  },
  { name: WORDS_OF_ENTRIES.what, cell: ({ bot }) => (bot === null ? WORDS_OF_ENTRIES.human : WORDS_OF_ENTRIES.bot) },
  { name: WORDS_OF_ENTRIES.status, cell: ({ status }) => WORDS_OF_ENTRIES.statuses[status] },
  { name: WORDS_OF_ENTRIES.concurrency, isNumber: true, cell: ({ concurrency }) => concurrency },
  { name: WORDS_OF_ENTRIES.noShows, isNumber: true, cell: ({ noShows }) => noShows },
  {
    name: WORDS_OF_ENTRIES.words,
    cell: ({ ownSeed }) => (ownSeed ? WORDS_OF_ENTRIES.ownWords : WORDS_OF_ENTRIES.drawn),
  },
];

function organizerColumn(onChosen: (entry: Entry) => void): Column<Entry> {
  return {
    name: WORDS_OF_ENTRIES.act,
    cell: (entry) => {
      if (entry.status === 'withdrawn' || entry.status === 'disqualified') return null;
      const [label, spoken] =
        entry.bot === null
          ? [WORDS_OF_ORGANISER.sendAway, WORDS_OF_ORGANISER.sendAwayOf]
          : [WORDS_OF_ORGANISER.takeOut, WORDS_OF_ORGANISER.takeOutOf];
      return (
        <button type="button" aria-label={spoken(nameOfEntrant(entry))} onClick={() => onChosen(entry)}>
          {label}
        </button>
      );
    },
  };
}

interface SendAwayProps {
  watched: WatchedCompetition;
  entry: Entry;
  onDone(): void;
}

function SendAway({ watched, entry, onDone }: SendAwayProps) {
  const { refusal, run } = useCall();
  const [reason, setReason] = useState('');
  const name = nameOfEntrant(entry);
  const isBot = entry.bot !== null;
  const canSend = isBot || reason.trim() !== '';
  const label = isBot ? WORDS_OF_ORGANISER.takeOutOf(name) : WORDS_OF_ORGANISER.sendAwayOf(name);
  const question = isBot ? WORDS_OF_ORGANISER.takeOutMeans : WORDS_OF_ORGANISER.sendAwayMeans;
  const send = async () => {
    const call = () =>
      isBot ? withdrawBot(watched.id, entry.entry) : disqualifyEntry(watched.id, entry.entry, reason.trim());
    const now = await run(call);
    if (now === null) return;
    watched.take(now);
    onDone();
  };
  return (
    <div class="form warning on-screen">
      <Fault refusal={refusal} />
      {!isBot && (
        <label class="field">
          {WORDS_OF_ORGANISER.reason}
          <input value={reason} maxLength={200} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
      )}
      <div class="line">
        {canSend ? (
          <Sure label={label} question={question} onSure={() => void send()} />
        ) : (
          <button type="button" disabled>
            {label}
          </button>
        )}
        <button type="button" onClick={onDone}>
          {WORDS_OF_ORGANISER.cancel}
        </button>
      </div>
    </div>
  );
}
