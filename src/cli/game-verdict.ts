import { readFileSync } from 'node:fs';
import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import { Ref } from '#rules/kernel/schema.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { Transcript } from '../games/fairness/fairness-shapes.ts';
import { Transcript as Form } from '../games/fairness/fairness-shapes.ts';
import { verify } from '../games/fairness/verification.ts';
import type { Fault, KeptHead, Tally } from '../games/model/verdict.ts';
import { Mistake } from './mistake.ts';
import { complaintOf, formsOf, keptLine, misfits, type Verdict } from './verdict.ts';

/** What holds of the transcript of a game, and what does not. */
export async function gameVerdict(file: string, heads: readonly KeptHead[]): Promise<Verdict> {
  const transcript = transcriptIn(textOf(file));
  const catalogue = await loadCatalogue(false);
  const result = verify(transcript, catalogue, heads);
  return {
    verified: result.verified,
    json: { gameId: transcript.gameId, ...result },
    text: result.verified ? report(transcript, catalogue, result) : complaint(transcript, result),
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Mistake(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function transcriptIn(text: string): Transcript {
  const value = parsed(text);
  const fits = formsOf().compile<Transcript>(Ref(Form));
  if (fits(value)) return value;
  throw new Mistake(`This is not the transcript of a game: ${misfits(fits.errors)}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Mistake('This is not the transcript of a game: it is not JSON.');
  }
}

function report(transcript: Transcript, catalogue: Catalogue, tally: Tally): string {
  const { gameId, ruleset, rulesVersion, status, outcome, log } = transcript;
  const name = catalogue.get(ruleset)?.ruleset.name ?? ruleset;
  const lines = [
    `verified: game ${gameId} of ${name} (rules version ${rulesVersion}), ${status}${outcome ? `: ${outcome.text}` : ''}`,
    `  seed      ${seedLine(transcript)}`,
    `  chance    ${counted(tally.draws, 'draw')}, each as the recipe gives it`,
    `  choices   ${counted(tally.choices, 'choice')} of bots and time-outs, as the recipe gives them${searchedLine(tally)}`,
    `  rules     ${counted(tally.actions, 'action')}, each legal and by a seat that was to act; the outcome follows`,
    `  states    ${counted(tally.states, 'position')} by their hashes`,
    `  chain     ${counted(tally.versions, 'link')}, to head ${log.at(-1)?.head}`,
    `  you kept  ${keptLine(tally.keptHeads)}`,
  ];
  return lines.join('\n');
}

function seedLine({ seeded, commitmentFirst, daily, competition }: Transcript): string {
  if (competition) return `the house’s, of board ${competition.board} of competition ${competition.competitionId}`;
  if (daily !== null) return 'the house’s, of the competition of a day';
  if (seeded) return 'open: chosen by whoever created the game';
  const order = commitmentFirst ? 'before every client seed' : 'after some client seeds were known';
  return `the server seed is the one that was committed to, ${order}`;
}

function searchedLine({ searched }: Tally): string {
  return searched === 0 ? '' : `; ${counted(searched, 'choice')} of searching bots, of which only that it was legal`;
}

function complaint({ gameId }: Transcript, { version, ...wrong }: Fault): string {
  const where = version === null ? '' : `version ${version}: `;
  return `not verified: game ${gameId}\n  ${where}${complaintOf(wrong)}`;
}
