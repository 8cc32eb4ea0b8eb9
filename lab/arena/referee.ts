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

/** Of a disqualification, as everyone reads it. */
const LONGEST_REASON = 200;
const UNSEEN = /[^\x20-\x7e]+/g;

/** Notes who loses by a rule, and ends the entries of agents that cannot go on. */
export class Referee {
  readonly #parts: RefereeParts;
  readonly #sentAway = new Set<number>();

  constructor(parts: RefereeParts) {
    this.#parts = parts;
  }

  /** One game is lost; whoever noticed gives it up for the agent. */
  lost({ entry }: Competitor, gameId: string, { rule, detail }: Fault): void {
    const { journal, now } = this.#parts;
    journal.add({ type: 'loss', entry, gameId, rule, detail, at: now().toISOString() });
  }

  /** The games in which an agent that plays by itself sits at this moment are lost. */
  async losesAll(competitor: Competitor, fault: Fault): Promise<void> {
    const { games } = this.#parts;
    const { player } = competitor;
    if (player === null) return;
    for (const gameId of await this.#gamesOf(competitor)) {
      const resigned = await games.commands.handle(resignGame(player, gameId, undefined, null));
      if (resigned.ok) this.lost(competitor, gameId, fault);
    }
  }

  /** The agent does not come back: its entry is ended, and with it the games in which it sits. */
  async sendAway(competitor: Competitor, fault: Fault): Promise<void> {
    const { competitions, organiser, competitionId, journal, now } = this.#parts;
    const { entry } = competitor;
    if (this.#sentAway.has(entry)) return;
    this.#sentAway.add(entry);
    const { rule, detail } = fault;
    const reason = detail.replaceAll(UNSEEN, ' ').trim().slice(0, LONGEST_REASON).trim();
    const done = await competitions.handle(disqualifyEntry(organiser, competitionId, { entry, reason }));
    if (!done.ok) return; // the competition was over before
    journal.add({ type: 'loss', entry, gameId: null, rule, detail, at: now().toISOString() });
    if (competitor.pipe === null) await this.losesAll(competitor, fault);
  }

  /** The games of an entry that are dealt and do not count yet. */
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

/** The games that are dealt and do not count yet. */
export function uncounted({ games, counted }: Competition) {
  const known = new Set(counted.map(({ gameId }) => gameId));
  return games.filter(({ gameId }) => !known.has(gameId));
}
