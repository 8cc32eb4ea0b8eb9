import { createHash, type Hash } from 'node:crypto';
import type { Catalogue } from '#rules/catalogue.ts';
import { bytesOf } from '#rules/kernel/hex.ts';
import { canonical, sameJson } from '#rules/kernel/json.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import type { Transcript } from '../../games/fairness/fairness-shapes.ts';
import {
  beyondObjection,
  formatObjection,
  keptObjection,
  openingObjection,
  rulesIn,
} from '../../games/fairness/verification.ts';
import { type CheckFailure, checkFailure, type KeptHead } from '../../games/model/verdict.ts';
import type { Standing } from '../../statistics/results.ts';
import { standings } from '../../statistics/standings.ts';
import { type Competition, type CompetitionHeader, standingsInputOf } from '../model/competition.ts';
import { bySchedule } from '../model/schedule.ts';
import { checkedGame } from './game-check.ts';
import { LogCheck } from './log-check.ts';
import { type EndLine, type EventLine, FORMAT, FORMAT_VERSION, type SettledLine } from './transcript.ts';

export interface Lines {
  settled: SettledLine;
  event: EventLine;
  game: Transcript;
  end: EndLine;
}

export interface VerificationParts {
  catalogue: Catalogue;
  /** Returns why a value does not fit the schema of its line; null: it fits. */
  misfit(kind: keyof Lines, value: unknown): string | null;
  /** hashes of events that the verifying person saved during the competition */
  keptHeads: readonly KeptHead[];
}

export interface CompetitionTally {
  competition: Competition;
  lines: number;
  games: number;
  boards: number;
  /** the number of actions in all games; each was legal and came from a seat that had to act */
  actions: number;
  draws: number;
  keptHeads: number;
  standings: Standing[];
}

/** The first error. Its line is counted from 1. */
export interface CompetitionFault extends CheckFailure {
  line: number;
}

export type CompetitionVerification =
  | ({ verified: true } & CompetitionTally)
  | ({ verified: false } & CompetitionFault);

class Wrong extends Error {
  readonly checkFailure: CheckFailure;

  constructor(wrong: CheckFailure) {
    super(wrong.check);
    this.checkFailure = wrong;
  }
}

/** Verifies a transcript: computes everything again, line by line, and compares. */
export async function verifyCompetition(
  chunks: AsyncIterable<Uint8Array>,
  parts: VerificationParts,
): Promise<CompetitionVerification> {
  const reader = new LineReader(linesOf(chunks), parts);
  try {
    return { verified: true, ...(await verified(reader, parts)) };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { verified: false, line: reader.line, ...error.checkFailure };
  }
}

async function verified(reader: LineReader, parts: VerificationParts): Promise<CompetitionTally> {
  const { header, ruleset } = settledIn(await reader.next('settled'), parts.catalogue);
  const tally = { games: 0, actions: 0, draws: 0, keptHeads: 0 };
  const competition = await readLog(reader, new LogCheck(header, ruleset), parts.keptHeads, tally);
  const counted = new Map(competition.counted.map((game) => [game.gameId, game]));
  for (const dealt of competition.games.toSorted(bySchedule)) {
    const transcript = await reader.next('game');
    const found = checkedGame(competition, dealt, counted.get(dealt.gameId), transcript, parts.catalogue);
    if (found.checkFailure !== null) throw new Wrong(found.checkFailure);
    tally.games++;
    tally.actions += found.tally.actions;
    tally.draws += found.tally.draws;
  }
  const sha256 = reader.sha256;
  const end = await reader.next('end');
  const ranked = standings(standingsInputOf(competition, ruleset.scoring(header.settings.options)));
  insist(standingsObjection(ranked, end.standings));
  if (end.sha256 !== sha256) throw new Wrong(checkFailure('SHA-256 of the lines before', sha256, end.sha256));
  await reader.end();
  const { boards } = competition;
  return { competition, lines: reader.line, boards: boards.length, ...tally, standings: ranked };
}

async function readLog(
  reader: LineReader,
  check: LogCheck,
  keptHeads: readonly KeptHead[],
  tally: { keptHeads: number },
): Promise<Competition> {
  for (;;) {
    const line = await reader.next('event');
    insist(check.checkFailure(line));
    insist(keptObjection(keptHeads, line, tally));
    const { competition } = check;
    if (!competition?.seedPublished) continue;
    insist(beyondObjection(keptHeads, competition.version));
    return competition;
  }
}

function settledIn(line: SettledLine, catalogue: Catalogue): { header: CompetitionHeader; ruleset: AnyRuleset } {
  const { competitionId: id, settings, createdBy, createdAt, commitment, serverSeed } = line;
  insist(formatObjection(FORMAT, FORMAT_VERSION, line));
  const rules = rulesIn(catalogue, settings.ruleset, settings.rulesVersion);
  if ('check' in rules) throw new Wrong(rules);
  insist(openingObjection(serverSeed, commitment));
  const header = {
    id,
    settings,
    createdBy,
    createdAt: new Date(createdAt),
    inviteCode: null,
    commitment,
    serverSeed: bytesOf(serverSeed),
  };
  return { header, ruleset: rules.ruleset };
}

function standingsObjection(due: readonly Standing[], found: readonly Standing[]): CheckFailure | null {
  if (due.length !== found.length) return checkFailure('number of rows in the standings', due.length, found.length);
  const odd = due.findIndex((row, i) => !sameJson(row, found[i]));
  return odd === -1 ? null : checkFailure(`row ${odd + 1} of the standings`, due[odd], found[odd]);
}

function insist(wrong: CheckFailure | null): void {
  if (wrong !== null) throw new Wrong(wrong);
}

/** Returns the first place at which a line is not canonical JSON; null: there is none. */
function canonicalObjection(due: string, found: string): CheckFailure | null {
  if (due === found) return null;
  let place = 0;
  while (due[place] === found[place]) place++;
  const near = (text: string) => text.slice(Math.max(0, place - NEAR), place + NEAR);
  return checkFailure(`canonical JSON at character ${place + 1}`, near(due), near(found));
}

const NEAR = 20;

class LineReader {
  readonly #lines: AsyncIterator<Uint8Array>;
  readonly #misfit: VerificationParts['misfit'];
  readonly #hash: Hash = createHash('sha256');
  /** the number of the last line read, from 1 */
  line = 0;

  constructor(lines: AsyncIterable<Uint8Array>, { misfit }: Pick<VerificationParts, 'misfit'>) {
    this.#lines = lines[Symbol.asyncIterator]();
    this.#misfit = misfit;
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  async next<K extends keyof Lines>(kind: K): Promise<Lines[K]> {
    this.line++;
    const read = await this.#lines.next();
    if (read.done === true) throw new Wrong(checkFailure('end', NAMES[kind], 'the end of the file'));
    const bytes = read.value;
    this.#hash.update(bytes);
    const isEnded = bytes.at(-1) === LINE_FEED;
    const line = jsonIn(isEnded ? bytes.subarray(0, -1) : bytes);
    const misfit = line === null ? 'it is not JSON in UTF-8' : this.#misfit(kind, line.value);
    if (line === null || misfit !== null) throw new Wrong(checkFailure('form of the line', NAMES[kind], misfit));
    const { text, value } = line;
    insist(canonicalObjection(canonical(value), text));
    if (!isEnded) throw new Wrong(checkFailure('end of the line', 'a line feed', 'the end of the file'));
    return value as Lines[K];
  }

  async end(): Promise<void> {
    const read = await this.#lines.next();
    if (read.done === true) return;
    this.line++;
    throw new Wrong(checkFailure('end', 'the end of the file', 'one more line'));
  }
}

const NAMES: Record<keyof Lines, string> = {
  settled: 'what is settled of a competition',
  event: 'an entry of its log',
  game: 'the transcript of a game',
  end: 'the standings',
};

const LINE_FEED = 10;

/** Returns the lines of a file that comes in chunks, with their line feeds. No other character ends a line. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

/** Parses a line; null: it is not JSON in UTF-8. */
function jsonIn(line: Uint8Array): { text: string; value: unknown } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
    return { text, value: JSON.parse(text) };
  } catch {
    return null;
  }
}
