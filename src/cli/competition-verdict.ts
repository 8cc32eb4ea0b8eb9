import { createReadStream } from 'node:fs';
import { loadCatalogue } from '#rules/catalogue.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { type CompetitionTally, verifyCompetition } from '../competitions/transcript/verification.ts';
import type { KeptHead } from '../games/model/verdict.ts';
import { lineForms } from './line-forms.ts';
import { Mistake } from './mistake.ts';
import { complaintOf, keptLine, shown, type Verdict } from './verdict.ts';

/** What holds of the transcript of a competition, which is read line by line, and the first thing that does not. */
export async function competitionVerdict(file: string, keptHeads: readonly KeptHead[]): Promise<Verdict> {
  const catalogue = await loadCatalogue(false);
  const misfit = lineForms();
  const result = await verifyCompetition(chunksOf(file), { catalogue, misfit, keptHeads });
  if (!result.verified) {
    const { line, check, found } = result;
    if (line === 1 && check === 'form of the line') {
      throw new Mistake(`This is not the transcript of a competition: ${shown(found)}.`);
    }
    return { verified: false, json: result, text: `not verified: line ${line}: ${complaintOf(result)}` };
  }
  const { competition, standings: _, ...tally } = result;
  const json = { competitionId: competition.header.id, head: competition.head, version: competition.version, ...tally };
  return { verified: true, json, text: report(result) };
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file);
  } catch (error) {
    throw new Mistake(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function report({ competition, keptHeads, ...tally }: CompetitionTally): string {
  const { header, version, head, status, abortedBy, entries, rounds } = competition;
  const end = abortedBy === null ? status : `${status} by the ${abortedBy}`;
  const { name, format } = header.settings;
  const leader = tally.standings[0];
  return [
    `verified: competition ${header.id} (${name}), ${format} of ${counted(entries.length, 'entry', 'entries')}, ${end}`,
    '  seed      the server seed is the one that was committed to before anybody entered',
    `  boards    ${counted(tally.boards, 'board')}, each of the seed that follows from it and the words of the entries`,
    `  pairings  ${counted(rounds.length, 'round')}, each as its format pairs it; every game of the schedule was dealt once`,
    `  games     ${counted(tally.games, 'game')}: ${counted(tally.draws, 'draw')} and ${counted(tally.actions, 'action')} by recipe and rules, each counted as it ended`,
    `  standings ${leader === undefined ? 'nobody took part' : `as computed again; entry ${leader.entry} leads with ${leader.points}`}`,
    `  chain     ${counted(version, 'link')}, to head ${head}`,
    `  you kept  ${keptLine(keptHeads)}`,
  ].join('\n');
}
