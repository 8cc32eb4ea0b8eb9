import type { Analyses } from '../analyses/analyses.ts';
import { leaveDeleted } from '../competitions/commands/commands.ts';
import type { Competitions } from '../competitions/competitions.ts';
import type { Command } from '../games/commands/command.ts';
import { leaveSeat } from '../games/commands/join.ts';
import { abortGame, resignGame } from '../games/commands/resign.ts';
import type { GameService } from '../games/game-service.ts';
import { type Game, isOver, isStaying, seatsOf } from '../games/model/game.ts';
import { tableView } from '../games/queries/table-view.ts';
import type { Player, Players } from '../players/players.ts';
import type { Ratings } from '../ratings/ratings.ts';
import type { Seeks } from '../seeks/seeks.ts';
import { PERSONAL, WEBHOOKS } from '../store/notifications.ts';
import type { Store } from '../store/store.ts';

export interface AccountSources {
  store: Store;
  players: Players;
  games: GameService;
  competitions: Competitions;
  ratings: Ratings;
  seeks: Seeks;
  analyses: Analyses;
}

export interface ExportFile {
  name: string;
  content: unknown;
}

/** One step of an export or deletion. Repeating it does no harm. */
export type Step = () => Promise<unknown>;

/** The work of one feature when an account is exported or deleted. The store deletes the rows that belong to the
 * account: see `store/accounts.ts`. */
export interface AccountPart {
  files?(player: Player): AsyncIterable<ExportFile>;
  filesOfGame?(player: Player, gameId: string): AsyncIterable<ExportFile>;
  /** Takes the player out of games and competitions. */
  leaving?(player: Player): AsyncIterable<Step>;
  /** Erases the player's name from logs. Runs after the `leaving` steps of all parts. */
  erasing?(player: Player): AsyncIterable<Step>;
}

const AT_ONCE = 100;
const AS_SEEN = { text: false, labels: false, odds: false, names: false, choices: true } as const;

/** The features that hold data of an account, in the order of export and deletion. */
type Feature = Exclude<keyof AccountSources, 'store'> | 'notifications';

export const PARTS: Record<Feature, (sources: AccountSources) => AccountPart> = {
  players: ({ store, players }) => ({
    async *files(player) {
      const { id } = player;
      yield { name: 'profile.json', content: player };
      yield { name: 'names.json', content: await players.names.former(player) };
      const tokens = await players.tokens(player);
      yield { name: 'tokens.json', content: tokens.map(({ hash: _, ...token }) => token) };
      const [muted, blocked] = await Promise.all([store.blocks.of(id, 'mute'), store.blocks.of(id, 'block')]);
      yield { name: 'avoided.json', content: { muted, blocked } };
    },
  }),

  notifications: ({ store: { notifications } }) => ({
    async *files({ id }) {
      const webhooks = await notifications.of(id, WEBHOOKS);
      yield { name: 'webhooks.json', content: webhooks.map(({ kind: _, secret: __, ...webhook }) => webhook) };
      // exports mail addresses; for a browser, exports only the name of its push service, without any key
      const channels = (await notifications.of(id, PERSONAL)).map(({ to, ...shown }) =>
        'address' in to ? { ...shown, address: to.address } : { ...shown, service: new URL(to.endpoint).host },
      );
      yield { name: 'notification-channels.json', content: channels };
    },
  }),

  competitions: ({ store, competitions }) => ({
    async *files({ id: playerId }) {
      for (const id of await store.accounts.competitionsOf(playerId)) {
        const competition = valueIn(await competitions.open({ playerId }, id));
        if (competition === null) continue;
        const { header, status, entries } = competition;
        const { settings, createdAt, createdBy } = header;
        const entry = entries.find((each) => each.player?.id === playerId) ?? null;
        yield { name: `competitions/${id}.json`, content: { id, status, createdAt, createdBy, settings, entry } };
      }
    },
    async *leaving(player) {
      for (const id of await store.accounts.competitionsOf(player.id))
        yield () => competitions.handle(leaveDeleted(player, id));
    },
    async *erasing({ id: playerId }) {
      for (const id of await store.accounts.competitionsOf(playerId)) yield () => competitions.eraseName(id, playerId);
    },
  }),

  games: ({ store, games }) => ({
    async *files(player) {
      yield { name: 'calendar.json', content: await store.calendars.of([player.id]) };
      yield { name: 'messages.json', content: await store.chat.of(player.id) };
      yield { name: 'record.json', content: { ...valueIn(await games.lobby.record(player.id)), player } };
    },
    /** Exports the transcript of an ended game, or the player's view of a running one. */
    async *filesOfGame({ id: playerId }, id) {
      const seen = valueIn(await games.gameReader.look({ playerId }, id, {}));
      if (seen === null) return; // the player has left a private table and may no longer see it
      yield { name: `games/${id}/state.json`, content: tableView(seen.game, seen.onlooker, AS_SEEN) };
      const plans = (await store.plans.of(id)).filter((plan) => plan.playerId === playerId);
      if (plans.length > 0) {
        const content = plans.map((plan) => ({ ...plan, content: JSON.parse(plan.content) }));
        yield { name: `games/${id}/plans.json`, content };
      }
      if (!isOver(seen.game)) return;
      const transcript = valueIn(await games.fairness.transcript({ playerId }, id));
      if (transcript !== null)
        yield { name: `games/${id}/transcript.json`, content: JSON.parse(transcript.toString()) };
    },
    async *leaving(player) {
      for (const id of await store.accounts.unfinishedOf(player.id)) {
        yield async () => {
          const opened = await games.gameReader.open({ playerId: player.id }, id);
          if (opened.ok) await leave(games, player, opened.value);
        };
      }
    },
    async *erasing(player) {
      for await (const id of gamesOf(store, player)) yield () => games.eraseName(id, player.id);
    },
  }),

  seeks: ({ seeks }) => ({
    async *files(player) {
      yield { name: 'seeks.json', content: await seeks.of(player) };
    },
  }),

  ratings: ({ ratings }) => ({
    async *files({ id }) {
      const content: unknown[] = [];
      for (let after: string | undefined; ; ) {
        const page = valueIn(await ratings.of(id, after, AT_ONCE));
        content.push(...(page?.ratings ?? []));
        if (!page?.next) break;
        after = page.next;
      }
      yield { name: 'ratings.json', content };
    },
  }),

  analyses: ({ analyses }) => ({
    async *filesOfGame({ id: playerId }, id) {
      const content = valueIn(await analyses.of({ playerId }, id));
      if (content !== null) yield { name: `games/${id}/analysis.json`, content };
    },
  }),
};

export function partsOf(sources: AccountSources): AccountPart[] {
  return Object.values(PARTS).map((partOf) => partOf(sources));
}

export async function* gamesOf({ accounts }: Store, { id: playerId }: Player): AsyncGenerator<string> {
  for (let after: string | null = null; ; ) {
    const ids = await accounts.gamesOf(playerId, after, AT_ONCE);
    yield* ids;
    if (ids.length < AT_ONCE) return;
    after = ids.at(-1) ?? null;
  }
}

function valueIn<T>(result: { ok: true; value: T } | { ok: false }): T | null {
  return result.ok ? result.value : null;
}

/** Leaves a game. If the player can no longer leave, the game rejects the command, which does no harm. */
async function leave({ commands }: GameService, player: Player, game: Game): Promise<void> {
  const { id, createdBy } = game.header;
  if (isOver(game)) return;
  if (game.status === 'open' && createdBy === player.id) await commands.handle(byHouse(abortGame(player, id, null)));
  for (const [seat, holder] of game.seats.entries()) {
    if (!('player' in holder) || holder.player.id !== player.id) continue;
    if (game.status === 'open') await commands.handle(byHouse(leaveSeat(player, id, seat)));
    else if (isStaying(holder)) await commands.handle(byHouse(resignGame(player, id, seat, null)));
  }
  const isHost = createdBy === player.id && seatsOf(game, player.id).length === 0;
  if (game.status === 'playing' && isHost) await commands.handle(byHouse(abortGame(player, id, null)));
}

/** Makes the server the sender, because a deleted account can send no command. */
function byHouse(command: Command): Command {
  return { ...command, by: null };
}
