import { boundName, withoutBinding } from '#rules/kernel/chain.ts';
import { sha256Hex } from '#rules/kernel/hashing.ts';
import { canonical } from '#rules/kernel/json.ts';
import type { CompetitionEventRow } from '../../store/competitions.ts';
import {
  type Board,
  CHANGES_REMEMBERED,
  type Competition,
  type CompetitionChange,
  type CompetitionHeader,
  type Entry,
  hasLeft,
} from './competition.ts';
import type {
  CompetitionEvent,
  CompetitionEventData,
  CountedGame,
  DealtGame,
  EntryMade,
  PairedRound,
} from './events.ts';

/** Thrown for a log that this server cannot have written. */
export class BrokenLog extends Error {}

/** Applies stored events in order, which is the only way to change a competition. `before` stays unchanged. Each list
 * that changes is copied only once, so the time is proportional to the length of the log. */
export function foldAll(
  header: CompetitionHeader,
  before: Competition | null,
  rows: readonly CompetitionEventRow[],
): CompetitionChange {
  const draft = new Draft(before ?? blank(header));
  const events = rows.map((row) => applied(draft, row));
  return { competition: draft.next, events };
}

function blank(header: CompetitionHeader): Competition {
  return {
    header,
    version: 0,
    head: firstHead(header),
    status: 'open',
    entries: [],
    starters: null,
    rounds: [],
    boards: [],
    games: [],
    counted: [],
    roundsEnded: 0,
    verdict: null,
    abortedBy: null,
    abortReason: null,
    seedPublished: false,
    updatedAt: header.createdAt,
  };
}

type Listed = 'entries' | 'rounds' | 'boards' | 'games' | 'counted';

/** A competition that is being changed to its next version. Lists are copied at their first change. */
class Draft {
  readonly next: Competition;
  readonly #copied = new Set<Listed>();

  constructor(before: Competition) {
    this.next = { ...before };
  }

  own<L extends Listed>(name: L): Competition[L] {
    if (!this.#copied.has(name)) {
      this.next[name] = [...this.next[name]] as Competition[L];
      this.#copied.add(name);
    }
    return this.next[name];
  }

  changeEntry(number: number, change: (entry: Entry) => Partial<Entry>): void {
    const entry = this.next.entries[number - 1];
    if (entry === undefined) throw this.broken(`an event of entry ${number}, which does not exist`);
    this.own('entries')[number - 1] = { ...entry, ...change(entry) };
  }

  changeBoard(number: number, change: (board: Board) => Partial<Board>): void {
    const board = this.next.boards[number - 1];
    if (board === undefined) throw this.broken(`an event of board ${number}, which does not exist`);
    this.own('boards')[number - 1] = { ...board, ...change(board) };
  }

  meet(numbers: Iterable<number>): void {
    const fresh = new Set([...numbers].filter((number) => this.next.boards[number - 1] === undefined));
    for (const board of [...fresh].sort((one, other) => one - other)) {
      const { version } = this.next;
      this.inOrder('board', board, this.next.boards.length);
      this.own('boards').push({ board, version, games: [], dealtAt: null, closed: false, seed: null, par: null });
    }
  }

  inOrder(what: string, number: number, before: number): void {
    if (number !== before + 1) throw this.broken(`${what} ${number} where ${before + 1} is due`);
  }

  broken(what: string): BrokenLog {
    return new BrokenLog(`the log of competition ${this.next.header.id} has ${what} at version ${this.next.version}`);
  }
}

function applied(draft: Draft, { version, type, data, at }: CompetitionEventRow): CompetitionEvent {
  const { next } = draft;
  const log = `the log of competition ${next.header.id}`;
  if (version !== next.version + 1) {
    throw new BrokenLog(`${log} jumps to version ${version} where ${next.version + 1} is due`);
  }
  const event = { type, data } as unknown as CompetitionEventData;
  if ((next.version === 0) !== (type === 'competitionCreated')) {
    throw new BrokenLog(`${log} has an event of type ${type} at version ${version}`);
  }
  next.version = version;
  next.head = nextHead(next.head, { version, type, data, at });
  next.updatedAt = at;
  apply(draft, event);
  return { ...event, version, head: next.head, at };
}

function apply(draft: Draft, event: CompetitionEventData): void {
  const { next } = draft;
  switch (event.type) {
    case 'competitionCreated':
      return;
    case 'entryMade':
      entered(draft, event.data);
      return;
    case 'entryChanged': {
      const { entry: number, concurrency } = event.data;
      draft.changeEntry(number, (entry) => ({ concurrency, ...asked(draft, entry) }));
      return;
    }
    case 'entryPaused': {
      const { entry: number, because } = event.data;
      const change = (entry: Entry) => ({ status: 'paused' as const, ...(because === 'asked' && asked(draft, entry)) });
      draft.changeEntry(number, change);
      return;
    }
    case 'entryResumed':
      draft.changeEntry(event.data.entry, (entry) => ({ status: 'active', noShows: 0, ...asked(draft, entry) }));
      return;
    case 'entryWithdrawn':
      draft.changeEntry(event.data.entry, () => ({ status: 'withdrawn' }));
      return;
    case 'entryDisqualified':
      draft.changeEntry(event.data.entry, () => ({ status: 'disqualified' }));
      return;
    case 'competitionStarted':
      next.status = 'playing';
      next.starters = next.entries.filter((entry) => !hasLeft(entry)).map(({ entry }) => entry);
      return;
    case 'roundPaired':
      paired(draft, event.data);
      return;
    case 'gamesDealt':
      dealt(draft, event.data.games);
      return;
    case 'gameCounted':
      counted(draft, event.data);
      return;
    case 'boardClosed': {
      const { board, seed, par } = event.data;
      draft.changeBoard(board, () => ({ closed: true, seed, par }));
      return;
    }
    case 'roundEnded':
      draft.inOrder('the end of round', event.data.round, next.roundsEnded);
      next.roundsEnded = event.data.round;
      return;
    case 'verdictReached':
      next.verdict = event.data;
      return;
    case 'competitionEnded':
      next.status = 'finished';
      return;
    case 'competitionAborted':
      next.status = 'aborted';
      next.abortedBy = event.data.by;
      next.abortReason = event.data.reason;
      return;
    case 'seedPublished':
      next.seedPublished = true;
      return;
    default: {
      const { type } = event satisfies never as { type: string };
      throw draft.broken(`an event of unknown type ${type}`);
    }
  }
}

function entered(draft: Draft, written: EntryMade): void {
  const made = withoutBinding(written);
  draft.inOrder('entry', made.entry, draft.next.entries.length);
  const { version } = draft.next;
  draft.own('entries').push({ ...made, status: 'active', noShows: 0, changes: { count: 0, latest: [] }, version });
}

function asked({ next }: Draft, { changes }: Entry): Pick<Entry, 'changes'> {
  const latest = [...changes.latest, next.updatedAt].slice(-CHANGES_REMEMBERED);
  return { changes: { count: changes.count + 1, latest } };
}

function paired(draft: Draft, round: PairedRound): void {
  draft.inOrder('round', round.round, draft.next.rounds.length);
  draft.own('rounds').push(round);
  draft.meet(round.tables.flatMap(({ boards }) => boards));
}

function dealt(draft: Draft, games: readonly DealtGame[]): void {
  const at = draft.next.updatedAt;
  // no round contains the board of a game that replaces a void game, so this board is added here
  draft.meet(games.map(({ board }) => board));
  for (const game of games) {
    draft.changeBoard(game.board, (board) => ({ games: [...board.games, game], dealtAt: board.dealtAt ?? at }));
    draft.own('games').push(game);
  }
}

/** Counts a game. A void game, which is dealt again, does not change how many games in a row entries have missed. */
function counted(draft: Draft, game: CountedGame): void {
  const board = draft.next.boards[game.board - 1];
  if (board?.games.every(({ gameId }) => gameId !== game.gameId) ?? true) {
    throw draft.broken(`the result of game ${game.gameId}, which was not dealt,`);
  }
  draft.own('counted').push(game);
  if (game.counted === 'void') return;
  for (const [seat, entry] of game.entries.entries()) {
    if (entry === null) continue;
    const before = draft.next.entries[entry - 1]?.noShows ?? 0;
    const noShows = noShowsAfter(before, game, seat);
    if (before !== noShows) draft.changeEntry(entry, () => ({ noShows }));
  }
}

/** Returns how many games in a row an entry has missed. A seat that never had to act does not change the number. */
export function noShowsAfter(before: number, { noShows, unasked }: CountedGame, seat: number): number {
  if (unasked.includes(seat)) return before;
  return noShows.includes(seat) ? before + 1 : 0;
}

type ChainedEntry = Pick<CompetitionEventRow, 'version' | 'type' | 'at'> & { data: unknown };

/** Returns the start of the log's hash chain, as hex. Competition logs have no secrets, so the chain needs no key. */
export function firstHead({ id, settings, createdBy, commitment }: CompetitionHeader): string {
  return sha256Hex(canonical({ competitionId: id, settings, createdBy, commitment }));
}

export function nextHead(head: string, { version, type, data, at }: ChainedEntry): string {
  const bound = type === 'entryMade' ? boundName(data) : data;
  return sha256Hex(`${head}\n${canonical([version, type, bound, at.toISOString()])}`);
}
