import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { appendTo, creationOf, gameRow, NOON, registrationOf } from './rows.ts';
import { onStatement, type SentStatement } from './sent-statements.ts';
import { freshDatabase, KINDS, type TestDatabase } from './test-store.ts';

const SOMEBODY = randomUUID();
const GAME = gameRow();

const CLAIMED = {
  ...{ now: NOON, leaseUntil: NOON, most: 10, maxPerWebhook: 1, maxPerPlayer: 1, maxPerDestination: 1, mostFailing: 1 },
  except: { webhooks: [], players: [], destinations: [] },
};
const DELIVERED = [
  'webhook_delivery by webhook_delivery_pending_idx',
  'webhook by webhook_pkey',
  'webhook_delivery by webhook_delivery_pkey',
  'game by game_pkey',
  'competition by competition_pkey',
];
const GAMES = `insert into game select (jsonb_populate_record(game, jsonb_build_object('id', gen_random_uuid()))).*
  from game, generate_series(1, 2000); analyze game`;

const HOT: [string, (store: Store) => Promise<unknown>, string[]][] = [
  ['a token', ({ tokens }) => tokens.byHash(randomBytes(32)), ['token by token_pkey', 'player by player_pkey']],
  ['a game', (store) => store.game(GAME.id), ['game by game_pkey']],
  ['the tip of a game', ({ log }) => log.tip(GAME.id), ['game by game_pkey']],
  ['the log of a game', ({ log }) => log.events(GAME.id, 0), ['game_event_default by game_event_default_pkey']],
  ['a change of a game', ({ log }) => log.append(appendTo(GAME, 1)), ['game by game_pkey']],
  [
    'a change that names a player',
    ({ log }) => log.append({ ...appendTo(GAME, 1), alive: [SOMEBODY] }),
    ['player by player_pkey', 'game by game_pkey'],
  ],
  [
    'a request that came before',
    ({ requests }) => requests.find(SOMEBODY, 'submitAction', 'key'),
    ['request by request_pkey'],
  ],
  [
    'games that wait for a player',
    ({ lists }) => lists.turns(SOMEBODY, 10),
    ['game_player by game_player_player_id_unfinished_game_id_idx', 'game by game_pkey', 'aversion by aversion_pkey'],
  ],
  ['games whose time is up', ({ lists }) => lists.due(NOON, 10), ['game by game_deadline_idx']],
  ['seeks that can be paired', ({ seeks }) => seeks.alive(), ['seek by seek_alive_idx', 'seek_game by seek_game_pkey']],
  ['deliveries that are due', ({ notifications }) => notifications.claim(CLAIMED), DELIVERED],
];

describe.runIf(KINDS.includes('postgres'))('the plan of a frequent statement', () => {
  let database: TestDatabase;
  let store: Store;
  let client: pg.Client;
  beforeAll(async () => {
    database = await freshDatabase('postgres');
    store = await database.open();
    await store.players.create(registrationOf());
    await store.log.create(creationOf(GAME));
    await database.ask(GAMES);
    client = new pg.Client(database.target);
    await client.connect();
    // PostgreSQL reads nearly empty tables as a whole, but the test asks which index a statement can use
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
  });
  afterAll(async () => {
    await client.end();
    await store.close();
    await database.remove();
  });

  test.each(HOT)('uses the index for %s', async (_, ask, expected) => {
    const sent: SentStatement[] = [];
    onStatement((statement) => sent.push(statement));
    await ask(store);
    const plans: string[] = [];
    for (const { text, values } of [...sent]) {
      if (!/^\s*(select|with|update|insert)/i.test(text)) continue;
      await client.query('begin');
      const { rows } = await client.query(`explain (format json) ${text}`, values as any[]);
      await client.query('rollback');
      plans.push(...scansIn(rows[0]['QUERY PLAN'][0].Plan));
    }
    expect([...new Set(plans)]).toEqual(expected);
  });
});

function scansIn(plan: any): string[] {
  const table = plan['Relation Name'];
  const own =
    table === undefined || plan['Node Type'] === 'ModifyTable'
      ? []
      : [`${table} by ${plan['Index Name'] ?? 'all rows'}`];
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)];
}
