import { createReadStream, readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import { messagesOf } from '#rules/input-errors.ts';
import { CompetitionPlace } from '#rules/kernel/chain.ts';
import { namedSchemas, Ref } from '#rules/kernel/schema.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { COMPETITION_EVENTS } from '../competitions/model/events.ts';
import { COMPETITION_LINES, EndLine, SettledLine } from '../competitions/transcript/transcript.ts';
import { type CompetitionTally, type Lines, verifyCompetition } from '../competitions/transcript/verification.ts';
import { Transcript, TranscriptEntry } from '../games/fairness/fairness-shapes.ts';
import { verify } from '../games/fairness/verification.ts';
import type { CheckFailure, Fault, KeptHead, Tally } from '../games/model/verdict.ts';
import { UsageError } from './flags.ts';

/** Messages cut longer values to this many characters. */
const SHOWN = 400;

interface Verdict {
  verified: boolean;
  text: string;
  json: object;
}

/** Parts of transcripts that must not have unknown fields, because the hash chain does not cover all their bytes. */
const CLOSED: TSchema[] = [Transcript, TranscriptEntry, CompetitionPlace, SettledLine, EndLine, ...COMPETITION_EVENTS];

function formsOf(roots: TSchema[]): Ajv2020 {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true, verbose: true }));
  for (const part of namedSchemas(roots).values()) ajv.addSchema(CLOSED.includes(part) ? closed(part) : part);
  return ajv;
}

/** Makes a schema reject unknown fields. No check covers them, so a transcript with unknown fields must not pass. */
function closed<S extends TSchema>(schema: S): S {
  return { ...schema, additionalProperties: false };
}

/** Joins the first three messages and the number of further ones. */
function misfits(value: unknown, errors: ErrorObject[] | null | undefined): string {
  const { type, detail } = Object(value);
  if (String(type).startsWith('/problems/')) return `it is an error answer, which says ${JSON.stringify(detail)}`;
  const told = messagesOf(errors).map(({ pointer, message }) => `${pointer || 'the whole'} ${message}`);
  return `${told.slice(0, 3).join('; ')}${told.length > 3 ? ` (and ${told.length - 3} more)` : ''}`;
}

function complaintOf({ check, expected, found }: CheckFailure): string {
  return `${check} does not hold\n  expected  ${clipped(expected)}\n  found     ${clipped(found)}`;
}

function keptLine(heads: number): string {
  if (heads > 0) return `${counted(heads, 'head')}, found in the chain`;
  return 'no head (--head): this history holds together, whether it is the one that was shown to you is not checked';
}

/** Shortens a value, which may be a whole game. */
function clipped(value: unknown): string {
  const text = shown(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export async function gameVerdict(file: string, heads: readonly KeptHead[]): Promise<Verdict> {
  const transcript = transcriptIn(textOf(file));
  const catalogue = await loadCatalogue(false);
  const result = verify(transcript, catalogue, heads);
  return {
    verified: result.verified,
    json: { gameId: transcript.gameId, ...result },
    text: result.verified ? gameReport(transcript, catalogue, result) : complaint(transcript, result),
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function transcriptIn(text: string): Transcript {
  const value = parsed(text);
  const fits = formsOf([Transcript]).compile<Transcript>(Ref(Transcript));
  if (fits(value)) return value;
  throw new UsageError(`This is not the transcript of a game: ${misfits(value, fits.errors)}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const other = text.includes('}\n{') ? ' The transcript of a competition needs --competition.' : '';
    throw new UsageError(`This is not the transcript of a game: it is not JSON.${other}`);
  }
}

function gameReport(transcript: Transcript, catalogue: Catalogue, tally: Tally): string {
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
  if (seeded) return 'open: chosen by the creator of the game';
  const order = commitmentFirst ? 'before it knew a client seed' : 'when it already knew some client seeds';
  return `the server seed matches the commitment, which the server published ${order}`;
}

function searchedLine({ searched }: Tally): string {
  return searched === 0 ? '' : `; ${counted(searched, 'choice')} of searching bots, of which only that it was legal`;
}

function complaint({ gameId }: Transcript, { version, ...wrong }: Fault): string {
  const where = version === null ? '' : `version ${version}: `;
  return `not verified: game ${gameId}\n  ${where}${complaintOf(wrong)}`;
}

/** Checks the transcript of a competition line by line and stops at the first fault. */
export async function competitionVerdict(file: string, keptHeads: readonly KeptHead[]): Promise<Verdict> {
  const catalogue = await loadCatalogue(false);
  const misfit = lineForms();
  const result = await verifyCompetition(chunksOf(file), { catalogue, misfit, keptHeads });
  if (!result.verified) {
    const { line, check, found } = result;
    if (line === 1 && check === 'form of the line') {
      throw new UsageError(`This is not the transcript of a competition: ${shown(found)}.`);
    }
    return { verified: false, json: result, text: `not verified: line ${line}: ${complaintOf(result)}` };
  }
  const { competition, standings: _, ...tally } = result;
  const json = { competitionId: competition.header.id, head: competition.head, version: competition.version, ...tally };
  return { verified: true, json, text: competitionReport(result) };
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function competitionReport({ competition, keptHeads, ...tally }: CompetitionTally): string {
  const { header, version, head, status, abortedBy, entries, rounds } = competition;
  const end = abortedBy === null ? status : `${status} by the ${abortedBy}`;
  const { name, format } = header.settings;
  const leader = tally.standings[0];
  return [
    `verified: competition ${header.id} (${name}), ${format} of ${counted(entries.length, 'entry', 'entries')}, ${end}`,
    '  seed      the server seed matches the commitment from before the first entry',
    `  boards    ${counted(tally.boards, 'board')}, each of the seed that follows from it and the words of the entries`,
    `  pairings  ${counted(rounds.length, 'round')}, each as its format pairs it; every game of the schedule was dealt once`,
    `  games     ${counted(tally.games, 'game')}: ${counted(tally.draws, 'draw')} and ${counted(tally.actions, 'action')} by recipe and rules, each counted as it ended`,
    `  standings ${leader === undefined ? 'no entries' : `recomputed; entry ${leader.entry} leads with ${leader.points}`}`,
    `  chain     ${counted(version, 'link')}, to head ${head}`,
    `  you kept  ${keptLine(keptHeads)}`,
  ].join('\n');
}

/** Returns a function that says what is wrong with the form of a line; null: nothing. */
export function lineForms(): (kind: keyof Lines, value: unknown) => string | null {
  const ajv = formsOf(Object.values(COMPETITION_LINES));
  const forms = new Map<keyof Lines, ValidateFunction>();
  return (kind, value) => {
    const fits = forms.get(kind) ?? ajv.compile(COMPETITION_LINES[kind]);
    forms.set(kind, fits);
    return fits(value) ? null : misfits(value, fits.errors);
  };
}
