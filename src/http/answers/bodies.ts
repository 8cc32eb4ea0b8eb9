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

  /** Returns the cached or new body of an answer. Different bodies must have different `etag`s. */
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

/** The `Cache-Control` of past states. They never change, but after a day a newer build may show more of them. */
export const SETTLED = 'private, max-age=86400, immutable';

/** A tag contains this many characters of the game's last hash. They are enough, because no one can choose a hash. */
export const HEAD_CHARACTERS = 12;

const STATE_TAG = new RegExp(`^(?:W/)?"(\\d{1,10})\\.([0-9a-f]{${HEAD_CHARACTERS}})\\.`);

/** Returns the tag of a body of `getState`. It changes with all that the body shows, and reveals nothing else. */
export function etagOf(game: Game, { viewer, you, isHost }: Onlooker, wants: Wants): string {
  const words = `${wants.text ? 't' : ''}${wants.labels ? 'w' : ''}${wants.odds ? 'o' : ''}${wants.names ? 'n' : ''}`;
  const asked = `${isHost && you.length === 0 ? 'h' : ''}${words}${wants.choices ? 'c' : ''}`;
  const history = game.head.slice(0, HEAD_CHARACTERS);
  return `"${game.version}.${history}.${viewer}.${you.join('-')}.${asked}.${game.header.ruleset.rulesVersion}${namesOf(game)}"`;
}

/** Returns a part of the tag that changes when a name is erased, because this changes the body but not the version. */
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

/** Returns the version in an `ETag` and the beginning of its hash; null: this service did not make the tag. */
export function seenVersionIn(etag: string): { version: number; head: string } | null {
  const [, version, head] = STATE_TAG.exec(etag.trim()) ?? [];
  return version === undefined || head === undefined ? null : { version: Number(version), head };
}

/** Returns the version that the caller has seen; from an `ETag` also its hash, which reveals a loss of data. */
export function knownBy(after: number | undefined, etag: string | undefined): SeenVersion | undefined {
  const seen = etag === undefined ? null : seenVersionIn(etag);
  if (seen !== null && (after === undefined || after === seen.version)) return seen;
  return after === undefined ? undefined : { version: after };
}

/** Compares tags by weak comparison (RFC 9110). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  return header.split(',').some((candidate) => {
    const tag = candidate.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}

/** Answers 304 if the caller already has this `etag`. */
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

/** Answers with the game as the caller sees it after the change. */
export function outcomeOf(player: Player, reply: FastifyReply, changed: Result<Committed>): Result<TableView> {
  if (!changed.ok) return changed;
  const { game, onlooker } = outcomeFor(player.id, changed.value);
  reply.header('etag', etagOf(game, onlooker, DEFAULTS));
  return done(tableView(game, onlooker, DEFAULTS));
}

/** Answers that the server is stopping. If the caller repeats the request, another server answers it. */
export function sendStopping(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(request, reply, 'stopping', { detail: 'This server is stopping.' });
}

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Writing JSON of this many events takes less than a millisecond. */
const SHORT = 50;

/** Sends an answer with a list as its last field. If there are more than `short` items, pauses between them. */
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
