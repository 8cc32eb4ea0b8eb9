import type { Chance } from '#rules/kernel/chance.ts';
import { RecordedChance, RecordingChance } from '#rules/kernel/draws.ts';
import { sha256Hex } from '#rules/kernel/hashing.ts';
import { hexOf } from '#rules/kernel/hex.ts';
import { canonical } from '#rules/kernel/json.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';
import type { EventRow } from '../../store/game-rows.ts';
import { fold } from '../model/fold.ts';
import { type Game, type GameHeader, isSeeded, settledIn } from '../model/game.ts';
import { KeptStates } from '../model/lineage.ts';
import { isTaken, type SeatHolder } from '../model/seats.ts';
import type { Transcript, TranscriptEntry } from './fairness-shapes.ts';

export const FORMAT = 'croupier-transcript';
/** Raised with every change of the format that a verifier has to know of. */
export const FORMAT_VERSION = 1;

/** The transcript of a game that is over, from its whole log. */
export function transcriptOf(header: GameHeader, rows: readonly EventRow[]): Transcript {
  const writer = new TranscriptWriter(header);
  const states = new KeptStates(rows);
  const log = rows.map((row) => {
    const { game } = fold(header, writer.game, row, states.neededBy(row));
    states.keep(game);
    return writer.entryOf(row, game);
  });
  return { ...writer.frame(), log };
}

/** Writes a transcript entry by entry, so that a long one need not be made in one go. */
export class TranscriptWriter {
  readonly #header: GameHeader;
  readonly #seatings: EventRow[] = [];
  #game: Game | null = null;

  constructor(header: GameHeader) {
    this.#header = header;
  }

  /** The game after the last entry; null before the first. */
  get game(): Game | null {
    return this.#game;
  }

  /** The next entry of the log, as it is published; `after`: the game that it makes. */
  entryOf(row: EventRow, after: Game): TranscriptEntry {
    const before = this.#game;
    const { bounds } = drawnIn(before, row, () => new RecordedChance(row.draws));
    this.#game = after;
    if (before === null || before.status === 'open') this.#seatings.push(row);
    const { version, seat, action, draws, at } = row;
    const kind = row.kind as TranscriptEntry['kind'];
    const { head, state } = after;
    return { version, kind, seat, action, draws, bounds, at: at.toISOString(), head, stateHash: stateHash(state) };
  }

  /** All that stands around the log; to be called after its last entry. */
  frame(): Omit<Transcript, 'log'> {
    const header = this.#header;
    const status = this.#game?.status;
    if (status !== 'finished' && status !== 'aborted') throw new Error(`game ${header.id} is not over`);
    const { chance, commitmentId } = header;
    const seeded = isSeeded(header);
    return {
      format: FORMAT,
      formatVersion: FORMAT_VERSION,
      ...settledIn(header),
      clock: header.clock,
      createdAt: header.createdAt.toISOString(),
      seeded,
      commitmentFirst: isCommitmentFirst({ seeded, commitmentId }, versionsTaken(this.#seatings)),
      serverSeed: 'serverSeed' in chance ? hexOf(chance.serverSeed) : null,
      seed: 'seed' in chance ? chance.seed : null,
      chainKey: hexOf(header.chainKey),
      status,
      outcome: this.#game?.outcome ?? null,
    };
  }
}

/** What an entry draws, and below which bounds, when `chance` decides; nothing where the rules are not asked. */
export function drawnIn(game: Game | null, row: EventRow, chance: () => Chance): { draws: number[]; bounds: number[] } {
  if (game === null || !asksTheRules(row)) return { draws: [], bounds: [] };
  const { ruleset, options, seatCount } = game.header;
  const recording = new RecordingChance(chance());
  if (row.kind === 'started') ruleset.setup(options, seatCount, recording);
  else ruleset.apply(game.state, row.seat as Seat, row.action, recording);
  return recording;
}

/** Whether an entry is a step of the rules and not of the house alone. */
function asksTheRules({ kind, action }: EventRow): boolean {
  return kind === 'started' || ((kind === 'action' || kind === 'timeout') && action !== null);
}

/** The name of a position: SHA-256 of its canonical JSON as hex; null for a game that has not started. */
export function stateHash(state: unknown): string | null {
  return state === null ? null : sha256Hex(canonical(state));
}

/** What of the log says who sat down when. */
interface SeatingEntry {
  version: number;
  kind: string;
  seat: Seat | null;
  action: unknown;
}

/** At which version each seat was taken by who holds it, and so got its client seed; null: nobody has. */
export function versionsTaken(log: readonly SeatingEntry[]): (number | null)[] {
  let versions: (number | null)[] = [];
  for (const { version, kind, seat, action } of log) {
    if (kind === 'created') {
      const { seats } = action as { seats: SeatHolder[] };
      versions = seats.map((holder) => (isTaken(holder) ? version : null));
    } else if (kind === 'joined') versions = versions.with(seat as Seat, version);
    else if (kind === 'left') versions = versions.with(seat as Seat, null);
  }
  return versions;
}

/**
 * Whether every client seed came after the commitment was published. What a game is created with reaches the server
 * before it shows a commitment, unless that was made in a call of its own.
 */
export function isCommitmentFirst(
  game: { seeded: boolean; commitmentId: string | null },
  taken: readonly (number | null)[],
): boolean {
  if (game.seeded) return false;
  return game.commitmentId !== null || taken.every((version) => version === null || version > 1);
}
