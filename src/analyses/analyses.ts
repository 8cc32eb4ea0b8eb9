import { uuidv7 } from 'uuidv7';
import type { Catalogue } from '#rules/catalogue.ts';
import type { Loop } from '../eventlog/loop.ts';
import { done, type Result, refused } from '../eventlog/result.ts';
import { ANALYSES } from '../eventlog/subscriptions.ts';
import type { GameService } from '../games/game-service.ts';
import type { Game, Reader } from '../games/model/game.ts';
import { noSuchRuleset } from '../games/refusals.ts';
import type { Player, Players } from '../players/players.ts';
import type { AnalysisRow, MovesQuery, NewAnalysis } from '../store/analyses.ts';
import type { Store } from '../store/store.ts';
import { measureOf } from './model/decision.ts';
import type { AnalysisBudget } from './model/spending.ts';
import { type AnalysisView, analysisView, moveListView } from './queries/analysis-view.ts';
import { Analyst, type AnalystParts } from './runtime/analyst.ts';

/** Increase it when the analysis method changes. A new request then replaces an analysis that an older method made. */
const METHOD = 1;
/** The number of unfinished analyses that a player may have. */
const MOST_OF_PLAYER = 10;
const MOST_IN_ALL = 500;

interface AnalysesParts {
  store: Store;
  catalogue: Catalogue;
  players: Players;
  games: GameService;
  /** Null: this server runs no analyses. */
  budget: AnalysisBudget | null;
  onTrouble: AnalystParts['onTrouble'];
  onEnd?: AnalystParts['onEnd'];
}

export class Analyses {
  readonly #parts: AnalysesParts;
  readonly #analyst: Analyst;

  constructor(parts: AnalysesParts) {
    const { store, games, onTrouble, onEnd } = parts;
    this.#parts = parts;
    this.#analyst = new Analyst({ store: store.analyses, games, onTrouble, onEnd });
  }

  direct(): void {
    if (this.#parts.budget !== null) this.loop.start();
  }

  get loop(): Loop {
    return this.#analyst.loop;
  }

  /** Interrupts the running analysis. Call it before the game service stops. */
  stop(): Promise<void> {
    return this.#analyst.stop();
  }

  /** The number of waiting analyses, counted up to 5 s ago; 0 if this server runs no analyses. */
  get waiting(): number {
    return this.#analyst.waiting;
  }

  async begin(player: Player, reader: Reader, gameId: string): Promise<Result<AnalysisView>> {
    const { store, games, budget } = this.#parts;
    const published = await games.fairness.published(reader, gameId);
    if (!published.ok) return published;
    const game = published.value;
    if (budget === null) return this.#made(game);
    if ((await store.analyses.find(gameId)) === null) await games.fairness.assertLogged([gameId]);
    const begun = await store.analyses.begin(this.#newRow(player, game, budget), MOST_OF_PLAYER, MOST_IN_ALL);
    if (begun === 'player-full')
      return refused('too-many-analyses', `You have ${MOST_OF_PLAYER} analyses in progress, the most for one player.`);
    if (begun === 'full')
      return refused('analyses-full', `${MOST_IN_ALL} analyses wait already, the most for this server.`);
    if (begun === 'begun') games.subscriptions.changed(gameId, 0, [ANALYSES], false);
    return this.of(reader, gameId);
  }

  /** On a server without analyses: returns an analysis that is done or that another server runs. */
  async #made(game: Game): Promise<Result<AnalysisView>> {
    const row = await this.#parts.store.analyses.find(game.header.id);
    const view = row && (await this.#viewOf(game, row));
    if (view?.status === 'done' || view?.status === 'running') return done(view);
    return refused('analyses-off', 'This server analyzes no games.');
  }

  async of(reader: Reader, gameId: string): Promise<Result<AnalysisView>> {
    const found = await this.#find(reader, gameId);
    return found.ok ? done(await this.#viewOf(found.value.game, found.value.row)) : found;
  }

  /** Lists a player's decisions in public games, the most costly first. `ruleset` defaults to the one in which the
   * player has the most analyzed decisions. */
  async moves({ ruleset, ...asked }: Omit<MovesQuery, 'ruleset'> & { ruleset?: string | undefined }) {
    const { store, catalogue, players } = this.#parts;
    const known = await players.known(asked.playerId);
    if (!known.ok) return known;
    const player = known.value;
    const counted = await store.analyses.movesCounted(player.id);
    const [first = ''] = catalogue.keys();
    const id = ruleset ?? counted[0]?.ruleset ?? first;
    const entry = catalogue.get(id);
    if (entry === undefined) return noSuchRuleset(id, catalogue);
    const moves = await store.analyses.moves({ ...asked, ruleset: id });
    const { games, decisions } = counted.find((known) => known.ruleset === id) ?? { games: 0, decisions: 0 };
    return done(moveListView(player, entry.ruleset, { games, decisions }, moves));
  }

  async #find(reader: Reader, gameId: string): Promise<Result<{ game: Game; row: AnalysisRow }>> {
    const { store, games, budget } = this.#parts;
    const published = await games.fairness.published(reader, gameId);
    if (!published.ok) return published;
    const row = await store.analyses.find(gameId);
    if (row === null) {
      const more =
        budget === null ? { hint: 'This server analyzes no games: its operator has turned analyses off.' } : {};
      return refused('analysis-not-found', `There is no analysis of game ${gameId}.`, more);
    }
    return done({ game: published.value, row });
  }

  async #viewOf(game: Game, row: AnalysisRow): Promise<AnalysisView> {
    const { store, games, budget } = this.#parts;
    const { ruleset, options } = game.header;
    const isUnfinished = row.status === 'waiting' || row.status === 'running';
    const [decisions, ahead] = await Promise.all([
      store.analyses.decisions(row.gameId),
      isUnfinished ? store.analyses.ahead(row.gameId, games.clock.now()) : null,
    ]);
    const before = ahead ?? (row.status === 'waiting' ? 0 : null);
    const view = analysisView(row, decisions, measureOf(game), ruleset.scoring(options), before);
    return budget === null ? { ...view, ahead: null } : view;
  }

  #newRow(player: Player, { header, head }: Game, budget: AnalysisBudget): NewAnalysis {
    return {
      id: uuidv7(),
      gameId: header.id,
      askedBy: player.id,
      askedAt: this.#parts.games.clock.now(),
      ruleset: header.ruleset.id,
      rulesVersion: header.ruleset.rulesVersion,
      head,
      method: METHOD,
      playoutsMost: budget.playouts,
      secondsMost: budget.seconds,
    };
  }
}
