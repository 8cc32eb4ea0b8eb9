import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditGame, audit, auditGame, end, type Findings } from './audit.ts';
import { PatientCaller, type Servers, Weather } from './patient-caller.ts';
import { Table } from './table.ts';

const GAMES: readonly { ruleset: string; seats: number; options?: object }[] = [
  { ruleset: 'pascals-ruin', seats: 2, options: { roundsToWin: 1 } },
  { ruleset: 'pascals-ruin', seats: 3 },
  { ruleset: 'champions-of-chance', seats: 2 },
  { ruleset: 'folly-and-fortune', seats: 2 },
  { ruleset: 'folly-and-fortune', seats: 3 },
  { ruleset: 'pokers-rogue-reckoning', seats: 1 },
  { ruleset: 'pascal', seats: 1 },
];
const LOOK_MS = 10;
const LONGEST_STANDSTILL_MS = 60_000;

interface Ways {
  vanishing?: number;
  clock?: object;
  look?: AuditGame;
  rated?: boolean;
}

export class Load {
  readonly weather = new Weather();
  readonly #stop = new AbortController();
  readonly #tables: Table[];
  readonly #players: PatientCaller[] = [];
  #playing: Promise<unknown> = Promise.resolve();

  private constructor(servers: Servers, { vanishing = 0, clock, rated = false }: Ways) {
    this.#tables = GAMES.map(({ ruleset, seats, options }, i) => {
      const players = Array.from({ length: seats }, () => new PatientCaller(servers, this.weather, vanishing));
      this.#players.push(...players);
      return new Table(`table ${i}`, players, { ruleset, options, clock, rated: rated && seats > 1 });
    });
  }

  static async around(
    servers: Servers,
    during: (load: Load) => Promise<unknown>,
    ways: Ways = {},
  ): Promise<[Findings, Load]> {
    const load = new Load(servers, ways);
    try {
      await load.#start();
      await during(load);
      return [await load.#finish(ways), load];
    } finally {
      load.#stop.abort();
    }
  }

  async #start(): Promise<void> {
    await Promise.all(this.#players.map((player, i) => player.register(`player ${i}`)));
    this.#playing = Promise.all(this.#tables.map((table) => table.play(this.#stop.signal)));
  }

  get moves(): number {
    return this.#tables.reduce((sum, table) => sum + table.moves, 0);
  }

  get troubles(): string[] {
    return this.#tables.flatMap(({ unexplained }) => unexplained);
  }

  async moved(by: number): Promise<void> {
    const goal = this.moves + by;
    let before = this.moves;
    let since = performance.now();
    while (this.moves < goal) {
      if (this.troubles.length > 0) throw new Error(`a table has stopped: ${this.troubles.join('; ')}`);
      if (this.moves > before) [before, since] = [this.moves, performance.now()];
      if (performance.now() > since + LONGEST_STANDSTILL_MS) throw new Error(`${this.moves} moves, and no more`);
      await sleep(LOOK_MS);
    }
  }

  async #finish({ clock, look = auditGame }: Ways): Promise<Findings> {
    this.#stop.abort();
    await this.#playing;
    const games = this.#tables.flatMap((table) => table.games);
    // ends the games first, because the clocks of unfinished games would run out during the audit
    if (clock !== undefined) await Promise.all(games.map(end));
    const findings = await audit(games, look);
    findings.unexplained.push(...this.troubles);
    return findings;
  }
}
