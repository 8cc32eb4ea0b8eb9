import { headOfLog } from '../games/model/chain-of-log.ts';
import { counted } from '../kernel/tabletop/phrases.ts';
import { type ArchiveFile, isCut, isLacking, type MovedLog } from '../store/contract/archive.ts';
import { ArchiveMissing, ArchiveUnusable } from '../store/contract/failures.ts';
import { type AdminAnswer, type AdminCall, answered, onlySaid, optionalText, refusedBecause, textOf } from './call.ts';
import { noGame } from './game.ts';
import { asDeed, type House } from './house.ts';
import { aligned } from './words.ts';

const DAY_MS = 86_400_000;
/** A run gives up the rows of a file seconds after it is written: until then no game is read from it, and it is needed all the same. */
const UNDER_WAY_MS = 3_600_000;
/** So many games go into a file at most, and so many entries of logs: the statement that gives them up is short. */
const MOST_GAMES = 200;
const MOST_ENTRIES = 20_000;
const MOST_NAMED = 10;
const NO_ARCHIVE = 'There is no archive: set ARCHIVE_DIR, for every server.';

interface Run {
  games: number;
  bytes: number;
  files: string[];
  /** games whose logs do not lead to their heads: they stay */
  broken: string[];
}

/** Moves the logs of games that have long been over to files; without `--older-than` says how the archive is. */
export async function archive(house: House, call: AdminCall): Promise<AdminAnswer> {
  const { store, games } = house;
  if (store.archive.directory === null) return refusedBecause(NO_ARCHIVE);
  const files = await store.archive.files().catch(refusalOf);
  if (!Array.isArray(files)) return files;
  if (optionalText(call, 'older-than') === undefined) return state(house, files);
  const missing = files.filter(({ bytes }) => bytes === null).length;
  if (missing > 0) {
    const known = files.filter(({ games }) => games > 0).length;
    return refusedBecause(
      `${store.archive.directory} lacks ${missing} of the ${known} files that hold the logs of archived games: set ARCHIVE_DIR to the folder of the servers, or put the files back from a back-up.`,
    );
  }
  const days = Number(textOf(call, 'older-than'));
  const before = new Date(games.clock.now().getTime() - days * DAY_MS);
  const what = `Games that have been over since ${before.toISOString()} are read from ${store.archive.directory} from now on`;
  if (call.flags.yes !== true) return onlySaid(`${what}: ${counted(await countOf(house, before), 'game')}.`);
  const deed = { subject: null, because: optionalText(call, 'because') ?? null, details: { olderThan: days } };
  return asDeed(house, call, deed, async () => {
    const run: Run = { games: 0, bytes: 0, files: [], broken: [] };
    const failed = await moveAll(house, before, run).catch(refusalOf);
    if (failed !== undefined) {
      const why = `${failed.lines.join(' ')} Games moved before that: ${run.games}.`;
      return { ...failed, lines: [why], data: { refused: why, ...run } };
    }
    const broken = run.broken.slice(0, MOST_NAMED).map((id) => `Game ${id} stays: its log does not lead to its head.`);
    const lines = [
      `${what}: ${counted(run.games, 'game')}, ${counted(run.bytes, 'byte')} in ${counted(run.files.length, 'file')}.`,
      ...broken,
    ];
    return answered([...lines, ...wrongWith(house, await store.archive.files())], { olderThan: days, ...run });
  });
}

async function countOf({ store }: House, before: Date): Promise<number> {
  let count = 0;
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await store.archive.candidates(before, after, MOST_GAMES);
    count += ids.length;
    if (ids.length < MOST_GAMES) return count;
    after = ids.at(-1) as string;
  }
}

/** What the operator can mend about the folder is said; anything else is thrown on. */
function refusalOf(error: unknown): AdminAnswer {
  if (error instanceof ArchiveUnusable || error instanceof ArchiveMissing) {
    return refusedBecause(`${error.message.replace(/^./, (first) => first.toUpperCase())}.`);
  }
  throw error;
}

/** Counts in `run` what is done, file by file, so that it is known when the next one cannot be written. */
async function moveAll(house: House, before: Date, run: Run): Promise<void> {
  const { store, games } = house;
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await store.archive.candidates(before, after, MOST_GAMES);
    if (ids.length === 0) return;
    const { logs, broken, last } = await readable(house, ids);
    after = last;
    run.broken.push(...broken);
    if (logs.length === 0) continue;
    const { file, bytes, moved } = await store.archive.archive(logs, games.clock.now());
    run.games += moved.length;
    run.bytes += bytes;
    run.files.push(file);
  }
}

/** The logs of the first of these games, as many as go into one file; those whose chain is broken are left where they are. */
async function readable({ store }: House, ids: readonly string[]) {
  const logs: MovedLog[] = [];
  const broken: string[] = [];
  let entries = 0;
  let last: string | null = null;
  for (const id of ids) {
    if (entries >= MOST_ENTRIES) break;
    last = id;
    const game = await store.game(id);
    if (game === null) continue;
    const events = await store.log.events(id, 0);
    const { version, head, erased } = game;
    const leads = events.length === version && (head === null || headOfLog(game, events) === head);
    if (leads) logs.push({ gameId: id, version, head, erased, events });
    else broken.push(id);
    entries += events.length;
  }
  return { logs, broken, last };
}

/** Every file, and what an operator should look at; refused while a log cannot be read for want of a file. */
function state(house: House, files: readonly ArchiveFile[]): AdminAnswer {
  const rows = files.map(({ file, bytes, games }) => [
    file,
    bytes === null ? 'missing' : counted(bytes, 'byte'),
    counted(games, 'game'),
  ]);
  const lines = rows.length === 0 ? ['Nothing is archived.'] : aligned(rows);
  const data = files.map(({ writtenAt, ...file }) => ({ ...file, writtenAt: writtenAt?.toISOString() ?? null }));
  const answer = answered([...lines, ...wrongWith(house, files)], data);
  return files.some(isLacking) ? { ...answer, outcome: 'refused' } : answer;
}

function wrongWith({ games: { clock } }: House, files: readonly ArchiveFile[]): string[] {
  const young = clock.now().getTime() - UNDER_WAY_MS;
  const unread = files.filter(({ games }) => games === 0);
  const isYoung = ({ writtenAt }: ArchiveFile) => writtenAt !== null && writtenAt.getTime() > young;
  const named = (some: readonly ArchiveFile[]) => some.map(({ file }) => file).join(', ');
  const [underWay, needless] = [unread.filter(isYoung), unread.filter((file) => !isYoung(file))];
  const missing = files.filter(({ bytes }) => bytes === null);
  const cut = files.filter(isCut).map(({ file, bytes, needed }) => `${file} (${bytes} of at least ${needed} bytes)`);
  const lines: [boolean, string][] = [
    [underWay.length > 0, `Keep ${named(underWay)}: no game is read from there yet, and a run may be about to.`],
    [
      needless.length > 0,
      `No game is read from ${named(needless)}: left by a run that broke off, or restored. They may be deleted.`,
    ],
    [
      missing.length > 0,
      `Missing: ${named(missing)}. They are gone, or this user may not read them: put them back from a back-up.`,
    ],
    [cut.length > 0, `Cut short: ${cut.join(', ')}. Put them back from a back-up.`],
  ];
  return lines.flatMap(([is, line]) => (is ? [line] : []));
}

/** Puts the log of a game back into the database, if it is whole. */
export async function restore(house: House, call: AdminCall): Promise<AdminAnswer> {
  const { store } = house;
  const game = await store.game(call.target as string);
  if (game === null) return noGame(call.target as string);
  const row = await store.archive.row(game.id);
  if (row === null) return refusedBecause(`Game ${game.id} is not in the archive.`);
  const what = `The log of game ${game.id} comes back from ${row.file}`;
  if (call.flags.yes !== true) return onlySaid(`${what}.`);
  const deed = { subject: game.id, because: optionalText(call, 'because') ?? null, details: { file: row.file } };
  return asDeed(house, call, deed, async () => {
    const log = await store.archive.log(game.id);
    if (log === null || (log.head !== null && headOfLog(game, log.events) !== game.head)) {
      return refusedBecause(`The log of game ${game.id} in ${row.file} does not lead to its head.`);
    }
    if (!(await store.archive.restore(log))) return refusedBecause(`Game ${game.id} was restored meanwhile.`);
    return answered([`${what}.`], { file: row.file, version: log.version });
  });
}
