import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from '../../src/games/fairness/verification.ts';
import { PostgresServer } from '../postgres.ts';
import { type AuditGame, end, type Findings, playerOf } from './audit.ts';
import { compare } from './comparison.ts';
import { withoutPostgres, withServers } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { Load } from './load.ts';
import type { Acknowledged, PlayedGame } from './table.ts';

const ROUNDS: Record<Form, number> = { long: 5, short: 1 };
const MOVES_BETWEEN = 120;
const MOVES_LOST = 60;
const LOOK_MS = 20;

/** A standby that lacks confirmed moves becomes the primary. Games must continue only from the standby's versions, and
 * calls that build on a lost version must be refused. */
export const lossyFailover: Fault = losing('lossy-failover', 'promotions', {
  hosts: (primary, standby) => [primary, standby],
  rewind: async (primary, standby) => {
    await primary.stop('QUIT');
    await standby.ask('select pg_promote()');
  },
});

export const restore: Fault = losing('restore', 'restores to an earlier moment', {
  hosts: (primary) => [primary],
  rewind: async (primary, standby) => {
    await primary.stop('QUIT');
    await standby.stop('INT');
    primary.restoreFrom(standby);
    await primary.start();
  },
});

interface Loss {
  hosts(primary: PostgresServer, standby: PostgresServer): PostgresServer[];
  /** replaces the state of the primary by that of the standby */
  rewind(primary: PostgresServer, standby: PostgresServer): Promise<void>;
}

function losing(name: string, times: string, loss: Loss): Fault {
  return {
    name,
    leftOut: withoutPostgres,
    run: async (form) => {
      const total: Report = { games: 0, moves: 0, lost: [], twice: [], unexplained: [], done: '' };
      const tally = { lost: 0, gone: 0, told: 0, past: 0 };
      for (let round = 0; round < ROUNDS[form]; round++) {
        const found = await loseCommits(loss, tally);
        total.games += found.games;
        total.moves += found.moves;
        for (const kind of ['lost', 'twice', 'unexplained'] as const) total[kind].push(...found[kind]);
      }
      const losses = `the database lost ${tally.lost} acknowledged moves and ${tally.gone} games`;
      const told = `${tally.told} who went on from one were told stale-version, ${tally.past} not-your-turn`;
      return { ...total, done: `${ROUNDS[form]} ${times}: ${losses}; ${told}` };
    },
  };
}

interface Tally {
  lost: number;
  gone: number;
  told: number;
  past: number;
}

async function loseCommits(loss: Loss, tally: Tally): Promise<Findings> {
  const primary = await PostgresServer.create();
  const standby = await PostgresServer.create([], primary).catch(async (error) => {
    await primary.remove();
    throw error;
  });
  try {
    const hosts = loss
      .hosts(primary, standby)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join(',');
    const settings = { DATABASE_URL: `postgresql://postgres@${hosts}/postgres` };
    return await withServers(2, settings, async (servers) => {
      const kept = new Map<string, number>();
      const during = async (load: Load) => {
        await load.moved(MOVES_BETWEEN);
        await stopFollowing(primary, standby);
        for (const { id, version } of await standby.ask('select id, version from game')) {
          kept.set(String(id), Number(version));
        }
        await load.moved(MOVES_LOST);
        await loss.rewind(primary, standby);
        await load.moved(MOVES_BETWEEN);
      };
      const [findings] = await Load.around(servers, during, { look: lookAfterLoss(kept, tally) });
      return findings;
    });
  } finally {
    await Promise.all([primary.remove(), standby.remove()]);
  }
}

async function stopFollowing(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  await standby.ask(`alter system set primary_conninfo = ''`);
  await standby.ask('select pg_reload_conf()');
  while ((await primary.ask('select from pg_stat_replication')).length > 0) await sleep(LOOK_MS);
}

/** Returns the audit of a game after a loss. `kept` has the versions of all games on the standby at its promotion. */
function lookAfterLoss(kept: ReadonlyMap<string, number>, tally: Tally): AuditGame {
  return async (game, catalogue, findings) => {
    findings.games++;
    findings.moves += game.moves.length;
    const base = kept.get(game.id) ?? 0;
    if (game.gone) {
      tally.gone++;
      tally.lost += game.moves.length;
      if (base > 0) findings.lost.push(`${game.id} itself, which the standby had`);
      return;
    }
    const { status } = (await playerOf(game, 0).get(`/v1/games/${game.id}`)).body;
    const open = status === 'playing';
    const heads = await headsOf(game);
    const lost = game.moves.filter(({ version, head }) => heads.get(version) !== head);
    const surviving = game.moves.filter((move) => !lost.includes(move));
    tally.lost += lost.length;
    for (const { version } of lost) if (version <= base) findings.lost.push(`${game.id} version ${version}`);
    assertOneHistory(game, lost, base, findings);
    if (open) for (const move of lost) await assertTold(game, move, tally, findings);
    await end(game);
    const { body: transcript } = await playerOf(game, 0).get(`/v1/games/${game.id}/transcript`);
    const verified = verify(transcript, catalogue, surviving);
    if (!verified.verified) findings.unexplained.push(`${game.id} does not verify: ${JSON.stringify(verified)}`);
    compare({ ...game, moves: surviving }, transcript.log, findings);
  };
}

/** Checks that no game continued from a lost version: after a kept move beyond `base`, no later move may be lost. */
function assertOneHistory(game: PlayedGame, lost: Acknowledged[], base: number, findings: Findings): void {
  const firstAfter = game.moves.findIndex((move) => move.version > base && !lost.includes(move));
  const lastLost = game.moves.findLastIndex((move) => lost.includes(move));
  if (firstAfter >= 0 && lastLost > firstAfter) findings.lost.push(`${game.id}: a move after the promotion, a fork`);
}

/** Repeats a lost move. It must be refused as stale, or, if the seat need not act now, as not the caller's turn. */
async function assertTold(game: PlayedGame, move: Acknowledged, tally: Tally, findings: Findings): Promise<void> {
  const { seat, action, version, head } = move;
  const body = { action, seat, expectedVersion: version, expectedHead: head };
  const answer = await playerOf(game, seat).change(`/v1/games/${game.id}/actions`, body);
  if (answer.status === 409 && answer.body.code === 'stale-version') tally.told++;
  else if (answer.status === 409 && answer.body.code === 'not-your-turn') tally.past++;
  else findings.unexplained.push(`${game.id}: who held lost version ${version} is answered ${JSON.stringify(answer)}`);
}

async function headsOf(game: PlayedGame): Promise<Map<number, string>> {
  const heads = new Map<number, string>();
  for (const { version, seat } of game.moves) {
    const { status, body } = await playerOf(game, seat).get(`/v1/games/${game.id}?at=${version}&seat=${seat}`);
    if (status === 200) heads.set(body.version, body.head);
  }
  return heads;
}
