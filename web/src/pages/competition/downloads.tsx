import type { Answer, Competition } from '../../core/api.ts';
import { connection } from '../../core/api.ts';
import { saveFile } from '../../core/save-file.ts';
import { useCall } from '../../core/use-call.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { Fault } from '../../parts/fault.tsx';
import { WORDS_OF_DOWNLOADS } from './downloads-words.ts';

type DownloadedTable = 'standings' | 'games' | 'crosstable' | 'entries';
type Part = 'competition' | 'rounds' | 'events' | DownloadedTable;

const PARTS: readonly { part: Part; path: string; csv?: DownloadedTable }[] = [
  { part: 'competition', path: '' },
  { part: 'standings', path: '/standings?limit=100', csv: 'standings' },
  { part: 'games', path: '/games?limit=100', csv: 'games' },
  { part: 'crosstable', path: '/crosstable?limit=100', csv: 'crosstable' },
  { part: 'entries', path: '/entries?limit=100', csv: 'entries' },
  { part: 'rounds', path: '/rounds?limit=100' },
  { part: 'events', path: '/events?limit=100' },
];
const NDJSON = 'application/x-ndjson';

interface DownloadsProps {
  watched: WatchedCompetition;
  competition: Competition;
}

/** Fetches private data with the token, because a link cannot send one. */
export default function Downloads({ watched, competition }: DownloadsProps) {
  const { busy, refusal, run } = useCall();
  const words = WORDS_OF_DOWNLOADS;
  const isPrivate = competition.visibility === 'private';
  const saveJson = (path: string, name: string) => run(() => saveAnswer(watched, path, name, 'application/json'));
  const saveCsv = (table: DownloadedTable) => run(() => saveTable(watched, table));
  return (
    <section class="panel on-screen" aria-labelledby="downloads">
      <h2 id="downloads">{words.title}</h2>
      <p class="dim">{words.text}</p>
      <Fault refusal={refusal} />
      <ul class="plain">
        {PARTS.map(({ part, path, csv }) => (
          <li key={part} class="line">
            {words.of[part]}:{' '}
            {isPrivate ? (
              <button
                type="button"
                disabled={busy}
                aria-label={words.jsonOf(words.of[part])}
                onClick={() => void saveJson(path, part)}
              >
                {words.json}
              </button>
            ) : (
              <a href={addressIn(watched, path)} aria-label={words.jsonOf(words.of[part])}>
                {words.json}
              </a>
            )}
            {csv !== undefined && (
              <button
                type="button"
                disabled={busy}
                aria-label={words.csvOf(words.of[part])}
                onClick={() => void saveCsv(csv)}
              >
                {words.csv}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p class="dim">{words.pages}</p>
      {competition.complete ? (
        <>
          <p>
            {words.transcriptText}{' '}
            <button
              type="button"
              disabled={busy}
              onClick={() => void run(() => saveAnswer(watched, '/transcript', 'transcript', NDJSON))}
            >
              {words.saveTranscript}
            </button>
          </p>
          <p>
            {words.verify} <code>npm run verify -- --competition {fileName(watched, 'transcript', NDJSON)}</code>
          </p>
        </>
      ) : (
        <p class="dim">{words.transcriptLater}</p>
      )}
    </section>
  );
}

function addressIn({ id }: WatchedCompetition, path: string): string {
  return `${connection.baseUrl}/v1/competitions/${id}${path}`;
}

const ENDINGS: Record<string, string> = { 'application/json': 'json', 'text/csv': 'csv', [NDJSON]: 'ndjson' };

function fileName({ id }: WatchedCompetition, what: string, type: string): string {
  return `competition-${id}-${what}.${ENDINGS[type]}`;
}

async function saveAnswer(
  watched: WatchedCompetition,
  path: string,
  what: string,
  type: string,
): Promise<Answer<true>> {
  const { fetchText } = await import('../../core/fetch-text.ts');
  const answer = await fetchText(addressIn(watched, path), { ...connection.headers(), ...watched.headers });
  if (!answer.ok) return answer;
  saveFile(fileName(watched, what, type), type, answer.value);
  return { ok: true, value: true };
}

async function saveTable(watched: WatchedCompetition, table: DownloadedTable): Promise<Answer<true>> {
  const { tableOf } = await import('./competition-tables.ts');
  const answer = await tableOf(watched, table);
  if (!answer.ok) return answer;
  saveFile(fileName(watched, table, 'text/csv'), 'text/csv;charset=utf-8', answer.value);
  return { ok: true, value: true };
}
