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
/** The version of the format. Increase it with every change that concerns verifiers. */
export const FORMAT_VERSION = 1;

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

/** Writes one entry at a time, so that a long transcript does not block the server. */
export class TranscriptWriter {
  readonly #header: GameHeader;
  readonly #seatings: EventRow[] = [];
  #game: Game | null = null;

  constructor(header: GameHeader) {
    this.#header = header;
  }

  get game(): Game | null {
    return this.#game;
  }

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

  /** Returns the transcript without its log. Call it after the last entry. */
  frame(): Omit<Transcript, 'log'> {
    const header = this.#header;
    const status = this.#game?.status;
    if (status !== 'finished' && status !== 'aborted') throw new Error(`game ${header.id} is not over`);
    const { commitmentId } = header;
    const seeded = isSeeded(header);
    return {
      format: FORMAT,
      formatVersion: FORMAT_VERSION,
      ...settledIn(header),
      clock: header.clock,
      createdAt: header.createdAt.toISOString(),
      seeded,
      commitmentFirst: isCommitmentFirst({ seeded, commitmentId }, versionsTaken(this.#seatings)),
      ...chanceSecretsOf(header),
      status,
      outcome: this.#game?.outcome ?? null,
    };
  }
}

export function chanceSecretsOf({ chance, chainKey }: GameHeader) {
  return {
    serverSeed: 'serverSeed' in chance ? hexOf(chance.serverSeed) : null,
    seed: 'seed' in chance ? chance.seed : null,
    chainKey: hexOf(chainKey),
  };
}

/** Returns the random numbers that the rules draw for a log entry, and their bounds; empty if no rules run for it. */
export function drawnIn(game: Game | null, row: EventRow, chance: () => Chance): { draws: number[]; bounds: number[] } {
  if (game === null || !asksTheRules(row)) return { draws: [], bounds: [] };
  const { ruleset, options, seatCount } = game.header;
  const recording = new RecordingChance(chance());
  if (row.kind === 'started') ruleset.setup(options, seatCount, recording);
  else ruleset.apply(game.state, row.seat as Seat, row.action, recording);
  return recording;
}

function asksTheRules({ kind, action }: EventRow): boolean {
  return kind === 'started' || ((kind === 'action' || kind === 'timeout') && action !== null);
}

/** Returns the SHA-256 of the state's canonical JSON as hex; null before the start. */
export function stateHash(state: unknown): string | null {
  return state === null ? null : sha256Hex(canonical(state));
}

/** Returns by seat the version at which its player or bot took it; null: the seat is not taken. */
export function versionsTaken(
  log: readonly Pick<EventRow, 'version' | 'kind' | 'seat' | 'action'>[],
): (number | null)[] {
  let versions: (number | null)[] = [];
  for (const { version, kind, seat, action } of log) {
    if (kind === 'created') {
      const { seats } = action as unknown as { seats: SeatHolder[] };
      versions = seats.map((holder) => (isTaken(holder) ? version : null));
    } else if (kind === 'joined') versions = versions.with(seat as Seat, version);
    else if (kind === 'left') versions = versions.with(seat as Seat, null);
  }
  return versions;
}

/** Returns true if the server published its commitment before it knew any client seed: the commitment was requested
 * before the game, or all seats were open when the game was created. */
export function isCommitmentFirst(
  game: { seeded: boolean; commitmentId: string | null },
  taken: readonly (number | null)[],
): boolean {
  if (game.seeded) return false;
  return game.commitmentId !== null || taken.every((version) => version === null || version > 1);
}
