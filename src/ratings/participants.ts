import type { Catalogue } from '#rules/catalogue.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import type { SeatedPlayer } from '../games/model/seats.ts';
import type { PlayerStore } from '../store/players.ts';
import type { ParticipantView } from './rating-view.ts';

/** Before the name of a bot of the house, where others have the id of a player. */
const BOT = 'bot:';

/** Who is rated, as rated games name them: the id of a player in lower case, or `bot:` and a policy. */
export class Participants {
  readonly #players: PlayerStore;
  readonly #bots: ReadonlySet<string>;

  constructor(players: PlayerStore, catalogue: Catalogue) {
    this.#players = players;
    this.#bots = new Set([...catalogue.values()].flatMap(({ ruleset }) => botNames(ruleset)));
  }

  /** How everybody may see them; no line for who is nobody. */
  async named(participants: readonly string[]): Promise<Map<string, ParticipantView>> {
    const ids = participants.filter((participant) => !participant.startsWith(BOT));
    const rows = ids.length === 0 ? [] : await this.#players.named(ids);
    const players = new Map(rows.map(({ id, name, kind }): [string, SeatedPlayer] => [id, { id, name, kind }]));
    const views = new Map<string, ParticipantView>();
    for (const participant of participants) {
      const player = players.get(participant);
      if (player !== undefined) views.set(participant, { player, bot: null });
      else if (participant.startsWith(BOT)) views.set(participant, botView(participant));
    }
    return views;
  }

  /** One of them; null: there is no such player, and no such bot in any game of the house. */
  async find(participant: string): Promise<ParticipantView | null> {
    if (participant.startsWith(BOT)) return this.#bots.has(participant.slice(BOT.length)) ? botView(participant) : null;
    return (await this.named([participant])).get(participant) ?? null;
  }

  /** The names of all bots of the house. */
  get bots(): string[] {
    return [...this.#bots];
  }
}

function botView(participant: string): ParticipantView {
  return { player: null, bot: participant.slice(BOT.length) };
}
