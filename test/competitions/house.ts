import { done, type Result } from '../../src/eventlog/result.ts';
// Runs competitions on the real service without HTTP.

import { randomInt } from 'node:crypto';
import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import { enterCompetition, startCompetition } from '../../src/competitions/commands/commands.ts';
import { Competitions } from '../../src/competitions/competitions.ts';
import type { Competition } from '../../src/competitions/model/competition.ts';
import type { NewCompetition } from '../../src/competitions/model/settings.ts';
import { actionFor, followed, withBots } from '../../src/games/commands/actions.ts';
import { GameService } from '../../src/games/game-service.ts';
import type { Game, Proposal } from '../../src/games/model/game.ts';
import { type Player, Players } from '../../src/players/players.ts';
import type { ServerClock } from '../../src/store/game-rows.ts';
import type { Store } from '../../src/store/store.ts';

export const MOST_COMPETITIONS = 20;

export interface House {
  games: GameService;
  competitions: Competitions;
  players: Players;
  troubles: unknown[];
  steps: string[];
  stop(): Promise<void>;
}

export const catalogue = await loadCatalogue(true);

interface HouseAsked {
  clock?: ServerClock;
  directs?: boolean;
  rules?: Catalogue;
  onChange?(game: Game): void;
}

export async function openHouse(
  store: Store,
  { clock, directs = true, rules = catalogue, onChange = () => {} }: HouseAsked = {},
) {
  const troubles: unknown[] = [];
  const steps: string[] = [];
  const onTrouble = (error: unknown) => void troubles.push(error);
  const players = new Players(store);
  const games = new GameService(store, rules, players, {
    liveGames: 100,
    clock,
    onTrouble,
    searchThreads: 1,
    listeners: [(_, { game }) => onChange(game), (_, { game }) => competitions.gameChanged(game)],
  });
  const competitions: Competitions = new Competitions({
    store,
    catalogue: rules,
    games,
    most: MOST_COMPETITIONS,
    onTrouble,
    onStep: (kind) => void steps.push(kind),
  });
  if (directs) {
    await games.start();
    competitions.loop.start();
  }
  const stop = async () => {
    await competitions.stop();
    await games.stop();
  };
  return { games, competitions, players, troubles, steps, stop };
}

let registered = 0;

export async function newPlayer({ players }: House, kind: Player['kind'] = 'agent'): Promise<Player> {
  const made = await players.create(`Competitor ${++registered}`, kind);
  if (!made.ok) throw new Error('the name is taken');
  return made.value.player;
}

export const QUICK: NewCompetition = {
  name: 'A quick one',
  ruleset: 'folly-and-fortune',
  format: 'roundRobin',
  clock: { perAction: 60, onTimeout: 'random' },
};

export function accepted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

export async function startedWith(
  { competitions }: House,
  players: readonly Player[],
  asked: NewCompetition,
): Promise<string> {
  const organiser = players[0] as Player;
  const { competition } = accepted(await competitions.create(organiser, asked, null));
  const { id } = competition.header;
  accepted(await competitions.handle(enterCompetition(organiser, id, { bot: 'random' }, null)));
  for (const player of players)
    accepted(await competitions.handle(enterCompetition(player, id, { concurrency: 4 }, null)));
  accepted(await competitions.handle(startCompetition(organiser, id)));
  return id;
}

export async function whenIs(
  { competitions, games, troubles }: House,
  id: string,
  isSo: (competition: Competition) => boolean,
): Promise<Competition> {
  for (;;) {
    const watch = games.subscriptions.watch(id);
    const competition = accepted(await competitions.open({ playerId: null }, id));
    if (isSo(competition)) return competition;
    if (troubles.length > 0) throw troubles[0];
    await watch.until(500, { version: competition.version, head: competition.head });
  }
}

/** Plays a game to its end in one change. Players act at random, bots by their policy. */
export async function playOut({ games }: House, gameId: string): Promise<void> {
  const decide = (game: Game, now: Date) => {
    let proposal: Proposal = { game, events: [], rows: [] };
    while (proposal.game.status === 'playing') {
      proposal = withBots(proposal, now);
      const { header, state, decisions, seats } = proposal.game;
      const seat = decisions.find((decision) => seats[decision.seat]?.kind === 'player')?.seat;
      if (seat === undefined) continue;
      const legal = header.ruleset.legalActions(state, seat);
      const action = legal[randomInt(legal.length)];
      proposal = followed(proposal, actionFor(proposal.game, now, seat, action, 'action'));
    }
    return done(proposal.rows.length === 0 ? null : proposal);
  };
  accepted(await games.commands.handle({ gameId, by: null, request: null, decide }));
}

export async function playThrough(house: House, id: string): Promise<Competition> {
  const played = new Set<string>();
  for (;;) {
    const competition = await whenIs(
      house,
      id,
      ({ seedPublished, games }) => seedPublished || games.some(({ gameId }) => !played.has(gameId)),
    );
    if (competition.seedPublished) return competition;
    for (const { gameId } of competition.games) {
      if (!played.has(gameId)) await playOut(house, gameId);
      played.add(gameId);
    }
  }
}
