// The chance and the history of a finished game, checked by the published recipe alone. It knows no rules: that the bounds are the
// right ones and the actions legal is checked by those, in `croupier-client/rules`.
import { firstHead, nextHead } from '../../../../src/kernel/chain.ts';
import { commitmentTo, gameSeedFrom, gameSeedFromText, PublishedChance } from '../../../../src/kernel/chance.ts';
import type { Transcript } from '../types.ts';
import { bytesOf } from './hex.ts';
import type { KeptHead, NotVerified } from './verdict.ts';

/** How much of a history holds, or the first thing that does not. */
export type HistoryVerification = { verified: true; versions: number; draws: number; keptHeads: number } | NotVerified;

type Entry = Transcript['log'][number];

interface Holder {
  clientSeed?: string;
}

/**
 * Checks the commitment, the seed, each draw against its bound, and the chain of heads up to those that were kept while the game
 * was played (docs/fairness.md).
 */
export function verify(transcript: Transcript, keptHeads: readonly KeptHead[] = []): HistoryVerification {
  const { format, formatVersion, seeded, serverSeed, commitment, log } = transcript;
  if (format !== 'croupier-transcript') return wrong(null, 'format', 'croupier-transcript', format);
  if (formatVersion !== 1) return wrong(null, 'version of the format', 1, formatVersion);
  const found = seeded ? null : commitmentTo(bytesOf(serverSeed ?? ''));
  if (found !== commitment) return wrong(null, 'SHA-256 of the server seed is the commitment', commitment, found);
  const history = new History(transcript);
  for (const [i, entry] of log.entries()) {
    const fault = history.follow(entry, i + 1) ?? keptFault(entry, keptHeads);
    if (fault !== null) return fault;
  }
  if (transcript.commitmentFirst !== history.isCommitmentFirst)
    return wrong(null, 'commitmentFirst', history.isCommitmentFirst, transcript.commitmentFirst);
  const beyond = keptHeads.find(({ version }) => version < 1 || version > log.length);
  if (beyond !== undefined) return wrong(null, 'head that was kept', `version 1 to ${log.length}`, beyond.version);
  return { verified: true, versions: log.length, draws: history.draws, keptHeads: keptHeads.length };
}

class History {
  readonly #transcript: Transcript;
  readonly #chainKey: Uint8Array;
  #head: string;
  #holders: Holder[] = [];
  /** the version at which each seat was taken */
  #taken: number[] = [];
  #seed: Uint8Array | null = null;
  draws = 0;

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
    this.#chainKey = bytesOf(transcript.chainKey);
    this.#head = firstHead(this.#chainKey, transcript);
  }

  follow(entry: Entry, due: number): NotVerified | null {
    if (entry.version !== due) return wrong(due, 'version', due, entry.version);
    this.#seat(entry);
    if (entry.kind === 'started') this.#seed = this.#seedAtStart();
    const fault = this.#drawn(entry);
    if (fault !== null) return fault;
    this.#head = nextHead(this.#chainKey, this.#head, entry);
    return entry.head === this.#head ? null : wrong(due, 'head of the chain', this.#head, entry.head);
  }

  /** Whether nobody gave words before the commitment was there: in the creation they come before it, in a joining after. */
  get isCommitmentFirst(): boolean {
    const { seeded, commitmentId } = this.#transcript;
    return !seeded && (commitmentId !== null || !this.#taken.includes(1));
  }

  /** Whose words go into the chance. */
  #seat({ kind, seat, action, version }: Entry): void {
    if (kind === 'created') {
      const { seats = [] } = (action ?? {}) as { seats?: Holder[] };
      this.#holders = [...seats];
      this.#taken = seats.map(({ clientSeed }) => (clientSeed === undefined ? 0 : version));
    }
    if (seat === null || (kind !== 'joined' && kind !== 'left')) return;
    this.#holders[seat] = kind === 'joined' ? (action as Holder) : {};
    this.#taken[seat] = kind === 'joined' ? version : 0;
  }

  #seedAtStart(): Uint8Array {
    const { seed, serverSeed } = this.#transcript;
    if (seed !== null) return gameSeedFromText(seed);
    const words = this.#holders.map(({ clientSeed = '' }) => clientSeed);
    return gameSeedFrom(bytesOf(serverSeed ?? ''), words);
  }

  #drawn({ version, draws, bounds }: Entry): NotVerified | null {
    if (bounds.length !== draws.length) return wrong(version, 'number of bounds', draws.length, bounds.length);
    if (draws.length === 0) return null;
    if (this.#seed === null) return wrong(version, 'number of draws', 0, draws.length);
    const chance = new PublishedChance(this.#seed, version);
    for (const [i, below] of bounds.entries()) {
      const due = chance.int(below);
      if (draws[i] !== due) return wrong(version, `draw ${i + 1} below ${below}`, due, draws[i]);
    }
    this.draws += draws.length;
    return null;
  }
}

function keptFault({ version, head }: Entry, kept: readonly KeptHead[]): NotVerified | null {
  const other = kept.find((each) => each.version === version && each.head !== head);
  return other === undefined ? null : wrong(version, 'head that was kept', other.head, head);
}

function wrong(version: number | null, check: string, expected: unknown, found: unknown): NotVerified {
  return { verified: false, version, check, expected, found };
}
