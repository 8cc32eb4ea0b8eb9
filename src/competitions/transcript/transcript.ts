import { createHash } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { canonical, type Json } from '#rules/kernel/json.ts';
import { numbered, Ref } from '#rules/kernel/schema.ts';
import { Transcript } from '../../games/fairness/fairness-shapes.ts';
import type { Standing } from '../../statistics/results.ts';
import type { CompetitionEventRow } from '../../store/competitions.ts';
import type { Competition, CompetitionHeader } from '../model/competition.ts';
import { CompetitionId } from '../model/competition-shapes.ts';
import { CompetitionEvent } from '../model/events.ts';
import { bySchedule } from '../model/schedule.ts';
import { SETTINGS } from '../model/settings.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const SettledLine = Type.Object(
  {
    format: Type.String({ description: '`croupier-competition`.' }),
    formatVersion: numbered('Raised when the form of the lines changes.'),
    competitionId: CompetitionId,
    settings: Type.Object(SETTINGS, { description: 'All settings.' }),
    createdBy: Type.String({ format: 'uuid', description: 'The id of the organizer.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
    commitment: Type.String({
      ...Hash,
      description: 'SHA-256 of the server seed, as it was published at the creation.',
    }),
    serverSeed: Type.String({ ...Hash, description: 'The seed from which all boards follow: 32 bytes as hex.' }),
  },
  { $id: 'CompetitionSettledLine', description: 'The first line: what was fixed at the creation.' },
);
export type SettledLine = Static<typeof SettledLine>;

export const EndLine = Type.Object(
  {
    standings: Type.Unsafe<Standing[]>(
      Type.Array(Type.Object({}), { description: 'The final standings, with a row for each entry.' }),
    ),
    sha256: Type.String({ ...Hash, description: 'SHA-256 of all lines before this one, each with its line feed.' }),
  },
  { $id: 'CompetitionEndLine', description: 'The last line: the final standings.' },
);

export type EndLine = Static<typeof EndLine>;

export const COMPETITION_LINES = {
  settled: Ref(SettledLine),
  event: Ref(CompetitionEvent),
  game: Ref(Transcript),
  end: Ref(EndLine),
};

export const FORMAT = 'croupier-competition';
/** Increase it with every change of the format that concerns verifiers. */
export const FORMAT_VERSION = 1;

/** The line of an event of the log. After the events, each game has one line, in the order of the schedule. */
export interface EventLine extends Pick<CompetitionEventRow, 'version' | 'type' | 'data'> {
  at: string;
  /** the hash of this event, chained to those of all earlier events */
  head: string;
}

/** The source of a transcript. It provides parts one by one, because the whole may not fit in memory. */
export interface TranscriptSources {
  /** returns events after a version, oldest first; none after the newest version */
  events(after: number): Promise<readonly CompetitionEvent[]>;
  /** returns the transcript of a finished game, as JSON in UTF-8 */
  game(gameId: string): Promise<Uint8Array>;
  standings(): Promise<Standing[]>;
}

/** Writes settings, log, games in the order of the schedule, and standings. Lines are canonical JSON, so equal
 * competitions have equal transcripts. */
export async function* transcriptLines(competition: Competition, sources: TranscriptSources): AsyncGenerator<string> {
  if (!competition.seedPublished) throw new Error(`competition ${competition.header.id} is not complete`);
  const hash = createHash('sha256');
  for await (const value of linesBeforeTheLast(competition, sources)) {
    const line = `${canonical(value)}\n`;
    hash.update(line);
    yield line;
  }
  const last: EndLine = { standings: await sources.standings(), sha256: hash.digest('hex') };
  yield `${canonical(last)}\n`;
}

async function* linesBeforeTheLast(competition: Competition, sources: TranscriptSources): AsyncGenerator<unknown> {
  yield settledLine(competition.header);
  let version = 0;
  while (version < competition.version) {
    const events = await sources.events(version);
    if (events.length === 0) throw new Error(`the log of competition ${competition.header.id} ends at ${version}`);
    for (const { version, type, data, at, head } of events) {
      yield { version, type, data: data as unknown as Json, at: at.toISOString(), head } satisfies EventLine;
    }
    version = events.at(-1)?.version ?? version;
  }
  for (const { gameId } of competition.games.toSorted(bySchedule)) {
    yield JSON.parse(Buffer.from(await sources.game(gameId)).toString());
  }
}

function settledLine({ id, settings, createdBy, createdAt, commitment, serverSeed }: CompetitionHeader): SettledLine {
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    competitionId: id,
    settings,
    createdBy,
    createdAt: createdAt.toISOString(),
    commitment,
    serverSeed: Buffer.from(serverSeed).toString('hex'),
  };
}
