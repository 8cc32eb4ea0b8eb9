import type { Analyses } from '../analyses/analyses.ts';
import type { Competitions } from '../competitions/competitions.ts';
import type { GameService } from '../games/game-service.ts';
import { isOver } from '../games/model/game.ts';
import { tableView } from '../games/queries/table-view.ts';
import type { Player, Players } from '../players/players.ts';
import type { Ratings } from '../ratings/ratings.ts';
import type { Seeks } from '../seeks/seeks.ts';
import { LogDamaged } from '../store/failures.ts';
import { PERSONAL, WEBHOOKS } from '../store/notifications.ts';
import type { Store } from '../store/store.ts';

/** Where the parts of an export come from. */
export interface ExportSources {
  store: Store;
  players: Players;
  games: GameService;
  competitions: Competitions;
  ratings: Ratings;
  seeks: Seeks;
  analyses: Analyses;
}

/** A file of the archive: JSON in UTF-8. */
export interface ExportFile {
  name: string;
  content: unknown;
}

type Part = (sources: ExportSources, player: Player) => AsyncGenerator<ExportFile>;

const GAMES_AT_ONCE = 100;
const RATINGS_AT_ONCE = 100;
/** Instead of what needs the log of a game, where that is damaged or not in the database. */
const UNREADABLE = { code: 'log-damaged', title: 'The log of the game cannot be read.' };
const AS_SEEN = { text: false, labels: false, names: false, choices: true } as const;

/** All that belongs to a player, part by part; a new kind of thing is one more line. */
const PARTS: readonly Part[] = [
  one('profile.json', async (_, player) => player),
  one('names.json', async ({ players }, player) => players.names.former(player)),
  one('tokens.json', async ({ players }, player) =>
    (await players.tokens(player)).map(({ hash: _, ...token }) => token),
  ),
  one('webhooks.json', async ({ store }, player) =>
    (await store.notifications.of(player.id, WEBHOOKS)).map(({ kind: _, secret: __, ...webhook }) => webhook),
  ),
  one('notification-channels.json', channelsOf),
  one('calendar.json', calendarOf),
  one('messages.json', async ({ store }, player) => store.chat.of(player.id)),
  one('avoided.json', avoidedOf),
  one('seeks.json', async ({ seeks }, player) => seeks.of(player)),
  one('record.json', async ({ games }, player) => ({ ...valueIn(await games.lobby.record(player.id)), player })),
  one('ratings.json', ratingsOf),
  competitionsOf,
  gamesOf,
];

/** The files of a player's export, each made when the one before it was taken. */
export async function* filesOf(sources: ExportSources, player: Player): AsyncGenerator<ExportFile> {
  for (const part of PARTS) yield* part(sources, player);
}

function one(name: string, content: (sources: ExportSources, player: Player) => Promise<unknown>): Part {
  return async function* (sources, player) {
    yield { name, content: await content(sources, player) };
  };
}

/** Mail addresses are the player's own; of a browser its push service is named, and no key of it given out. */
async function channelsOf({ store }: ExportSources, player: Player): Promise<unknown[]> {
  return (await store.notifications.of(player.id, PERSONAL)).map((channel) => {
    const { to, ...shown } = channel;
    return 'address' in to ? { ...shown, address: to.address } : { ...shown, service: new URL(to.endpoint).host };
  });
}

async function calendarOf({ store }: ExportSources, player: Player): Promise<unknown> {
  return store.calendars.of([player.id]);
}

async function avoidedOf({ store }: ExportSources, player: Player): Promise<unknown> {
  const [muted, blocked] = await Promise.all([store.blocks.of(player.id, 'mute'), store.blocks.of(player.id, 'block')]);
  return { muted, blocked };
}

/** What a refusal leaves out was there when it was listed, and is not there any more. */
function valueIn<T>(result: { ok: true; value: T } | { ok: false }): T | null {
  return result.ok ? result.value : null;
}

async function ratingsOf({ ratings }: ExportSources, player: Player): Promise<unknown[]> {
  const pages: unknown[] = [];
  let after: string | undefined;
  for (;;) {
    const page = valueIn(await ratings.of(player.id, after, RATINGS_AT_ONCE));
    if (page === null) return pages;
    pages.push(...page.ratings);
    if (page.next === null) return pages;
    after = page.next;
  }
}

async function* competitionsOf(
  { store, competitions }: ExportSources,
  { id: playerId }: Player,
): AsyncGenerator<ExportFile> {
  for (const id of await store.accounts.competitionsOf(playerId)) {
    const competition = valueIn(await competitions.open({ playerId }, id));
    if (competition === null) continue;
    const { header, status, entries } = competition;
    const { settings, createdAt, createdBy } = header;
    const entry = entries.find((each) => each.player?.id === playerId) ?? null;
    yield { name: `competitions/${id}.json`, content: { id, status, createdAt, createdBy, settings, entry } };
  }
}

/** Of games that are over the transcript, of others what their player sees of them. */
async function* gamesOf(sources: ExportSources, { id: playerId }: Player): AsyncGenerator<ExportFile> {
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await sources.store.accounts.gamesOf(playerId, after, GAMES_AT_ONCE);
    for (const id of ids) {
      try {
        yield* gameFiles(sources, playerId, id);
      } catch (error) {
        if (!(error instanceof LogDamaged)) throw error;
        yield { name: `games/${id}/problem.json`, content: UNREADABLE };
      }
    }
    if (ids.length < GAMES_AT_ONCE) return;
    after = ids.at(-1) ?? null;
  }
}

async function* gameFiles(
  { store, games, analyses }: ExportSources,
  playerId: string,
  id: string,
): AsyncGenerator<ExportFile> {
  const seen = valueIn(await games.gameReader.look({ playerId }, id, {}));
  if (seen === null) return; // they have left a private table, which is not theirs to see any more
  yield { name: `games/${id}/state.json`, content: tableView(seen.game, seen.onlooker, AS_SEEN) };
  const plans = (await store.plans.of(id)).filter((plan) => plan.playerId === playerId);
  if (plans.length > 0) {
    const content = plans.map((plan) => ({ ...plan, content: JSON.parse(plan.content) }));
    yield { name: `games/${id}/plans.json`, content };
  }
  if (!isOver(seen.game)) return;
  const transcript = valueIn(await games.fairness.transcript({ playerId }, id));
  if (transcript !== null) yield { name: `games/${id}/transcript.json`, content: JSON.parse(transcript.toString()) };
  const analysis = valueIn(await analyses.of({ playerId }, id));
  if (analysis !== null) yield { name: `games/${id}/analysis.json`, content: analysis };
}
