import { disqualifyEntry } from '../../src/competitions/commands/commands.ts';
import type { Competitions } from '../../src/competitions/competitions.ts';
import type { Competition } from '../../src/competitions/model/competition.ts';
import { resignGame } from '../../src/games/commands/resign.ts';
import type { GameService } from '../../src/games/game-service.ts';
import type { Player } from '../../src/players/players.ts';
import type { Fault } from './agents/kept-program.ts';
import type { Competitor } from './competitor.ts';
import type { Journal } from './journal.ts';

interface RefereeParts {
  competitionId: string;
  organiser: Player;
  competitions: Competitions;
  games: GameService;
  journal: Journal;
  now(): Date;
}

const LONGEST_REASON = 200;
const UNSEEN = /[^\x20-\x7e]+/g;

export class Referee {
  readonly #parts: RefereeParts;
  readonly #sentAway = new Set<number>();

  constructor(parts: RefereeParts) {
    this.#parts = parts;
  }

  /** Records that the agent loses the game by a fault. The caller must resign the game for the agent. */
  lost({ entry }: Competitor, gameId: string, { rule, detail }: Fault): void {
    const { journal, now } = this.#parts;
    journal.add({ type: 'loss', entry, gameId, rule, detail, at: now().toISOString() });
  }

  /** Resigns all current games of an agent that plays over HTTP. */
  async losesAll(competitor: Competitor, fault: Fault): Promise<void> {
    const { games } = this.#parts;
    const { player } = competitor;
    if (player === null) return;
    for (const gameId of await this.#gamesOf(competitor)) {
      const resigned = await games.commands.handle(resignGame(player, gameId, undefined, null));
      if (resigned.ok) this.lost(competitor, gameId, fault);
    }
  }

  /** Disqualifies an agent that will not act any more. If it plays over HTTP, also resigns its games. */
  async sendAway(competitor: Competitor, fault: Fault): Promise<void> {
    const { competitions, organiser, competitionId, journal, now } = this.#parts;
    const { entry } = competitor;
    if (this.#sentAway.has(entry)) return;
    this.#sentAway.add(entry);
    const { rule, detail } = fault;
    const reason = detail.replaceAll(UNSEEN, ' ').trim().slice(0, LONGEST_REASON).trim();
    const done = await competitions.handle(disqualifyEntry(organiser, competitionId, { entry, reason }));
    if (!done.ok) return;
    journal.add({ type: 'loss', entry, gameId: null, rule, detail, at: now().toISOString() });
    if (competitor.pipe === null) await this.losesAll(competitor, fault);
  }

  async #gamesOf({ entry }: Competitor): Promise<string[]> {
    const { competitions, competitionId } = this.#parts;
    const opened = await competitions.open({ playerId: null }, competitionId);
    return opened.ok
      ? uncounted(opened.value)
          .filter(({ entries }) => entries.includes(entry))
          .map(({ gameId }) => gameId)
      : [];
  }
}

/** Returns the games that have started but are not counted yet. */
export function uncounted({ games, counted }: Competition) {
  const known = new Set(counted.map(({ gameId }) => gameId));
  return games.filter(({ gameId }) => !known.has(gameId));
}
