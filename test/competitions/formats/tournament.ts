import { createHash } from 'node:crypto';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Candidate, Field, FormatRules, Pairing } from '../../../src/competitions/formats/format.ts';
import type { Settings } from '../../../src/competitions/model/settings.ts';

export function settingsWith(changes: Partial<Settings>): Settings {
  return {
    name: 'Friday',
    ruleset: 'folly',
    rulesVersion: 1,
    options: {},
    seats: 2,
    format: 'swiss',
    duplicate: 'movement',
    scoring: 'share',
    boards: 1,
    rounds: 5,
    clock: { perAction: 60, onTimeout: 'random' },
    standIn: 'random',
    visibility: 'public',
    entryUntil: null,
    startsAt: null,
    endsAt: null,
    maxEntries: 64,
    kinds: ['human', 'agent'],
    noShow: { pauseAfter: 3 },
    stop: null,
    ...changes,
  };
}

export class Tournament {
  readonly candidates: Candidate[];
  readonly absent = new Set<number>();
  readonly #settings: Settings;
  readonly #rules: FormatRules;
  readonly #seed: string;
  readonly #chance: FastChance;
  round = 0;

  constructor(rules: FormatRules, settings: Settings, entries: number, seed: string) {
    this.#rules = rules;
    this.#settings = settings;
    this.#seed = seed;
    this.#chance = new FastChance(seed);
    this.candidates = Array.from({ length: entries }, (_, i) => ({
      entry: i + 1,
      points: 0,
      met: [],
      seats: new Array<number>(settings.seats).fill(0),
      byes: 0,
      float: 0,
      begun: 0,
      counted: 0,
    }));
  }

  get field(): Field {
    return {
      seats: this.#settings.seats,
      round: this.round + 1,
      candidates: this.candidates.filter(({ entry }) => !this.absent.has(entry)),
      absent: [...this.absent],
      seed: createHash('sha256')
        .update(`${this.#seed}:${this.round + 1}`)
        .digest('hex'),
    };
  }

  pair(): Pairing {
    return this.#rules.pair(this.#settings, this.field);
  }

  play({ tables, byes }: Pairing): void {
    this.round++;
    const points = new Map(this.candidates.map((candidate) => [candidate.entry, candidate.points]));
    for (const entry of byes) {
      this.#candidate(entry).byes++;
      this.#candidate(entry).points++;
    }
    for (const table of tables) this.#playTable(table, points);
  }

  #playTable(table: readonly (number | null)[], before: ReadonlyMap<number, number>): void {
    const entries = table.filter((entry) => entry !== null);
    for (const [seat, entry] of table.entries()) {
      if (entry === null) continue;
      const candidate = this.#candidate(entry);
      candidate.seats[seat] = (candidate.seats[seat] ?? 0) + 1;
      candidate.begun++;
      candidate.counted++;
      candidate.met.push(...entries.filter((other) => other !== entry));
      if (entries.length === 2) {
        const other = entries.find((one) => one !== entry) as number;
        candidate.float = Math.sign((before.get(other) ?? 0) - (before.get(entry) ?? 0)) as Candidate['float'];
      }
    }
    this.#candidate(this.#winnerOf(entries)).points++;
  }

  #winnerOf(entries: readonly number[]): number {
    const sorted = entries.toSorted((one, other) => one - other);
    return sorted.find(() => this.#chance.int(3) < 2) ?? (sorted[0] as number);
  }

  #candidate(entry: number): Candidate {
    return this.candidates[entry - 1] as Candidate;
  }
}

export function seatImbalance(candidates: readonly Candidate[]): number {
  return Math.max(...candidates.map(({ seats }) => Math.max(...seats) - Math.min(...seats)));
}

export function rematches(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { met }) => sum + met.length - new Set(met).size, 0) / 2;
}
