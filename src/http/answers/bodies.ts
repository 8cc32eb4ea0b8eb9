import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Seat } from '#rules/kernel/ruleset.ts';
import type { TimeSlicer } from '../../eventlog/queue.ts';
import { done, type Result } from '../../eventlog/result.ts';
import type { Committed } from '../../games/commands/command.ts';
import type { Game, Onlooker } from '../../games/model/game.ts';
import type { SeenVersion } from '../../games/queries/game-reader.ts';
import type { Telling } from '../../games/queries/house-sentences.ts';
import type { StateList } from '../../games/queries/past-states.ts';
import {
  type ActionsAsked,
  outcomeFor,
  type TableView,
  tableView,
  type Wants,
} from '../../games/queries/table-view.ts';
import type { Player } from '../../players/players.ts';
import { sendProblem } from '../problems/problem.ts';

const MOST_CHARACTERS = 32 * 1024 * 1024;

export class StateBodies {
  readonly #bodies = new LRUCache<string, string>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (body, key) => body.length + key.length,
  });

  /** `etag` must stand for exactly this body. */
  of(game: Game, onlooker: Onlooker, wants: Wants, etag: string): string {
    const key = `${game.header.id} ${etag}`;
    let body = this.#bodies.get(key);
    if (body === undefined) {
      body = JSON.stringify(tableView(game, onlooker, wants));
      this.#bodies.set(key, body);
    }
    return body;
  }
}

/** A version of a known history never changes. But a newer build may show more of it, so it may be cached for one day
 * only. */
export const SETTLED = 'private, max-age=86400, immutable';

/** This much of a head tells histories apart, because a hash cannot be chosen. */
export const HEAD_CHARACTERS = 12;

const STATE_TAG = new RegExp(`^(?:W/)?"(\\d{1,10})\\.([0-9a-f]{${HEAD_CHARACTERS}})\\.`);

/** The tag depends on everything on which the body of `getState` depends. It reveals nothing that the body does not. */
export function etagOf(game: Game, { viewer, you, isHost }: Onlooker, wants: Wants): string {
  const words = `${wants.text ? 't' : ''}${wants.labels ? 'w' : ''}${wants.odds ? 'o' : ''}${wants.names ? 'n' : ''}`;
  const asked = `${isHost && you.length === 0 ? 'h' : ''}${words}${wants.choices ? 'c' : ''}`;
  const history = game.head.slice(0, HEAD_CHARACTERS);
  return `"${game.version}.${history}.${viewer}.${you.join('-')}.${asked}.${game.header.ruleset.rulesVersion}${namesOf(game)}"`;
}

/** Removing a name changes the body although the version stays the same. */
function namesOf({ header: { erased = 0 } }: Game): string {
  return erased === 0 ? '' : `.${erased}`;
}

export function actionsEtagOf(game: Game, seat: Seat, { names, limit }: ActionsAsked): string {
  const history = game.head.slice(0, HEAD_CHARACTERS);
  return `"${game.version}.${history}.${seat}.actions${limit}${names ? '.n' : ''}.${game.header.ruleset.rulesVersion}"`;
}

export function statesEtagOf({ rulesVersion, viewer, states }: StateList, { text, names }: Telling): string {
  const [first, last] = [states.at(0), states.at(-1)];
  const history = last?.head.slice(0, HEAD_CHARACTERS);
  const words = `${text ? 't' : ''}${names ? 'n' : ''}`;
  return `"${first?.version}-${last?.version}.${history}.${viewer}.states.${words}.${rulesVersion}"`;
}

export function listEtag(text: string, mark = ''): string {
  const told = createHash('sha256').update(mark).update(text);
  return `"${told.digest('base64url').slice(0, 22)}"`;
}

/** Null: this service has not made the `ETag`. */
export function seenVersionIn(etag: string): { version: number; head: string } | null {
  const [, version, head] = STATE_TAG.exec(etag.trim()) ?? [];
  return version === undefined || head === undefined ? null : { version: Number(version), head };
}

/** `after` names the version, the `ETag` also its history. */
export function knownBy(after: number | undefined, etag: string | undefined): SeenVersion | undefined {
  const seen = etag === undefined ? null : seenVersionIn(etag);
  if (seen !== null && (after === undefined || after === seen.version)) return seen;
  return after === undefined ? undefined : { version: after };
}

/** Compares tags weakly (RFC 9110). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  return header.split(',').some((candidate) => {
    const tag = candidate.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}

/** Answers 304 if the caller has this `etag` already. */
export function orNotModified<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  make: () => T,
): T | FastifyReply {
  reply.header('etag', etag);
  return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : make();
}

export const DEFAULTS: Wants = { text: false, choices: true, labels: false, odds: false, names: false };

/** Returns the game as the caller sees it after the caller's change. */
export async function outcomeOf(
  player: Player,
  reply: FastifyReply,
  change: Promise<Result<Committed>>,
): Promise<Result<TableView>> {
  const changed = await change;
  if (!changed.ok) return changed;
  const { game, onlooker } = outcomeFor(player.id, changed.value);
  reply.header('etag', etagOf(game, onlooker, DEFAULTS));
  return done(tableView(game, onlooker, DEFAULTS));
}

/** Answers that the server is stopping. Another one answers when the caller tries again. */
export function sendStopping(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(request, reply, 'stopping', { detail: 'This server is stopping.' });
}

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Making JSON of this many events takes less than a millisecond. */
const SHORT = 50;

/** Sends a list and pauses between its items, except for the first `short` ones. The list is the last part of the
 * answer. */
export async function sendLong<K extends string>(
  reply: FastifyReply,
  answer: Record<K, readonly unknown[]>,
  list: K,
  timeSlicer: TimeSlicer,
  short = SHORT,
): Promise<FastifyReply> {
  const { [list]: items, ...frame } = answer;
  if (items.length <= short) return reply.send(answer);
  const texts: string[] = [];
  for (const item of items) {
    await timeSlicer.pause();
    texts.push(JSON.stringify(item));
  }
  return reply.type(JSON_TYPE).send(`${JSON.stringify(frame).slice(0, -1)},"${list}":[${texts.join(',')}]}`);
}
