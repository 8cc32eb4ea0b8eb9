import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Type } from '@sinclair/typebox';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Transcript } from '../games/fairness/transcript.ts';
import { type Fault, type KeptHead, type Tally, verify } from '../games/fairness/verification.ts';
import { FAIRNESS_PARTS, Transcript as Form } from '../http/schemas/fairness.ts';
import { TABLE_PARTS } from '../http/schemas/table.ts';
import { type Catalogue, loadCatalogue } from '../rulesets/catalogue.ts';
import { messagesOf } from '../rulesets/input-errors.ts';

const USAGE = `npm run verify -- transcript.json [--head version=hash …] [--json]
  transcript.json   from GET /v1/games/{gameId}/transcript; - reads standard input
  --head            a head that you kept while the game was played; may be given several times
  --json            the result as JSON
Exit code 0: verified; 1: something does not hold; 2: this is no transcript.`;

/** Without what came with format 2. */
const FORM_1 = Type.Omit(Form, ['competition'], { $id: 'TranscriptOfFormat1' });

/** Something about the call or the file that its author can mend. */
class Mistake extends Error {}

try {
  const { file, heads, json } = readCall(process.argv.slice(2));
  const transcript = transcriptIn(textOf(file));
  const catalogue = await loadCatalogue(false);
  const result = verify(transcript, catalogue, heads);
  if (json) console.log(JSON.stringify({ gameId: transcript.gameId, ...result }, null, 2));
  else console.log(result.verified ? report(transcript, catalogue, result) : complaint(transcript, result));
  process.exitCode = result.verified ? 0 : 1;
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

function readCall(args: string[]): { file: string; heads: KeptHead[]; json: boolean } {
  const { values, positionals } = flagsIn(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Mistake('One transcript is verified at a time.');
  return { file, heads: values.head.map(headIn), json: values.json };
}

function flagsIn(args: string[]) {
  try {
    const options = {
      head: { type: 'string', multiple: true, default: [] as string[] },
      json: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new Mistake((error as Error).message);
  }
}

function headIn(text: string): KeptHead {
  const [, version, head] = /^(\d{1,9})=([0-9a-f]{64})$/i.exec(text) ?? [];
  if (version === undefined || head === undefined) {
    throw new Mistake(`--head takes a version and the 64 digits of its head, such as 12=0f3a…, not "${text}".`);
  }
  return { version: Number(version), head: head.toLowerCase() };
}

function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Mistake(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function transcriptIn(text: string): Transcript {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  for (const part of [...TABLE_PARTS, ...FAIRNESS_PARTS]) ajv.addSchema(part);
  const value = parsed(text);
  const fits = ajv.compile<Transcript>(isOfFormat1(value) ? FORM_1 : Form);
  if (fits(value)) return value;
  const errors = messagesOf(fits.errors).map(({ pointer, message }) => `${pointer || 'the whole'} ${message}`);
  const more = errors.length > 3 ? ` (and ${errors.length - 3} more)` : '';
  throw new Mistake(`This is not the transcript of a game: ${errors.slice(0, 3).join('; ')}${more}.`);
}

function isOfFormat1(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'formatVersion' in value && value.formatVersion === 1;
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
    `verified: game ${gameId} of ${name} (rules version ${rulesVersion}), ${status}${outcome ? `: ${outcome.reason}` : ''}`,
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

function keptLine(heads: number): string {
  if (heads > 0) return `${counted(heads, 'head')}, found in the chain`;
  return 'no head (--head): this history holds together, whether it is the one that was shown to you is not checked';
}

function complaint({ gameId }: Transcript, { version, check, expected, found }: Fault): string {
  const where = version === null ? '' : `version ${version}: `;
  return [
    `not verified: game ${gameId}`,
    `  ${where}${check} does not hold`,
    `  expected  ${shown(expected)}`,
    `  found     ${shown(found)}`,
  ].join('\n');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
