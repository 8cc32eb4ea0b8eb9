import { mkdirSync } from 'node:fs';
import { pino } from 'pino';
import type { Catalogue } from '#rules/catalogue.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { formatOf } from '../../src/competitions/formats/formats.ts';
import type { Competition } from '../../src/competitions/model/competition.ts';
import type { Game } from '../../src/games/model/game.ts';
import type { House } from '../../src/house.ts';
import type { ServerClock } from '../../src/store/game-rows.ts';
import type { Store } from '../../src/store/store.ts';
import { Agents } from './agents/agents.ts';
import type { Fault } from './agents/kept-program.ts';
import type { Competitor } from './competitor.ts';
import { competitorsOf, register, startedCompetition } from './enrolment.ts';
import { listen, openHouse } from './house.ts';
import { Journal } from './journal.ts';
import { Referee, uncounted } from './referee.ts';
import type { CompeteResult } from './result.ts';
import type { CompetitionPlan, Registered, ResultFolder } from './result-folder.ts';
import { RunSeed } from './run-seed.ts';
import { Tables } from './tables/table.ts';
import { writeResult } from './write-result.ts';

export interface CompetingParts {
  folder: ResultFolder;
  catalogue: Catalogue;
  openStore(directory: string): Promise<Store>;
  onProgress(progress: Progress): void;
  onTrouble(error: unknown): void;
}

export interface Progress {
  games: number;
  /** the number of games that the competition has at most */
  gamesInAll: number;
  /** the number of games that this run has finished */
  gamesNow: number;
  seconds: number;
}

const LOOK_EVERY_MS = 1_000;

/** One run of a competition on this machine. It starts the competition, or continues where the last run ended. */
export class Competing {
  readonly #parts: CompetingParts;
  readonly #plan: CompetitionPlan;
  readonly #journal: Journal;
  readonly #clock: RunClock;
  readonly #stopping = new AbortController();
  #agents: Agents | null = null;
  #tables: Tables | null = null;
  #ended: Promise<void> | null = null;

  /** Throws `InvalidCall` if the folder has no competition. */
  constructor(parts: CompetingParts) {
    this.#parts = parts;
    const { folder } = parts;
    this.#plan = folder.plan();
    this.#journal = new Journal(folder.journal);
    const last = this.#journal.entries.at(-1)?.at;
    this.#clock = new RunClock(last === undefined ? new Date() : new Date(last));
  }

  /** Plays the competition; null: the run was stopped. Throws `InvalidCall` if the server rejects the competition. */
  async run(): Promise<CompeteResult | null> {
    const { folder, catalogue, openStore, onTrouble } = this.#parts;
    mkdirSync(folder.logs, { recursive: true });
    const known = folder.registered();
    const store = await openStore(folder.data);
    // until `#tables` is set, the server acts in no game, not even in games that an earlier run left unfinished
    const attends = (gameId: string) => this.#tables?.isAttended(gameId) ?? false;
    const onChange = (game: Game) => this.#tables?.changed(game);
    const house = await openHouse({ store, catalogue, clock: this.#clock, attends, onChange, onTrouble });
    try {
      const registered = known ?? (await register(house.players, this.#plan.agents));
      if (known === null) folder.keepRegistered(registered);
      return await this.#hold(house, registered);
    } finally {
      await house.stop();
      if (folder.isComplete) folder.removeData();
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Kills all programs. The caller must then exit the process. */
  kill(): void {
    this.#agents?.kill();
  }

  async #hold(house: House, registered: Registered): Promise<CompeteResult | null> {
    const { competitions } = house;
    const { organiser } = registered;
    this.#note('run');
    const gaveUp = (competitor: Competitor, fault: Fault) =>
      void referee.sendAway(competitor, fault).catch(this.#trouble);
    const competitors = competitorsOf(this.#plan.agents, registered, gaveUp);
    const competition = await startedCompetition(competitions, this.#plan, organiser, competitors);
    const { id: competitionId } = competition.header;
    const referee = new Referee({
      ...house,
      games: house.gameService,
      competitionId,
      organiser,
      journal: this.#journal,
      now: this.#now,
    });
    const tables = this.#seat(house, competitors, referee);
    const service = await this.#serve(house, competitors);
    try {
      this.#agents = this.#startAgents(competitors, registered, { competitionId, url: service?.url, referee });
      for (const { gameId } of uncounted(competition)) await tables.resume(gameId);
      competitions.loop.start();
      const last = await this.#watch(house, competitors, competition, referee);
      await this.#end(house, tables);
      if (!last.seedPublished) return null;
      return await writeResult(this.#parts.folder, house, last, {
        plan: this.#plan,
        journal: this.#journal,
        competitors,
      });
    } finally {
      await this.#end(house, tables);
      await service?.close();
    }
  }

  #seat({ gameService: games }: House, competitors: readonly Competitor[], referee: Referee): Tables {
    const byPlayer = new Map(competitors.map((competitor) => [competitor.player?.id, competitor]));
    const tables = new Tables(
      {
        games,
        seed: new RunSeed(this.#plan.seed),
        competitorOf: (playerId) => byPlayer.get(playerId),
        onLoss: (competitor, gameId, fault) => referee.lost(competitor, gameId, fault),
      },
      this.#trouble,
    );
    this.#tables = tables;
    return tables;
  }

  async #serve(house: House, competitors: readonly Competitor[]) {
    if (!competitors.some(({ plan }) => plan.plays.kind === 'command')) return null;
    return listen(house, pino({ level: 'warn' }, pino.destination({ dest: this.#parts.folder.log, sync: true })));
  }

  #startAgents(
    competitors: readonly Competitor[],
    { agents: known }: Registered,
    { competitionId, url, referee }: { competitionId: string; url: string | undefined; referee: Referee },
  ): Agents {
    const seed = new RunSeed(this.#plan.seed);
    const environmentOf = ({ entry, pipe }: Competitor): Record<string, string> => {
      const own = { CROUPIER_SEED: seed.lotOf(`agent ${entry}`) };
      const token = known.find((agent) => agent.entry === entry)?.token;
      if (pipe !== null || url === undefined || token === undefined) return own;
      return { ...own, CROUPIER_URL: url, CROUPIER_TOKEN: token, CROUPIER_COMPETITION: competitionId };
    };
    const agents = new Agents(competitors, {
      logs: this.#parts.folder.logs,
      journal: this.#journal,
      now: this.#now,
      environmentOf,
      onEnded: (competitor, fault) => {
        // only the fault `memory` loses all games of an agent; after others its program restarts while its clocks run
        if (fault.rule === 'memory') void referee.losesAll(competitor, fault).catch(this.#trouble);
      },
      onGaveUp: (competitor, fault) => void referee.sendAway(competitor, fault).catch(this.#trouble),
    });
    agents.start();
    return agents;
  }

  async #watch(
    { gameService: games, competitions }: House,
    competitors: readonly Competitor[],
    first: Competition,
    referee: Referee,
  ): Promise<Competition> {
    const { id } = first.header;
    const start = performance.now();
    for (;;) {
      const watch = games.subscriptions.watch(id);
      const opened = await competitions.open({ playerId: null }, id);
      if (!opened.ok) throw new Error(`competition ${id} is gone`);
      const competition = opened.value;
      this.#parts.onProgress(progressOf(competition, first, (performance.now() - start) / 1000));
      if (competition.seedPublished || this.#stopping.signal.aborted) {
        watch.stop();
        return competition;
      }
      await this.#sendAbsentAway(competition, competitors, referee);
      this.#note('alive');
      const { version, head } = competition;
      await watch.until(LOOK_EVERY_MS, { version, head }, this.#stopping.signal);
    }
  }

  /** Disqualifies agents that the server paused because they never acted, so that their opponents need not wait. */
  async #sendAbsentAway({ entries }: Competition, competitors: readonly Competitor[], referee: Referee): Promise<void> {
    for (const { entry, status, noShows } of entries) {
      const competitor = competitors[entry - 1];
      if (status !== 'paused' || competitor === undefined) continue;
      const detail = `It never acted in ${counted(noShows, 'game')} in a row.`;
      await referee.sendAway(competitor, { rule: 'neverActed', detail });
      await this.#agents?.dismiss(entry);
    }
  }

  /** Starts no more games, leaves all games and stores their actions. Does not wait for running searches. */
  #end(house: House, tables: Tables): Promise<void> {
    this.#ended ??= this.#leave(house, tables);
    return this.#ended;
  }

  async #leave({ competitions, gameService: games }: House, tables: Tables): Promise<void> {
    const directed = competitions.stop();
    const left = tables.leave();
    await games.stopThinking();
    await directed;
    await this.#agents?.close();
    await left;
    this.#note('alive');
  }

  #note(type: 'run' | 'alive'): void {
    this.#journal.add({ type, at: this.#now().toISOString() });
  }

  readonly #now = (): Date => this.#clock.now();
  readonly #trouble = (error: unknown): void => this.#parts.onTrouble(error);
}

function progressOf(
  { header, counted, starters, entries }: Competition,
  first: Competition,
  seconds: number,
): Progress {
  const { settings } = header;
  const gamesInAll = formatOf(settings.format).games(settings, starters?.length ?? entries.length);
  const games = counted.filter((game) => game.counted !== 'void').length;
  return { games, gamesInAll, gamesNow: counted.length - first.counted.length, seconds };
}

/** The clock of a competition. It stands still between runs. */
class RunClock implements ServerClock {
  readonly #from: number;
  readonly #start = performance.now();

  constructor(from: Date) {
    this.#from = from.getTime();
  }

  now(): Date {
    return new Date(this.#from + performance.now() - this.#start);
  }
}
