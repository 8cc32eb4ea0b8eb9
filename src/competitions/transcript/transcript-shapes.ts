import { type Static, Type } from '@sinclair/typebox';
import { Ref } from '#rules/kernel/schema.ts';
import { Transcript } from '../../games/fairness/fairness-shapes.ts';
import { COMPETITION_PARTS, CompetitionId } from '../model/competition-shapes.ts';
import { COMPETITION_EVENT_PARTS, CompetitionEvent } from '../model/events.ts';
import { SETTINGS, SETTINGS_PARTS } from '../model/settings.ts';
import { SCHEDULE_PARTS } from '../queries/competition-schedule.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

const SettledLine = Type.Object(
  {
    format: Type.String({ description: '`croupier-competition`.' }),
    formatVersion: Type.Integer({ minimum: 1, description: 'Raised when the form of the lines changes.' }),
    competitionId: CompetitionId,
    settings: Type.Object(SETTINGS, { description: 'All that was settled.' }),
    createdBy: Type.String({ format: 'uuid', description: 'The id of the organiser.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
    commitment: Type.String({
      ...Hash,
      description: 'SHA-256 of the server seed, as it was published at the creation.',
    }),
    serverSeed: Type.String({ ...Hash, description: 'From which all boards follow: 32 bytes as hex.' }),
  },
  { $id: 'CompetitionSettledLine', description: 'The first line: what is settled.' },
);
export type SettledLine = Static<typeof SettledLine>;

const EndLine = Type.Object(
  {
    standings: Type.Array(Type.Object({}), { description: 'The final standings, a row an entry.' }),
    sha256: Type.String({ ...Hash, description: 'SHA-256 of all lines before this one, each with its line feed.' }),
  },
  { $id: 'CompetitionEndLine', description: 'The last line: the final standings.' },
);

/** What each line of a competition's transcript has to be, by its kind. */
export const COMPETITION_LINES = {
  settled: SettledLine,
  event: Ref(CompetitionEvent),
  game: Ref(Transcript),
  end: EndLine,
};

/** All that they refer to, beside the parts of a game and of its transcript. */
export const COMPETITION_LINE_PARTS = [
  ...SETTINGS_PARTS,
  ...COMPETITION_PARTS,
  ...SCHEDULE_PARTS,
  ...COMPETITION_EVENT_PARTS,
];
